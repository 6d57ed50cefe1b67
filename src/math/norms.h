#pragma once
// The weighted root-mean-square norm: 1 means "exactly as large as the tolerance allows".
//   wrms(d) = sqrt( (1/n) sum (d_i / w_i)^2 ),  w_i = R |y_i| + A.
// It is NaN when anything in it is: write tests as !(norm <= 1), never norm > 1.

#include <bit>
#include <cstdint>
#include <span>

#include "base/tolerance.h"

namespace bw::math {

// Of the difference a - b; weights from a. `nominals` are those of the signals; empty: all are 1.
double wrms_distance(std::span<const double> a, std::span<const double> b,
                     const Tolerance& tolerance, std::span<const double> nominals = {});

inline bool all_finite(std::span<const double> values) {
  // By the bits, which no trap that somebody enabled can feel: NaN and infinity have all bits of
  // the exponent set. No branch per value.
  constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000;
  bool finite = true;
  for (const double x : values) finite &= (std::bit_cast<std::uint64_t>(x) & exponent) != exponent;
  return finite;
}

}  // namespace bw::math
