#include "model/model_blueprint.h"

#include <algorithm>
#include <stdexcept>

#include "base/error.h"

namespace bw::model {
namespace {

// Which places of the model's own lanes the values of a request come from.
struct Places {
  std::vector<std::size_t> reals, discretes;
};

Signals sized_for(const std::vector<Variable>& variables) {
  Signals signals;
  signals.reals.resize(count_reals(variables));
  signals.discretes.resize(variables.size() - signals.reals.size());
  return signals;
}

// Speaks to the user's model and passes on what a request asks for.
class Spokesman final : public Model {
 public:
  Spokesman(Model& model, const PartRequest& request, const std::vector<Variable>& variables)
      : model_(model), shape_(model.shape()) {
    shape_.name = request.name;
    const std::size_t inputs = shape_.inputs.size(), outputs = shape_.outputs.size();
    inputs_ = sized_for(shape_.inputs);
    outputs_ = sized_for(shape_.outputs);
    records_ = sized_for(shape_.records);
    shape_.inputs = pick(request.inputs, variables, 0, from_inputs_);
    shape_.outputs = pick(request.outputs, variables, inputs, from_outputs_, &from_records_);
    shape_.records = pick(request.records, variables, inputs, recorded_outputs_, &recorded_records_);
    needs_outputs_ = outputs > 0;
  }

  const ModelShape& shape() const override { return shape_; }
  void begin(double start, double stop, std::optional<double> tolerance) override {
    model_.begin(start, stop, tolerance);
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override {
    take(u);
    model_.evaluate({inputs_.reals, inputs_.discretes}, {outputs_.reals, outputs_.discretes});
    give(outputs_, from_outputs_, y);
  }
  EventUpdate start(std::span<double> x) override { return model_.start(x); }
  void set_inputs(const SignalsIn& u) override {
    take(u);
    model_.set_inputs({inputs_.reals, inputs_.discretes});
  }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    model_.derivatives(t, x, dx);
  }
  void outputs(double t, std::span<const double> x, const SignalsOut& y) override {
    model_.outputs(t, x, {outputs_.reals, outputs_.discretes});
    give(outputs_, from_outputs_, y);
  }
  void records(double t, std::span<const double> x, const SignalsOut& values) override {
    model_.outputs(t, x, {outputs_.reals, outputs_.discretes});
    give(outputs_, recorded_outputs_, values);
  }
  void nominals(std::span<double> sizes) override { model_.nominals(sizes); }
  void indicators(double t, std::span<const double> x, std::span<double> z) override {
    model_.indicators(t, x, z);
  }
  EventUpdate handle_event(double t, std::span<double> x) override {
    return model_.handle_event(t, x);
  }
  StepEnd completed_step(double t, std::span<const double> x) override {
    return model_.completed_step(t, x);
  }
  double next_kink(double t) override { return model_.next_kink(t); }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    model_.jacobian(t, x, j);
  }
  void adjoint(double t, std::span<const double> x, std::span<const double> v,
               std::span<double> result) override {
    model_.adjoint(t, x, v, result);
  }
  void save(std::unique_ptr<Snapshot>& into) override { model_.save(into); }
  void restore(const Snapshot& from) override { model_.restore(from); }
  void finish() override { model_.finish(); }

 private:
