#include "run/publish/shortfall.h"

#include <cmath>

#include "base/text.h"

namespace bw::run {
double first_beyond(const ColumnErrors& of) {
  for (std::size_t row = 0; row < of.times.size(); ++row) {
    const std::size_t at = row * of.columns + of.column;
    if (!(of.errors[at] <= of.relative * std::abs(of.values[at]) + of.absolute))
      return of.times[row];
  }
  return of.times.back();
}

std::string less_accurate(const std::string& name, double times, double since, double most_at) {
  std::string words = name + " is " + rough(times) + " times less accurate than asked";
  if (since >= most_at) return words + " at t = " + brief(most_at, time_digits);
  return words + " from t = " + brief(since, time_digits) +
         " on, most of all at t = " + brief(most_at, time_digits);
}

}  // namespace bw::run
