#pragma once
// What an integrator sees: ordinary differential equations with inputs, outputs and events.
// An FMU for model exchange, an equation model and a union of both are all Models.
//
//   x' = f(t, x, u),  y = g(t, x, u),  event where an indicator z(t, x, u) changes its sign
//
// A Model stores neither time nor continuous states: both are arguments of every call. It stores
// its discrete states, which change in start() and handle_event() only.

#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/component.h"
#include "model/enclosure.h"
#include "model/signals.h"
#include "model/variable.h"

namespace bw::model {

struct ModelShape {
  std::string name;
  std::vector<Variable> inputs;   // set before the calls that depend on them
  std::vector<Variable> outputs;  // computed when a step is complete
  std::vector<Variable> records;  // computed only when a row is written
  std::vector<std::string> states;
  std::size_t indicators = 0;
  bool can_roll_back = false;  // save() and restore() work
  const void* kin = nullptr;   // see ComponentShape
  // What may lie between evaluations is known: enclosure() bounds it, or there is nothing.
  bool has_formulas = false;
  bool checks_steps = false;  // completed_step() looks at the end of each step
  // One evaluation of f, as far as it can be known without a clock: methods chosen by a measured
  // time, and so the digits of a result, would differ from run to run. 0: next to nothing.
  double rhs_seconds = 0;
  bool has_jacobian = false;
  // Row i: the states that derivative i depends on, rising; nothing: any may.
  std::optional<std::vector<std::vector<std::size_t>>> sparsity;
};

struct [[nodiscard]] EventUpdate {
  bool states_changed = false;  // x was given new values
  bool ends = false;            // the model requests the end of the simulation
  double next_time_event = std::numeric_limits<double>::infinity();
};

struct [[nodiscard]] StepEnd {
  bool event = false;  // handle_event() has to be called before the next step
  bool ends = false;
};

class Model {
 public:
  virtual ~Model() = default;
  virtual const ModelShape& shape() const = 0;

  // Between begin() and start() the model is in initialisation mode, like a Component: evaluate()
  // may be called repeatedly; with an empty u the inputs keep their start values. start() ends it
  // and gives the initial states, including the event at the start of every simulation.
  virtual void begin(double /*start*/, double /*stop*/, std::optional<double> /*tolerance*/) {}
  virtual void evaluate(const SignalsIn& u, const SignalsOut& y) = 0;
  virtual EventUpdate start(std::span<double> x) = 0;

  // Continuous inputs act immediately; discrete ones with the next handle_event().
  virtual void set_inputs(const SignalsIn& u) = 0;
  virtual void derivatives(double t, std::span<const double> x, std::span<double> dx) = 0;
  virtual void outputs(double t, std::span<const double> x, const SignalsOut& y) = 0;
  virtual void records(double t, std::span<const double> x, const SignalsOut& values) = 0;

  // Nominal values of the states, all above 0; an event may change them.
  virtual void nominals(std::span<double> sizes) {
    for (double& size : sizes) size = 1.0;
  }

  // Events; a Model without events does not override these.
  virtual void indicators(double /*t*/, std::span<const double> /*x*/, std::span<double> /*z*/) {}
  virtual EventUpdate handle_event(double /*t*/, std::span<double> /*x*/) { return {}; }
  // After every accepted step, and before handle_event() there.
  virtual StepEnd completed_step(double /*t*/, std::span<const double> /*x*/) { return {}; }

  // The next time after t where f has a kink without an event (a knot of a table): adaptive methods
  // end a step there, because their error estimate may not see what lies between the stages.
  virtual double next_kink(double /*t*/) { return std::numeric_limits<double>::infinity(); }

  // df/dx, row-major: one value for each entry of shape().sparsity; without a pattern all n x n.
  // Called only when shape().has_jacobian.
  virtual void jacobian(double /*t*/, std::span<const double> /*x*/, std::span<double> /*j*/) {}

  // The discrete states; called only when shape().can_roll_back. As Component::save().
  virtual void save(std::unique_ptr<Snapshot>& /*into*/) {}
  virtual void restore(const Snapshot& /*from*/) {}

  // What lies between the times of evaluation, of a Model whose formulas are known; null: unknown.
  virtual Enclosure* enclosure() { return nullptr; }

  virtual void finish() {}
};

}  // namespace bw::model
