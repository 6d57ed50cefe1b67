#include "ode/coincident_events.h"

#include <cmath>
#include <limits>
#include <vector>

namespace bw::ode {
namespace {

constexpr double coincidence = 1e-10;  // of the simulated time
constexpr double time_rounding = 8 * std::numeric_limits<double>::epsilon();

using Events = std::vector<model::EventMark>;

// Behind an event that is in both integrations.
bool is_coincident(const Events& events, std::size_t at, double run) {
  if (at == 0 || at >= events.size()) return false;
  const model::EventMark &event = events[at], &before = events[at - 1];
  return event.kind == model::EventMark::Kind::state && !event.moved_states &&
         event.time - before.time <= coincidence * run + time_rounding * std::abs(event.time);
}

}  // namespace

void leave_out_coincident(Solution& coarse, Solution& fine, double run) {
  std::size_t at = 0;  // all before it are the same in both
  while (at < coarse.events.size() || at < fine.events.size()) {
    const bool both = at < coarse.events.size() && at < fine.events.size();
    if (both && is_same_event(coarse.events[at], fine.events[at])) {
      ++at;
      continue;
    }
    Events* with = is_coincident(fine.events, at, run)     ? &fine.events
                   : is_coincident(coarse.events, at, run) ? &coarse.events
                                                           : nullptr;
    if (with == nullptr) return;
    with->erase(with->begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace bw::ode
