#pragma once
// Moves a Model through time with an integrator, from event to event.
//
//   until the target is reached:
//     step, never beyond the stop, the next time event and, for good methods, the next kink
//     where an indicator left its side: find the time, make the step again to end just behind it
//     completed_step;  at an event: handle_event, restart the integrator, look at the sides anew
//
// A Model that nobody outside drives may be stepped beyond the target: the state there is then the
// method's dense output, and rows do not change the steps. completed_step waits until time has
// passed the step's end, because a Model need not look back behind it.

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "model/model.h"
#include "ode/integrator.h"

namespace bw::ode {

struct MarchEnd {
  enum class Why {
    reached,
    terminated,  // the model asks to end the simulation
    not_finite,
    step_too_small,
    not_converged,    // an implicit method with a fixed step
    too_many_events,  // without time passing
    interrupted       // the user wants to end
  };
  Why why = Why::reached;
  double time = 0;
  std::vector<std::size_t> states;         // to blame, if any
  std::optional<std::size_t> indicator{};  // that is not finite

  bool good() const { return why == Why::reached; }
};

class EventMarch final : private Equations {
 public:
  // `setup` may leave the step of a fixed-step method at 0: a thousandth of the run.
  EventMarch(model::Model& model, const MethodKind& method, Setup setup);

  // The model was started at setup.start with inputs u and states x.
  void start(const model::SignalsIn& u, std::span<const double> x, const model::EventUpdate& first);

  // Inputs from here on: u + slopes (t - now) for the reals, without `slopes` held. What jumped
  // makes the integrator begin anew; what is discrete and jumped is an event.
  MarchEnd set_inputs(const model::SignalsIn& u, std::span<const double> slopes);
  MarchEnd advance(double target);

  double time() const { return now_.time; }
  // The first event after t in the last advance(); infinity: none.
  double first_event() const { return first_event_; }
  std::span<const double> state() const { return now_.x; }
  void apply_inputs(double t);  // to the model, before something is asked of it at t
  model::Work statistics() const;

  // Where everything stands, for models that can roll back.
  void save(std::unique_ptr<model::Snapshot>& into);
  void restore(const model::Snapshot& from);

 private:
  std::size_t size() const override { return now_.x.size(); }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override;
  const math::Pattern* sparsity() const override { return sparsity_ ? &*sparsity_ : nullptr; }
  bool has_jacobian() const override { return model_.shape().has_jacobian; }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override;

  void indicators(double t, std::span<const double> x, std::span<double> z);
  MarchEnd step(double target);
  MarchEnd find_crossing();
  MarchEnd complete_step();
  MarchEnd handle_events();
  MarchEnd begin_anew();
  MarchEnd look_at_sides(bool& left);
  bool stands_still();
  MarchEnd reached() const { return {MarchEnd::Why::reached, now_.time, {}}; }
  static MarchEnd ended(const Trouble& trouble);
  MarchEnd not_finite_indicator(double t) const;

  // Everything that a step back in time puts back.
  struct Standing {
    double time = 0;
    std::vector<double> x, z;  // z: at the end of the last step
    bool pending = false;      // the integrator's last step is not completed yet
    bool crossed = false;      // ... and ends at a state event
    bool ends = false;         // the model asked to end
    double next_time_event = 0;
    double last_event = 0;
    int events_here = 0;         // close to each other in time
    model::Signals inputs;       // at inputs_since
    std::vector<double> slopes;  // empty: held
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
  std::unique_ptr<Integrator> integrator_;
  long events_ = 0, rhs_evaluations_ = 0;
  double first_event_ = 0;
};

}  // namespace bw::ode
