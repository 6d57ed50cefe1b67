#include "cosim/coupling/division.h"

#include <algorithm>
#include <map>

namespace bw::cosim {
namespace {

struct Family {
  double cost = 0;
  Lane components;
};

// The most expensive first; of equal ones the first.
std::vector<Family> families_of(std::span<const double> costs, std::span<const void* const> kin) {
  std::vector<Family> families;
  std::map<const void*, std::size_t> known;
  for (std::size_t component = 0; component < costs.size(); ++component) {
    std::size_t family = families.size();
    if (kin[component] != nullptr) family = known.emplace(kin[component], family).first->second;
    if (family == families.size()) families.emplace_back();
    families[family].cost += costs[component];
    families[family].components.push_back(component);
  }
  std::ranges::stable_sort(families,
                           [](const Family& a, const Family& b) { return a.cost > b.cost; });
  return families;
}

Division deal(const std::vector<Family>& families, std::size_t lanes) {
  Division division{std::vector<Lane>(lanes), 0};
  std::vector<double> load(lanes, 0.0);
  for (const Family& family : families) {
    const auto least = std::ranges::min_element(load);
    *least += family.cost;
    Lane& lane = division.lanes[static_cast<std::size_t>(least - load.begin())];
    lane.insert(lane.end(), family.components.begin(), family.components.end());
  }
  for (Lane& lane : division.lanes) std::ranges::sort(lane);
  division.seconds = *std::ranges::max_element(load) + hand_over * static_cast<double>(lanes - 1);
  return division;
}

}  // namespace

Division divide(std::span<const double> costs, std::span<const void* const> kin,
                std::size_t most_lanes) {
  const std::vector<Family> families = families_of(costs, kin);
  Division best = deal(families, 1);
  const std::size_t most = std::min(most_lanes, families.size());
  for (std::size_t lanes = 2; lanes <= most; ++lanes) {
    if (hand_over * static_cast<double>(lanes - 1) >= best.seconds) break;  // more cost more
    Division other = deal(families, lanes);
    if (other.seconds < best.seconds) best = std::move(other);
  }
  return best;
}

}  // namespace bw::cosim
