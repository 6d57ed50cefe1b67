#include "model/isolated/isolated_model.h"

#include <optional>
#include <span>
#include <string>
#include <utility>

#include "model/isolated/host.h"
#include "model/isolated/letter.h"
#include "model/isolated/snapshots.h"
#include "model/signals.h"

namespace bw::model {
namespace {

// In the host.
class ModelServant final : public Servant {
 public:
  explicit ModelServant(std::unique_ptr<Model> model) : model_(std::move(model)) {}

  void introduce(Letter& answer) override {
    const ModelShape& shape = model_->shape();
    answer.put(shape.can_roll_back);
    answer.put(shape.checks_steps);
    answer.put(shape.has_jacobian);
    answer.put(shape.rhs_seconds);
    answer.put(static_cast<std::uint32_t>(shape.indicators));
    answer.put(static_cast<std::uint32_t>(shape.states.size()));
    for (const std::string& state : shape.states) answer.put(std::string_view(state));
    answer.put(shape.sparsity.has_value());
    if (!shape.sparsity) return;
    for (const std::vector<std::size_t>& row : *shape.sparsity) {
      answer.put(static_cast<std::uint32_t>(row.size()));
      for (const std::size_t column : row) answer.put(static_cast<std::uint32_t>(column));
    }
  }

  void serve(Verb verb, OpenedLetter& request, Letter& answer) override {
    if (verb == Verb::save) return states_.save(*model_, request);
    if (verb == Verb::restore) return states_.restore(*model_, request);
    if (request.get<bool>()) {
      request.get(u_);
      model_->set_inputs({u_.reals, u_.discretes});
    }
    switch (verb) {
      case Verb::begin: return begin(request);
      case Verb::evaluate: {
        request.get(u_);
        const SignalsOut y = places(request, y_);
        model_->evaluate({u_.reals, u_.discretes}, y);
        return answer.put(y);
      }
      case Verb::start:
        x_.resize(request.get<std::uint32_t>());
        return put(model_->start(x_), answer);
      case Verb::handle_event: {
        place(request);
        return put(model_->handle_event(t_, x_), answer);
      }
      case Verb::completed_step: {
        place(request);
        const StepEnd end = model_->completed_step(t_, x_);
        answer.put(end.event);
        return answer.put(end.ends);
      }
      case Verb::finish: return model_->finish();
      default: return evaluate(verb, request, answer);
    }
  }

 private:
  void begin(OpenedLetter& request) {
    const auto start = request.get<double>(), stop = request.get<double>();
    std::optional<double> tolerance;
    if (request.get<bool>()) tolerance = request.get<double>();
    model_->begin(start, stop, tolerance);
  }

  void evaluate(Verb verb, OpenedLetter& request, Letter& answer) {
    if (verb == Verb::nominals) {
      values_.resize(request.get<std::uint32_t>());
      model_->nominals(values_);
      return answer.put(std::span<const double>(values_));
    }
    place(request);
    if (verb == Verb::outputs || verb == Verb::records) {
      const SignalsOut y = places(request, y_);
      verb == Verb::outputs ? model_->outputs(t_, x_, y) : model_->records(t_, x_, y);
      return answer.put(y);
    }
    values_.resize(request.get<std::uint32_t>());
    switch (verb) {
      case Verb::derivatives: model_->derivatives(t_, x_, values_); break;
      case Verb::indicators: model_->indicators(t_, x_, values_); break;
      case Verb::jacobian: model_->jacobian(t_, x_, values_); break;
      default: throw Garbled();
    }
    answer.put(std::span<const double>(values_));
  }

  void place(OpenedLetter& request) {
    t_ = request.get<double>();
    request.get(x_);
  }

  void put(const EventUpdate& update, Letter& answer) const {
    answer.put(update.states_changed);
    answer.put(update.ends);
    answer.put(update.next_time_event);
    answer.put(std::span<const double>(x_));
  }

  std::unique_ptr<Model> model_;
  KeptStates<Model> states_;
  Signals u_, y_;
  double t_ = 0;
  std::vector<double> x_, values_;
};

// Here.
class IsolatedModel final : public Model {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;

  IsolatedModel(ModelShape shape, MakeServant make, Copies copies, const Isolation& how,
                Bells& bells)
      : link_(std::make_shared<Link>(shape.name, std::move(make), how, bells)),
        shape_(std::move(shape)),
        snapshots_(link_, false) {
    take_in(link_->introduction());
    if (copies == Copies::unused) return;
    shape_.can_roll_back = true;
    snapshots_ = Snapshots(link_, true);
  }
  ~IsolatedModel() override { link_->end(); }  // snapshots may hold the link for longer

  const ModelShape& shape() const override { return shape_; }

  void begin(double start, double stop, std::optional<double> tolerance) override {
    link_->set_time(start);
    Letter& letter = request(Verb::begin);
    letter.put(start);
    letter.put(stop);
    letter.put(tolerance.has_value());
    if (tolerance) letter.put(*tolerance);
    link_->ask();
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    Letter& letter = request(Verb::evaluate);
    letter.put(u);
    put_places(letter, y);
    link_->ask().get(y);
  }
  EventUpdate start(Out x) override {
    request(Verb::start).put(static_cast<std::uint32_t>(x.size()));
    return update(link_->ask(), x);
  }
  void set_inputs(const SignalsIn& u) override {
    if (shape_.inputs.empty()) return;
    u_.reals.assign(u.reals.begin(), u.reals.end());
    u_.discretes.assign(u.discretes.begin(), u.discretes.end());
    has_inputs_ = true;
  }

  void derivatives(double t, In x, Out dx) override { evaluate(Verb::derivatives, t, x, dx); }
  void indicators(double t, In x, Out z) override { evaluate(Verb::indicators, t, x, z); }
  void jacobian(double t, In x, Out j) override { evaluate(Verb::jacobian, t, x, j); }
  void outputs(double t, In x, const SignalsOut& y) override { read(Verb::outputs, t, x, y); }
  void records(double t, In x, const SignalsOut& values) override {
    read(Verb::records, t, x, values);
  }
  void nominals(Out sizes) override {
    request(Verb::nominals).put(static_cast<std::uint32_t>(sizes.size()));
    link_->ask().get(sizes);
  }

  EventUpdate handle_event(double t, Out x) override {
    place(Verb::handle_event, t, x);
    return update(link_->ask(), x);
  }
  StepEnd completed_step(double t, In x) override {
    if (!shape_.checks_steps) return {};
    place(Verb::completed_step, t, x);
    OpenedLetter answer = link_->ask();
    StepEnd end;
    end.event = answer.get<bool>();
    end.ends = answer.get<bool>();
    return end;
  }

  void save(std::unique_ptr<Snapshot>& into) override {
    flush_inputs();
    snapshots_.save(into);
  }
  void restore(const Snapshot& from) override {
    flush_inputs();
    snapshots_.restore(from);
  }
  void finish() override {
    request(Verb::finish);
    link_->ask();
  }

 private:
  void take_in(OpenedLetter said) {
    shape_.can_roll_back = said.get<bool>();
    shape_.checks_steps = said.get<bool>();
    shape_.has_jacobian = said.get<bool>();
    shape_.rhs_seconds = said.get<double>();
    shape_.indicators = said.get<std::uint32_t>();
    shape_.states.resize(said.get<std::uint32_t>());
    for (std::string& state : shape_.states) state = std::string(said.text());
    if (!said.get<bool>()) return;
    auto& rows = shape_.sparsity.emplace(shape_.states.size());
    for (std::vector<std::size_t>& row : rows) {
      row.resize(said.get<std::uint32_t>());
      for (std::size_t& column : row) column = said.get<std::uint32_t>();
    }
  }

  // Inputs that were set since the last message come first.
  Letter& request(Verb verb) {
    Letter& letter = link_->request(verb);
    letter.put(has_inputs_);
    if (has_inputs_) letter.put(u_);
    has_inputs_ = false;
    return letter;
  }
  // Before a snapshot, which has no place for them.
  void flush_inputs() {
    if (!has_inputs_) return;
    request(Verb::nominals).put(std::uint32_t{0});
    link_->ask();
  }
  Letter& place(Verb verb, double t, In x) {
    link_->set_time(t);
    Letter& letter = request(verb);
    letter.put(t);
    letter.put(x);
    return letter;
  }
  void evaluate(Verb verb, double t, In x, Out values) {
    place(verb, t, x).put(static_cast<std::uint32_t>(values.size()));
    link_->ask().get(values);
  }
  void read(Verb verb, double t, In x, const SignalsOut& values) {
    put_places(place(verb, t, x), values);
    link_->ask().get(values);
  }
  static EventUpdate update(OpenedLetter answer, Out x) {
    EventUpdate made;
    made.states_changed = answer.get<bool>();
    made.ends = answer.get<bool>();
    made.next_time_event = answer.get<double>();
    answer.get(x);
    return made;
  }

  std::shared_ptr<Link> link_;
  ModelShape shape_;
  Snapshots snapshots_;
  Signals u_;
  bool has_inputs_ = false;  // that were not sent yet
};

}  // namespace

std::unique_ptr<Model> make_isolated_model(std::shared_ptr<const Blueprint> inner,
                                           const ComponentRequest& request, Copies copies,
                                           const Isolation& how, Bells& bells) {
  ModelShape shape;
  shape.name = request.name;
  shape.inputs = chosen_variables(*inner, request, request.inputs);
  shape.outputs = chosen_variables(*inner, request, request.outputs);
  shape.records = chosen_variables(*inner, request, request.records);
  MakeServant make = [inner = std::move(inner), request](Bells& in_host) {
    return std::make_unique<ModelServant>(inner->make_model(request, in_host));
  };
  return std::make_unique<IsolatedModel>(std::move(shape), std::move(make), copies, how, bells);
}

}  // namespace bw::model
