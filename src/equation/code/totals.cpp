// The chain rule in the order of evaluation:
//   d value / d seed = sum over leaves  d value / d leaf  d leaf / d seed

#include <algorithm>

#include "base/run_control.h"
#include "equation/core/differentiate.h"
#include "equation/core/expression.h"
#include "equation/sort/causal.h"

namespace bw::equation {

void Totals::set(Node leaf, Row row) {
  entries_ += row.size();
  if (row.empty())
    rows_.erase(leaf);
  else
    rows_[leaf] = std::move(row);
}

Totals::Row Totals::of(Node value) {
  throw_if_interrupted();
  sum_.clear();
  Row row;
  for (const Partial& partial : differentiation_.of(value)) {
    const auto found = rows_.find(partial.leaf);
    if (found == rows_.end()) continue;
    for (const Partial& entry : found->second) {
      const Node term = graph_.make(Op::multiply, partial.value, entry.value);
      const auto [place, is_new] = sum_.try_emplace(entry.leaf, term);
      if (!is_new) place->second = graph_.make(Op::add, place->second, term);
    }
  }
  for (const auto& [seed, sum] : sum_)
    if (graph_[sum].op != Op::constant || graph_[sum].value != 0) row.push_back({seed, sum});
  std::ranges::sort(row, [](const Partial& a, const Partial& b) { return a.leaf < b.leaf; });
  return row;
}

}  // namespace bw::equation
