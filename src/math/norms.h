#pragma once
// The weighted root-mean-square norm: 1 means "exactly as large as the tolerance allows".
//   wrms(d) = sqrt( (1/n) sum (d_i / w_i)^2 ),  w_i = R |y_i| + A.
// It is NaN when anything in it is: write tests as !(norm <= 1), never norm > 1.

#include <span>

#include "base/tolerance.h"

namespace bw::math {

// Of the difference a - b; weights from a.
double wrms_distance(std::span<const double> a, std::span<const double> b, Tolerance tolerance);

inline bool all_finite(std::span<const double> values) {
  // 0 * x is NaN exactly for x = NaN or infinite; sums keep a NaN. No branch per value.
  double sum = 0.0;
  for (const double x : values) sum += 0.0 * x;
  return sum == 0.0;
}

}  // namespace bw::math
