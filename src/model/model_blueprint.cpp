#include "model/model_blueprint.h"

#include <stdexcept>

#include "model/enclosure.h"
#include "model/forwarding_model.h"
#include "model/sized_signals.h"

namespace bw::model {
namespace {

SignalsOut all_of(Signals& signals) { return {signals.reals, signals.discretes}; }

// The requested variables of the model, with their positions in its lanes.
struct Choice {
  struct Place {
    bool is_record, is_real;
    std::size_t at;
  };
  std::vector<Place> places{};
  bool has_outputs = false, has_records = false;
};

// Calls the user's model and returns the requested variables.
class SelectedModel final : public ForwardingModel {
 public:
  SelectedModel(Model& model, const ComponentRequest& request)
      : ForwardingModel(model), shape_(model.shape()) {
    const ModelShape& own = model.shape();
    shape_.name = request.name;
    inputs_ = sized_for(own.inputs);
    outputs_ = sized_for(own.outputs);
    records_ = sized_for(own.records);
    shape_.inputs.clear();
    const std::vector<std::size_t> lane = lane_positions(own.inputs);
    for (const std::size_t i : request.inputs) {
      shape_.inputs.push_back(own.inputs[i]);
      driven_.push_back({false, is_real(own.inputs[i].type), lane[i]});
    }
    shape_.outputs = choose(request.outputs, outputs_chosen_);
    shape_.records = choose(request.records, records_chosen_);
    shape_.has_formulas = own.has_formulas && shape_.inputs.size() == own.inputs.size();
  }

  const ModelShape& shape() const override { return shape_; }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    take(u);
    inner().evaluate({inputs_.reals, inputs_.discretes}, all_of(outputs_));
    give(outputs_chosen_, y);
  }
  // Its bounds know all inputs, not the chosen ones.
  Enclosure* enclosure() override {
    return shape_.inputs.size() == inner().shape().inputs.size() ? inner().enclosure() : nullptr;
  }
  void set_inputs(const SignalsIn& u) override {
    take(u);
    inner().set_inputs({inputs_.reals, inputs_.discretes});
  }
  void outputs(double t, std::span<const double> x, const SignalsOut& y) override {
    compute(outputs_chosen_, t, x);
    give(outputs_chosen_, y);
  }
  void records(double t, std::span<const double> x, const SignalsOut& values) override {
    compute(records_chosen_, t, x);
    give(records_chosen_, values);
  }

 private:
  std::vector<Variable> choose(const std::vector<std::size_t>& requested, Choice& into) const {
    const ModelShape& own = inner().shape();
    const std::size_t inputs = own.inputs.size(), before = inputs + own.outputs.size();
    const std::vector<std::size_t> outputs = lane_positions(own.outputs),
                                   records = lane_positions(own.records);
    std::vector<Variable> chosen;
    for (const std::size_t i : requested) {
      const bool record = i >= before;
      const std::size_t at = record ? i - before : i - inputs;
      chosen.push_back((record ? own.records : own.outputs)[at]);
      into.places.push_back(
          {record, is_real(chosen.back().type), (record ? records : outputs)[at]});
      (record ? into.has_records : into.has_outputs) = true;
    }
    return chosen;
  }

  void compute(const Choice& choice, double t, std::span<const double> x) {
    if (choice.has_outputs) inner().outputs(t, x, all_of(outputs_));
    if (choice.has_records) inner().records(t, x, all_of(records_));
  }

  void give(const Choice& choice, const SignalsOut& y) const {
    std::size_t real = 0, discrete = 0;
    for (const Choice::Place& place : choice.places) {
      const Signals& from = place.is_record ? records_ : outputs_;
      if (place.is_real)
        y.reals[real++] = from.reals[place.at];
      else
        y.discretes[discrete++] = from.discretes[place.at];
    }
  }

  void take(const SignalsIn& u) {
    std::size_t real = 0, discrete = 0;
    for (const Choice::Place& place : driven_)
      if (place.is_real) {
        if (real < u.reals.size()) inputs_.reals[place.at] = u.reals[real++];
      } else if (discrete < u.discretes.size()) {
        inputs_.discretes[place.at] = u.discretes[discrete++];
      }
  }

  ModelShape shape_;
  Signals inputs_, outputs_, records_;  // all variables of the model
  std::vector<Choice::Place> driven_;
  Choice outputs_chosen_, records_chosen_;
};

class ModelBlueprint final : public Blueprint {
 public:
  explicit ModelBlueprint(Model& model) : model_(model) {
    add(model.shape().inputs, Causality::input);
    add(model.shape().outputs, Causality::output);
    add(model.shape().records, Causality::local);
  }

  const std::vector<Variable>& variables() const override { return variables_; }
  const Experiment& experiment() const override { return experiment_; }
  const std::vector<Interface>& interfaces() const override { return interfaces_; }
  Capabilities capabilities(Interface /*interface*/) const override {
    return {.can_roll_back = model_.shape().can_roll_back, .one_instance_only = true};
  }
  std::shared_ptr<const Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>& /*structural*/) const override {
    throw std::logic_error("A model of the user's own has no structural parameters.");
  }
  std::unique_ptr<Component> make(const ComponentRequest& /*request*/,
                                  Bells& /*bells*/) const override {
    throw std::logic_error("A model of the user's own is for model exchange.");
  }
  std::unique_ptr<Model> make_model(const ComponentRequest& request,
                                    Bells& /*bells*/) const override {
    return std::make_unique<SelectedModel>(model_, request);
  }

 private:
  void add(const std::vector<Variable>& list, Causality causality) {
    for (const Variable& variable : list) variables_.emplace_back(variable).causality = causality;
  }

  Model& model_;
  std::vector<Variable> variables_;
  Experiment experiment_;
  std::vector<Interface> interfaces_{Interface::model_exchange};
};

}  // namespace

std::shared_ptr<const Blueprint> make_model_blueprint(Model& model) {
  return std::make_shared<ModelBlueprint>(model);
}

}  // namespace bw::model
