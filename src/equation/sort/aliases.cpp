#include "equation/sort/aliases.h"

#include <optional>
#include <utility>
#include <vector>

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
    find_zeros();
    for (const FlatEquation& equation : model_.equations) {
      const std::optional<Pair> pair = pair_of(equation);
      found_.is_used_up.push_back(pair && may_join(*pair) && join(*pair));
    }
    for (std::uint32_t i = 0; i < found_.of.size(); ++i) root(i);
    return std::move(found_);
  }

 private:
  struct Signed {
    std::uint32_t variable;
    bool opposite;
  };

  // The terms of a sum of variables, without those that are 0, at most two; nothing: it contains
  // something else.
  std::optional<std::vector<Signed>> terms_of(const FlatEquation& equation) const {
    std::vector<Signed> terms;
    std::vector<std::pair<Node, bool>> waiting{{equation.right, true}, {equation.left, false}};
    while (!waiting.empty()) {
      const auto [node, opposite] = waiting.back();
      waiting.pop_back();
      const Term& term = model_.graph[node];
      if (term.op == Op::add || term.op == Op::subtract) {
        waiting.emplace_back(term.b, opposite != (term.op == Op::subtract));
        waiting.emplace_back(term.a, opposite);
      } else if (term.op == Op::negate) {
        waiting.emplace_back(term.a, !opposite);
      } else if (term.op == Op::variable) {
        if (!is_zero_[term.index]) terms.push_back({term.index, opposite});
      } else if (term.op != Op::constant || term.value != 0) {
        return {};
      }
      if (terms.size() > 2) return {};
    }
    return terms;
  }

  // Real variables that an equation says to be 0.
  void find_zeros() {
    is_zero_.assign(model_.variables.size(), false);
    for (const FlatEquation& equation : model_.equations) {
      const auto terms = terms_of(equation);
      if (!terms || terms->size() != 1) continue;
      const std::uint32_t i = terms->front().variable;
      const FlatVariable& v = model_.variables[i];
      is_zero_[i] = v.type == ScalarType::real && v.causality != Causality::input &&
                    v.variability == Variability::continuous && !is_state_[i];
    }
  }

  std::optional<Pair> pair_of(const FlatEquation& equation) const {
    const auto terms = terms_of(equation);
    if (!terms || terms->size() != 2) return {};
    const Signed a = terms->front(), b = terms->back();
    if (a.variable == b.variable) return {};
    return Pair{a.variable, b.variable, a.opposite == b.opposite};
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

  // Their values before the first event are not the same.
  bool start_differently(std::uint32_t i, std::uint32_t j) const {
    const FlatVariable &a = model_.variables[i], &b = model_.variables[j];
    return a.fixed && b.fixed && a.start != b.start;
  }

  bool join(const Pair& pair) {
    const Alias a = root(pair.a), b = root(pair.b);
    constexpr int state = 2, input = 3;
    const int rank_a = rank(a.kept), rank_b = rank(b.kept);
    if (a.kept == b.kept || rank_a + rank_b >= state + input) return false;
    if (is_discrete_[a.kept] && start_differently(a.kept, b.kept)) return false;
    const bool opposite = pair.opposite != (a.opposite != b.opposite);
    const bool keep_a = rank_a >= rank_b;
    found_.of[keep_a ? b.kept : a.kept] = {keep_a ? a.kept : b.kept, opposite};
    return true;
  }

  const FlatModel& model_;
  const std::vector<bool>&is_state_, &is_discrete_;
  std::vector<bool> is_zero_;  // each variable
  Aliases found_;
};

}  // namespace

Aliases find_aliases(const FlatModel& model, const std::vector<bool>& is_state,
                     const std::vector<bool>& is_discrete) {
  return Families(model, is_state, is_discrete).find();
}

}  // namespace bw::equation
