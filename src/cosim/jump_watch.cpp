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

// Every step of every plain run comes by here: a signal costs a few instructions, unless it slowed
// down much, and then one looks closer.
bool JumpWatch::see(double t, double h, const Signals& now) {
  const double per_h = 1.0 / h;
  const double* y = now.reals.data();
  double* before = rate_before_.data();  // will be the newest
  bool jumped = false;
  for (std::size_t i = 0; i < y_.size(); ++i) {
    const double rate = std::abs(y[i] - y_[i]) * per_h;
    if (rate_[i] > times_its_neighbours * rate) [[unlikely]]
      jumped = is_jump(i, before[i]) || jumped;
    before[i] = rate;
    y_[i] = y[i];
  }
  std::swap(rate_, rate_before_);
  ++seen_;
  t_ = t;
  h_ = h;
  return jumped;
}

bool JumpWatch::is_jump(std::size_t i, double rate_before) {
  const double change = rate_[i] * h_;
  if (seen_ < 2 || !(rate_[i] > times_its_neighbours * rate_before) ||
      !(change > times_the_tolerance * (relative_ * std::abs(y_[i]) + absolute_[i])))
    return false;
  last_ = {t_, h_, i, change};
  return true;
}

}  // namespace bw::cosim
