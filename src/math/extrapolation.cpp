#include "math/extrapolation.h"

#include <cmath>
#include <cstddef>
#include <limits>

namespace bw::math {

// The sum that scales them to 1 loses as many digits as the weights amplify noise.
std::vector<double> extrapolation_weights(std::span<const int> n, int p, int s) {
  using Real = long double;
  const auto ratio = [&](int count) { return static_cast<Real>(n.front()) / count; };
  std::vector<Real> weights;
  Real sum = 0;
  for (std::size_t i = 0; i < n.size(); ++i) {
    Real weight = std::pow(ratio(n[i]), -p);
    for (std::size_t j = 0; j < n.size(); ++j)
      if (j != i) weight /= std::pow(ratio(n[i]), s) - std::pow(ratio(n[j]), s);
    weights.push_back(weight);
    sum += weight;
  }
  std::vector<double> scaled;
  for (const Real weight : weights) scaled.push_back(static_cast<double>(weight / sum));
  return scaled;
}

double amplification(std::span<const double> weights) {
  double sum = 0;
  for (const double w : weights) sum += std::abs(w);
  return sum;
}

double observed_order(std::span<const int, 3> n, double ratio) {
  if (std::isnan(ratio)) return std::numeric_limits<double>::quiet_NaN();
  const auto expected = [&](double p) {
    const auto at = [&](int count) { return std::pow(static_cast<double>(count) / n[0], -p); };
    return p == 0 ? std::log(static_cast<double>(n[1]) / n[0]) /
                        std::log(static_cast<double>(n[2]) / n[1])
                  : (at(n[0]) - at(n[1])) / (at(n[1]) - at(n[2]));
  };
  double low = -6, high = 12;  // the expected ratio rises with p
  for (int k = 0; k < 60; ++k) {
    const double middle = (low + high) / 2;
    (expected(middle) < ratio ? low : high) = middle;
  }
  return (low + high) / 2;
}

}  // namespace bw::math
