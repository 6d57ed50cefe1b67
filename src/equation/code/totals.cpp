// The chain rule in the order of evaluation:
//   d value / d seed = sum over leaves  d value / d leaf  d leaf / d seed

#include <algorithm>

#include "base/run_control.h"
#include "equation/core/differentiate.h"
#include "equation/core/expression.h"
#include "equation/sort/causal.h"

namespace bw::equation {
namespace {

constexpr auto nowhere = static_cast<std::uint32_t>(-1);

}  // namespace

void Totals::set(Node leaf, Row row) {
  entries_ += row.size();
  if (row.empty())
    rows_.erase(leaf);
  else
    rows_[leaf] = std::move(row);
}

Totals::Row Totals::of(Node value) {
  throw_if_interrupted();
  Row row;
  places_.resize(std::max(places_.size(), graph_.size()), nowhere);
  for (const Partial& partial : differentiation_.of(value)) {
    const auto found = rows_.find(partial.leaf);
    if (found == rows_.end()) continue;
    for (const Partial& entry : found->second) {
      const Node term = graph_.make(Op::multiply, partial.value, entry.value);
      std::uint32_t& place = places_[entry.leaf];
      if (place == nowhere) {
        place = static_cast<std::uint32_t>(row.size());
        row.push_back({entry.leaf, term});
      } else {
        row[place].value = graph_.make(Op::add, row[place].value, term);
      }
    }
  }
  for (const Partial& entry : row) places_[entry.leaf] = nowhere;
  std::erase_if(row, [this](const Partial& entry) {
    return graph_[entry.value].op == Op::constant && graph_[entry.value].value == 0;
  });
  std::ranges::sort(row, [](const Partial& a, const Partial& b) { return a.leaf < b.leaf; });
  return row;
}

}  // namespace bw::equation
