#include "run/itinerary.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <thread>

#include "base/error.h"
#include "base/text.h"
#include "base/units.h"
#include "cosim/master/structure.h"
#include "run/algorithm.h"

namespace bw::run {

std::string words_of(const ode::MethodKind& method) {
  return &method == &ode::default_method() ? "a method that is chosen while it runs"
                                           : std::string(method.name);
}

namespace {

constexpr double default_steps = 1000;      // of a run whose step nobody names
constexpr double default_work_limit = 3e6;  // steps of all components of a certified run ...
constexpr double work_for_a_row = 60;       // ... or so many of each between rows, if that is more
constexpr double most_values = 2e7;         // in the rows of a chain: several are held in memory
constexpr double default_intervals = 500;   // rows of a run whose rows nobody names, less one
// Of the run, for chosen steps.
constexpr double least_share = 1e-10, fallback_share = 1e-8, largest_share = 0.02;
constexpr double whole_number = 1e-9;  // how far a ratio may be from one

int choose_threads(const RunSpec& spec) {
  if (spec.threads) return static_cast<int>(*spec.threads);
  return static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));  // 0: nobody knows
}

// What steps should be multiples of, for components that step inside by a size of their own; 0:
// nothing.
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
double least_felt(const Period& period) {
  const double latest = std::max(std::abs(period.start), std::abs(period.stop));
  return 16 * std::numeric_limits<double>::epsilon() * latest;
}

void check_felt(const cosim::Grid& grid) {
  const double step = grid.interval / grid.substeps;
  const double latest = std::max(std::abs(grid.start), std::abs(grid.stop));
  const double least = least_felt({grid.start, grid.stop});
  if (step >= least) return;
  throw UsageError("a step of " + shortest(step) + " is too small for times up to " +
                   shortest(latest) + ", where a number cannot tell less than " + shortest(least) +
                   "; choose a larger --step, --min-step or --interval.");
}

void check_even_steps(const cosim::Grid& grid, const std::string& component) {
  const double count = (grid.stop - grid.start) / grid.interval;
  if (std::abs(count - std::round(count)) <= whole_number * count) return;
  throw UsageError("part '" + component + "' accepts one step size only, and the run from " +
                   shortest(grid.start) + " to " + shortest(grid.stop) +
                   " is not a whole number of steps of " + shortest(grid.interval) +
                   "; choose --step and --stop so that it is.");
}

// What is for masters has no effect on a model that stands alone, and the user should know.
void check_alone(const RunSpec& spec) {
  const std::pair<const char*, bool> for_masters[] = {
      {"iterations", spec.iterations.has_value()},
      {"error-test", spec.error_test == "step-doubling"},
      {"hold", spec.hold.has_value()},
      {"first-step", spec.first_step.has_value()},
      {"min-step", spec.min_step.has_value()},
      {"max-step", spec.max_step.has_value()},
      {"fallback-step", spec.fallback_step.has_value()},
      {"events", spec.events == "ignore"},
      {"richardson", spec.richardson.value_or(false)},
      {"steps", spec.steps.has_value()},
      {"work-limit", spec.work_limit.has_value()}};
  for (const auto& [option, given] : for_masters)
    if (given)
      throw UsageError(std::string(option) +
                       " is for masters, which couple parts; this model stands alone, and its "
                       "integrator follows the tolerance. Leave it out, or name a --master.");
}

// What the user names is done as it is named; without names the error is estimated.
bool estimates_error(const RunSpec& spec, const ode::MethodKind& method) {
  const bool by_hand = method.fixed_step || spec.step || spec.every_step.value_or(false);
  if (spec.certify.value_or(false) && by_hand)
    throw UsageError(
        "certify: the error of an integration is estimated by other steps, and these are fixed; "
        "leave out --step and --every-step, and name no method with a fixed step.");
  const bool estimates = spec.certify.value_or(!by_hand);
  if (!estimates && spec.error_columns.value_or(false))
    throw UsageError(
        "error-columns are for runs whose error is estimated, and this one is not, because a fixed "
        "step or --no-certify was asked for.");
  return estimates;
}

// Nothing has to be exchanged, so the march only goes from row to row and the integrator steps as
// it likes.
Itinerary plan_alone(const RunSpec& spec, const Period& period, const Assembly& assembly) {
  check_alone(spec);
  const ode::MethodKind& method = *assembly.integration.method;
  const double span = period.stop - period.start;
  if (spec.every_step.value_or(false) && !method.fixed_step && !spec.step)
    throw UsageError("rows at every step need a fixed step, and " + std::string(method.name) +
                     " chooses its own; give --interval, or --step with --method euler, rk4 or "
                     "implicit-euler.");
  Itinerary itinerary;
  itinerary.algorithm.master = cosim::find_master("gauss-seidel");
  itinerary.method = method.name;
  const double step = std::min(spec.step.value_or(span / default_steps), span);
  const bool by_step = spec.step || spec.every_step.value_or(false);
  const double interval = std::min(spec.interval.value_or(span / default_intervals), span);
  itinerary.march.grid = {period.start, period.stop, by_step ? step : interval, 1};
  itinerary.rows = {RowRule::Kind::every_step, period.start, period.stop, 0};
  if (!by_step) {
    itinerary.rows.kind = RowRule::Kind::grid;
  } else if (spec.interval && *spec.interval > step) {
    itinerary.rows.kind = RowRule::Kind::at_or_after;
    itinerary.rows.interval = *spec.interval;
  }
  check_felt(itinerary.march.grid);
  if (spec.time_unit) itinerary.rows.time_unit = *seconds_in(*spec.time_unit);
  if (estimates_error(spec, method)) {
    const double values = (span / interval + 1) * static_cast<double>(assembly.recorded.size());
    if (values > most_values)
      throw UsageError("several runs with " + brief(span / interval + 1) + " rows of " +
                       std::to_string(assembly.recorded.size()) +
                       " signals do not fit into memory; give a larger --interval, less to "
                       "--record, or --no-certify.");
    itinerary.integrated = {interval, itinerary.rows.time_unit};
    return itinerary;
  }
  itinerary.why =
      words_of(method) + (method.fixed_step
                              ? " with a fixed step of " + shortest(step) +
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
  const bool steps_itself =
      std::any_of(assembly.requests.begin(), assembly.requests.end(),
                  [](const model::ComponentRequest& request) {
                    return request.interface != model::Interface::model_exchange;
                  });
  if (spec.input && steps_itself)
    itinerary.why +=
        "; inputs from the table are held over a step where a part cannot interpolate them, so "
        "that outputs which follow them at once are a step late";
  if (assembly.integrates()) {
    itinerary.method = assembly.integration.method->name;
    itinerary.why += "; within it " + words_of(*assembly.integration.method) +
                     " for the parts for model exchange";
  }
}

// Steps of one size, or those that divide the intervals between rows.
void plan_fixed(const RunSpec& spec, const Period& period, const Assembly& assembly,
                Itinerary& itinerary) {
  const Algorithm& algorithm = itinerary.algorithm;
  const double span = period.stop - period.start;
  const std::string* fixed = fixed_step_component(assembly);
  const double unit = step_unit(assembly);
  const double interval =
      std::min(spec.interval.value_or(in_whole(span / default_intervals, unit)), span);
  double step = spec.step.value_or(span / default_steps);
  if (fixed != nullptr && !spec.step)
    step = common_proposal(assembly, &model::Experiment::step, "step").value_or(step);
  else if (!spec.step)
    step = in_whole(step, unit);
  step = std::min(step, span);
  const int in_units = unit > 0 ? whole_substeps(interval, step, unit) : 1;
  const bool named = algorithm.is_named || fixed != nullptr || in_units == 0;

  cosim::Grid& grid = itinerary.march.grid;
  grid = {period.start, period.stop, step, 1};
  itinerary.rows = {RowRule::Kind::every_step, period.start, period.stop, 0};
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
  if (spec.fallback_step) itinerary.march.master.fallback_step = *spec.fallback_step;

  const std::string reason =
      !named ? (unit > 0 ? ", whole steps of " + shortest(unit) + " that a part takes inside"
                         : std::string(", a thousandth of the run or less")) +
                   ", because no error is estimated that could choose it"
      : fixed != nullptr && !spec.step
          ? ", because part '" + *fixed + "' accepts one step size only"
      : in_units == 0 && !algorithm.is_named ? ", because a part steps inside by " + shortest(unit)
                                             : std::string(", as asked");
  itinerary.why = algorithm.words() + " with a fixed step of " +
                  shortest(grid.interval / grid.substeps) + reason;
}

// Steps by the error test or by how the iteration converges.
void plan_chosen(const RunSpec& spec, const Period& period, Itinerary& itinerary) {
  const double span = period.stop - period.start;
  cosim::ChosenSteps& steps = itinerary.march.chosen.emplace();
  steps.least =
      std::min(spec.min_step.value_or(std::max(least_share * span, least_felt(period))), span);
  steps.most = std::min(spec.max_step.value_or(largest_share * span), span);
  if (!spec.min_step)
    steps.least = std::min({steps.least, steps.most, spec.first_step.value_or(span)});
  if (!spec.max_step) steps.most = std::max({steps.most, steps.least, spec.first_step.value_or(0)});
  steps.first = std::min(spec.first_step.value_or(0.0), span);
  steps.iterations = itinerary.algorithm.iterations;
  itinerary.march.master.fallback_step =
      spec.fallback_step.value_or(std::min(100 * steps.least, fallback_share * span));
  itinerary.march.grid = {period.start, period.stop, steps.least, 1};
  check_felt(itinerary.march.grid);
  itinerary.march.grid.interval = span;
  itinerary.rows = {RowRule::Kind::every_step, period.start, period.stop, 0};
  if (spec.interval && !spec.every_step.value_or(false)) {
    itinerary.rows.kind = RowRule::Kind::at_or_after;
    itinerary.rows.interval = *spec.interval;
  }
  itinerary.why = itinerary.algorithm.words() + ", steps from " + shortest(steps.least) + " to " +
                  shortest(steps.most) + " as " +
                  (itinerary.algorithm.error_test ? "the error of each step allows, tolerance "
                                                  : "iterations converge, tolerance ") +
                  shortest(itinerary.march.master.tolerance.relative);
}

// Into how many whole steps of `unit` the components of a run fall between two rows; 0: they do
// not. Rows that nobody asked for are put so that the number has many divisors.
int units_between_rows(const RunSpec& spec, const Period& period, double unit) {
  const double span = period.stop - period.start;
  const double all = std::round(span / unit);
  if (all < 1 || all > 1e9 || std::abs(span - all * unit) > whole_number * span) return 0;
  const auto total = static_cast<int>(all);
  if (spec.interval) {
    const double units = std::round(*spec.interval / unit);
    const bool fits = units >= 1 && units <= all &&
                      std::abs(*spec.interval - units * unit) <= whole_number * *spec.interval &&
                      total % static_cast<int>(units) == 0;
    return fits ? static_cast<int>(units) : 0;
  }
  constexpr int most_units = 48, fewest_rows = 10;
  int best = 1, most_divisors = 1;
  for (int units = 2; units <= std::min(most_units, total / fewest_rows); ++units) {
    if (total % units != 0) continue;
    int divisors = 0;
    for (int d = 1; d <= units; ++d) divisors += units % d == 0 ? 1 : 0;
    if (divisors > most_divisors) best = units, most_divisors = divisors;
  }
  return best;
}

// Why a run that should be certified cannot be; empty: it can.
std::string plan_certified(const RunSpec& spec, const Period& period, const Assembly& assembly,
                           Itinerary& itinerary) {
  const Algorithm& algorithm = itinerary.algorithm;
  Certification how;
  how.structure = cosim::examine(assembly.shapes(), assembly.connections);
  how.interval = std::min(spec.interval.value_or((period.stop - period.start) / default_intervals),
                          period.stop - period.start);
  const double rows = (period.stop - period.start) / how.interval + 1;
  const auto components = static_cast<double>(assembly.requests.size());
  const auto columns = static_cast<double>(assembly.recorded.size() + assembly.connections.size());
  if (rows * columns > most_values)
    return "the results of several runs with " + brief(rows) + " rows of " + brief(columns) +
           " signals do not fit into memory; a larger --interval or less to --record would help";
  how.work_limit = static_cast<long>(
      spec.work_limit.value_or(std::max(default_work_limit, work_for_a_row * rows * components)));
  how.threads = choose_threads(spec);
  how.locates_events = algorithm.locates_events;
  if (spec.time_unit) how.time_unit = *seconds_in(*spec.time_unit);
  check_felt({period.start, period.stop, how.interval, 1});
  if (algorithm.master_named) {
    const cosim::Hold hold = algorithm.hold;
    how.ladder = {{algorithm.master->name, hold,
                   cosim::most_chains(algorithm.master->name, hold, how.structure), "as asked"}};
  } else {
    how.ladder = cosim::choose_bases({.structure = how.structure,
                                      .can_roll_back = algorithm.can_locate,
                                      .tolerance = choose_tolerance(spec).relative});
  }
  const std::string* fixed = fixed_step_component(assembly);
  double unit = step_unit(assembly);
  if (fixed != nullptr) {
    const auto proposed = common_proposal(assembly, &model::Experiment::step, "step");
    if (!spec.step && !proposed)
      return "part '" + *fixed + "' accepts one step size only and does not say which; give --step";
    unit = how.one_step = spec.step ? *spec.step : *proposed;
  }
  if (unit > 0) {
    const int units = units_between_rows(spec, period, unit);
    if (units == 0)
      return "a part steps by " + shortest(unit) +
             ", and rows at whole numbers of such steps that divide the run are needed";
    how.interval = unit * units;
    const int halves = how.ladder.front().base == "gauss-seidel" ? 1 : 2;
    for (int n = 1; n <= units / halves; ++n)
      if (units % (n * halves) == 0) how.allowed_steps.push_back(n);
    if (how.allowed_steps.size() < 3)
      return "a part steps by " + shortest(unit) + ", and " + std::to_string(units) +
             (units == 1 ? " such step" : " such steps") +
             " between two rows leave no choice of three step sizes; --interval can make it more";
    how.ladder.resize(1);
  }
  itinerary.certified = std::move(how);
  return "";
}

}  // namespace

Itinerary plan(const RunSpec& spec, const Period& period, const Assembly& assembly) {
  const bool master_named = spec.master && *spec.master != "auto";
  if (assembly.alone() && !master_named) return plan_alone(spec, period, assembly);
  Itinerary itinerary;
  itinerary.algorithm = choose_algorithm(spec, assembly);
  const Algorithm& algorithm = itinerary.algorithm;
  std::string not_certified;
  if (algorithm.certifies) {
    not_certified = plan_certified(spec, period, assembly, itinerary);
    if (itinerary.certified) return itinerary;
    if (spec.certify.value_or(false))
      throw UsageError("the error cannot be estimated: " + not_certified + ".");
  }
  cosim::MarchPlan& march = itinerary.march;
  march.master.iterations = algorithm.iterations;
  march.master.hold = algorithm.hold;
  march.master.tolerance = choose_tolerance(spec);
  march.master.threads = choose_threads(spec);
  march.error_test = algorithm.error_test;
  march.watches_events = algorithm.watches_events;
  march.locates_events = algorithm.locates_events;
  march.improves_rows = spec.richardson.value_or(false);
  march.keeps_history = spec.steps.has_value();
  if (algorithm.chooses_steps)
    plan_chosen(spec, period, itinerary);
  else
    plan_fixed(spec, period, assembly, itinerary);
  itinerary.rows.rolled_back = algorithm.locates_events;
  if (spec.time_unit) itinerary.rows.time_unit = *seconds_in(*spec.time_unit);
  tell_the_rest(spec, assembly, itinerary);
  if (!not_certified.empty())
    itinerary.why += "; the error is not estimated, because " + not_certified;
  return itinerary;
}

}  // namespace bw::run
