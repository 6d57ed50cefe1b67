#pragma once
// A model as compiled functions and the numbers that describe them; made once, shared by all models
// of one blueprint.

#include <memory>
#include <string>
#include <vector>

#include "equation/code/code.h"
#include "equation/code/compiled.h"
#include "equation/code/ports.h"
#include "equation/code/program.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/sort/plan.h"
#include "equation/sort/system.h"
#include "math/pattern.h"

namespace bw::equation {

// Where an unknown of a loop is stored.
struct LoopPlace {
  enum class Array { states, memory, derivatives };
  Array array{};
  std::size_t index = 0;
};

// An unknown of a loop, a tear or an inner one.
struct LoopUnknown {
  LoopPlace place;
  std::uint32_t variable = 0;
  bool is_derivative = false;
};

struct MachineLoop {
  std::size_t number = 0;  // of its functions
  std::vector<LoopPlace> tears;
  std::vector<double> nominals;  // of the tears
  math::Pattern pattern;
  bool is_linear = false;
  bool has_homotopy = false, is_periodic = false;  // of a nonlinear one; periodic: sin, cos, tan
  bool is_constraint = false;                      // of a state set: the run stays on its branch
  std::vector<LoopUnknown> unknowns;               // the tears, then the inner ones
  std::string names;                               // of its unknowns, for messages
};

struct Machine {
  Plan plan;
  Programs programs;
  std::vector<std::pair<Node, std::uint32_t>> known_before;  // expression, memory
  std::size_t memory_size = 0;                               // of w
  std::size_t results_size = 0;                              // the largest o but the Jacobian's
  std::size_t indicators = 0;
  double rhs_seconds = 0;  // estimated, see work.h
  Ports ports;
  std::vector<MachineLoop> loops;
  std::size_t first_start_loop = 0, start_loops = 0;  // those that the start solves

  std::unique_ptr<const Code> code;

  const Functions& functions() const { return code->functions(); }
  const System& system() const { return plan.system; }
  Layout layout() const { return Layout(plan.system); }
};

// Throws InputError.
std::shared_ptr<const Machine> make_machine(const FlatModel& model, CompilerChoice compiler);

}  // namespace bw::equation
