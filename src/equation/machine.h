#pragma once
// A model as compiled functions and the numbers that describe them; made once, shared by all that
// is made of one model.

#include <memory>
#include <string>
#include <vector>

#include "equation/compiled.h"
#include "equation/generate.h"
#include "equation/program.h"

namespace bw::equation {

// As generated code knows it (equation/write_c).
struct Host {
  int (*solve)(Host*, int loop, double t, double* x, double* w, double* d) = nullptr;
  int (*respond)(Host*, int loop, double t, double* x, double* w, double* d, double* columns,
                 int count) = nullptr;
};

// False: a loop was not solved.
using Function = int (*)(double t, double* x, double* w, double* d, double* o, Host* host);

// Where an unknown of a loop lives.
struct LoopPlace {
  enum class Array { states, memory, derivatives };
  Array array{};
  std::size_t index = 0;
};

struct MachineLoop {
  Function residuals = nullptr, matrix = nullptr;
  std::vector<LoopPlace> tears;
  std::vector<double> nominals;  // of the tears
  math::Pattern pattern;
  bool is_linear = false;
  std::string names;  // of its unknowns, for sentences
};

struct Machine {
  std::shared_ptr<const Compiled> compiled;
  Plan plan;
  Programs programs;
  std::vector<std::pair<Node, std::uint32_t>> known_before;  // expression, memory
  std::size_t memory_size = 0;                               // of w
  std::size_t results_size = 0;                              // the largest o but the Jacobian's
  std::size_t indicators = 0;
  std::vector<MachineLoop> loops;

  Function derivatives = nullptr, algebraics = nullptr, update = nullptr, initial = nullptr,
           crossings = nullptr, sides = nullptr, moments = nullptr, arguments = nullptr,
           deeds = nullptr, jacobian = nullptr;

  const System& system() const { return plan.system; }
  Layout layout() const { return Layout(plan.system); }
};

// Throws InputError.
std::shared_ptr<const Machine> make_machine(const FlatModel& model, Compiler compiler);

}  // namespace bw::equation
