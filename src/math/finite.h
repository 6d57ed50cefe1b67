#pragma once
// What every room asks of numbers before it believes them.

#include <bit>
#include <cstdint>
#include <span>

namespace bw::math {

// By the bits, which no trap that somebody enabled can feel: NaN and infinity have all bits of the
// exponent set.
inline bool is_finite(double x) {
  constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000;
  return (std::bit_cast<std::uint64_t>(x) & exponent) != exponent;
}

inline bool all_finite(std::span<const double> values) {
  bool finite = true;
  for (const double x : values) finite &= is_finite(x);  // no branch per value
  return finite;
}

}  // namespace bw::math
