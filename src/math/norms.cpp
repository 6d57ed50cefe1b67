#include "math/norms.h"

#include <cmath>

namespace bw::math {

double wrms_distance(std::span<const double> a, std::span<const double> b,
                     const Tolerance& tolerance, std::span<const double> nominals) {
  if (a.empty()) return 0.0;
  double sum = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double nominal = nominals.empty() ? 1.0 : nominals[i];
    const double weight = tolerance.relative * std::abs(a[i]) + tolerance.absolute_for(nominal);
    const double scaled = (a[i] - b[i]) / weight;
    sum += scaled * scaled;
  }
  return std::sqrt(sum / static_cast<double>(a.size()));
}

}  // namespace bw::math
