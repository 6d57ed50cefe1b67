#pragma once
// Checks of numbers that every module makes before it uses them.

#include <bit>
#include <cstdint>
#include <span>

#include "math/two.h"

namespace bw::math {

// By the bits, which no enabled floating-point trap notices: NaN and infinity have all exponent
// bits set, so that one more carries into the highest bit. Marks of many values can be or-ed,
// without a branch per value.
constexpr std::uint64_t exponent_bits = 0x7FF0'0000'0000'0000, exponent_one = 0x0010'0000'0000'0000;

inline std::uint64_t finite_mark(double x) {
  return (std::bit_cast<std::uint64_t>(x) & exponent_bits) + exponent_one;
}
inline TwoBits finite_mark(const Two& x) { return (bits_of(x) & exponent_bits) + exponent_one; }

inline bool marks_finite(std::uint64_t marks) { return marks >> 63 == 0; }
inline bool marks_finite(const TwoBits& marks) { return marks_finite(marks[0] | marks[1]); }

inline bool all_finite(std::span<const double> values) {
  std::uint64_t marks = 0;
  std::size_t n = 0;
  if (values.size() > few) [[unlikely]] {
    TwoBits pairs{};
    for (; n + 1 < values.size(); n += 2) pairs |= finite_mark(load<Two>(values.data() + n));
    marks = pairs[0] | pairs[1];
  }
  for (; n < values.size(); ++n) marks |= finite_mark(values[n]);
  return marks_finite(marks);
}

}  // namespace bw::math
