#include "run/itinerary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "base/error.h"
#include "base/text.h"
#include "run/options.h"

namespace bw::run {
namespace {

constexpr double default_steps = 1000;     // of a run whose step nobody names
constexpr double default_intervals = 500;  // rows of a run whose rows nobody names, less one
constexpr double default_relative = 1e-4;
constexpr const char* default_master = "gauss-seidel";
constexpr double whole_number = 1e-9;  // how far a ratio may be from one

// The value that all parts which propose one agree on.
std::optional<double> common_proposal(const Assembly& assembly,
                                      std::optional<double> model::Experiment::*field,
                                      const char* option) {
  std::map<double, std::string> proposals;
  for (std::size_t i = 0; i < assembly.blueprints.size(); ++i)
    if (const auto value = assembly.blueprints[i]->experiment().*field)
      proposals.emplace(*value, assembly.requests[i].name);
  if (proposals.empty()) return {};
  if (proposals.size() == 1) return proposals.begin()->first;
  throw UsageError(std::string("the parts propose different values for ") + option + " (" +
                   proposals.begin()->second + ": " + shortest(proposals.begin()->first) + ", " +
                   proposals.rbegin()->second + ": " + shortest(proposals.rbegin()->first) +
                   "); name one, with --" + option + " or in [run].");
}

// The first part that accepts one step size only, if any.
const std::string* fixed_step_part(const Assembly& assembly) {
  for (std::size_t i = 0; i < assembly.blueprints.size(); ++i)
    if (!assembly.blueprints[i]->capabilities().variable_steps) return &assembly.requests[i].name;
  return nullptr;
}

// Times are doubles: below some size a step no longer moves them.
void check_felt(const cosim::Grid& grid) {
  const double step = grid.interval / grid.substeps;
  const double latest = std::max(std::abs(grid.start), std::abs(grid.stop));
  const double least = 16 * std::numeric_limits<double>::epsilon() * latest;
  if (step >= least) return;
  throw UsageError("a step of " + shortest(step) + " is too small for times up to " +
                   shortest(latest) + ", where a number cannot tell less than " + shortest(least) +
                   "; choose a larger --step or --interval.");
}

void check_even_steps(const cosim::Grid& grid, const std::string& part) {
  const double count = (grid.stop - grid.start) / grid.interval;
  if (std::abs(count - std::round(count)) <= whole_number * count) return;
  throw UsageError("part '" + part + "' accepts one step size only, and the run from " +
                   shortest(grid.start) + " to " + shortest(grid.stop) +
                   " is not a whole number of steps of " + shortest(grid.interval) +
                   "; choose --step and --stop so that it is.");
}

}  // namespace

void check(const RunSpec& spec) {
  for (const Option& option : options()) {
    const std::string wrong = complaint(option, spec);
    if (!wrong.empty()) throw UsageError(wrong);
  }
  if (spec.every_step.value_or(false) && spec.interval)
    throw UsageError("interval and every-step exclude each other; choose one.");
}

Period choose_period(const RunSpec& spec, const Assembly& assembly) {
  Period period;
  period.start = spec.start
                     ? *spec.start
                     : common_proposal(assembly, &model::Experiment::start, "start").value_or(0.0);
  const auto stop =
      spec.stop ? spec.stop : common_proposal(assembly, &model::Experiment::stop, "stop");
  if (!stop)
    throw UsageError("no stop time: no part proposes one; give --stop or [run] stop = ...");
  period.stop = *stop;
  if (!std::isfinite(period.stop - period.start))
    throw UsageError("the run from " + shortest(period.start) + " to " + shortest(period.stop) +
                     " is too long to be measured.");
  if (!(period.stop > period.start))
    throw UsageError("the stop time " + shortest(period.stop) + " must be after the start time " +
                     shortest(period.start) + ".");
  return period;
}

Tolerance choose_tolerance(const RunSpec& spec) {
  return {spec.tolerance.value_or(default_relative), spec.absolute_tolerance};
}

Itinerary plan(const RunSpec& spec, const Period& period, const Assembly& assembly) {
  const double span = period.stop - period.start;
  const std::string* fixed = fixed_step_part(assembly);
  const bool named = (spec.master && *spec.master != "auto") || spec.step || fixed != nullptr;
  Itinerary itinerary;
  itinerary.master =
      cosim::find_master(spec.master && *spec.master != "auto" ? *spec.master : default_master);
  double step = spec.step.value_or(span / default_steps);
  if (fixed != nullptr && !spec.step)
    step = common_proposal(assembly, &model::Experiment::step, "step").value_or(step);
  step = std::min(step, span);

  cosim::Grid& grid = itinerary.grid;
  grid = {period.start, period.stop, step, 1};
  itinerary.rows = {RowRule::Kind::every_step, period.start, period.stop, 0, step};
  if (named && spec.interval && *spec.interval > step) {
    itinerary.rows.kind = RowRule::Kind::at_or_after;
    itinerary.rows.interval = *spec.interval;
  } else if (!named) {
    // Rows are at exact times, so the steps are what divides an interval of rows.
    grid.interval = std::min(spec.interval.value_or(span / default_intervals), span);
    grid.substeps = std::max(1, static_cast<int>(std::ceil(grid.interval / step - whole_number)));
    itinerary.rows.kind = RowRule::Kind::grid;
  }
  if (spec.every_step.value_or(false)) itinerary.rows.kind = RowRule::Kind::every_step;
  check_felt(grid);
  if (fixed != nullptr) check_even_steps(grid, *fixed);

  const std::string size = shortest(grid.interval / grid.substeps);
  itinerary.why =
      named ? std::string(itinerary.master->name) + " with a fixed step of " + size +
                  (fixed != nullptr && !spec.step
                       ? ", because part '" + *fixed + "' accepts one step size only"
                       : ", as asked")
            : std::string(itinerary.master->name) + " with a fixed step of " + size +
                  ", a thousandth of the run or less, because no error estimate exists yet to " +
                  "choose a better one";
  return itinerary;
}

}  // namespace bw::run
