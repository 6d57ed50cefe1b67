#include "equation/enclosure/degrees.h"

#include <algorithm>
#include <array>

#include "equation/core/walk.h"

namespace bw::equation {
namespace {

constexpr double not_yet = -1, of_wave = 2, of_function = 3;

class DegreeFinder {
 public:
  DegreeFinder(const Plan& plan, const std::vector<Varies>& varies)
      : plan_(plan),
        graph_(plan.system.graph),
        varies_(varies),
        walk_(graph_),
        degrees_(graph_.size(), not_yet) {}

  std::vector<double> find() {
    for (const Step& step : plan_.running.steps) {
      if (!step.is_loop()) {
        define(step.definition);
        continue;
      }
      const Loop& loop = plan_.running.loops[step.loop];
      for (const Definition& inner : loop.inner) define(inner);
      for (const Node residual : loop.residuals) look(residual);
      for (const Definition& inner : loop.inner) degrees_[inner.leaf] = 1;
    }
    return std::move(degrees_);
  }

 private:
  void define(const Definition& definition) {
    look(definition.value);
    degrees_[definition.leaf] = degrees_[definition.value];
  }

  // Operands have lower numbers than what uses them.
  void look(Node root) {
    std::vector<Node> wanted;
    walk_.forget();
    walk_.below(root, [&](Node node) {
      if (degrees_[node] != not_yet) return false;
      wanted.push_back(node);
      return true;
    });
    std::ranges::sort(wanted);
    for (const Node node : wanted) degrees_[node] = degree(node);
  }

  double degree(Node node) const {
    const Term& term = graph_[node];
    if (varies_[node] < Varies::always) return 0;
    const std::array<Node, 3> from = operands(term);
    double most = operand_count(term.op) == 0 ? 1 : 0;
    for (const Node operand : from)
      if (operand != no_node) most = std::max(most, degrees_[operand]);
    switch (term.op) {
      case Op::multiply: return term.a == term.b ? 2 * most : most;
      case Op::power: {
        const Term& exponent = graph_[term.b];
        const bool is_known = exponent.op == Op::constant && exponent.value >= 0;
        return is_known ? exponent.value * degrees_[term.a] : std::max(most, of_function);
      }
      case Op::sin:
      case Op::cos: return std::max(most, of_wave);
      case Op::add:
      case Op::subtract:
      case Op::negate:
      case Op::smooth: return most;
      default: return operand_count(term.op) == 0 ? most : std::max(most, of_function);
    }
  }

  const Plan& plan_;
  const Graph& graph_;
  const std::vector<Varies>& varies_;
  Walk walk_;
  std::vector<double> degrees_;
};

}  // namespace

std::vector<double> degrees_of(const Plan& plan, const std::vector<Varies>& varies) {
  return DegreeFinder(plan, varies).find();
}

}  // namespace bw::equation
