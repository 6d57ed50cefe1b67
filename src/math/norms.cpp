#include "math/norms.h"

#include <cmath>

namespace bw::math {

double wrms_distance(std::span<const double> a, std::span<const double> b, Tolerance tolerance) {
  if (a.empty()) return 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double weight = tolerance.relative * std::abs(a[i]) + tolerance.absolute;
    const double scaled = (a[i] - b[i]) / weight;
    sum += scaled * scaled;
  }
  return std::sqrt(sum / static_cast<double>(a.size()));
}

bool all_finite(std::span<const double> values) {
  // 0 * x is NaN exactly for x = NaN or infinite; sums keep a NaN. No branch per value.
  double sum = 0.0;
  for (const double x : values) sum += 0.0 * x;
  return sum == 0.0;
}

}  // namespace bw::math
