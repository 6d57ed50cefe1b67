#include "run/path_maker.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "cosim/coupling/initial.h"
#include "ode/integrated_component.h"

namespace bw::run {

using cosim::Path;

Path PathMaker::make(const cosim::ChainOrder& order, const std::function<bool()>& wanted,
                     const AtEnd& at_end) const {
  Path path;
  Bells bells;
  std::optional<cosim::Coupling> coupling;
  bool told = false;
  try {
    coupling.emplace(assembly_.build(bells));
    walk(*coupling, order, wanted, path);
    if (at_end) at_end(*coupling, path);
    told = true;
    for (std::size_t i = 0; path.complete() && i < coupling->size(); ++i)
      coupling->component(i).finish();
  } catch (const ode::IntegrationFailure& failure) {
    path.end = failure.code == BellCode::nan ? Path::End::not_finite : Path::End::component_failed;
    path.subject = failure.subject;
    path.reason = failure.what();
    path.bell = failure.code;
  } catch (const ComponentFailure& failure) {
    path.end = Path::End::component_failed;
    path.subject = failure.component;
    path.reason = failure.what();
  }
  if (coupling) count_components(*coupling, path);
  if (coupling && at_end && !told) at_end(*coupling, path);
  coupling.reset();  // its end may ring, too
  path.bells = bells.rung();
  return path;
}

void PathMaker::walk(cosim::Coupling& coupling, const cosim::ChainOrder& order,
                     const std::function<bool()>& wanted, Path& path) const {
  const auto found = cosim::initialise(coupling, period_.start, period_.stop, tolerance_);
  using End = cosim::InitialConditions::End;
  path.time = period_.start;
  if (found.end == End::not_finite) {
    path.end = Path::End::not_finite;
    path.subject = found.subject;
    path.reason = found.subject + " is not finite at the start.";
    return;
  }
  if (found.end == End::not_converged) {
    path.end = Path::End::not_converged;
    path.subject = found.subject;
    path.reason = "the initial values of the loop " + found.subject + " did not converge in " +
                  std::to_string(found.evaluations - 1) + " iterations; the last change was " +
                  shortest(found.change) + " times the tolerance.";
    return;
  }
  run_chain(coupling, order, columns_, wanted, path);
  if (path.end == Path::End::not_finite && path.subject == "run") name_variable(coupling, path);
}

// The rows know their numbers only.
void PathMaker::name_variable(cosim::Coupling& coupling, Path& path) const {
  std::vector<double> reals(columns_.reals());
  std::vector<Discrete> discretes(columns_.discretes());
  columns_.read(coupling, reals, discretes);
  const auto wrong =
      std::find_if(reals.begin(), reals.end(), [](double x) { return !std::isfinite(x); });
  if (wrong == reals.end()) return;
  path.subject = name_of(static_cast<std::size_t>(wrong - reals.begin()));
  path.reason = path.subject + " is not a finite number at t = " + shortest(path.time) + ".";
}

std::string PathMaker::name_of(std::size_t column) const {
  std::size_t real = 0;
  for (const Recorded& r : assembly_.recorded)
    if (is_real(r.column.type) && real++ == column) return r.column.name;
  const Columns::Source& source = columns_.real_sources()[column];
  const std::size_t index = assembly_.requests[source.component].outputs[source.place];
  return assembly_.requests[source.component].name + "." +
         assembly_.blueprints[source.component]->variables()[index].name;
}

RunEnding tell_failure(const Path& path, Bells& bells) {
  using End = Path::End;
  const auto ring = [&](BellCode code) {
    bells.ring(path.bell.value_or(code), path.time, path.subject, path.reason);
  };
  switch (path.end) {
    case End::not_finite: ring(BellCode::nan); return RunEnding::complete;
    case End::not_converged: ring(BellCode::not_converged); break;
    case End::component_discarded: ring(BellCode::fmu_discard); break;
    case End::too_many_events: ring(BellCode::too_many_events); break;
    default: ring(BellCode::fmu_error); break;
  }
  return RunEnding::could_not_go_on;
}

RunEnding tell_interrupted(const Path& path, const Period& period, Bells& bells) {
  const bool in_a_component = !path.subject.empty() && path.subject != "run";
  bells.ring(BellCode::interrupted, path.time, in_a_component ? path.subject : "run",
             "the run was interrupted while its error was being estimated" +
                 (in_a_component ? "; " + path.reason : std::string(".")),
             path.time, period.stop);
  return RunEnding::interrupted;
}

std::vector<double> times_of_rows(const Period& period, double interval) {
  std::vector<double> times{period.start};
  const double count = (period.stop - period.start) / interval;
  const auto whole = static_cast<std::int64_t>(std::floor(count + 1e-9));
  for (std::int64_t k = 1; k <= whole; ++k)
    times.push_back(std::min(period.stop, period.start + static_cast<double>(k) * interval));
  if (period.stop - times.back() > 1e-6 * interval)
    times.push_back(period.stop);
  else
    times.back() = period.stop;
  return times;
}

}  // namespace bw::run
