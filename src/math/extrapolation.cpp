#include "math/extrapolation.h"

#include <cmath>
#include <cstddef>
#include <limits>
#include <utility>

namespace bw::math {

// At most eight equations, but nearly dependent ones: more digits than a double has are needed to
// have all digits of a double.
std::vector<double> extrapolation_weights(std::span<const int> n, int p, int s) {
  using Real = long double;
  const std::size_t k = n.size();
  std::vector<std::vector<Real>> a(k, std::vector<Real>(k + 1, 0));
  for (std::size_t i = 0; i < k; ++i) {
    const Real x = static_cast<Real>(n.front()) / static_cast<Real>(n[i]);
    a[0][i] = 1;
    for (std::size_t j = 1; j < k; ++j)
      a[j][i] = std::pow(x, static_cast<Real>(p) + static_cast<Real>(s) * static_cast<Real>(j - 1));
  }
  a[0][k] = 1;
  for (std::size_t c = 0; c < k; ++c) {
    std::size_t pivot = c;
    for (std::size_t r = c + 1; r < k; ++r)
      if (std::abs(a[r][c]) > std::abs(a[pivot][c])) pivot = r;
    std::swap(a[c], a[pivot]);
    for (std::size_t r = 0; r < k; ++r) {
      if (r == c) continue;
      const Real factor = a[r][c] / a[c][c];
      for (std::size_t q = c; q <= k; ++q) a[r][q] -= factor * a[c][q];
    }
  }
  std::vector<double> weights;
  for (std::size_t i = 0; i < k; ++i) weights.push_back(static_cast<double>(a[i][k] / a[i][i]));
  return weights;
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
