#include "equation/sort/aliases.h"

#include <optional>
#include <utility>

namespace bw::equation {
namespace {

struct Pair {
  std::uint32_t a, b;
  bool opposite;
};

class Families {
 public:
  Families(const FlatModel& model, const std::vector<bool>& is_state,
           const std::vector<bool>& is_discrete)
      : model_(model), is_state_(is_state), is_discrete_(is_discrete) {
    found_.of.resize(model.variables.size());
    for (std::uint32_t i = 0; i < found_.of.size(); ++i) found_.of[i].kept = i;
  }

  Aliases find() {
    for (const FlatEquation& equation : model_.equations) {
      const std::optional<Pair> pair = pair_of(equation);
      found_.is_used_up.push_back(pair && may_join(*pair) && join(*pair));
    }
    for (std::uint32_t i = 0; i < found_.of.size(); ++i) root(i);
    return std::move(found_);
  }

 private:
  // The variable that this node is, up to its sign.
  std::optional<std::pair<std::uint32_t, bool>> signed_variable(Node node) const {
    bool opposite = false;
    if (model_.graph[node].op == Op::negate) {
      opposite = true;
      node = model_.graph[node].a;
    }
    if (model_.graph[node].op != Op::variable) return {};
    return std::pair{model_.graph[node].index, opposite};
  }

  std::optional<Pair> pair_of(const FlatEquation& equation) const {
    Node left = equation.left, right = equation.right;
    const auto is_zero = [&](Node node) {
      return model_.graph[node].op == Op::constant && model_.graph[node].value == 0;
    };
    if (is_zero(left)) std::swap(left, right);
    bool opposite = false;
    if (is_zero(right)) {
      const Term& term = model_.graph[left];
      if (term.op != Op::add && term.op != Op::subtract) return {};
      opposite = term.op == Op::add;
      right = term.b;
      left = term.a;
    }
    const auto a = signed_variable(left), b = signed_variable(right);
    if (!a || !b || a->first == b->first) return {};
    return Pair{a->first, b->first, opposite != (a->second != b->second)};
  }

  bool may_join(const Pair& pair) const {
    const FlatVariable &a = model_.variables[pair.a], &b = model_.variables[pair.b];
    const auto is_known = [](const FlatVariable& v) {
      return v.variability == Variability::parameter || v.variability == Variability::constant;
    };
    return !is_known(a) && !is_known(b) && a.type == b.type &&
           is_discrete_[pair.a] == is_discrete_[pair.b] &&
           (a.type == ScalarType::real || !pair.opposite);
  }

  int rank(std::uint32_t i) const {
    const FlatVariable& v = model_.variables[i];
    return v.causality == Causality::input ? 3 : is_state_[i] ? 2 : v.fixed ? 1 : 0;
  }

  // The kept one of i's family; compresses the path to it.
  Alias root(std::uint32_t i) {
    std::vector<std::uint32_t> path;
    while (found_.of[i].kept != i) {
      path.push_back(i);
      i = found_.of[i].kept;
    }
    bool opposite = false;
    for (std::size_t k = path.size(); k-- > 0;) {
      Alias& alias = found_.of[path[k]];
      opposite = opposite != alias.opposite;
      alias = {i, opposite};
    }
    return {i, opposite};
  }

  bool join(const Pair& pair) {
    const Alias a = root(pair.a), b = root(pair.b);
    constexpr int state = 2, input = 3;
    const int rank_a = rank(a.kept), rank_b = rank(b.kept);
    if (a.kept == b.kept || rank_a + rank_b >= state + input) return false;
    const bool opposite = pair.opposite != (a.opposite != b.opposite);
    const bool keep_a = rank_a >= rank_b;
    found_.of[keep_a ? b.kept : a.kept] = {keep_a ? a.kept : b.kept, opposite};
    return true;
  }

  const FlatModel& model_;
  const std::vector<bool>&is_state_, &is_discrete_;
  Aliases found_;
};

}  // namespace

Aliases find_aliases(const FlatModel& model, const std::vector<bool>& is_state,
                     const std::vector<bool>& is_discrete) {
  return Families(model, is_state, is_discrete).find();
}

}  // namespace bw::equation
