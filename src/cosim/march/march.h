#pragma once
// Marches a coupled system from start to stop.
//
//   while t < stop:
//     try a communication step from t to the pace's target                       (Stepper)
//     passed:      accept it; notify the observer; the pace chooses the next
//     a jump:      step to just before it, cross it by one short step,           (Locator)
//                  and restart from there
//     failed:      roll back; the pace chooses a shorter one, or the march ends here
//
// With a fixed step a loop that does not converge is accepted and counted, which is an error; a
// failed error test ends the march.

#include <optional>
#include <vector>

#include "base/stopwatch.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/pace.h"
#include "cosim/march/stepper.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {

struct MarchMemory;  // see march_memory.h

struct MarchPlan {
  Grid grid;  // of a fixed step; else start and stop count
  std::optional<ChosenSteps> chosen{};
  MasterOptions master{};
  bool error_test = false;
  bool watches_events = true;   // a discrete signal that changes within a step is reported
  bool locates_events = false;  // and located: needs rollback and variable steps in all components
  bool improves_rows = false;   // MarchObserver::whole_step() is called
  bool keeps_history = false;   // MarchObserver::tried() is called

  bool operator==(const MarchPlan&) const = default;
};

class MarchObserver : public WholeStepViewer {
 public:
  // The coupling is at t, accepted. Called at the start, after every communication step, and
  // thus at the stop; `at_grid` is true at the ends of intervals. False ends the march here.
  [[nodiscard]] virtual bool accepted(double t, bool at_grid) = 0;
  // Called where a step is repeated, which may take long: false ends the march.
  virtual bool is_wanted() { return true; }
  // After accepted() returned false: true, the march only pauses, if it stands between two steps;
  // paused() gets all that it needs to go on, and it goes on.
  virtual bool pauses() { return false; }
  virtual void paused(const MarchMemory& /*memory*/) {}
  // The last accepted point was rolled back: an earlier one will follow.
  virtual void rolled_back() {}
  // The result of the whole step of an error test, before the components are rolled back for the
  // two halves, whose result is accepted if the test passes.
  void whole_step(double /*t*/, const Signals& /*y*/) override {}
  // Every communication step that was tried, in order, without those of event location.
  virtual void tried(const Tried& /*step*/, bool /*accepted*/) {}
};

// Counts, each with its first occurrence.
struct Tally {
  struct First {
    long count = 0;
    double time = 0;
    double measured = 0;
    std::size_t place = 0;  // a loop; of missed events the real signal, where it is one
    void add(double at, double size, std::size_t where);
  };
  long steps = 0, rejected = 0, error_test_failures = 0, convergence_failures = 0;
  long iteration_limit_hits = 0, events = 0;
  First not_converged;            // and accepted nevertheless
  First discontinuities;          // crossed by a step that was not iterated
  First missed_events;            // discontinuities whose time is known to a step only
  std::vector<long> exceeding{};  // per real signal: in how many of the failed tests below it was
                                  // itself too inaccurate
  long judged = 0;                // failed tests whose signals were examined
  Stopwatch error_test;
};

struct [[nodiscard]] MarchEnd {
  enum class Reason {
    reached_stop,
    stop_requested,
    component_terminated,
    component_discarded,
    not_finite,
    not_converged,          // with the smallest step
    tolerance_unreachable,  // with the smallest step or the fixed one
    too_many_events
  };
  Reason reason = Reason::reached_stop;
  double time = 0;  // of the last accepted signals
  Tried last{};     // the one that failed, where the march ended early
};

// The accuracy of located events: the resolution of times everywhere in the run.
double event_resolution(const Grid& grid);

// Numerical failure is a return value; components that cannot go on throw ComponentFailure. The
// tally is always up to date, so that it is valid then, too. With a memory the march goes on from
// there, with components that have been started as always; null: from the start.
MarchEnd march(Coupling& coupling, const MasterKind& master, const MarchPlan& plan,
               MarchObserver& observer, Tally& tally, const MarchMemory* from = nullptr);

}  // namespace bw::cosim
