#pragma once
// Messages about a result that does not meet the tolerance.

#include <span>
#include <string>

namespace bw::run {

inline constexpr int time_digits = 6;  // of a time in a message

// The values and error estimates of one real column; row r is at r * columns + column.
struct ColumnErrors {
  std::span<const double> times, values, errors;
  std::size_t columns = 1, column = 0;
  double relative = 0, absolute = 0;  // tolerance
};

// The time of the first row whose error is above its tolerance; the last time if there is none.
double first_beyond(const ColumnErrors& of);

// "the error of predator.y is 12 times the tolerance at t = 100 (above it from t = 31)".
std::string less_accurate(const std::string& name, double times, double since, double most_at);

}  // namespace bw::run
