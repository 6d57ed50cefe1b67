#include "equation/code/work.h"

#include <algorithm>

#include "equation/core/walk.h"

namespace bw::equation {
namespace {

// In units of an addition.
constexpr double of_division = 4, of_function = 20, of_power = 40;
constexpr double seconds_of_addition = 1e-9;
constexpr double iterations = 2;  // of a loop that starts from its last solution

double operations_of(Op op) {
  if (operand_count(op) == 0) return 0;
  switch (op) {
    case Op::divide:
    case Op::sqrt: return of_division;
    case Op::power: return of_power;
    case Op::exp:
    case Op::log:
    case Op::log10:
    case Op::sin:
    case Op::cos:
    case Op::tan:
    case Op::asin:
    case Op::acos:
    case Op::atan:
    case Op::atan2:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh: return of_function;
    default: return 1;
  }
}

// Counts each node once, as the generated code computes it once.
class Counter {
 public:
  explicit Counter(const Graph& graph) : graph_(graph), walk_(graph) {}

  double of(Node root) {
    double sum = 0;
    walk_.below(root, [&](Node node) {
      sum += operations_of(graph_[node].op);
      return true;
    });
    return sum;
  }

  double of(const Loop& loop) {
    double sum = 0;
    for (const Definition& inner : loop.inner) sum += of(inner.value);
    for (const Node residual : loop.residuals) sum += of(residual);
    for (const Node partial : loop.partials) sum += of(partial);
    const double n = static_cast<double>(loop.tears.size());
    sum += n * n * n / 3 + n * n;
    return loop.is_linear ? sum : iterations * sum;
  }

 private:
  const Graph& graph_;
  Walk walk_;
};

}  // namespace

double estimate_rhs_seconds(const System& system, const Programs& programs) {
  const auto program = std::ranges::find(programs.all, "derivatives", &Program::name);
  if (program == programs.all.end()) return 0;
  Counter counter(system.graph);
  double sum = 0;
  for (const Instruction& instruction : program->instructions) {
    if (instruction.value != no_node) sum += counter.of(instruction.value);
    if (instruction.kind == InstructionKind::solve)
      sum += counter.of(*programs.loops[instruction.index]);
  }
  return seconds_of_addition * sum;
}

}  // namespace bw::equation
