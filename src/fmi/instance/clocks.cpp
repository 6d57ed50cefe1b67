#include "fmi/instance/clocks.h"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/error.h"
#include "base/text.h"

namespace bw::fmi {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::uint32_t lowest_priority = std::numeric_limits<std::uint32_t>::max();

}  // namespace

Clocks::Clocks(const Layout& layout, Instance& instance)
    : description_(layout.description()), instance_(instance) {
  for (std::size_t v = 0; v < description_.variables.size(); ++v) {
    const Variable& variable = description_.variables[v];
    if (!variable.clock) continue;
    if (ticks_.empty()) ticks_.resize(description_.variables.size());
    if (variable.face.causality != model::Causality::input) {
      watched_.emplace_back(variable.reference, v);
      watched_references_.push_back(variable.reference);
    } else if (variable.clock->kind != Clock::Interval::triggered) {
      timed_.push_back({variable.reference, v, variable.clock->kind,
                        variable.clock->priority.value_or(lowest_priority)});
    }
  }
  std::ranges::stable_sort(timed_,
                           [](const Timed& a, const Timed& b) { return a.priority < b.priority; });
}

void Clocks::begin(double start) {
  for (Timed& clock : timed_) plan(clock, start);
}

void Clocks::plan(Timed& clock, double start) {
  const Clock& described = *description_.variables[clock.variable].clock;
  clock.count = 0;
  clock.next = never;
  if (clock.kind == Clock::Interval::countdown) {
    const ClockInterval queried = instance_.get_interval(clock.reference);
    if (queried.news != ClockInterval::News::not_yet_known) clock.next = start + queried.seconds;
    return;
  }
  const bool is_described = clock.kind == Clock::Interval::constant ||
                            clock.kind == Clock::Interval::fixed ||
                            clock.kind == Clock::Interval::tunable;
  double shift = described.shift.value_or(0.0);
  if (is_described && described.interval) {
    clock.interval = *described.interval;
  } else {
    clock.interval = instance_.get_interval(clock.reference).seconds;
    if (!described.shift) shift = instance_.get_shift(clock.reference).value_or(0.0);
  }
  if (!(clock.interval > 0) || !std::isfinite(clock.interval) || !std::isfinite(shift))
    throw ComponentFailure(instance_.name(),
                           "component '" + instance_.name() + "': the clock '" +
                               description_.variables[clock.variable].face.name +
                               "' has the interval " + brief(clock.interval) + " and the shift " +
                               brief(shift) +
                               "; the interval must be above 0. The run cannot go on.");
  clock.origin = start + shift;
  clock.next = clock.origin;
}

double Clocks::next() const {
  double earliest = never;
  for (const Timed& clock : timed_) earliest = std::min(earliest, clock.next);
  return earliest;
}

const std::vector<Reference>& Clocks::take_due(double t) {
  due_.clear();
  for (Timed& clock : timed_) {
    // Simultaneous ticks may differ by rounding: 3 * 0.1 is above 0.3.
    const double slack = same_time * (std::abs(t) + clock.interval);
    if (!(clock.next <= t + slack)) continue;
    due_.push_back(clock.reference);
    ++ticks_[clock.variable];
    ++clock.count;
    clock.next = clock.kind == Clock::Interval::countdown
                     ? never
                     : clock.origin + static_cast<double>(clock.count) * clock.interval;
  }
  for (const std::size_t variable : pulled_) {
    due_.push_back(description_.variables[variable].reference);
    ++ticks_[variable];
  }
  pulled_.clear();
  return due_;
}

void Clocks::watch() {
  if (watched_.empty()) return;
  const auto active = std::make_unique<bool[]>(watched_.size());
  instance_.get_clocks(watched_references_, {active.get(), watched_.size()});
  for (std::size_t i = 0; i < watched_.size(); ++i)
    if (active[i]) ++ticks_[watched_[i].second];
}

void Clocks::renew(double t) {
  for (Timed& clock : timed_) {
    const bool counts_down = clock.kind == Clock::Interval::countdown;
    if (!counts_down && clock.kind != Clock::Interval::changing &&
        clock.kind != Clock::Interval::tunable)
      continue;
    const ClockInterval queried = instance_.get_interval(clock.reference);
    if (queried.news != ClockInterval::News::changed) continue;
    if (counts_down) {
      clock.next = t + queried.seconds;
    } else if (queried.seconds > 0 && queried.seconds != clock.interval && clock.count > 0) {
      // The new interval applies from the last tick on.
      clock.origin += static_cast<double>(clock.count - 1) * clock.interval;
      clock.count = 1;
      clock.interval = queried.seconds;
      clock.next = clock.origin + clock.interval;
    }
  }
}

}  // namespace bw::fmi
