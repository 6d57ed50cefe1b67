#pragma once
// Solves x' = f(t, x) step by step. An Integrator knows neither events nor outputs;
// ode/events/event_march handles those for all methods. Numerical failure is a return value of
// step(), never an exception.

#include <atomic>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/tolerance.h"
#include "math/pattern.h"
#include "model/method_choice.h"

namespace bw::model {
class Enclosure;
}

namespace bw::ode {

// The right-hand side, as a method sees it.
class Equations {
 public:
  virtual ~Equations() = default;
  virtual std::size_t size() const = 0;
  virtual void derivatives(double t, std::span<const double> x, std::span<double> dx) = 0;
  // Which states a derivative depends on; null: unknown, any may depend on any.
  virtual const math::Pattern* sparsity() const { return nullptr; }
  virtual bool has_jacobian() const { return false; }
  // df/dx: one value for each entry of the pattern, row after row; without one n x n, row-major.
  virtual void jacobian(double /*t*/, std::span<const double> /*x*/, std::span<double> /*j*/) {}
};

class EventObserver;
class Watcher;

struct Setup {
  double start = 0, stop = 1;
  Tolerance tolerance;
  double step = 0;                                                // of methods with a fixed step
  double largest_step = std::numeric_limits<double>::infinity();  // of all others
  double first_step = 0;                                          // 0: found by a trial step
  const std::atomic<bool>* interrupt = nullptr;                   // true: end before the next step
  // Selects the methods, so that two integrations that are compared use the same ones: the user's
  // tolerance, of which the tolerance here may be a fraction, or less where it had to be tightened;
  // 0: the same.
  double accuracy = 0;
  double rhs_seconds = 0;  // see ModelShape
  // Divisor of the maximum step: integrations that all make the same steps would all make the same
  // error.
  double finer = 1;
  // State events are handled this many roundings of the time too late, to measure the effect.
  double event_delay = 0;
  // What happens within a step matters: event indicators and features are searched there, or the
  // model checks its end. A step then must not pass over oscillations.
  bool steps_are_searched = false;
  bool has_indicators = false;  // event indicators, or such a check: at some points of a step
  bool has_formulas = false;    // see ModelShape; false: f may hide anything between evaluations
  model::Enclosure* enclosure = nullptr;  // bounds of the model's formulas; may be null
  // The steps themselves are looked at (rows at each, a diagnosis): likewise.
  bool steps_are_shown = false;
  Watcher* watcher = nullptr;  // ode/kernel/watcher.h; may be null, must outlive the integrator
  EventObserver* event_observer = nullptr;  // likewise
};

struct [[nodiscard]] Trouble {
  enum class Kind {
    none,
    not_finite,
    step_too_small,
    not_converged,
    not_linear,   // of a method for linear models: f is not affine in the states, or df/dx changes
    not_accurate  // rounding within the method exceeds the tolerance
  };
  Kind kind = Kind::none;
  double time = 0;                  // where the failed step began
  double step = 0;                  // the last size that was tried
  std::vector<std::size_t> states;  // those that caused it, the worst first

  explicit operator bool() const { return kind != Kind::none; }
};

struct Counts {
  long steps = 0, rejected = 0, jacobian_evaluations = 0, factorisations = 0;
};

// The fastest mode of df/dx, as far as a step shows it.
struct FastestMode {
  double rate = 0;     // |lambda|; 0: not known
  double turning = 0;  // |Im lambda| / |lambda|; 0 also where it is not known
};

class Integrator {
 public:
  virtual ~Integrator() = default;

  // Starts at (t, x) and discards all history: after every event.
  virtual void restart(double t, std::span<const double> x, std::span<const double> nominals) = 0;
  // f has changed slightly: an input has moved. The step size stays valid.
  virtual void refresh() = 0;

  // One step from time(), never beyond `limit`, where it ends exactly if it comes close; f is not
  // evaluated beyond it either.
  virtual Trouble step(double limit) = 0;
  // Repeats the last step to end at `t`, between previous_time() and time().
  virtual Trouble shorten(double t) = 0;
  // The solution at a time within the last step.
  virtual void interpolate(double t, std::span<double> x) const = 0;

  virtual double time() const = 0;
  virtual double previous_time() const = 0;
  virtual std::span<const double> state() const = 0;
  // The norm of the local error of the last step, as it was made or repeated, 1 is the tolerance;
  // nan: not estimated.
  virtual double step_error() const { return std::numeric_limits<double>::quiet_NaN(); }
  virtual const Counts& counts() const = 0;

  // Whether every step evaluates f in both of its halves.
  virtual bool sees_both_halves() const { return false; }
  // Of the last step. Cheap compared with the step.
  virtual FastestMode fastest() { return {}; }
  // How much of its errors may be rounding, which a tighter tolerance does not make smaller: a
  // factor for estimates that compare tolerances, 1 to 5.
  virtual double rounding_factor() const { return 1; }
  // After restart(): the size of the first step, from an earlier run.
  virtual void propose(double /*h*/) {}
  // Of a method for linear models whose steps pass over many oscillations: bounds of the absolute
  // values of the states over the last step. What is narrow in f then is searched at constant
  // states: it can only be in time. Empty: along interpolate(), as usual.
  virtual std::span<const double> reach() const { return {}; }
  // The choices so far, of a method that chooses others.
  virtual std::span<const model::MethodChoice> choices() const { return {}; }

  // The state for a rollback. `from` must be of the same method and equations.
  virtual std::unique_ptr<Integrator> clone() const = 0;
  virtual void assign(const Integrator& from) = 0;
};

// One row of the table in methods.cpp.
struct MethodKind {
  std::string_view name;
  std::string_view summary;  // one line for `bellwether list methods`
  std::string_view source;   // where it is published
  int order = 1;
  bool fixed_step = false;
  bool stiff = false;            // for stiff models: implicit
  bool linear_only = false;      // for models whose df/dx is constant between events
  bool self_starting = true;     // one-step: an event costs nothing; else it restarts with order 1
  bool passes_over = false;      // a step may hold many oscillations
  bool restores_exactly = true;  // a clone continues bit-identically; else it restarts
  double stability = 0;          // of an explicit one: largest stable h |lambda| of a decay
  int dense_order = 1;           // between steps
  // The equations must outlive it.
  std::unique_ptr<Integrator> (*make)(Equations& equations, const Setup& setup) = nullptr;
};

// For MethodKind::make.
template <class Method, auto... further>
std::unique_ptr<Integrator> make_method(Equations& equations, const Setup& setup) {
  return std::make_unique<Method>(equations, setup, further...);
}

std::span<const MethodKind* const> methods();
std::vector<std::string> method_names();
const MethodKind* find_method(std::string_view name);  // null: unknown
const MethodKind& default_method();  // "auto": chooses from the table (ode/methods/automatic)

}  // namespace bw::ode
