#include "equation/values/vanishing.h"

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "equation/core/walk.h"
#include "equation/values/known_values.h"

namespace bw::equation {
namespace {

class Vanishing {
 public:
  explicit Vanishing(FlatModel& model)
      : model_(model), graph_(model.graph), known_(model, [](std::uint32_t) {}) {}

  void drop() {
    size_ = static_cast<Node>(graph_.size());
    find_derivatives();
    if (products_.empty()) return;
    defined_by_.assign(model_.variables.size(), no_node);
    find_zeros();
    while (define_zeros()) find_zeros();
    bool some = false;
    for (const Node product : products_) some = some || is_zero_[product];
    if (some) rewrite();
  }

 private:
  bool is_unknown(const Term& term) const {
    return model_.variables[term.index].variability > Variability::parameter;
  }

  // Which nodes contain a derivative, and products whose other factor may be zero.
  void find_derivatives() {
    has_derivative_.assign(size_, false);
    for (Node node = 0; node < size_; ++node) {
      const Term& term = graph_[node];
      bool has = term.op == Op::derivative && is_unknown(term);
      for (const Node operand : operands(term))
        has = has || (operand != no_node && has_derivative_[operand]);
      has_derivative_[node] = has;
      if (has && term.op == Op::multiply) products_.push_back(node);
    }
  }

  // ---- zeros ----

  void find_zeros() {
    is_zero_.assign(size_, false);
    for (Node node = 0; node < size_; ++node) is_zero_[node] = is_zero(node);
  }

  bool is_known_zero(Node node) { return known_.value(node) == 0.0; }

  // The branch that parameters choose.
  Node chosen(const Term& term) {
    const auto condition = known_.value(term.a);
    return !condition ? no_node : *condition != 0 ? term.b : term.c;
  }

  bool is_zero(Node node) {
    const Term term = graph_[node];
    const auto zero = [&](Node operand) { return is_zero_[operand]; };
    switch (term.op) {
      case Op::constant: return term.value == 0;
      case Op::variable:
        return is_unknown(term) ? defined_by_[term.index] != no_node : is_known_zero(node);
      case Op::multiply: return zero(term.a) || zero(term.b);
      case Op::divide:
      case Op::negate:
      case Op::smooth:
      case Op::abs:
      case Op::sqrt: return zero(term.a);
      case Op::add:
      case Op::subtract:
      case Op::min:
      case Op::max: return zero(term.a) && zero(term.b);
      case Op::choose: {
        const Node branch = chosen(term);
        return branch != no_node ? zero(branch) : zero(term.b) && zero(term.c);
      }
      default: return false;
    }
  }

  // Equations v = 0; whether there are new ones.
  bool define_zeros() {
    bool some = false;
    for (const FlatEquation& equation : model_.equations)
      for (const auto& [leaf, value] :
           {std::pair(equation.left, equation.right), std::pair(equation.right, equation.left)}) {
        const Term& term = graph_[leaf];
        if (term.op != Op::variable || !is_unknown(term) || !is_zero_[value] ||
            defined_by_[term.index] != no_node)
          continue;
        defined_by_[term.index] = value;
        some = true;
      }
    return some;
  }

  // ---- rewriting ----

  // Makes all parameters structural that this is zero by.
  void explain(Node root) {
    std::vector<Node> waiting{root};
    explained_.resize(size_);
    while (!waiting.empty()) {
      const Node node = waiting.back();
      waiting.pop_back();
      if (explained_[node]) continue;
      explained_[node] = true;
      const Term term = graph_[node];
      if (term.op == Op::variable && is_unknown(term)) {
        waiting.push_back(defined_by_[term.index]);
      } else if (term.op == Op::variable) {
        known_.keep(node);
      } else if (term.op == Op::multiply) {
        waiting.push_back(is_zero_[term.a] ? term.a : term.b);
      } else if (const Node branch = term.op == Op::choose ? chosen(term) : no_node;
                 branch != no_node) {
        known_.keep(term.a);
        waiting.push_back(branch);
      } else {
        for (const Node operand : operands(term))
          if (operand != no_node && is_zero_[operand]) waiting.push_back(operand);
      }
    }
  }

  Node rewritten(Node node) {
    const Term term = graph_[node];
    if (!has_derivative_[node] || operand_count(term.op) == 0) return node;
    if (is_zero_[node]) {
      explain(node);
      return graph_.constant(0);
    }
    const auto now = [&](Node operand) { return operand == no_node ? operand : new_[operand]; };
    if (now(term.a) == term.a && now(term.b) == term.b && now(term.c) == term.c) return node;
    if (term.op == Op::smooth) return graph_.indexed(term.op, term.index, now(term.a));
    return graph_.make(term.op, now(term.a), now(term.b), now(term.c));
  }

  void rewrite() {
    new_.resize(size_);
    std::vector<bool> is_used(size_, false);
    Walk walk(graph_);
    std::vector<Node> used;
    for (const auto* equations : {&model_.equations, &model_.initial_equations})
      for (const FlatEquation& equation : *equations)
        for (const Node side : {equation.left, equation.right})
          walk.below(side, [&](Node node) { return is_used[node] = true; });
    for (Node node = 0; node < size_; ++node) new_[node] = is_used[node] ? rewritten(node) : node;
    for (auto* equations : {&model_.equations, &model_.initial_equations})
      for (FlatEquation& equation : *equations) {
        equation.left = new_[equation.left];
        equation.right = new_[equation.right];
      }
  }

  FlatModel& model_;
  Graph& graph_;
  KnownValues known_;
  Node size_ = 0;  // of the graph as it was
  std::vector<bool> has_derivative_{}, is_zero_{}, explained_{};
  std::vector<Node> products_{}, defined_by_{}, new_{};
};

}  // namespace

void drop_vanishing_derivatives(FlatModel& model) { Vanishing(model).drop(); }

}  // namespace bw::equation
