#include "cosim/chain/recent_slopes.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {
namespace {

constexpr int settled_after = 3;  // steps

}  // namespace

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
  memory_.is_first = false;
}

double RecentSlopes::weight(std::size_t signal) const {
  return relative_ * std::abs(memory_.values[signal]) + absolute_[signal];
}

void RecentSlopes::raise(std::vector<double>& rates) const {
  rates.resize(size());
  if (memory_.seen < settled_after) return;
  for (std::size_t i = 0; i < size(); ++i)
    rates[i] = std::max(rates[i], std::abs(of(i)[kept - 1]) / weight(i));
}

}  // namespace bw::cosim
