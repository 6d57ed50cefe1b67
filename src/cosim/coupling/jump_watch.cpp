#include "cosim/coupling/jump_watch.h"

#include <cmath>

namespace bw::cosim {
namespace {

constexpr double times_the_tolerance = 10;

}  // namespace

JumpWatch::JumpWatch(const Coupling& coupling, const Tolerance& tolerance, From from)
    : relative_(tolerance.relative), least_seen_(from == From::first_step ? 1 : 2) {
  for (std::size_t i = 0; i < coupling.nominals().size(); ++i)
    signals_.push_back(
        {coupling.now().reals[i], 0.0, 0.0, tolerance.absolute_for(coupling.nominals()[i])});
}

// Called in every step of every plain run: a signal costs a few instructions, unless it slowed down
// much and is examined.
bool JumpWatch::see(double t, double h, const Signals& now) {
  const double per_h = 1.0 / h;
  const double* y = now.reals.data();
  bool jumped = false;
  for (Watched& signal : signals_) {
    const double rate = std::abs(*y - signal.y) * per_h;
    if (signal.rate > jump_rate_ratio * rate) [[unlikely]]
      jumped |= examine(signal);
    signal.rate_before = signal.rate;
    signal.rate = rate;
    signal.y = *y++;
  }
  ++seen_;
  t_ = t;
  h_ = h;
  return jumped;
}

void JumpWatch::remember(const Memory& memory) {
  if (memory.signals.size() != signals_.size()) return;  // of another system
  signals_ = memory.signals;
  t_ = memory.t;
  h_ = memory.h;
  seen_ = memory.seen;
  last_ = memory.last;
}

bool JumpWatch::examine(const Watched& signal) {
  if (!is_jump(signal)) return false;
  last_ = {t_, h_, static_cast<std::size_t>(&signal - signals_.data()), signal.rate * h_};
  return true;
}

bool JumpWatch::is_jump(const Watched& signal) const {
  const double tolerance = relative_ * std::abs(signal.y) + signal.absolute;
  const double before = seen_ >= 2 ? signal.rate_before : 0;
  return seen_ >= least_seen_ && signal.rate > jump_rate_ratio * before &&
         signal.rate * h_ > times_the_tolerance * tolerance;
}

}  // namespace bw::cosim
