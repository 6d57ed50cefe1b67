#pragma once
// The simplest Model in C++: name the states, give start values, and write the derivatives. The
// states are the outputs.
//
//   class Oscillator final : public bw::model::StateModel {
//    public:
//     Oscillator() : StateModel("oscillator", {{.name = "x", .start = 1}, {.name = "v"}}) {}
//     void derivatives(double, std::span<const double> x, std::span<double> dx) override {
//       dx[0] = x[1];
//       dx[1] = -x[0];
//     }
//   };
//
// With events: the number of indicators, indicators(), handle_event(), and restart() for
// discrete states, because a run is repeated to estimate its error.

#include <string>
#include <vector>

#include "model/model.h"
#include "model/signals.h"

namespace bw::model {

struct State {
  std::string name{};
  double start = 0;
  double nominal = 1;  // a typical size; the absolute tolerance follows from it
  std::string unit{};
};

class StateModel : public Model {
 public:
  const ModelShape& shape() const final { return shape_; }
  void evaluate(const SignalsIn& u, const SignalsOut& y) final;
  EventUpdate start(std::span<double> x) final;
  void set_inputs(const SignalsIn& /*u*/) final {}
  void outputs(double t, std::span<const double> x, const SignalsOut& y) final;
  void records(double /*t*/, std::span<const double> /*x*/, const SignalsOut& /*values*/) final {}
  void nominals(std::span<double> sizes) final;

 protected:
  StateModel(std::string name, std::vector<State> states, std::size_t indicators = 0);

  // At the start of every run: discrete states get their initial values; returns the first time
  // event.
  virtual EventUpdate restart(std::span<double> /*x*/) { return {}; }

  // What jacobian() computes, for models that have it; see ModelShape.
  ModelShape shape_;

 private:
  std::vector<State> states_;
};

}  // namespace bw::model
