#pragma once
// Marches a coupled system from start to stop.
//
//   while t < stop:
//     try a communication step from t to the pace's target                       (Stepper)
//     passed:      accept it; tell the observer; the pace chooses the next
//     a jump:      step to just before it, cross it by one short step,   (Locator)
//                  and go on from there as from a start
//     failed:      go back; the pace chooses a shorter one, or the march ends here
//
// With a fixed step a loop that does not converge is accepted and counted, which is an alarm; an
// error test that fails ends the march.

#include <optional>
#include <vector>

#include "base/stopwatch.h"
#include "cosim/coupling/coupling.h"
#include "cosim/march/pace.h"
#include "cosim/march/stepper.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {

struct MarchPlan {
  Grid grid;  // of a fixed step; else start and stop count
  std::optional<ChosenSteps> chosen{};
  MasterOptions master{};
  bool error_test = false;
  bool watches_events = true;   // a discrete signal that changes within a step is told
  bool locates_events = false;  // and found: all components can go back and take steps of any size
  bool improves_rows = false;   // MarchObserver::whole_step() is called
  bool keeps_history = false;   // MarchObserver::tried() is called

  bool operator==(const MarchPlan&) const = default;
};

class MarchObserver : public WholeStepViewer {
 public:
  // The coupling stands at t, accepted. Called at the start, after every communication step, and
  // thus at the stop; `at_grid` is true at the ends of intervals. False ends the march here.
  [[nodiscard]] virtual bool accepted(double t, bool at_grid) = 0;
  // Asked where a step is repeated, which may go on for long: false ends the march.
  virtual bool is_wanted() { return true; }
  // The point that was accepted last is none: another one will come, earlier.
  virtual void taken_back() {}
  // The result of the whole step of an error test, before the components are taken back for the
  // halves, whose result will be accepted if the test passes.
  void whole_step(double /*t*/, const Signals& /*y*/) override {}
  // Every communication step that was tried, in order, searches for jumps left out.
  virtual void tried(const Tried& /*step*/, bool /*accepted*/) {}
};

// What happened, and where it did first.
struct Tally {
  struct First {
    long count = 0;
    double time = 0;
    double measured = 0;
    std::size_t place = 0;  // a loop, or of missed events the real signal, where it is one
    void add(double at, double size, std::size_t where);
  };
  long steps = 0, rejected = 0, error_test_failures = 0, convergence_failures = 0;
  long iteration_limit_hits = 0, events = 0;
  First not_converged;            // and accepted all the same
  First discontinuities;          // crossed by a step that was not iterated
  First missed_events;            // a jump whose time is known to a step only
  std::vector<long> exceeding{};  // per real signal: in how many of the failed tests below it was
                                  // itself too inaccurate
  long judged = 0;                // failed tests whose signals were looked at
  Stopwatch error_test;
};

struct [[nodiscard]] MarchEnd {
  enum class Reason {
    reached_stop,
    asked_to_stop,
    component_terminated,
    component_discarded,
    not_finite,
    not_converged,          // with the smallest step
    tolerance_unreachable,  // with the smallest step or the fixed one
    too_many_events
  };
  Reason reason = Reason::reached_stop;
  double time = 0;  // of the last accepted signals
  Tried last{};     // that could not be accepted, where the march ended early
};

// How finely events are located: what of times can be told everywhere in the run.
double event_resolution(const Grid& grid);

// Numerical trouble is the end it returns; components that cannot go on throw ComponentFailure. The
// tally is kept up to date all the time, so that it counts also then.
MarchEnd march(Coupling& coupling, const MasterKind& master, const MarchPlan& plan,
               MarchObserver& observer, Tally& tally);

}  // namespace bw::cosim
