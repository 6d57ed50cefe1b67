#include "model/widening.h"

#include <stdexcept>
#include <utility>
#include <vector>

#include "base/pack.h"
#include "base/value.h"
#include "model/component.h"
#include "model/model.h"
#include "model/signals.h"
#include "model/variable.h"

namespace bw::model {
namespace {

struct SavedReal final : Snapshot {
  double value = 0;
};

// What both kinds of instances do.
struct Widening {
  double gain, offset;
  double value = 0;

  void take(const SignalsIn& u) {
    if (const auto* number = std::get_if<std::int64_t>(&u.discretes.front()))
      value = gain * static_cast<double>(*number) + offset;
  }
  void give(const SignalsOut& y) const {
    if (!y.reals.empty()) y.reals.front() = value;
  }
  void save(std::unique_ptr<Snapshot>& into) const {
    if (into == nullptr) into = std::make_unique<SavedReal>();
    static_cast<SavedReal&>(*into).value = value;
  }
  void restore(const Snapshot& from) { value = static_cast<const SavedReal&>(from).value; }
};

class WideningComponent final : public Component {
 public:
  WideningComponent(ComponentShape shape, const Widening& widening)
      : shape_(std::move(shape)), widening_(widening) {
    shape_.can_roll_back = shape_.can_serialise = true;
  }

  const ComponentShape& shape() const override { return shape_; }
  void begin(double /*start*/, double /*stop*/) override {}
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    widening_.take(u);
    widening_.give(y);
  }
  void start() override {}
  Advance advance(const SignalsIn& u, double t, double h, const SignalsOut& y) override {
    evaluate(u, y);
    return {Advance::Status::completed, t + h};
  }
  std::string reason() const override { return {}; }
  void get_outputs(const SignalsOut& y) override { widening_.give(y); }
  void get_records(const SignalsOut& values) override { widening_.give(values); }
  void save(std::unique_ptr<Snapshot>& into) override { widening_.save(into); }
  void restore(const Snapshot& from) override { widening_.restore(from); }
  std::string to_bytes(const Snapshot& snapshot) override {
    Packer pack;
    pack(static_cast<const SavedReal&>(snapshot).value);
    return pack.take();
  }
  void from_bytes(const std::string& bytes, std::unique_ptr<Snapshot>& into) override {
    auto saved = std::make_unique<SavedReal>();
    Unpacker unpack(bytes);
    unpack(saved->value);
    into = std::move(saved);
  }
  void finish() override {}

 private:
  ComponentShape shape_;
  Widening widening_;
};

class WideningModel final : public Model {
 public:
  WideningModel(ModelShape shape, const Widening& widening)
      : shape_(std::move(shape)), widening_(widening) {
    shape_.can_roll_back = shape_.has_formulas = true;
  }

  const ModelShape& shape() const override { return shape_; }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    widening_.take(u);
    widening_.give(y);
  }
  EventUpdate start(std::span<double> /*x*/) override { return {}; }
  void set_inputs(const SignalsIn& u) override { widening_.take(u); }
  void derivatives(double /*t*/, std::span<const double> /*x*/, std::span<double> /*dx*/) override {
  }
  void outputs(double /*t*/, std::span<const double> /*x*/, const SignalsOut& y) override {
    widening_.give(y);
  }
  void records(double /*t*/, std::span<const double> /*x*/, const SignalsOut& values) override {
    widening_.give(values);
  }
  void save(std::unique_ptr<Snapshot>& into) override { widening_.save(into); }
  void restore(const Snapshot& from) override { widening_.restore(from); }

 private:
  ModelShape shape_;
  Widening widening_;
};

class WideningBlueprint final : public Blueprint {
 public:
  WideningBlueprint(double gain, double offset) : widening_{gain, offset} {
    variables_.resize(2);
    Variable &whole = variables_[0], &real = variables_[1];
    whole.name = "whole";
    whole.type = Type::integer;
    whole.causality = Causality::input;
    real.name = "real";
    real.causality = Causality::output;
    whole.variability = real.variability = Variability::discrete;
    whole.lowest = std::numeric_limits<std::int64_t>::min();
    whole.highest = std::numeric_limits<std::int64_t>::max();
    real.direct_inputs = {0};
  }

  const std::vector<Variable>& variables() const override { return variables_; }
  const Experiment& experiment() const override { return experiment_; }
  const std::vector<Interface>& interfaces() const override { return interfaces_; }
  Capabilities capabilities(Interface) const override {
    return {.can_roll_back = true, .can_serialise = true};
  }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& /*structural*/) const override {
    throw std::logic_error("A widening has no structural parameters.");
  }
  std::unique_ptr<Component> make(const ComponentRequest& request, Bells&) const override {
    return std::make_unique<WideningComponent>(shape_of<ComponentShape>(request), widening_);
  }
  std::unique_ptr<Model> make_model(const ComponentRequest& request, Bells&) const override {
    return std::make_unique<WideningModel>(shape_of<ModelShape>(request), widening_);
  }

 private:
  template <class Shape>
  Shape shape_of(const ComponentRequest& request) const {
    Shape shape;
    shape.name = request.name;
    for (const std::size_t v : request.inputs) shape.inputs.push_back(variables_[v]);
    for (const std::size_t v : request.outputs) shape.outputs.push_back(variables_[v]);
    for (const std::size_t v : request.records) shape.records.push_back(variables_[v]);
    point_into(request.inputs, shape.outputs);
    return shape;
  }

  Widening widening_;
  std::vector<Variable> variables_;
  Experiment experiment_;
  std::vector<Interface> interfaces_ = {Interface::model_exchange, Interface::co_simulation};
};

}  // namespace

std::shared_ptr<const Blueprint> make_widening(double gain, double offset) {
  return std::make_shared<WideningBlueprint>(gain, offset);
}

}  // namespace bw::model
