#include "cosim/certify/next_move.h"

#include <algorithm>
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
  const bool sharp = tableau.judges_delivered();
  const auto predicted = [&](int n, int halvings) {
    const double change =
        n <= k ? changes[static_cast<std::size_t>(n) - 2].tolerance : last * std::pow(rate, n - k);
    return change * std::pow(2.0, -halvings * (now.expansion.p + (n - 2) * now.expansion.s));
  };
  const auto is_enough = [&](int n, int halvings) {
    const double change = predicted(n, halvings);
    const double left =
        sharp && n >= judging_chains
            ? share_left(change, predicted(n - 1, halvings), predicted(n - 2, halvings))
            : 1;
    return prediction_safety * left * change <= 1;
  };
  double least = std::numeric_limits<double>::infinity();
  for (int halvings = 0; halvings <= most_halvings; ++halvings) {
    const int level = now.level << halvings;
    double cost = 0;
    for (int n = 1; n <= now.most_chains; ++n) {
      if (!is_there(level * n)) cost += level * n;
      if (n < now.least_chains || (halvings == 0 && n <= now.chains)) continue;
      if (!is_enough(n, halvings)) continue;
      if (cost < least) {
        least = cost;
        best = {level, n};
      }
      break;
    }
  }
  return best;
}

std::vector<int> steps_of(const CertifyPlan& plan, int level) {
  if (!plan.allowed_steps.empty()) return level == 1 ? plan.allowed_steps : std::vector<int>();
  std::vector<int> steps;
  for (int i = 1; i <= plan.most_chains; ++i) steps.push_back(level * i);
  return steps;
}

std::vector<int> wanted_steps(const CertifyPlan& plan, int level, int first, int last) {
  constexpr int spare_chains = 2;  // started early, perhaps in vain
  const std::vector<int> steps = steps_of(plan, level);
  const auto at = [&](int chain) {
    return steps.begin() + std::min(chain, static_cast<int>(steps.size()));
  };
  std::vector<int> order(at(first - 1), at(last));
  std::ranges::reverse(order);
  order.insert(order.end(), at(last), at(last + spare_chains));
  return order;
}

}  // namespace bw::cosim
