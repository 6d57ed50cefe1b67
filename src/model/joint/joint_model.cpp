#include "model/joint/joint_model.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "model/enclosure.h"
#include "model/joint/joint_enclosure.h"
#include "model/joint/joint_jacobian.h"
#include "model/joint/joint_reach.h"
#include "model/port_derivatives.h"
#include "model/sized_signals.h"

namespace bw::model {
namespace {

constexpr int most_rounds = 100;  // of an event
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

Discrete discrete_of(const Value& value) {
  return std::visit(
      [](const auto& v) -> Discrete {
        if constexpr (std::is_same_v<std::decay_t<decltype(v)>, std::string>)
          return v;
        else
          return static_cast<std::int64_t>(v);
      },
      value);
}

class JointModel final : public Model {
 public:
  JointModel(std::string name, std::vector<std::unique_ptr<Model>> models,
             const std::vector<JointConnection>& connections, const JointFace& face)
      : models_(std::move(models)),
        reach_(ports_of(models_), connections),
        shape_(make_joint_shape(std::move(name), shapes_of(models_), reach_, face)),
        connections_(connections),
        signals_(shapes_of(models_), connections),
        jacobian_(pointers_to(models_), shape_, reach_),
        enclosure_(
            pointers_to(models_), shape_, signals_,
            [this](double t, std::span<const double> x, std::span<const double> u) {
              take_reals(u);
              return settle(t, x);
            },
            connections_),
        next_events_(models_.size(), std::numeric_limits<double>::infinity()),
        ends_(models_.size(), false) {
    shape_.whole.has_jacobian = jacobian_.exists();
    for (const auto& model : models_) recorded_.push_back(sized_for(model->shape().records));
  }

  const ModelShape& shape() const override { return shape_.whole; }

  void begin(double start, double stop, std::optional<double> tolerance) override {
    time_ = start;
    for (auto& model : models_) model->begin(start, stop, tolerance);
    // Start values, until a connection says otherwise: a model without inputs is not called.
    for (std::size_t m = 0; m < models_.size(); ++m) take_starts(m);
  }

  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    take(u);
    for (int round = 0; round < most_rounds; ++round) {
      settle_initially(signals_);
      if (!signals_.are_reals_right()) solve_initially();
      if (!signals_.pass_discretes()) {
        give(y);
        return;
      }
    }
    fail(time_, "discrete signals between them keep changing at the start of the run");
  }

  EventUpdate start(std::span<double> x) override {
    Signals ignored = sized_for(shape_.whole.outputs);
    evaluate({}, {ignored.reals, ignored.discretes});
    EventUpdate all;
    for (std::size_t m = 0; m < models_.size(); ++m)
      add(models_[m]->start(shape_.component_of(x, m)), m, all);
    return iterate(time_, x, all);
  }

  void set_inputs(const SignalsIn& u) override { take(u); }

  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    if (!settle(t, x)) return std::fill(dx.begin(), dx.end(), not_a_number);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      models_[m]->set_inputs(signals_.in(m));
      models_[m]->derivatives(t, shape_.component_of(x, m), shape_.component_of(dx, m));
    }
  }

  void outputs(double t, std::span<const double> x, const SignalsOut& y) override {
    evaluate_outputs(t, x);
    give(y);
  }

  void records(double t, std::span<const double> x, const SignalsOut& values) override {
    evaluate_outputs(t, x);
    for (std::size_t m = 0; m < models_.size(); ++m)
      if (!models_[m]->shape().records.empty())
        models_[m]->records(t, shape_.component_of(x, m),
                            {recorded_[m].reals, recorded_[m].discretes});
    std::size_t real = 0, discrete = 0;
    for (const Place& place : shape_.records) {
      const Signals& from =
          place.from_outputs ? signals_.outputs(place.model) : recorded_[place.model];
      copy_one(from, place, values, real, discrete);
    }
  }

  void nominals(std::span<double> sizes) override {
    for (std::size_t m = 0; m < models_.size(); ++m)
      models_[m]->nominals(shape_.component_of(sizes, m));
  }

  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    if (!settle(t, x)) return std::fill(z.begin(), z.end(), not_a_number);
    std::size_t first = 0;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      const std::size_t count = models_[m]->shape().indicators;
      models_[m]->set_inputs(signals_.in(m));
      if (count > 0) models_[m]->indicators(t, shape_.component_of(x, m), z.subspan(first, count));
      first += count;
    }
  }

  EventUpdate handle_event(double t, std::span<double> x) override {
    evaluate_outputs(t, x);
    signals_.pass_discretes();
    remember(x);
    EventUpdate all;
    for (std::size_t m = 0; m < models_.size(); ++m) handle(t, x, m, all);
    return iterate(t, x, all);
  }

  StepEnd completed_step(double t, std::span<const double> x) override {
    if (!settle(t, x)) fail(t, signals_.why());
    StepEnd all;
    for (std::size_t m = 0; m < models_.size(); ++m) {
      models_[m]->set_inputs(signals_.in(m));
      const StepEnd end = models_[m]->completed_step(t, shape_.component_of(x, m));
      all.event = all.event || end.event;
      all.ends = all.ends || end.ends;
    }
    return all;
  }

  double next_kink(double t) override {
    double next = std::numeric_limits<double>::infinity();
    for (auto& model : models_) next = std::min(next, model->next_kink(t));
    return next;
  }

  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    if (!settle(t, x)) return std::fill(j.begin(), j.end(), not_a_number);
    for (std::size_t m = 0; m < models_.size(); ++m) models_[m]->set_inputs(signals_.in(m));
    jacobian_.compute(t, x, j);
  }

  Enclosure* enclosure() override { return enclosure_.is_idle() ? nullptr : &enclosure_; }

  void save(std::unique_ptr<Snapshot>& into) override {
    if (into == nullptr) into = std::make_unique<Memory>();
    auto& memory = dynamic_cast<Memory&>(*into);
    memory.models.resize(models_.size());
    for (std::size_t m = 0; m < models_.size(); ++m) models_[m]->save(memory.models[m]);
    memory.next_events = next_events_;
    signals_.save(memory.signals);
  }
  void restore(const Snapshot& from) override {
    const auto& memory = dynamic_cast<const Memory&>(from);
    for (std::size_t m = 0; m < models_.size(); ++m) models_[m]->restore(*memory.models[m]);
    next_events_ = memory.next_events;
    signals_.restore(memory.signals);
  }

  void finish() override {
    for (auto& model : models_) model->finish();
  }

 private:
  struct Memory final : Snapshot {
    std::vector<std::unique_ptr<Snapshot>> models;
    std::vector<double> next_events;
    JointSignals::Saved signals;
  };
  using Place = JointShape::Place;

  static std::vector<Model*> pointers_to(const std::vector<std::unique_ptr<Model>>& models) {
    std::vector<Model*> pointers;
    for (const auto& model : models) pointers.push_back(model.get());
    return pointers;
  }

  static std::vector<const ModelShape*> shapes_of(
      const std::vector<std::unique_ptr<Model>>& models) {
    std::vector<const ModelShape*> shapes;
    for (const auto& model : models) shapes.push_back(&model->shape());
    return shapes;
  }

  static std::vector<JointPorts> ports_of(const std::vector<std::unique_ptr<Model>>& models) {
    std::vector<JointPorts> ports;
    for (const auto& model : models) {
      const auto* const known = dynamic_cast<const PortDerivatives*>(model.get());
      ports.push_back({&model->shape(), known != nullptr ? known->port_pattern() : nullptr});
    }
    return ports;
  }

  void take_starts(std::size_t m) {
    std::size_t real = 0, discrete = 0;
    Signals& in = signals_.inputs(m);
    for (const Variable& input : models_[m]->shape().inputs) {
      const bool given = input.start.has_value();
      if (is_real(input.type)) {
        if (given && std::holds_alternative<double>(*input.start))
          in.reals[real] = std::get<double>(*input.start);
        ++real;
      } else {
        if (given) in.discretes[discrete] = discrete_of(*input.start);
        ++discrete;
      }
    }
  }

  void settle_initially(JointSignals& signals) {
    const bool settled =
        signals.settle([&](std::size_t m) { models_[m]->evaluate(signals.in(m), signals.out(m)); });
    if (!settled) fail(time_, signals.why());
    // Models without connections are evaluated, too.
    for (std::size_t m = 0; m < models_.size(); ++m)
      models_[m]->evaluate(signals.in(m), signals.out(m));
  }

  // Initial equations such as der(x) = 0 may create direct feedthrough that later disappears.
  void solve_initially() {
    std::vector<ModelShape> shapes;
    for (const auto& model : models_)
      for (Variable& output : shapes.emplace_back(model->shape()).outputs)
        output.direct_inputs.reset();
    std::vector<const ModelShape*> pointers;
    for (const ModelShape& shape : shapes) pointers.push_back(&shape);
    JointSignals all(pointers, connections_);
    JointSignals::Saved inputs;
    signals_.save(inputs);
    for (std::size_t m = 0; m < models_.size(); ++m) all.inputs(m) = inputs.inputs[m];
    settle_initially(all);
    for (std::size_t m = 0; m < models_.size(); ++m) {
      signals_.inputs(m) = all.inputs(m);
      signals_.outputs(m) = all.outputs(m);
    }
  }

  void take(const SignalsIn& u) {
    if (u.reals.empty() && u.discretes.empty()) return;
    std::size_t real = 0, discrete = 0;
    for (const Place& place : shape_.inputs) {
      Signals& in = signals_.inputs(place.model);
      if (place.is_real)
        in.reals[place.at] = u.reals[real++];
      else
        in.discretes[place.at] = u.discretes[discrete++];
    }
  }

  void take_reals(std::span<const double> u) {
    std::size_t real = 0;
    for (const Place& place : shape_.inputs)
      if (place.is_real && real < u.size())
        signals_.inputs(place.model).reals[place.at] = u[real++];
  }

  static void copy_one(const Signals& from, const Place& place, const SignalsOut& to,
                       std::size_t& real, std::size_t& discrete) {
    if (place.is_real)
      to.reals[real++] = from.reals[place.at];
    else
      to.discretes[discrete++] = from.discretes[place.at];
  }

  void give(const SignalsOut& y) {
    std::size_t real = 0, discrete = 0;
    for (const Place& place : shape_.outputs)
      copy_one(signals_.outputs(place.model), place, y, real, discrete);
  }

  // Evaluates all connections at time t.
  bool settle(double t, std::span<const double> x) {
    const JointSignals::Compute compute = [&](std::size_t m) {
      models_[m]->set_inputs(signals_.in(m));
      models_[m]->outputs(t, shape_.component_of(x, m), signals_.out(m));
    };
    return signals_.settle(compute);
  }

  // The same, and the outputs of all models.
  void evaluate_outputs(double t, std::span<const double> x) {
    if (!settle(t, x)) fail(t, signals_.why());
    for (std::size_t m = 0; m < models_.size(); ++m) {
      models_[m]->set_inputs(signals_.in(m));
      models_[m]->outputs(t, shape_.component_of(x, m), signals_.out(m));
    }
  }

  void add(const EventUpdate& one, std::size_t m, EventUpdate& all) {
    all.states_changed = all.states_changed || one.states_changed;
    ends_[m] = one.ends;
    next_events_[m] = one.next_time_event;
  }

  void handle(double t, std::span<double> x, std::size_t m, EventUpdate& all) {
    models_[m]->set_inputs(signals_.in(m));
    add(models_[m]->handle_event(t, shape_.component_of(x, m)), m, all);
  }

  // Saves the state before an event, so that the event can be repeated with the signals that it
  // causes.
  void remember(std::span<const double> x) {
    if (!shape_.whole.can_roll_back) return;
    x_before_.assign(x.begin(), x.end());
    models_before_.resize(models_.size());
    for (std::size_t m = 0; m < models_.size(); ++m) models_[m]->save(models_before_[m]);
  }

  void roll_back(std::span<double> x, std::size_t m) {
    if (models_before_.empty()) return;
    models_[m]->restore(*models_before_[m]);
    const std::span<const double> before(x_before_);
    std::copy(shape_.component_of(before, m).begin(), shape_.component_of(before, m).end(),
              shape_.component_of(x, m).begin());
  }

  // A model that gets a changed signal repeats the event, from the state before it where it can
  // roll back: simultaneous events in several models then behave as in a single model.
  EventUpdate iterate(double t, std::span<double> x, EventUpdate all) {
    for (int round = 0; round < most_rounds; ++round) {
      signals_.save(before_);
      evaluate_outputs(t, x);
      signals_.pass_discretes();
      refuse_nan(t);
      bool again = false;
      for (std::size_t m = 0; m < models_.size(); ++m) {
        const Signals& now = signals_.inputs(m);
        if (now.reals == before_.inputs[m].reals && now.discretes == before_.inputs[m].discretes)
          continue;
        roll_back(x, m);
        handle(t, x, m, all);
        again = true;
      }
      if (again) continue;
      models_before_.clear();
      all.ends = std::ranges::find(ends_, true) != ends_.end();
      all.next_time_event = *std::ranges::min_element(next_events_);
      return all;
    }
    fail(t, "the signals between them keep changing at the same time");
  }

  // Whoever reads it would decide by it; and it never equals itself.
  void refuse_nan(double t) {
    for (std::size_t m = 0; m < models_.size(); ++m)
      if (std::ranges::any_of(signals_.inputs(m).reals, [](double u) { return std::isnan(u); }))
        name_nan(t, m);
  }

  [[noreturn]] void name_nan(double t, std::size_t m) {
    const std::vector<Variable>& inputs = models_[m]->shape().inputs;
    std::string name = models_[m]->shape().name;
    std::size_t real = 0;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (is_real(inputs[i].type) && std::isnan(signals_.inputs(m).reals[real++])) {
        name = models_[m]->shape().name + "." + inputs[i].name;
        for (const JointConnection& c : connections_)
          if (c.to == m && c.input == i)
            name = models_[c.from]->shape().name + "." +
                   models_[c.from]->shape().outputs[c.output].name;
        break;
      }
    throw ComponentFailure(shape_.whole.name, BellCode::nan, name, t,
                           name + " is not a finite number at t = " + brief(t) + ".");
  }

  [[noreturn]] void fail(double t, const std::string& why) const {
    throw ComponentFailure(shape_.whole.name,
                           shape_.whole.name + ": at t = " + brief(t) + " " + why + ".");
  }

  std::vector<std::unique_ptr<Model>> models_;
  JointReach reach_;
  JointShape shape_;
  std::vector<JointConnection> connections_;
  JointSignals signals_;
  JointJacobian jacobian_;
  JointEnclosure enclosure_;
  std::vector<Signals> recorded_;
  std::vector<double> next_events_;
  std::vector<bool> ends_;
  JointSignals::Saved before_;
  std::vector<std::unique_ptr<Snapshot>> models_before_;  // empty: at the start, or no rollback
  std::vector<double> x_before_;
  double time_ = 0;
};

}  // namespace

std::unique_ptr<Model> make_joint_model(std::string name,
                                        std::vector<std::unique_ptr<Model>> models,
                                        const std::vector<JointConnection>& connections,
                                        const JointFace& face) {
  return std::make_unique<JointModel>(std::move(name), std::move(models), connections, face);
}

}  // namespace bw::model
