#pragma once
// What every room asks of numbers before it believes them.

#include <bit>
#include <cstdint>
#include <span>

namespace bw::math {

inline bool all_finite(std::span<const double> values) {
  // By the bits, which no trap that somebody enabled can feel: NaN and infinity have all bits of
  // the exponent set. No branch per value.
  constexpr std::uint64_t exponent = 0x7FF0'0000'0000'0000;
  bool finite = true;
  for (const double x : values) finite &= (std::bit_cast<std::uint64_t>(x) & exponent) != exponent;
  return finite;
}

}  // namespace bw::math
