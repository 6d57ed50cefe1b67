#pragma once
// How far a result is from its tolerance.

#include <span>
#include <string>

#include "base/bell.h"

namespace bw::run {

inline constexpr double most_doubtful = 10;  // tolerances; a larger estimate is rejected

// Of a diagnostic about an estimate that is above the tolerance.
inline Severity severity_of(double estimate) {
  return estimate <= most_doubtful ? Severity::warning : Severity::error;
}

// The values and error estimates of one real column; row r is at r * columns + column.
struct ColumnErrors {
  std::span<const double> times, values, errors;
  std::size_t columns = 1, column = 0;
  double relative = 0, absolute = 0;  // tolerance
};

// The time of the first row whose error is above its tolerance; the last time if there is none.
double first_beyond(const ColumnErrors& of);

}  // namespace bw::run
