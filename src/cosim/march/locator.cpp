#include "cosim/march/locator.h"

namespace bw::cosim {
namespace {

constexpr double as_badly = 0.3;   // of the first severity
constexpr double worth_it = 10.0;  // tolerances: below, "much milder" cannot be decided
constexpr int reactions = 3;       // short steps in which a jump propagates through components

double middle(double a, double b) { return a + (b - a) / 2; }

}  // namespace

std::optional<Jump> Locator::find(double t, double end, const Tried& failed) {
  const double severity = failed.severity();
  if (!(severity >= worth_it)) return {};  // also for NaN
  const Tried immediate = stepper_.cross(t, t + resolution_);
  if (!immediate.ok()) return {};
  if (stepper_.jump_size() >= as_badly * severity) return Jump{t, t + resolution_};
  double lo = t, hi = end;
  while (hi - lo > resolution_) {
    if (!is_wanted_()) return {};
    const double mid = middle(lo, hi);
    if (!(mid > lo && mid < hi)) break;  // no time lies between
    const Tried tried = stepper_.try_step(t, mid);
    if (tried.ok()) {
      lo = mid;
    } else if (tried.outcome == Tried::Outcome::component ||
               !(tried.severity() >= as_badly * severity)) {
      return {};
    } else {
      hi = mid;
    }
  }
  const Jump jump{lo, hi};
  if (lo > t && !jumps_behind(t, jump, as_badly * severity)) return {};
  return jump;
}

bool Locator::jumps_behind(double t, const Jump& jump, double size) {
  if (!stepper_.try_step(t, jump.before).ok()) return false;
  stepper_.accept();
  const bool jumps =
      stepper_.cross(jump.before, jump.after, reactions).ok() && stepper_.jump_size() >= size;
  stepper_.undo();
  return jumps;
}

std::optional<Jump> Locator::find_cause(double from, double to) {
  const bool crossed = stepper_.cross(to, to + resolution_).ok();
  const double size = stepper_.jump_size();
  stepper_.undo();
  if (!crossed || to - from < 4 * resolution_) return {};
  // A jump that does not follow immediately a little earlier depends on the time only.
  const double earlier = to - 2 * resolution_;
  if (!jumps_after(from, earlier, size) || jumps_after(from, from + resolution_, size)) return {};
  double lo = from, hi = earlier;
  while (hi - lo > resolution_) {
    if (!is_wanted_()) return {};
    const double mid = middle(lo, hi);
    if (!(mid > lo && mid < hi)) break;
    (jumps_after(from, mid, size) ? hi : lo) = mid;
  }
  return Jump{lo, hi};
}

// Whether the step after one to `to` would jump immediately.
bool Locator::jumps_after(double from, double to, double size) {
  if (!stepper_.try_step(from, to).ok()) return true;  // the jump itself, earlier still
  stepper_.accept();
  const bool jumps =
      stepper_.cross(to, to + resolution_).ok() && stepper_.jump_size() >= as_badly * size;
  stepper_.undo();
  return jumps;
}

}  // namespace bw::cosim
