#include "cosim/march/plain_march.h"

#include "cosim/coupling/jump_watch.h"
#include "cosim/march/grid_pace.h"

namespace bw::cosim {

MarchEnd::Reason reason_of(ComponentStatus status) {
  switch (status) {
    case ComponentStatus::discarded: return MarchEnd::Reason::component_discarded;
    case ComponentStatus::terminated: return MarchEnd::Reason::component_terminated;
    case ComponentStatus::interrupted: return MarchEnd::Reason::stop_requested;
    default: return MarchEnd::Reason::not_finite;
  }
}

bool is_plain(const Coupling& coupling, const MarchPlan& plan) {
  const bool repeats =
      plan.chosen || plan.error_test || plan.locates_events || plan.master.iterations > 1;
  return !repeats && !plan.keeps_history &&
         (!plan.watches_events || coupling.now().discretes.empty());
}

MarchEnd march_plainly(Coupling& coupling, const MasterKind& kind, const MarchPlan& plan,
                       MarchObserver& observer, Tally& tally) {
  const auto master = kind.make(coupling, plan.master);
  const Checkpoint none;
  Signals next = coupling.now();
  GridPace pace(plan.grid);
  const Tried ordinary;
  std::optional<JumpWatch> jumps;
  if (plan.watches_events) jumps.emplace(coupling, plan.master.tolerance);
  double t = plan.grid.start;
  bool go_on = observer.accepted(t, true);
  while (t < plan.grid.stop) {
    if (!go_on) [[unlikely]]
      return {MarchEnd::Reason::stop_requested, t};
    const double end = pace.target(t);
    const ComponentStatus status = master->step(coupling, none, t, end - t, next).component;
    if (status != ComponentStatus::ok) [[unlikely]] {
      // With a single component the time of termination is a row like others.
      const Trouble& trouble = coupling.trouble();
      if (coupling.size() == 1 && trouble.has_outputs && trouble.time > t) {
        t = trouble.time;
        coupling.accept(next);
        (void)observer.accepted(t, true);  // it is the last row anyway
      }
      return {reason_of(status), t};
    }
    coupling.accept(next);
    ++tally.steps;
    if (jumps && jumps->see(t, end - t, coupling.now())) [[unlikely]] {
      master->forget();
      tally.missed_events.add(jumps->last().t, jumps->last().h, jumps->last().signal);
    }
    const bool at_grid = pace.at_grid(end);
    pace.accepted(ordinary, end);
    t = end;
    go_on = observer.accepted(t, at_grid);
  }
  return {MarchEnd::Reason::reached_stop, t};
}

}  // namespace bw::cosim
