#include "math/decimal_grid.h"

#include <cmath>

#include "math/constants.h"

namespace bw::math {
namespace {

constexpr double most_digits = 1e13;    // more are no number that somebody wrote
constexpr double largest_power = 1e22;  // powers of ten beyond are not exact
constexpr double rounding = 4 * epsilon;

}  // namespace

DecimalGrid::DecimalGrid(double start, double interval) : start_(start), interval_(interval) {
  for (double scale = 1; scale <= largest_power; scale *= 10) {
    const double s = std::round(start * scale), i = std::round(interval * scale);
    if (!(std::abs(s) < most_digits && std::abs(i) < most_digits)) return;
    if (s / scale != start || std::abs(i / scale - interval) > rounding * std::abs(interval))
      continue;
    whole_start_ = s;
    whole_interval_ = i;
    scale_ = scale;
    return;
  }
}

}  // namespace bw::math
