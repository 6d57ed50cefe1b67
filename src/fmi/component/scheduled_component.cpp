// Scheduled execution: the FMU is a set of partitions, each with an input clock, and we decide when
// which one computes.
//
//   for every tick in (t, t + h], earliest first, and at one time by priority:
//     activate its partition; then query the clocks that it has triggered
//
// Partitions run one after the other on this thread, so that results are reproducible.

#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "base/value.h"
#include "fmi/component/fmu_component.h"
#include "fmi/description/layout.h"
#include "fmi/instance/clocks.h"
#include "fmi/instance/gate.h"
#include "fmi/instance/host.h"
#include "fmi/instance/instance.h"
#include "fmi/instance/variable_group.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/signals.h"

namespace bw::fmi {
namespace {

constexpr int most_simultaneous_ticks = 1000;

struct Trigger {
  std::size_t lane, variable;
  std::int64_t count;
};

class ScheduledState final : public State {
 public:
  using State::State;
  std::vector<Trigger> triggers;
};

class ScheduledComponent final : public model::Component {
 public:
  ScheduledComponent(const Layout& layout, const Instance::Setup& setup,
                     const model::ComponentRequest& request)
      : watch_(request.name, *setup.bells, setup.surroundings),
        tolerance_(request.tolerance),
        inputs_(layout, request.inputs),
        outputs_(layout, request.outputs),
        records_(layout, request.records) {
    shape_.name = request.name;
    shape_.kin = setup.library;
    shape_.can_roll_back =
        layout.description().at(Interface::scheduled_execution)->get_and_set_state;
    shape_.inputs = pick(layout, request.inputs, request.inputs);
    shape_.outputs = pick(layout, request.outputs, request.inputs);
    shape_.records = pick(layout, request.records, request.inputs);
    find_triggers(layout, request.inputs);
    watch_.over("instantiation", [&] {
      instance_ = Instance::make(setup);
      clocks_.emplace(layout, *instance_);
      set_starts(*instance_, layout, request);
    });
  }

  ~ScheduledComponent() override {
    watch_.undo_changes_after_steps();
    watch_.over("the end", [&] {
      clocks_.reset();
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
    get_outputs(y);
  }

  void start() override {
    watch_.over("initialisation", [&] {
      instance_->exit_initialisation();
      clocks_->begin(start_);
      run_until(start_);
      instance_->settle();
    });
  }

  model::Advance advance(const model::SignalsIn& u, double t, double h,
                         const model::SignalsOut& y) override {
    inputs_.set(*instance_, u);
    pull_triggered(u, t);
    run_until(t + h);
    get_outputs(y);
    return {model::Advance::Status::completed, t + h};
  }

  std::string reason() const override { return instance_->reason(); }

  void get_outputs(const model::SignalsOut& y) override { read(outputs_, y); }
  void get_records(const model::SignalsOut& values) override { read(records_, values); }

  void save(std::unique_ptr<model::Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<ScheduledState>(instance_);
    auto& state = static_cast<ScheduledState&>(*into);
    state.triggers = triggers_;
    instance_->get_state(state.value);
    clocks_->save(state.events.clocks);
    instance_->settle();
  }

  void restore(const model::Snapshot& from) override {
    const auto& state = static_cast<const ScheduledState&>(from);
    triggers_ = state.triggers;
    instance_->set_state(state.value);
    clocks_->restore(state.events.clocks);
    instance_->settle();
  }

  void finish() override {
    watch_.undo_changes_after_steps();
    watch_.over("the end", [&] { instance_->end(); });
  }

 private:
  void find_triggers(const Layout& layout, const std::vector<std::size_t>& inputs) {
    std::size_t lane = 0;
    for (const std::size_t scalar : inputs) {
      const Type type = layout.scalars()[scalar].type;
      if (type == Type::clock) triggers_.push_back({lane, layout.element(scalar).variable, 0});
      if (!is_real(type)) ++lane;
    }
  }

  // A clock on the discrete lane is a count: it ticks when the count has grown.
  void pull_triggered(const model::SignalsIn& u, double t) {
    bool any = false;
    for (Trigger& trigger : triggers_) {
      const std::int64_t count = std::get<std::int64_t>(u.discretes[trigger.lane]);
      if (count > trigger.count) {
        clocks_->trigger(trigger.variable);
        any = true;
      }
      trigger.count = count;
    }
    if (any) activate_due(t);
  }

  void run_until(double end) {
    const double slack = same_time * (std::abs(end) + std::abs(end - start_));
    double last = -std::numeric_limits<double>::infinity();
    int calm = 0;
    for (double tick = clocks_->next(); tick <= end + slack; tick = clocks_->next()) {
      calm = tick > last + slack ? 0 : calm + 1;
      if (calm > most_simultaneous_ticks)
        throw ComponentFailure(shape_.name, "component '" + shape_.name + "': a clock ticked " +
                                                std::to_string(most_simultaneous_ticks) +
                                                " times at t = " + brief(tick) +
                                                ". The run cannot go on.");
      last = tick;
      activate_due(tick);
    }
  }

  void activate_due(double t) {
    due_ = clocks_->take_due(t);
    for (const Reference clock : due_) {
      instance_->activate(clock, t);
      if (instance_->clocks_updated()) clocks_->watch();
      clocks_->renew(t);
    }
  }

  void read(Readout& reading, const model::SignalsOut& values) {
    reading.get(*instance_, values);
    reading.add_ticks(*clocks_, values);
    instance_->settle();
  }

  model::ComponentShape shape_;
  Watch watch_;
  std::optional<double> tolerance_;
  double start_ = 0;
  std::shared_ptr<Instance> instance_;
  std::optional<Clocks> clocks_;
  VariableGroup inputs_;
  Readout outputs_, records_;
  std::vector<Trigger> triggers_;
  std::vector<Reference> due_;
};

}  // namespace

std::unique_ptr<model::Component> make_scheduled_component(const Layout& layout,
                                                           const Instance::Setup& setup,
                                                           const model::ComponentRequest& request) {
  return std::make_unique<ScheduledComponent>(layout, setup, request);
}

}  // namespace bw::fmi
