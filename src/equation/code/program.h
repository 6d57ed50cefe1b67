#pragma once
// Generated code as lists of instructions over the graph, and where its numbers are stored.
//
//   t, x: time and states    w: everything else that is stored    d: derivatives    o: results
//   w: variables, their values before the event, memory

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "equation/core/expression.h"
#include "equation/sort/causal.h"
#include "equation/sort/plan.h"
#include "equation/sort/system.h"
#include "math/pattern.h"

namespace bw::equation {

enum class InstructionKind {
  define,   // a leaf gets its value
  result,   // o[index] = value
  keep,     // memory index = value
  solve,    // loop `index`
  call,     // the program `name`
  respond,  // of loop `index`: dz/ds of its tears; `count` right-hand sides in memory from `first`
            // on
};

struct Instruction {
  InstructionKind kind{};
  Node leaf = no_node, value = no_node;
  std::uint32_t index = 0, first = 0, count = 0;
  std::string_view name{};
};

struct Program {
  std::string name;  // of the C function
  std::vector<Instruction> instructions{};
  bool stores_all = false;     // every definition can be read from memory afterwards
  std::vector<Node> stores{};  // these definitions, at least
};

// Every loop of every order of evaluation has a number of its own: first those of running, then of
// update, then of initial.
struct Programs {
  std::vector<Program> all;
  std::vector<const Loop*> loops;
  math::Pattern jacobian;  // df/dx; empty where it would be too large
  bool has_jacobian = false;
};

// The functions that a model is made of: derivatives, algebraics, indicators, update, initial,
// sides, arguments, event_times, deeds, selections (matrices of state sets), jacobian; for each
// loop k: residuals_k, matrix_k.
Programs make_programs(Plan& plan);

// Adds a program: d wanted / d seeds, row-major along the pattern; nothing: it would have too many
// entries. `keep` says which of them are wanted, by row and column; none: all.
using KeepEntry = std::function<bool(std::size_t row, std::size_t column)>;
std::optional<std::vector<std::vector<std::size_t>>> add_partials(Plan& plan, Programs& programs,
                                                                  const std::string& name,
                                                                  const std::vector<Node>& wanted,
                                                                  const std::vector<Node>& seeds,
                                                                  const KeepEntry& keep = {});

// Where a program stores what.
class Layout {
 public:
  explicit Layout(const System& system) : variables_(system.variables.size()), system_(system) {}

  std::size_t variable(std::uint32_t index) const { return index; }
  std::size_t before(std::uint32_t index) const { return variables_ + index; }
  std::size_t memory(std::uint32_t index) const { return 2 * variables_ + index; }
  std::string place(Node leaf) const;  // "x[3]", "w[17]": as C reads and writes it

 private:
  std::size_t variables_;
  const System& system_;
};

}  // namespace bw::equation
