#include "support/cosim/certifying.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "cosim/certify/ladder.h"
#include "cosim/march/march.h"

namespace bw::test {
namespace {

using cosim::BaseChoice;
using cosim::Certificate;

constexpr std::size_t least_intervals = 10;

bool rolls_back(const CoupledSystem& system) {
  for (std::size_t i = 0; i < system.blocks.size(); ++i) {
    const BlockOptions o = system.options_of(i);
    if (!o.can_roll_back || o.step_unit > 0 || o.constant_step) return false;
  }
  return true;
}

std::vector<BaseChoice> ladder(const CoupledSystem& system, const TrialOptions& options) {
  const cosim::Structure structure = system.structure();
  if (options.base == "auto")
    return cosim::choose_bases({structure, rolls_back(system), options.tolerance});
  return {
      {options.base, options.hold, cosim::most_chains(options.base, options.hold, structure), ""}};
}

// Steps per interval of components that step by a unit: whole numbers of units.
std::vector<int> allowed_steps(const CoupledSystem& system, int rows, std::string_view base) {
  std::vector<int> allowed;
  double unit = 0;
  for (std::size_t i = 0; i < system.blocks.size(); ++i)
    unit = std::max(unit, system.options_of(i).step_unit);
  if (unit == 0) return allowed;
  const int units = static_cast<int>(std::lround(system.stop / rows / unit));
  const int halves = base == "gauss-seidel" ? 1 : 2;
  for (int n = 1; n <= units / halves; ++n)
    if (units % (n * halves) == 0) allowed.push_back(n);
  return allowed;
}

bool takes_equal_steps_only(const CoupledSystem& system) {
  return std::ranges::any_of(
      system.options, [](const BlockOptions& o) { return o.step_unit > 0 || o.constant_step; });
}

// Real outputs with direct feedthrough that are not connected: masters handle connected ones only.
std::vector<bool> shows_inputs_of_last_step(const CoupledSystem& system) {
  std::vector<bool> shows = system.feeds_through();
  std::size_t signal = 0;
  for (std::size_t component = 0; component < system.blocks.size(); ++component)
    for (std::size_t output = 0; output < system.blocks[component].outputs.size(); ++output) {
      if (system.blocks[component].outputs[output].type != Type::real) continue;
      if (std::ranges::any_of(system.connections, [&](const cosim::Connection& w) {
            return w.from == component && w.output == output;
          }))
        shows[signal] = false;
      ++signal;
    }
  return shows;
}

}  // namespace

std::string name(Certificate::Outcome outcome) {
  using Outcome = Certificate::Outcome;
  switch (outcome) {
    case Outcome::met: return "met";
    case Outcome::not_met: return "not-met";
    case Outcome::rounding: return "rounding";
    case Outcome::no_asymptotics: return "no-asymptotics";
    case Outcome::hidden_mode: return "hidden-mode";
    case Outcome::events_differ: return "events-differ";
    case Outcome::rough: return "rough";
    case Outcome::jumps: return "jumps";
    case Outcome::no_events: return "no-events";
    case Outcome::kinks: return "kinks";
    case Outcome::failed: return "failed";
    case Outcome::interrupted: return "interrupted";
  }
  return "?";
}

double true_error(const std::vector<double>& rows, const std::vector<double>& times,
                  const Reference& truth, double tolerance, double near) {
  double worst = 0;
  if (rows.size() != truth.rows.size()) return std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const double t = times[i / truth.columns];
    if (near > 0 && std::ranges::any_of(truth.events,
                                        [&](double event) { return std::abs(event - t) <= near; }))
      continue;
    const double error =
        std::abs(rows[i] - truth.rows[i]) / (tolerance * (std::abs(truth.rows[i]) + 1));
    if (!(error <= worst))
      worst = std::isnan(error) ? std::numeric_limits<double>::infinity() : error;
  }
  return worst;
}

Trial certified(const CoupledSystem& system, const TrialOptions& options) {
  return certified(system, options, system.reference(even_times(system.stop, options.rows)));
}

Trial certified(const CoupledSystem& system, const TrialOptions& options, const Reference& truth) {
  const std::vector<double> times = even_times(system.stop, options.rows);
  const cosim::Structure structure = system.structure();
  const bool equal = takes_equal_steps_only(system);
  const cosim::Mesh mesh =
      equal ? cosim::Mesh::uniform(0, system.stop, static_cast<std::size_t>(options.rows))
            : cosim::Mesh(times, options.knows_breaks ? system.breaks : std::vector<double>{},
                          least_intervals);
  const cosim::SignalReader reader(system.make().now());
  cosim::DirectRunner runner([&] { return system.make(); }, reader);
  cosim::LadderPlan plan;
  plan.bases = ladder(system, options);
  if (equal) plan.bases.resize(1);
  plan.structure = structure;
  plan.can_locate_events = rolls_back(system);
  plan.common.options.tolerance.relative = options.tolerance;
  plan.common.mesh = &mesh;
  if (equal)
    plan.common.allowed_steps = allowed_steps(system, options.rows, plan.bases.front().base);
  plan.common.relative = options.tolerance;
  plan.common.has_solvers = true;
  const std::vector<bool> shows_inputs = shows_inputs_of_last_step(system);
  for (std::size_t signal = 0; signal < reader.reals(); ++signal)
    plan.common.columns.push_back(
        {.absolute = options.tolerance, .feeds_through = shows_inputs[signal], .signal = signal});
  plan.components = system.blocks.size();
  plan.work_limit = options.work_limit;
  plan.common.event_resolution = cosim::event_resolution({0, system.stop, 0, 1});
  cosim::Climb climb = cosim::climb(runner, plan);
  Trial trial;
  trial.base = plan.bases[climb.base].base;
  trial.certificate = std::move(climb.best);
  trial.advances = climb.advances;
  for (const cosim::BaseChoice& choice : plan.bases) trial.bases.emplace_back(choice.base);
  trial.attempts = std::move(climb.attempts);
  trial.error = true_error(trial.certificate.rows, times, truth, options.tolerance,
                           system.has_events ? 1e-9 * system.stop : 0);
  return trial;
}

}  // namespace bw::test
