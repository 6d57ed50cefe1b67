#include "diagnose/critical_states.h"

#include <algorithm>
#include <cmath>

namespace bw::diagnose {

void CriticalStates::add(std::span<const double> shares) {
  ++rejected_;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (!(std::abs(shares[i]) <= 1)) ++counts_[i];
}

std::vector<std::pair<std::size_t, double>> CriticalStates::ranked() const {
  std::vector<std::pair<std::size_t, double>> all;
  for (std::size_t i = 0; i < counts_.size(); ++i)
    if (counts_[i] > 0)
      all.emplace_back(i, static_cast<double>(counts_[i]) / static_cast<double>(rejected_));
  std::ranges::stable_sort(all, [](const auto& a, const auto& b) { return a.second > b.second; });
  return all;
}

}  // namespace bw::diagnose
