#pragma once
// Moves a Model through time with an integrator, from event to event.
//
//   until the target is reached:
//     step, never beyond the stop, the next time event and, for adaptive methods, the next kink
//     where an indicator changed its sign: locate it, repeat the step to end just behind it
//       (ode/events/step_scan: which crossing is the first; ode/events/approach: the last digits;
//       ode/events/indicator_noise: so far behind it that rounding does not decide the side)
//     search what the step's evaluations did not meet (ode/events/hidden_search)
//     where steps are rejected: search a discontinuity of f (ode/events/jump_search), restart
//       behind it
//     completed_step;  at an event: handle_event, restart the integrator, store the signs
//
// A Model without inputs may be stepped beyond the target: the state there is then the method's
// dense output, and output times do not change the steps. completed_step is called when time has
// passed the step's end, because a Model need not evaluate earlier times afterwards.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "math/pattern.h"
#include "model/component.h"
#include "model/event_mark.h"
#include "model/model.h"
#include "model/signals.h"
#include "model/solver_report.h"
#include "ode/events/crossing.h"
#include "ode/events/event_log.h"
#include "ode/events/hidden_search.h"
#include "ode/events/indicator_noise.h"
#include "ode/events/jump_search.h"
#include "ode/events/step_scan.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

struct [[nodiscard]] MarchEnd {
  enum class Why {
    reached,
    terminated,  // the model requested the end of the simulation
    not_finite,
    step_too_small,
    not_converged,    // an implicit method with a fixed step
    not_linear,       // a method for linear models
    not_accurate,     // by rounding within the method
    too_many_events,  // without time advancing
    zeno,             // they accumulate and never pass `limit`
    interrupted       // by the user
  };
  Why why = Why::reached;
  double time = 0;
  std::vector<std::size_t> states;         // that caused it, if any
  std::optional<std::size_t> indicator{};  // the one that is not finite
  double limit = 0;

  bool good() const { return why == Why::reached; }
};

class EventMarch final : private Equations {
 public:
  // `setup` may leave the step of a fixed-step method at 0: a thousandth of the simulated time.
  EventMarch(model::Model& model, const MethodKind& method, Setup setup);

  // The model was started at setup.start with inputs u and states x.
  void start(const model::SignalsIn& u, std::span<const double> x, const model::EventUpdate& first);

  // Inputs from here on: u + slopes (t - now) for the reals, held without `slopes`. A discontinuity
  // restarts the integrator; a discrete input that changed is an event.
  MarchEnd set_inputs(const model::SignalsIn& u, std::span<const double> slopes);
  MarchEnd advance(double target);

  double time() const { return now_.time; }
  // The first event after t in the last advance(); infinity: none.
  double first_event() const { return first_event_; }
  std::span<const double> state() const { return now_.x; }
  void apply_inputs(double t);  // to the model, before it is evaluated at t
  model::Work statistics() const;
  // One entry for each event time; valid until the next advance().
  std::span<const model::EventMark> event_marks() const { return now_.log.marks(); }
  model::SolverReport report(model::Probing probing);

  // The complete state, for models that can roll back.
  void save(std::unique_ptr<model::Snapshot>& into);
  void restore(const model::Snapshot& from);

 private:
  std::size_t size() const override { return now_.x.size(); }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override;
  const math::Pattern* sparsity() const override { return sparsity_ ? &*sparsity_ : nullptr; }
  bool has_jacobian() const override { return model_.shape().has_jacobian; }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override;

  double distance_to_event(double t, std::span<const double> x);
  void note_distance(double t, std::span<const double> x);
  std::vector<double> weights_at(std::span<const double> x) const;
  double damped_from(double growth) const;
  void note_damped_oscillation();
  void indicators(double t, std::span<const double> x, std::span<double> z);
  void sides(double t, std::span<const double> x, std::span<double> z);
  void take_sides();
  MarchEnd step(double target);
  Trouble search_hidden();
  Trouble end_step_at_jump();
  void go_behind_jump();
  Trouble end_step_before(double t);
  Trouble shorten_until_accurate();
  double part_of(double end) const;
  double part_of_first(double end) const;  // of a step from a restart
  bool jumps_at_end(double part);
  bool features_follow_each_other();
  void note_unresolved(const HiddenSearch::Found& found);
  double limit_in_feature(double limit) const;
  void on_dense_output(double t, std::span<double> z);
  MarchEnd search_crossing();
  MarchEnd end_step_at(Bracket crossing);
  MarchEnd end_behind_crossing(double end);
  MarchEnd pass_vanished(std::span<const double> seen_there);
  void measure_noise(double t, std::span<const double> x);
  double delay_at(double t) const;
  double time_with_company();
  void join_company();
  std::vector<double> slopes_near(const Bracket& crossing);
  Trouble search_jump(double limit);
  MarchEnd pass_jump();
  bool jumps_too_often() const;
  MarchEnd complete_step();
  void notify_watcher();
  MarchEnd handle_events(model::EventMark mark);
  model::EventMark what_left(double t, model::EventMark::Kind kind) const;
  MarchEnd handle_event();
  bool others_left();
  MarchEnd check_states() const;
  MarchEnd evaluate_indicators();  // z_, at the current time
  bool stands_still();
  MarchEnd reached() const { return {MarchEnd::Why::reached, now_.time, {}}; }
  static MarchEnd ended(const Trouble& trouble);
  static MarchEnd not_finite_indicator(double t, std::span<const double> z);

  // Everything that a rollback restores.
  struct Standing {
    double time = 0;
    std::vector<double> x, z;                    // z: at the end of the last step
    bool pending = false;                        // the integrator's last step is not completed yet
    std::optional<model::EventMark> crossing{};  // ... and ends at this state event
    std::optional<double> company{};  // when simultaneous indicators change, behind the step's end
    IndicatorNoise noise;             // as measured at the last event
    bool several = false;             // indicators changed together at the last event
    bool in_noise = false;            // an indicator of z is within it
    std::optional<model::VanishedEvent> vanished{};
    EventLog log;
    std::optional<model::NearEvent> near_event{};  // the nearest one so far
    std::vector<double> z_at_event;                // after the last one
    bool ends = false;                             // the model requested the end
    double next_time_event = 0;
    struct Feature {
      double lo = 0, hi = 0, width = 0;
    };
    std::optional<Feature> feature{};  // the last one that a step passed over
    double features_since = 0;         // those that follow each other
    int features_here = 0;
    std::optional<model::Unresolved> unresolved{};  // the first one
    double step = 0;  // length of the last one; 0: none since the last event
    std::optional<JumpSearch::Place> jump{};  // discontinuity of f ahead
    int vain_searches = 0;                    // fruitless searches since the last discontinuity
    double last_event = 0;
    int events_here = 0, slow_events = 0;  // close to each other in time
    model::Signals inputs;                 // at inputs_since
    std::vector<double> slopes;            // empty: held
    double inputs_since = 0;
  };

  struct Memory;

  model::Model& model_;
  const MethodKind& method_;
  Setup setup_;
  bool runs_ahead_ = false;
  std::optional<math::Pattern> sparsity_;
  std::vector<bool> discrete_real_;  // per real input: changes at events only
  Standing now_;
  model::Signals driven_;  // inputs at the time of a call
  std::vector<double> nominals_, scratch_, z_;
  std::vector<bool> causes_;  // per indicator: it caused the event
  StepScan scan_;
  JumpSearch jumps_;
  HiddenSearch hidden_;
  HiddenSearch::Indicators evaluate_z_;
  std::unique_ptr<Integrator> integrator_;
  long events_ = 0, rhs_evaluations_ = 0, features_ = 0;
  double first_event_ = 0;
};

}  // namespace bw::ode
