// The attributes of a clock (FMI 3.0, 2.4.4). Interval and shift are written in seconds or as
// counters of 1/resolution seconds.

#include <fmt/format.h>

#include <cmath>

#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "fmi/description/types.h"

namespace bw::fmi {
namespace {

using Interval = Clock::Interval;

constexpr Words<Interval, 7> intervals = {{
    {"constant", Interval::constant},
    {"fixed", Interval::fixed},
    {"calculated", Interval::calculated},
    {"tunable", Interval::tunable},
    {"changing", Interval::changing},
    {"countdown", Interval::countdown},
    {"triggered", Interval::triggered},
}};

bool is_periodic(Interval kind) {
  return kind == Interval::constant || kind == Interval::fixed || kind == Interval::tunable;
}

std::optional<double> seconds(ElementReader& element, std::string_view decimal_key,
                              std::string_view counter_key,
                              std::optional<std::int64_t> resolution) {
  const auto counter = element.integer(counter_key, unsigned_long_range);
  if (const auto decimal = element.real(decimal_key)) return decimal;
  if (!counter) return {};
  if (resolution) return static_cast<double>(*counter) / static_cast<double>(*resolution);
  element.add(Rule::clock_interval, fmt::format("has {}, but no resolution", counter_key));
  return {};
}

void check(const ElementReader& element, const Clock& clock, bool is_written) {
  if (clock.interval && !(*clock.interval > 0 && std::isfinite(*clock.interval)))
    element.add(Rule::clock_interval, fmt::format("ticks every {} s; the interval must be above 0",
                                                  shortest(*clock.interval)));
  if (clock.shift && !(*clock.shift >= 0 && std::isfinite(*clock.shift)))
    element.add(
        Rule::clock_interval,
        fmt::format("is shifted by {} s; the shift must not be below 0", shortest(*clock.shift)));
  if (clock.kind == Interval::constant && !clock.interval)
    element.add(Rule::clock_interval,
                "is a clock with a constant interval, but intervalDecimal is missing");
  if (is_written && !is_periodic(clock.kind))
    element.add(Rule::clock_interval_needless,
                "has an interval although its clock is not periodic");
}

}  // namespace

void read_clock(ElementReader& element, Variable& variable) {
  Clock clock = variable.clock.value_or(Clock{});
  if (!variable.clock) element.required("intervalVariability");
  clock.kind = element.word("intervalVariability", intervals).value_or(clock.kind);
  const auto resolution = element.integer("resolution", {1, unsigned_long_range.max});
  const auto interval = seconds(element, "intervalDecimal", "intervalCounter", resolution);
  const auto shift = seconds(element, "shiftDecimal", "shiftCounter", resolution);
  if (interval) clock.interval = interval;
  if (shift) clock.shift = shift;
  if (const auto priority = element.integer("priority", unsigned_range))
    clock.priority = static_cast<std::uint32_t>(*priority);
  clock.can_be_deactivated = element.flag("canBeDeactivated", clock.can_be_deactivated);
  clock.supports_fraction = element.flag("supportsFraction", clock.supports_fraction);
  check(element, clock, interval.has_value());
  variable.clock = clock;
}

}  // namespace bw::fmi
