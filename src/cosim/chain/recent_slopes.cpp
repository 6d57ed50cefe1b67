#include "cosim/chain/recent_slopes.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {

RecentSlopes::RecentSlopes(const Coupling& coupling, const Tolerance& tolerance)
    : relative_(tolerance.relative) {
  for (const double nominal : coupling.nominals())
    absolute_.push_back(tolerance.absolute_for(nominal));
  memory_.values = coupling.now().reals;
  memory_.slopes.resize(absolute_.size() * kept);
}

void RecentSlopes::see(double t, double h, const Signals& now) {
  std::shift_left(std::begin(memory_.begin), std::end(memory_.begin), 1);
  std::shift_left(std::begin(memory_.length), std::end(memory_.length), 1);
  memory_.begin[kept - 1] = t;
  memory_.length[kept - 1] = h;
  ++memory_.seen;
  double* slopes = memory_.slopes.data();
  for (std::size_t i = 0; i < absolute_.size(); ++i, slopes += kept) {
    std::shift_left(slopes, slopes + kept, 1);
    slopes[kept - 1] = (now.reals[i] - memory_.values[i]) / h;
    memory_.values[i] = now.reals[i];
  }
}

void RecentSlopes::forget(const Signals& now) {
  std::ranges::copy(now.reals, memory_.values.begin());
  std::ranges::fill(memory_.slopes, 0.0);
  memory_.seen = 0;
}

double RecentSlopes::weight(std::size_t signal) const {
  return relative_ * std::abs(memory_.values[signal]) + absolute_[signal];
}

}  // namespace bw::cosim
