#pragma once
// The base of decorators of a Model, as forwarding_component.h is for a Component.

#include <memory>
#include <optional>
#include <span>
#include <utility>

#include "model/component.h"
#include "model/enclosure.h"
#include "model/model.h"
#include "model/signals.h"

namespace bw::model {

class ForwardingModel : public Model {
 public:
  using In = std::span<const double>;
  using Out = std::span<double>;
  explicit ForwardingModel(Model& inner) : inner_(inner) {}  // which outlives it
  explicit ForwardingModel(std::unique_ptr<Model> inner)
      : owned_(std::move(inner)), inner_(*owned_) {}

  const ModelShape& shape() const override { return inner_.shape(); }
  void begin(double start, double stop, std::optional<double> tolerance) override {
    inner_.begin(start, stop, tolerance);
  }
  void evaluate(const SignalsIn& u, const SignalsOut& y) override { inner_.evaluate(u, y); }
  EventUpdate start(Out x) override { return inner_.start(x); }
  void set_inputs(const SignalsIn& u) override { inner_.set_inputs(u); }
  void derivatives(double t, In x, Out dx) override { inner_.derivatives(t, x, dx); }
  void outputs(double t, In x, const SignalsOut& y) override { inner_.outputs(t, x, y); }
  void records(double t, In x, const SignalsOut& values) override { inner_.records(t, x, values); }
  void nominals(Out sizes) override { inner_.nominals(sizes); }
  void indicators(double t, In x, Out z) override { inner_.indicators(t, x, z); }
  EventUpdate handle_event(double t, Out x) override { return inner_.handle_event(t, x); }
  StepEnd completed_step(double t, In x) override { return inner_.completed_step(t, x); }
  double next_kink(double t) override { return inner_.next_kink(t); }
  void jacobian(double t, In x, Out j) override { inner_.jacobian(t, x, j); }
  void save(std::unique_ptr<Snapshot>& into) override { inner_.save(into); }
  void restore(const Snapshot& from) override { inner_.restore(from); }
  Enclosure* enclosure() override { return inner_.enclosure(); }
  void finish() override { inner_.finish(); }

 protected:
  Model& inner() const { return inner_; }

 private:
  std::unique_ptr<Model> owned_;  // null: somebody else's
  Model& inner_;
};

}  // namespace bw::model
