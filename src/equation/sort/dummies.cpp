#include "equation/sort/dummies.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/run_control.h"
#include "equation/sort/parameter_values.h"

namespace bw::equation {
namespace {

using MatrixRow = std::map<std::uint32_t, Node>;

class Elimination {
 public:
  Elimination(System& system, std::vector<MatrixRow> rows)
      : system_(system), rows_(std::move(rows)) {
    is_used_.assign(rows_.size(), false);
  }

  // False: no row has a pivot for it.
  bool eliminate(std::uint32_t column) {
    const std::size_t pivot = best_row(column);
    if (pivot == rows_.size()) return false;
    is_used_[pivot] = true;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (!is_used_[k] && rows_[k].contains(column)) subtract(k, pivot, column);
    return true;
  }

  std::vector<std::size_t> left() const {
    std::vector<std::size_t> numbers;
    for (std::size_t k = 0; k < rows_.size(); ++k)
      if (!is_used_[k] && !rows_[k].empty()) numbers.push_back(k);
    return numbers;
  }
  const MatrixRow& row(std::size_t k) const { return rows_[k]; }

 private:
  // A parameter whose value is 0 as the model is written may be meant to be.
  bool may_vanish(Node node) {
    if (varies_[node] > Varies::with_parameters) return true;
    const double value = known_.of(node);
    return value == 0 || !std::isfinite(value);
  }

  // Numbers before formulas of parameters, then short rows.
  std::size_t best_row(std::uint32_t column) {
    std::size_t best = rows_.size();
    std::pair<Varies, std::size_t> of_best;
    for (std::size_t k = 0; k < rows_.size(); ++k) {
      if (is_used_[k]) continue;
      const auto entry = rows_[k].find(column);
      if (entry == rows_[k].end()) continue;
      extend(varies_, system_);
      const std::pair own(varies_[entry->second], rows_[k].size());
      if (may_vanish(entry->second) || (best < rows_.size() && own >= of_best)) continue;
      best = k;
      of_best = own;
    }
    return best;
  }

  // What rounding leaves of equal numbers (cosines of phases, say) is no pivot.
  bool cancel(Node a, Node b) const {
    constexpr double rounding = 1e-12;
    const Term &x = system_.graph[a], &y = system_.graph[b];
    return a == b || (x.op == Op::constant && y.op == Op::constant &&
                      std::abs(x.value - y.value) <= rounding * std::abs(x.value));
  }

  void subtract(std::size_t k, std::size_t pivot, std::uint32_t column) {
    Graph& graph = system_.graph;
    const Node factor = graph.make(Op::divide, rows_[k][column], rows_[pivot][column]);
    rows_[k].erase(column);
    for (const auto& [other, value] : rows_[pivot]) {
      if (other == column) continue;
      const Node product = graph.make(Op::multiply, factor, value);
      const auto [place, is_new] = rows_[k].try_emplace(other, no_node);
      if (is_new)
        place->second = graph.make(Op::negate, product);
      else if (cancel(place->second, product))
        rows_[k].erase(place);
      else
        place->second = graph.make(Op::subtract, place->second, product);
    }
  }

  System& system_;
  std::vector<MatrixRow> rows_;
  std::vector<bool> is_used_;
  std::vector<Varies> varies_;
  const ParameterValues::Given nothing_;
  ParameterValues known_{system_, nothing_};
};

// Rows that share columns, directly or by others.
std::vector<std::vector<std::size_t>> connected(const Elimination& done) {
  std::map<std::uint32_t, std::size_t> group_of;  // each column
  std::vector<std::vector<std::size_t>> groups;
  for (const std::size_t k : done.left()) {
    std::vector<std::size_t> joined{k};
    const std::size_t own = groups.size();
    for (const auto& [column, value] : done.row(k))
      if (const auto found = group_of.find(column); found != group_of.end()) {
        std::vector<std::size_t>& other = groups[found->second];
        joined.insert(joined.end(), other.begin(), other.end());
        other.clear();
      }
    groups.push_back(joined);
    for (const std::size_t row : joined)
      for (const auto& [column, value] : done.row(row)) group_of[column] = own;
  }
  std::erase_if(groups, [](const auto& group) { return group.empty(); });
  return groups;
}

}  // namespace

DummyChoice choose_dummies(System& system, std::vector<MatrixRow> rows,
                           const std::map<std::uint32_t, int>& rank, int always) {
  std::vector<std::uint32_t> order;
  for (const auto& [column, value] : rank) order.push_back(column);
  std::ranges::stable_sort(
      order, [&](std::uint32_t a, std::uint32_t b) { return rank.at(a) < rank.at(b); });
  DummyChoice choice;
  Elimination elimination(system, std::move(rows));
  for (const std::uint32_t column : order) {
    throw_if_interrupted();
    if (elimination.eliminate(column)) choice.dummies.push_back(column);
  }
  for (const std::vector<std::size_t>& group : connected(elimination)) {
    DummyChoice::Rest rest;
    for (const std::uint32_t column : order)
      if (std::ranges::any_of(group,
                              [&](std::size_t k) { return elimination.row(k).contains(column); }))
        rest.columns.push_back(column);
    while (rest.columns.size() > group.size() && rank.at(rest.columns.back()) >= always)
      rest.columns.pop_back();
    if (rest.columns.size() <= group.size()) {
      choice.dummies.insert(choice.dummies.end(), rest.columns.begin(), rest.columns.end());
      continue;
    }
    for (const std::size_t k : group) {
      std::vector<Node>& values = rest.matrix.emplace_back();
      for (const std::uint32_t column : rest.columns) {
        const auto entry = elimination.row(k).find(column);
        values.push_back(entry != elimination.row(k).end() ? entry->second
                                                           : system.graph.constant(0));
      }
    }
    choice.rests.push_back(std::move(rest));
  }
  return choice;
}

}  // namespace bw::equation
