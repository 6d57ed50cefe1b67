#include "ode/events/near_event.h"

#include <algorithm>
#include <cmath>
#include <vector>

namespace bw::ode {

double distance_to_event(std::span<const double> x, std::span<const double> weights,
                         std::span<const double> at_rest, const IndicatorFunction& evaluate) {
  constexpr std::size_t many = 200;
  constexpr double resting = 1e-9;  // of its change by one tolerance
  const std::size_t n = x.size(), moves = n > many ? 1 : n, count = at_rest.size();
  std::vector<double> z(count), moved(count), spread(count, 0.0), there(x.begin(), x.end());
  evaluate(x, z);
  for (std::size_t move = 0; move < moves; ++move) {
    const std::size_t first = moves == n ? move : 0, last = moves == n ? move + 1 : n;
    for (std::size_t i = first; i < last; ++i) there[i] = x[i] + weights[i];
    evaluate(there, moved);
    for (std::size_t i = first; i < last; ++i) there[i] = x[i];
    for (std::size_t k = 0; k < count; ++k) spread[k] += std::abs(moved[k] - z[k]);
  }
  double distance = std::numeric_limits<double>::infinity();
  for (std::size_t k = 0; k < count; ++k)
    if (spread[k] > 0 && std::abs(z[k] - at_rest[k]) > resting * spread[k])
      distance = std::min(distance, std::abs(z[k]) / spread[k]);
  return distance;
}

}  // namespace bw::ode
