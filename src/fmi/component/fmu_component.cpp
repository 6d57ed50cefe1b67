// One step of a co-simulation FMU, of any version:
//
//   set inputs; do step; get outputs                                  (nearly always)
//
// and where the FMU has an event mode (FMI 3.0):
//
//   until t + h is reached:
//     due events: event mode, discrete inputs, clocks, iteration, back to step mode
//     do step to the next known event, to t + h at most; it may return early

#include "fmi/component/fmu_component.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "base/error.h"
#include "base/pack.h"
#include "base/text.h"
#include "fmi/instance/clocks.h"
#include "fmi/instance/events.h"
#include "fmi/instance/host.h"
#include "fmi/instance/instance_1.h"
#include "fmi/instance/instance_2.h"
#include "fmi/instance/instance_3.h"
#include "fmi/instance/variable_group.h"

namespace bw::fmi {

template <class Pack, Is<Clocks::Timed> T>
void fields(Pack& pack, T& clock) {
  pack(clock.reference, clock.variable, clock.kind, clock.priority, clock.interval, clock.origin,
       clock.count, clock.next);
}

template <class Pack, Is<Events::Memory> M>
void fields(Pack& pack, M& memory) {
  pack(memory.clocks.timed, memory.clocks.ticks, memory.reals, memory.discretes,
       memory.next_time_event);
}

namespace {

using AdvanceStatus = model::Advance::Status;

// An FMU with a fixed step size gets exactly that size, although our differences of times vary in
// the last digit.
constexpr double same_step = 1e-9;

// A concrete instance, so that the calls of a step are not virtual.
template <class AnyInstance>
class FmuComponent final : public model::Component {
 public:
  FmuComponent(const Layout& layout, const Instance::Setup& setup,
               const model::ComponentRequest& request)
      : inputs_(layout, request.inputs),
        outputs_(layout, request.outputs),
        may_roll_back_(request.may_roll_back),
        watch_(request.name, *setup.bells, setup.surroundings),
        tolerance_(request.tolerance ? request.tolerance
                                     : layout.description().experiment.tolerance),
        event_margin_(request.stops_at_events),
        records_(layout, request.records) {
    const InterfaceDescription& offered = *layout.description().at(Interface::co_simulation);
    shape_.name = request.name;
    shape_.kin = setup.library;
    shape_.can_roll_back = offered.get_and_set_state;
    shape_.can_serialise = offered.get_and_set_state && offered.serialise_state;
    shape_.variable_steps = variable_steps_ = offered.variable_steps;
    shape_.inputs = pick(layout, request.inputs, request.inputs);
    shape_.outputs = pick(layout, request.outputs, request.inputs);
    shape_.records = pick(layout, request.records, request.inputs);
    shape_.takes_slopes = takes_slopes(layout, offered, request.inputs);
    shape_.gives_partials = offered.directional_derivatives && !inputs_.plain_reals().empty() &&
                            !outputs_.plain_reals().empty();
    watch_.over("instantiation", [&] {
      instance_ = std::make_shared<AnyInstance>(setup);
      if (instance_->has_event_mode())
        events_ = std::make_unique<Events>(layout, *instance_, request.inputs);
      set_starts(*instance_, layout, request);
    });
  }

  ~FmuComponent() override {
    watch_.undo_changes_after_steps();
    watch_.over("the end", [&] {
      events_.reset();
      instance_.reset();
    });
  }

  const model::ComponentShape& shape() const override { return shape_; }

  void begin(double start, double stop) override {
    start_ = start;
    watch_.over("initialisation",
                [&] { instance_->enter_initialisation(tolerance_, start, stop); });
  }

  void evaluate(const model::SignalsIn& u, const model::SignalsOut& y) override {
    inputs_.set(*instance_, u);
    if (events_) {
      first_.reals.assign(u.reals.begin(), u.reals.end());
      first_.discretes.assign(u.discretes.begin(), u.discretes.end());
    }
    get_outputs(y);
  }

  void start() override {
    watch_.over("initialisation", [&] {
      instance_->exit_initialisation();
      if (!events_) return;
      first_.reals.resize(model::count_reals(shape_.inputs));
      first_.discretes.resize(shape_.inputs.size() - first_.reals.size());
      ended_ = events_->begin(start_, {first_.reals, first_.discretes}).ends;
      if (!ended_) instance_->enter_step_mode();
      instance_->settle();
    });
  }

  void get_outputs(const model::SignalsOut& y) override { read(outputs_, y); }
  void get_records(const model::SignalsOut& values) override { read(records_, values); }

  void get_partials(std::span<double> columns) override {
    const References unknowns = outputs_.plain_reals();
    const double one = 1.0;
    for (const Reference& known : inputs_.plain_reals()) {
      instance_->directional_derivative(unknowns, {&known, 1}, {&one, 1},
                                        columns.first(unknowns.size()));
      columns = columns.subspan(unknowns.size());
    }
    instance_->settle();
  }

  void set_slopes(std::span<const double> slopes) override {
    slopes_.assign(slopes.begin(), slopes.end());
  }

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    AnyInstance& instance = *instance_;
    if (events_) [[unlikely]]
      return advance_with_events(u, t, h, y);
    inputs_.set(instance, u);
    if (!slopes_.empty()) [[unlikely]]
      hand_over_slopes();
    if (!variable_steps_) [[unlikely]]
      h = the_one_step(t, h);
    StepAnswer moved = instance.do_step(t, h, may_roll_back_);
    if (moved.reached < t + h && moved.status == AdvanceStatus::completed) [[unlikely]]
      moved = go_on(moved, t, t + h);
    if (moved.status == AdvanceStatus::completed) [[likely]]
      outputs_.get(instance, y);
    instance.settle();
    return {moved.status, moved.reached};
  }

  std::string reason() const override { return reason_.empty() ? instance_->reason() : reason_; }

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<State>(instance_);
    auto& state = static_cast<State&>(*into);
    instance_->get_state(state.value);
    if (events_) events_->save(state.events);
    instance_->settle();
  }

  void restore(const model::Snapshot& from) override {
    const auto& state = static_cast<const State&>(from);
    instance_->set_state(state.value);
    if (events_) events_->restore(state.events);
    instance_->settle();
  }

  std::string to_bytes(const model::Snapshot& snapshot) override {
    const auto& state = static_cast<const State&>(snapshot);
    const std::string value = instance_->serialise(state.value);
    instance_->settle();
    Packer pack;
    pack(fixed_step_, value, state.events);
    return pack.take();
  }

  void from_bytes(const std::string& bytes, std::unique_ptr<model::Snapshot>& into) override {
    auto state = std::make_unique<State>(instance_);
    std::string value;
    Unpacker unpack(bytes);
    unpack(fixed_step_, value, state->events);
    if (!unpack.complete())
      throw ComponentFailure(shape_.name, "component '" + shape_.name +
                                              "' cannot read its state from the checkpoint.");
    instance_->deserialise(value, state->value);
    instance_->settle();
    into = std::move(state);
  }

  void finish() override {
    watch_.undo_changes_after_steps();
    watch_.over("the end", [&] { instance_->end(); });
  }

 private:
  // Slopes are used for inputs that are all smooth and set in one call.
  bool takes_slopes(const Layout& layout, const InterfaceDescription& offered,
                    const std::vector<std::size_t>& inputs) const {
    if (!offered.interpolates_inputs && !offered.intermediate_update) return false;
    std::size_t reals = 0;
    for (const std::size_t scalar : inputs) {
      const model::Variable& variable = layout.scalars()[scalar];
      if (!is_real(variable.type)) continue;
      ++reals;
      if (variable.variability != model::Variability::continuous) return false;
      if (!offered.interpolates_inputs && !layout.variable_of(scalar).intermediate_update)
        return false;
    }
    return reals > 0 && !inputs_.plain_reals().empty();
  }

  void read(Readout& reading, const model::SignalsOut& values) {
    reading.get(*instance_, values);
    if (events_) reading.add_ticks(events_->clocks(), values);
    instance_->settle();
  }

  [[gnu::noinline]] double the_one_step(double t, double h) {
    if (fixed_step_ == 0) fixed_step_ = h;
    if (std::abs(h - fixed_step_) > same_step * fixed_step_)
      throw ComponentFailure(shape_.name, "component '" + shape_.name +
                                              "' accepts one step size only: it was " +
                                              shortest(fixed_step_) + " and would be " +
                                              shortest(h) + " at t = " + brief(t) + ".");
    return fixed_step_;
  }

  [[gnu::noinline]] void hand_over_slopes() {
    instance_->set_input_slopes(inputs_.plain_reals(), slopes_);
    slopes_.clear();
  }

  // The rest of a step from which the FMU returned early although there is no event mode.
  [[gnu::noinline]] StepAnswer go_on(StepAnswer moved, double t, double end) {
    for (int calm = 0; moved.status == AdvanceStatus::completed && moved.reached < end; ++calm) {
      if (calm >= most_simultaneous_events) stuck(moved.reached);
      if (moved.reached > t + same_time * std::abs(end)) calm = 0;
      t = moved.reached;
      moved = instance_->do_step(t, end - t, may_roll_back_);
    }
    return moved;
  }

  [[gnu::noinline]] model::Advance advance_with_events(const model::SignalsIn& u, double t,
                                                       double h, const model::SignalsOut& y) {
    const double end = t + h, slack = same_time * (std::abs(end) + h);
    const std::vector<double> slopes = std::exchange(slopes_, {});
    double now = t;
    bool event = events_->inputs_changed(u);
    for (int calm = 0; !ended_; ++calm) {
      if (calm >= most_simultaneous_events) stuck(now);
      const bool due = events_->next() <= now + slack;
      if (event || due) {
        // The caller rolls back and steps exactly to here.
        if (event_margin_ > 0 && now > t + event_margin_) return {AdvanceStatus::event, now};
        handle_events(moved_by(u, slopes, now - t), due ? std::max(now, events_->next()) : now);
        event = false;
        continue;
      }
      if (end - now <= slack) break;
      set_smooth_inputs(u, slopes, now - t);
      const double target =
          shape_.variable_steps && events_->next() < end - slack ? events_->next() : end;
      const bool whole = now == t && target == end && !shape_.variable_steps;
      const StepAnswer moved =
          instance_->do_step(now, whole ? the_one_step(t, h) : target - now, may_roll_back_);
      if (moved.status != AdvanceStatus::completed) return {moved.status, moved.reached};
      if (moved.reached > now + slack) calm = 0;
      now = moved.reached < target - slack ? moved.reached : target;
      event = moved.event;
    }
    if (ended_) {
      reason_ = "component '" + shape_.name + "': an event at t = " + brief(now) +
                " requested the end of the simulation.";
      read(outputs_, y);
      return {AdvanceStatus::terminated, now, true};
    }
    read(outputs_, y);
    return {AdvanceStatus::completed, end};
  }

  void handle_events(const model::SignalsIn& u, double t) {
    ended_ = events_->handle(t, u).ends;
    if (!ended_) instance_->enter_step_mode();
  }

  // The smooth inputs at `since` seconds after the begin of the step.
  void set_smooth_inputs(const model::SignalsIn& u, const std::vector<double>& slopes,
                         double since) {
    VariableGroup& group = events_->continuous_inputs();
    if (slopes.empty()) {
      group.set(*instance_, events_->continuous_part(u));
      return;
    }
    group.set(*instance_, {moved_by(u, slopes, since).reals, {}});
    instance_->set_input_slopes(group.plain_reals(), slopes);
  }

  model::SignalsIn moved_by(const model::SignalsIn& u, const std::vector<double>& slopes,
                            double since) {
    if (slopes.empty()) return u;
    moved_inputs_.assign(u.reals.begin(), u.reals.end());
    for (std::size_t i = 0; i < slopes.size(); ++i) moved_inputs_[i] += since * slopes[i];
    return {moved_inputs_, u.discretes};
  }

  [[noreturn]] void stuck(double t) const {
    throw ComponentFailure(shape_.name, "component '" + shape_.name + "' had " +
                                            std::to_string(most_simultaneous_events) +
                                            " events or early returns at t = " + brief(t) +
                                            " without advancing. The run cannot go on.");
  }

  // First what every step needs: in a large system it comes from memory.
  std::shared_ptr<AnyInstance> instance_;
  std::unique_ptr<Events> events_;  // where there is an event mode
  VariableGroup inputs_;
  Readout outputs_;
  bool may_roll_back_;
  bool variable_steps_ = true;
  std::vector<double> slopes_;

  model::ComponentShape shape_;
  Watch watch_;
  std::optional<double> tolerance_;
  double event_margin_;  // 0: events do not end a step
  double start_ = 0, fixed_step_ = 0;
  Readout records_;
  model::Signals first_;  // inputs during initialisation
  std::vector<double> moved_inputs_;
  bool ended_ = false;
  std::string reason_;
};

}  // namespace

std::unique_ptr<model::Component> make_fmu_component(const Layout& layout,
                                                     const Instance::Setup& setup,
                                                     const model::ComponentRequest& request) {
  switch (layout.description().version) {
    case Version::fmi1: return std::make_unique<FmuComponent<Instance1>>(layout, setup, request);
    case Version::fmi2: return std::make_unique<FmuComponent<Instance2>>(layout, setup, request);
    case Version::fmi3: break;
  }
  return std::make_unique<FmuComponent<Instance3>>(layout, setup, request);
}

}  // namespace bw::fmi
