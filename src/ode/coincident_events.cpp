#include "ode/coincident_events.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace bw::ode {
namespace {

constexpr double coincidence = 1e-10;  // of the simulated time
constexpr double time_rounding = 8 * std::numeric_limits<double>::epsilon();

using Events = std::vector<model::EventMark>;

// Behind an event that is in both integrations.
bool is_coincident(const Events& events, std::size_t at, double run,
                   const model::EventMark& event) {
  if (at == 0 || at >= events.size()) return false;
  return event.kind == model::EventMark::Kind::state && !event.moved_states &&
         events[at].time - events[at - 1].time <=
             coincidence * run + time_rounding * std::abs(event.time);
}

bool is_coincident(const Events& events, std::size_t at, double run) {
  return at < events.size() && is_coincident(events, at, run, events[at]);
}

// Which of simultaneous events comes first is a matter of rounding: the next one that is as wanted
// moves to the front. Of events that are in the other integration at the same time, too.
bool take_forward(Events& events, std::size_t at, const model::EventMark& wanted, double run) {
  if (at >= events.size()) return false;
  const double until =
      events[at].time + coincidence * run + time_rounding * std::abs(events[at].time);
  if (!(std::abs(wanted.time - events[at].time) <= until - events[at].time)) return false;
  for (std::size_t k = at + 1; k < events.size() && events[k].time <= until; ++k) {
    if (!is_same_event(events[k], wanted)) continue;
    const auto place = events.begin() + static_cast<std::ptrdiff_t>(k);
    std::rotate(events.begin() + static_cast<std::ptrdiff_t>(at), place, place + 1);
    return true;
  }
  return false;
}

// Before the event that the other integration has, which follows at the same time.
bool is_just_before(const Events& events, std::size_t at, const Events& other, double run) {
  return at + 1 < events.size() && at < other.size() && is_same_event(events[at + 1], other[at]) &&
         is_coincident(events, at + 1, run, events[at]);
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
    if (both && take_forward(fine.events, at, coarse.events[at], run)) continue;
    Events* with =
        is_coincident(fine.events, at, run) || is_just_before(fine.events, at, coarse.events, run)
            ? &fine.events
        : is_coincident(coarse.events, at, run) ||
                is_just_before(coarse.events, at, fine.events, run)
            ? &coarse.events
            : nullptr;
    if (with == nullptr) return;
    with->erase(with->begin() + static_cast<std::ptrdiff_t>(at));
  }
}

}  // namespace bw::ode
