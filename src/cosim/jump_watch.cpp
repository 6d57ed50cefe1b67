#include "cosim/jump_watch.h"

#include <algorithm>
#include <cmath>

namespace bw::cosim {
namespace {

constexpr double times_its_neighbours = 20, times_the_tolerance = 10;

}  // namespace

JumpWatch::JumpWatch(const Coupling& coupling, const Tolerance& tolerance)
    : relative_(tolerance.relative),
      y_(coupling.now().reals),
      rate_(y_.size(), 0.0),
      rate_before_(y_.size(), 0.0) {
  for (const double nominal : coupling.nominals())
    absolute_.push_back(tolerance.absolute_for(nominal));
}

bool JumpWatch::see(double t, double h, const Signals& now) {
  const bool enough = ++seen_ >= 3;  // a step on either side
  bool jumped = false;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const double rate = std::abs(now.reals[i] - y_[i]) / h;
    const double change = rate_[i] * h_;  // in the step before
    if (enough && rate_[i] > times_its_neighbours * std::max(rate, rate_before_[i]) &&
        change > times_the_tolerance * (relative_ * std::abs(y_[i]) + absolute_[i])) {
      last_ = {t_, h_, i, change};
      jumped = true;
    }
    rate_before_[i] = rate_[i];
    rate_[i] = rate;
    y_[i] = now.reals[i];
  }
  t_ = t;
  h_ = h;
  return jumped;
}

}  // namespace bw::cosim
