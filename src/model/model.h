#pragma once
// What an integrator sees: ordinary differential equations with inputs, outputs and events.
// An FMU for model exchange, an equation model and a union of both are all Models.
// A Model keeps no time and no continuous state: both come in with every call.

#include <limits>
#include <span>
#include <string>
#include <vector>

namespace bw::model {

struct ModelShape {
  std::vector<std::string> states, inputs, outputs;
  std::vector<double> start;  // initial states
  std::size_t indicators = 0;
  bool has_jacobian = false;
};

struct EventUpdate {
  bool states_changed = false;
  double next_time_event = std::numeric_limits<double>::infinity();
};

class Model {
 public:
  virtual ~Model() = default;
  virtual const ModelShape& shape() const = 0;
  virtual void set_inputs(std::span<const double> u) = 0;
  virtual void derivatives(double t, std::span<const double> x, std::span<double> dx) = 0;
  virtual void outputs(double t, std::span<const double> x, std::span<double> y) = 0;

  // Events; a Model without events leaves these alone.
  virtual void indicators(double /*t*/, std::span<const double> /*x*/, std::span<double> /*z*/) {}
  virtual EventUpdate handle_event(double /*t*/, std::span<double> /*x*/) { return {}; }

  // Row-major df/dx; called only when shape().has_jacobian.
  virtual void jacobian(double /*t*/, std::span<const double> /*x*/, std::span<double> /*j*/) {}
};

}  // namespace bw::model
