#include "cosim/chain/make_path.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/run_control.h"
#include "base/text.h"
#include "base/value.h"
#include "cosim/coupling/initial.h"
#include "model/interrupted_call.h"
#include "model/solver_bells.h"
#include "model/solver_report.h"

namespace bw::cosim {
namespace {

// The rows know their numbers only.
void name_variable(Coupling& coupling, const RowReader& rows, Path& path) {
  std::vector<double> reals(rows.reals());
  std::vector<Discrete> discretes(rows.discretes());
  rows.read(coupling, reals, discretes);
  const auto wrong = std::ranges::find_if(reals, [](double x) { return !std::isfinite(x); });
  if (wrong == reals.end()) return;
  path.subject = rows.name_of(static_cast<std::size_t>(wrong - reals.begin()));
  path.reason = path.subject + " is not a finite number at t = " + brief(path.time) + ".";
}

// What the components are told not to exceed (FMI 2.0, 4.2.1: they fail beyond it). A chain that
// locates events looks behind the stop time, too, and crosses one that lies there by short steps.
double announced_stop(const PathSource& source, const ChainOrder& order) {
  constexpr double steps_beyond = 100;
  return order.locates_events ? source.stop + steps_beyond * order.event_resolution : source.stop;
}

void move(Coupling& coupling, const PathSource& source, const ChainOrder& order,
          const std::function<bool()>& wanted, Path& path) {
  const auto found =
      initialise(coupling, source.start, announced_stop(source, order), source.tolerance);
  using End = InitialConditions::End;
  path.time = source.start;
  if (found.end != End::found) {
    path.end = found.end == End::not_finite ? Path::End::not_finite : Path::End::not_converged;
    path.subject = found.subject;
    path.reason = found.sentence();
    return;
  }
  run_chain(coupling, order, *source.rows, wanted, path);
  if (path.end == Path::End::not_finite && path.subject == "run")
    name_variable(coupling, *source.rows, path);
}

class Announced {
 public:
  Announced(const std::function<void(const Path*)>& on_path, const Path& path) : on_path_(on_path) {
    if (on_path_) on_path_(&path);
  }
  ~Announced() {
    if (on_path_) on_path_(nullptr);
  }
  Announced(const Announced&) = delete;
  Announced& operator=(const Announced&) = delete;

 private:
  const std::function<void(const Path*)>& on_path_;
};

}  // namespace

Path make_path(const PathSource& source, const ChainOrder& order,
               const std::function<bool()>& wanted) {
  Path path;
  Bells bells;
  const Announced announced(source.on_path, path);
  std::optional<Coupling> coupling;
  try {
    coupling.emplace(source.build(order, bells));
    move(*coupling, source, order, wanted, path);
    for (std::size_t i = 0; path.complete() && i < coupling->size(); ++i) {
      const model::SolverReport report = coupling->component(i).report(model::Probing::forbidden);
      model::ring_unresolved(report.unresolved, coupling->shape(i).name, bells);
      model::ring_vanished(report.vanished, coupling->shape(i).name, bells);
      coupling->component(i).finish();
    }
  } catch (const model::InterruptedCall& call) {
    path.end = Path::End::interrupted;
    path.subject = call.component;
    path.reason = call.reason;
  } catch (const Interrupted&) {  // while it was initialised, or within a step
    path.end = Path::End::interrupted;
    path.subject = "run";
  } catch (const ComponentFailure& failure) {
    path.end = failure.code == BellCode::nan ? Path::End::not_finite : Path::End::component_failed;
    path.subject = failure.code ? failure.subject : failure.component;
    path.reason = failure.what();
    path.bell = failure.code;
  }
  if (coupling) count_components(*coupling, path);
  coupling.reset();  // its end may be reported, too
  path.bells = bells.rung();
  return path;
}

}  // namespace bw::cosim
