#include "cosim/certify/next_move.h"

#include <cmath>
#include <limits>

namespace bw::cosim {
namespace {

constexpr int most_halvings = 3;
constexpr double prediction_safety = 2;

}  // namespace

NextMove next_move(const Standing& now, const Tableau& tableau,
                   const std::function<bool(int steps)>& is_there) {
  const auto& changes = tableau.changes();
  const double last = changes.back().tolerance;
  const double rate = last / changes[changes.size() - 2].tolerance;
  NextMove best{2 * now.level, now.least_chains};
  if (!(rate < 1)) return best;
  const int k = static_cast<int>(tableau.size());
  double least = std::numeric_limits<double>::infinity();
  for (int halvings = 0; halvings <= most_halvings; ++halvings) {
    const int level = now.level << halvings;
    double cost = 0;
    for (int n = 1; n <= now.most_chains; ++n) {
      if (!is_there(level * n)) cost += level * n;
      if (n < now.least_chains || (halvings == 0 && n <= now.chains)) continue;
      const double change = n <= k ? changes[static_cast<std::size_t>(n) - 2].tolerance
                                   : last * std::pow(rate, n - k);
      const int power = now.expansion.p + (n - 2) * now.expansion.s;
      if (!(prediction_safety * change * std::pow(2.0, -halvings * power) <= 1)) continue;
      if (cost < least) {
        least = cost;
        best = {level, n};
      }
      break;
    }
  }
  return best;
}

}  // namespace bw::cosim
