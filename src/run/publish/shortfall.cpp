#include "run/publish/shortfall.h"

#include <cmath>

namespace bw::run {

double first_beyond(const ColumnErrors& of) {
  for (std::size_t row = 0; row < of.times.size(); ++row) {
    const std::size_t at = row * of.columns + of.column;
    if (!(of.errors[at] <= of.relative * std::abs(of.values[at]) + of.absolute))
      return of.times[row];
  }
  return of.times.back();
}

}  // namespace bw::run
