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
  for (std::size_t i = 0; i < assembly.blueprints.size(); ++i) {
    const model::PartRequest& request = assembly.requests[i];
    if (!assembly.blueprints[i]->capabilities(request.interface).variable_steps)
      return &request.name;
  }
  return nullptr;
}

// What steps should be multiples of, for parts that step inside by a size of their own; 0: nothing.
double step_unit(const Assembly& assembly) {
  double unit = 0;
  for (std::size_t i = 0; i < assembly.blueprints.size(); ++i)
    unit = std::max(unit,
                    assembly.blueprints[i]->capabilities(assembly.requests[i].interface).step_unit);
  return unit;
}

// Into how many equal steps of at most `step`, all multiples of `unit`, an interval is cut; 0: it
// is no multiple itself.
int whole_substeps(double interval, double step, double unit) {
  const double units = std::round(interval / unit);
  if (units < 1 || units > 1e9 || std::abs(interval - units * unit) > whole_number * interval)
    return 0;
  const int count = static_cast<int>(units);
  int steps = std::clamp(static_cast<int>(std::ceil(interval / step - whole_number)), 1, count);
  while (count % steps != 0) ++steps;
  return steps;
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

ode::Integration choose_integration(const RunSpec& spec) {
  ode::Integration integration;
  if (spec.method && *spec.method != "auto") integration.method = ode::find_method(*spec.method);
  integration.tolerance = choose_tolerance(spec);
  integration.step = spec.step;
  integration.model_tolerance = spec.tolerance;
  integration.interrupt = spec.interrupt;
  return integration;
}

namespace {

bool is_named(const std::optional<std::string>& master) { return master && *master != "auto"; }

// Nothing has to be exchanged, so the march only goes from row to row and the integrator steps as
// it likes.
Itinerary plan_alone(const RunSpec& spec, const Period& period, const Assembly& assembly) {
  const ode::MethodKind& method = *assembly.integration.method;
  const double span = period.stop - period.start;
  if (spec.every_step.value_or(false) && !method.fixed_step && !spec.step)
    throw UsageError("rows at every step need a fixed step, and " + std::string(method.name) +
                     " chooses its own; give --interval, or --step with --method euler.");
  Itinerary itinerary;
  itinerary.master = cosim::find_master(default_master);
  itinerary.method = method.name;
  const double step = std::min(spec.step.value_or(span / default_steps), span);
  const bool by_step = spec.step || spec.every_step.value_or(false);
  const double interval = std::min(spec.interval.value_or(span / default_intervals), span);
  itinerary.grid = {period.start, period.stop, by_step ? step : interval, 1};
  itinerary.rows = {RowRule::Kind::every_step, period.start, period.stop, 0, step};
  if (!by_step) {
    itinerary.rows.kind = RowRule::Kind::grid;
  } else if (spec.interval && *spec.interval > step) {
    itinerary.rows.kind = RowRule::Kind::at_or_after;
    itinerary.rows.interval = *spec.interval;
  }
  check_felt(itinerary.grid);
  itinerary.why =
      std::string(method.name) +
      (method.fixed_step ? " with a fixed step of " + shortest(step) +
                               (spec.step ? ", as asked" : ", a thousandth of the run")
                         : " with steps by its error estimate, relative tolerance " +
                               shortest(assembly.integration.tolerance.relative) +
                               ", because the part is for model exchange and stands alone");
  return itinerary;
}

// The multiple of `unit` nearest to `length`, at least one; without a unit the length itself.
double in_whole(double length, double unit) {
  return unit > 0 ? unit * std::max(1.0, std::round(length / unit)) : length;
}

// What else the user should know of the way it is done.
void tell_the_rest(const RunSpec& spec, const Assembly& assembly, Itinerary& itinerary) {
  const bool steps_itself = std::any_of(
      assembly.requests.begin(), assembly.requests.end(), [](const model::PartRequest& request) {
        return request.interface != model::Interface::model_exchange;
      });
  if (spec.input && steps_itself)
    itinerary.why +=
        "; inputs from the table are held over a step where a part cannot interpolate them, so "
        "that outputs which follow them at once are a step late";
  if (assembly.integrates()) {
    itinerary.method = assembly.integration.method->name;
    itinerary.why += "; within it " + itinerary.method + " for the parts for model exchange";
  }
}

}  // namespace

Itinerary plan(const RunSpec& spec, const Period& period, const Assembly& assembly) {
  if (assembly.alone() && !is_named(spec.master)) return plan_alone(spec, period, assembly);
  const double span = period.stop - period.start;
  const std::string* fixed = fixed_step_part(assembly);
  const double unit = step_unit(assembly);
  const double interval =
      std::min(spec.interval.value_or(in_whole(span / default_intervals, unit)), span);
  bool named = is_named(spec.master) || spec.step || fixed != nullptr;
  Itinerary itinerary;
  itinerary.master = cosim::find_master(is_named(spec.master) ? *spec.master : default_master);
  double step = spec.step.value_or(span / default_steps);
  if (fixed != nullptr && !spec.step)
    step = common_proposal(assembly, &model::Experiment::step, "step").value_or(step);
  else if (!spec.step)
    step = in_whole(step, unit);
  step = std::min(step, span);
  const int in_units = unit > 0 ? whole_substeps(interval, step, unit) : 1;
  named = named || in_units == 0;

  cosim::Grid& grid = itinerary.grid;
  grid = {period.start, period.stop, step, 1};
  itinerary.rows = {RowRule::Kind::every_step, period.start, period.stop, 0, step};
  if (named && spec.interval && *spec.interval > step) {
    itinerary.rows.kind = RowRule::Kind::at_or_after;
    itinerary.rows.interval = *spec.interval;
  } else if (!named) {
    // Rows are at exact times, so the steps are what divides an interval of rows.
    grid.interval = interval;
    grid.substeps = std::max(1, static_cast<int>(std::ceil(grid.interval / step - whole_number)));
    if (unit > 0) grid.substeps = in_units;
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
                   : in_units == 0 && !spec.step && !is_named(spec.master)
                       ? ", because a part steps inside by " + shortest(unit)
                       : ", as asked")
            : std::string(itinerary.master->name) + " with a fixed step of " + size +
                  (unit > 0 ? ", whole steps of " + shortest(unit) + " that a part takes inside"
                            : ", a thousandth of the run or less") +
                  ", because no error estimate exists yet to choose a better one";
  tell_the_rest(spec, assembly, itinerary);
  return itinerary;
}

}  // namespace bw::run
