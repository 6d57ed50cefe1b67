#pragma once
// The times start + k interval as they are written: 3 * 0.1 is 0.3, and not 0.30000000000000004.
//
//   start = S / 10^d and interval = I / 10^d with whole numbers:  (S + k I) / 10^d, rounded once
//   else                                                          start + k interval
//
// The interval may be a quotient (0.3 / 500) that misses its decimal value by a few roundings.

#include <cstdint>

namespace bw::math {

class DecimalGrid {
 public:
  DecimalGrid(double start, double interval);

  double at(std::int64_t k) const {
    const double whole = whole_start_ + static_cast<double>(k) * whole_interval_;
    if (scale_ > 0 && -exact < whole && whole < exact) return whole / scale_;
    return start_ + static_cast<double>(k) * interval_;
  }
  bool is_decimal() const { return scale_ > 0; }

 private:
  static constexpr double exact = 9007199254740992.0;  // whole numbers below are exact

  double start_, interval_;
  double whole_start_ = 0, whole_interval_ = 0, scale_ = 0;  // scale 0: not decimal
};

}  // namespace bw::math
