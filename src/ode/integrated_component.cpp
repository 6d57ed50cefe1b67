#include "ode/integrated_component.h"

#include <utility>

#include "base/error.h"
#include "base/run_control.h"
#include "base/text.h"
#include "model/interrupted_call.h"
#include "model/sized_signals.h"
#include "ode/events/event_log.h"
#include "ode/events/event_march.h"

namespace bw::ode {
namespace {

using model::SignalsIn;
using model::SignalsOut;

class IntegratedComponent final : public model::Component {
 public:
  IntegratedComponent(std::unique_ptr<model::Model> model, const Integration& integration)
      : model_(std::move(model)), integration_(integration) {
    const model::ModelShape& shape = model_->shape();
    shape_.name = shape.name;
    shape_.inputs = shape.inputs;
    shape_.outputs = shape.outputs;
    shape_.records = shape.records;
    shape_.can_roll_back = shape.can_roll_back;
    shape_.takes_slopes = true;
    shape_.kin = shape.kin;
    first_inputs_ = model::sized_for(shape_.inputs);
  }

  const model::ComponentShape& shape() const override { return shape_; }

  void begin(double start, double stop) override {
    setup_ = {start, stop, integration_.tolerance, integration_.step.value_or(0)};
    setup_.first_step = integration_.first_step;
    setup_.largest_step = integration_.largest_step;
    setup_.interrupt = integration_.interrupt;
    setup_.event_delay = integration_.event_delay;
    setup_.watcher = integration_.watcher;
    setup_.event_observer = integration_.event_observer;
    setup_.accuracy = integration_.accuracy;
    setup_.finer = integration_.finer;
    setup_.steps_are_shown = integration_.steps_are_shown;
    model_->begin(start, stop, integration_.model_tolerance);
  }

  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    first_inputs_.reals.assign(u.reals.begin(), u.reals.end());
    first_inputs_.discretes.assign(u.discretes.begin(), u.discretes.end());
    model_->evaluate(u, y);
  }

  void start() override {
    std::vector<double> x(model_->shape().states.size());
    const model::EventUpdate first = model_->start(x);
    march_.emplace(*model_, *integration_.method, setup_);
    march_->start({first_inputs_.reals, first_inputs_.discretes}, x, first);
  }

  void set_slopes(std::span<const double> slopes) override {
    slopes_.assign(slopes.begin(), slopes.end());
  }

  model::Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override {
    using Status = model::Advance::Status;
    MarchEnd end;
    try {
      end = march_->set_inputs(u, slopes_);
      slopes_.clear();  // valid for one step
      if (end.good()) end = march_->advance(std::min(t + h, setup_.stop));
    } catch (const model::InterruptedCall&) {
      throw;                        // it says more than this one can
    } catch (const Interrupted&) {  // within a step
      end = {MarchEnd::Why::interrupted, march_->time(), {}};
    }
    if (end.why == MarchEnd::Why::terminated) {
      get_outputs(y);
      return {Status::terminated, end.time, true};
    }
    is_interrupted_ = end.why == MarchEnd::Why::interrupted;
    if (is_interrupted_) return {Status::interrupted, end.time};
    if (!end.good()) fail(end);
    const double margin = integration_.stops_at_events, event = march_->first_event();
    if (margin > 0 && event > t + margin && event <= t + h) return {Status::event, event};
    get_outputs(y);
    return {Status::completed, march_->time()};
  }

  std::string reason() const override {
    if (is_interrupted_)
      return "component '" + shape_.name + "' stopped at t = " + brief(march_->time()) + ".";
    return "component '" + shape_.name + "' ended the simulation at t = " + brief(march_->time()) +
           ".";
  }

  void get_outputs(const SignalsOut& y) override {
    if (!march_) return model_->evaluate({}, y);
    march_->apply_inputs(march_->time());
    model_->outputs(march_->time(), march_->state(), y);
  }
  void get_records(const SignalsOut& values) override {
    march_->apply_inputs(march_->time());
    model_->records(march_->time(), march_->state(), values);
  }

  void save(std::unique_ptr<model::Snapshot>& into) override { march_->save(into); }
  void restore(const model::Snapshot& from) override { march_->restore(from); }
  model::SolverReport report(model::Probing probing) override {
    return march_ ? march_->report(probing) : model::SolverReport{};
  }
  void finish() override { model_->finish(); }

 private:
  [[noreturn]] void fail(const MarchEnd& end) const;
  [[noreturn]] void fail_unsuitable(const MarchEnd& end, const std::string& where) const;
  std::string blamed(const MarchEnd& end) const;

  std::unique_ptr<model::Model> model_;
  Integration integration_;
  model::ComponentShape shape_;
  Setup setup_;
  model::Signals first_inputs_;
  std::vector<double> slopes_;
  std::optional<EventMarch> march_;
  bool is_interrupted_ = false;  // the last advance
};

std::string IntegratedComponent::blamed(const MarchEnd& end) const {
  return listed(end.states, [&](std::size_t k) { return model_->shape().states[k]; },
                {.most = 3, .rest = ""});
}

void IntegratedComponent::fail(const MarchEnd& end) const {
  using Why = MarchEnd::Why;
  const std::string where = "component '" + shape_.name + "' at t = " + brief(end.time) + ": ";
  const std::string method(integration_.method->name), names = blamed(end);
  if (end.why == Why::too_many_events && march_->event_marks().size() >= EventLog::most)
    throw ComponentFailure(shape_.name, BellCode::too_many_events, shape_.name, end.time,
                           where + grouped(EventLog::most) +
                               " events took place, the most that a run can hold; simulate a "
                               "shorter time (--stop), or sample less often.");
  if (end.why == Why::too_many_events)
    throw ComponentFailure(
        shape_.name, BellCode::too_many_events, shape_.name, end.time,
        where +
            "events repeat without time advancing (chattering); add a hysteresis to the model.");
  if (end.why == Why::zeno)
    throw ComponentFailure(
        shape_.name, BellCode::zeno, shape_.name, end.time,
        where + "events follow each other ever faster and accumulate at t = " + brief(end.limit) +
            " (Zeno behaviour); add a state of rest to the model.");
  if (end.why == Why::step_too_small)
    throw ComponentFailure(
        shape_.name, BellCode::step_too_small, shape_.name + "." + names, end.time,
        where + method + " needs steps below the resolution of time, mainly for " + names +
            "; the solution may be singular here, or the tolerance is too small (--tolerance).");
  if (end.why == Why::not_converged)
    throw ComponentFailure(shape_.name, BellCode::not_converged, shape_.name + "." + names,
                           end.time,
                           where + "the iteration of " + method + " does not converge, mainly in " +
                               names + "; the fixed step may be too large (--step).");
  if (end.why == Why::not_linear || end.why == Why::not_accurate) fail_unsuitable(end, where);
  const std::string what = end.indicator ? "event indicator " + std::to_string(*end.indicator + 1)
                           : end.states.empty() ? "a state"
                                                : names + " or its derivative";
  throw ComponentFailure(
      shape_.name, BellCode::nan, shape_.name + "." + (names.empty() ? what : names), end.time,
      where + what + " is not a finite number, even with smaller steps of " + method + ".");
}

void IntegratedComponent::fail_unsuitable(const MarchEnd& end, const std::string& where) const {
  const std::string method(integration_.method->name), names = blamed(end);
  const std::string why =
      end.why == MarchEnd::Why::not_linear
          ? method + " is for linear models with constant coefficients, and the derivative of " +
                names + " is not linear in the states, or its coefficients depend on time"
          : "rounding in the modes of " + method + " exceeds the tolerance " +
                rough(integration_.tolerance.relative) + ", mainly in " + names;
  throw ComponentFailure(shape_.name, BellCode::method_unsuitable, shape_.name + "." + names,
                         end.time, where + why + "; leave out --method, or use --method auto.");
}

}  // namespace

std::unique_ptr<model::Component> make_integrated_component(std::unique_ptr<model::Model> model,
                                                            const Integration& integration) {
  return std::make_unique<IntegratedComponent>(std::move(model), integration);
}

}  // namespace bw::ode
