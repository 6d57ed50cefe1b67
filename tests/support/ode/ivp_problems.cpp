#include "support/ode/ivp_problems.h"

#include <algorithm>
#include <cmath>

namespace bw::test {

std::span<const IvpProblem> ivp_problems() {
  static const std::vector<IvpProblem> table = [] {
    std::vector<IvpProblem> all;
    for (auto group : {nonstiff_problems, orbit_problems, stiff_problems, chemistry_problems,
                       circuit_problems}) {
      std::vector<IvpProblem> some = group();
      std::move(some.begin(), some.end(), std::back_inserter(all));
    }
    return all;
  }();
  return table;
}

const IvpProblem* find_ivp(std::string_view name) {
  for (const IvpProblem& problem : ivp_problems())
    if (problem.name == name) return &problem;
  return nullptr;
}

double end_error(const IvpProblem& problem, In x) {
  double largest = 0;
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double size = std::abs(problem.end[i]) + problem.nominal(i);
    const double error = std::abs(x[i] - problem.end[i]) / size;
    if (!(error <= largest)) largest = error;  // also what is no number
  }
  return largest;
}

}  // namespace bw::test
