#include "cosim/coupling/suspect_watch.h"

#include <algorithm>
#include <cmath>

#include "cosim/coupling/jump_watch.h"

namespace bw::cosim {
namespace {

// Of the tolerance: smaller jumps are left to extrapolation.
constexpr double least_jump_share = 0.1;
constexpr int long_still = 3;       // steps
constexpr double steady = 0.5;      // relative difference of two changes that are about the same
constexpr double rounding = 1e-12;  // of a value: less is no change

}  // namespace

bool Suspect::is_past(const Signals& y) const {
  return std::abs(y.reals[signal] - before) > fraction * std::abs(after - before);
}

SuspectWatch::SuspectWatch(const Coupling& coupling, const Tolerance& tolerance)
    : relative_(tolerance.relative) {
  for (const double nominal : coupling.nominals())
    absolute_.push_back(tolerance.absolute_for(nominal));
  memory_.rates.resize(absolute_.size());
}

bool SuspectWatch::see(const Signals& start, const Signals& now, const Signals& next, double h) {
  if (next.discretes != start.discretes) {
    suspect_ = {.discrete = true};
    return true;
  }
  bool found = false;
  for (std::size_t i = 0; i < absolute_.size(); ++i) {
    Rate& rate = memory_.rates[i];
    const double speed = std::abs(next.reals[i] - now.reals[i]) / h;
    // The previous step was a jump: fast between two slow ones.
    const double before = memory_.seen >= 2 ? rate.before : 0;
    const bool moves = next.reals[i] != now.reals[i];
    if (!found && !moves) found = accuse_still(i);
    if (!found && memory_.seen >= 1 && rate.last > jump_rate_ratio * std::max(before, speed))
      found = accuse(i, rate.from, rate.to);
    rate = {speed,
            rate.last,
            now.reals[i],
            next.reals[i],
            moves ? 0 : rate.still + 1,
            moves ? rate.still : rate.still_before};
  }
  ++memory_.seen;
  return found;
}

bool SuspectWatch::last_step(const Signals& end, const Signals& next) {
  for (std::size_t i = 0; memory_.seen >= 1 && i < absolute_.size(); ++i) {
    const Rate& rate = memory_.rates[i];
    const double before = memory_.seen >= 2 ? rate.before : 0;
    if (next.reals[i] == end.reals[i] && accuse_still(i)) return true;
    if (rate.last > jump_rate_ratio * before && accuse(i, rate.from, rate.to)) return true;
  }
  return false;
}

bool SuspectWatch::after(const Signals& start, const Signals& end, const Signals& next) {
  if (next.discretes != start.discretes) {
    suspect_ = {.discrete = true};
    return true;
  }
  for (std::size_t i = 0; i < absolute_.size(); ++i) {
    // An output with direct feedthrough catches up, in a tiny step, with an input that was held in
    // the last step: by about as much as the input changed in that.
    const Rate& rate = memory_.rates[i];
    const double change = std::abs(next.reals[i] - end.reals[i]);
    if (change > jump_rate_ratio * std::abs(rate.to - rate.from) &&
        accuse(i, end.reals[i], next.reals[i]))
      return true;
  }
  return false;
}

bool SuspectWatch::accuse(std::size_t i, double from, double to) {
  if (!is_large(i, from, to) || left_alone_.contains(i)) return false;
  suspect_ = {false, i, from, to};
  return true;
}

// Of a signal that is constant now.
bool SuspectWatch::accuse_still(std::size_t i) {
  const Rate& rate = memory_.rates[i];
  const bool moved = rate.still == 0 && std::abs(rate.to - rate.from) >
                                            rounding * (std::abs(rate.to) + std::abs(rate.from));
  if (!moved || rate.still_before < long_still || left_alone_.contains(i)) return false;
  suspect_ = {false, i, rate.from, rate.to, true};
  return true;
}

bool SuspectWatch::is_large(std::size_t i, double from, double to) const {
  const double weight = relative_ * std::max(std::abs(from), std::abs(to)) + absolute_[i];
  return std::abs(to - from) > least_jump_share * weight;
}

bool SuspectWatch::any_large(const Signals& a, const Signals& b) const {
  for (std::size_t i = 0; i < absolute_.size(); ++i)
    if (is_large(i, a.reals[i], b.reals[i])) return true;
  return false;
}

bool SuspectWatch::any_sudden(const Signals& a, const Signals& b, const Signals& c) const {
  for (std::size_t i = 0; i < absolute_.size(); ++i) {
    if (!is_large(i, b.reals[i], c.reals[i])) continue;
    const double ratio = (c.reals[i] - b.reals[i]) / (b.reals[i] - a.reals[i]);
    if (!(std::abs(ratio - 1) <= steady)) return true;
  }
  return false;
}

void SuspectWatch::forget() {
  memory_.seen = 0;
  left_alone_.clear();
}

}  // namespace bw::cosim
