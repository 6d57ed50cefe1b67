#include "cosim/march/plain_march.h"

#include "cosim/coupling/jump_watch.h"
#include "cosim/march/grid_pace.h"
#include "cosim/march/march_memory.h"

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

std::vector<SignalHistory::Entry> history_of(const Master& master) {
  SignalHistory history;
  master.save(history);
  return history.memory();
}

void set_history(const std::vector<SignalHistory::Entry>& entries, Master& master) {
  SignalHistory history;
  history.remember(entries);
  master.restore(history);
}

MarchEnd march_plainly(Coupling& coupling, const MasterKind& kind, const MarchPlan& plan,
                       MarchObserver& observer, Tally& tally, const MarchMemory* from) {
  const auto master = kind.make(coupling, plan.master);
  const Checkpoint none;
  Signals next = coupling.now();
  GridPace pace(plan.grid);
  const Tried ordinary;
  std::optional<JumpWatch> jumps;
  if (plan.watches_events) jumps.emplace(coupling, plan.master.tolerance);
  double t = plan.grid.start;
  if (from != nullptr) {
    coupling.remember(from->coupling);
    t = from->time;
    pace.remember(from->pace);
    if (jumps && from->jumps) jumps->remember(*from->jumps);
    set_history(from->history, *master);
    master->remember(from->master);
    tally = from->tally;
  }
  bool go_on = from != nullptr || observer.accepted(t, true);
  while (t < plan.grid.stop) {
    if (!go_on) [[unlikely]] {
      if (!observer.pauses()) return {MarchEnd::Reason::stop_requested, t};
      MarchMemory memory{.coupling = coupling.memory(),
                         .time = t,
                         .pace = pace.memory(),
                         .history = history_of(*master),
                         .master = master->memory(),
                         .tally = tally};
      if (jumps) memory.jumps = jumps->memory();
      observer.paused(memory);
    }
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
