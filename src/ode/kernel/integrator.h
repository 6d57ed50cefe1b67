#pragma once
// Solves x' = f(t, x) step by step. An Integrator knows neither events nor outputs nor why it has
// to stop somewhere; ode/event_march does that for all methods alike. Numerical trouble is what a
// step returns, never an exception.

#include <atomic>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/tolerance.h"
#include "math/pattern.h"
#include "model/method_choice.h"

namespace bw::ode {

// The right-hand side, as a method sees it.
class Equations {
 public:
  virtual ~Equations() = default;
  virtual std::size_t size() const = 0;
  virtual void derivatives(double t, std::span<const double> x, std::span<double> dx) = 0;
  // Which states a derivative depends on; null: any may depend on any.
  virtual const math::Pattern* sparsity() const { return nullptr; }
  virtual bool has_jacobian() const { return false; }
  // df/dx: one value for each entry of the pattern, row after row; without one n x n, row-major.
  virtual void jacobian(double /*t*/, std::span<const double> /*x*/, std::span<double> /*j*/) {}
};

class Watcher;

struct Setup {
  double start = 0, stop = 1;
  Tolerance tolerance;
  double step = 0;                                                // of methods with a fixed step
  double largest_step = std::numeric_limits<double>::infinity();  // of all others
  const std::atomic<bool>* interrupt = nullptr;                   // true: end before the next step
  // What the user asked for, of which the tolerance may be a share; 0: the same. With it goes the
  // choice of methods, so that all passes of a run are made alike.
  double accuracy = 0;
  bool measures_cost =
      false;  // of a right-hand side; what is chosen by it may differ from run to run
  // The longest step that a march allows is so many times shorter than it would be: passes that all
  // make the same steps would all make the same error.
  double finer = 1;
  // State events are handled so many roundings of the time too late, to see what that does.
  double event_delay = 0;
  Watcher* watcher = nullptr;  // ode/watcher.h; it outlives the integrator
};

struct [[nodiscard]] Trouble {
  enum class Kind { none, not_finite, step_too_small, not_converged };
  Kind kind = Kind::none;
  double time = 0;                  // where the step began that was not possible
  double step = 0;                  // the last size that was tried
  std::vector<std::size_t> states;  // the ones to blame, the worst first

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

  // Begins at (t, x) and forgets everything before: after every event.
  virtual void restart(double t, std::span<const double> x, std::span<const double> nominals) = 0;
  // f is another one from here on, by a little: an input has moved. The step size stays a good one.
  virtual void refresh() = 0;

  // One step from time(), never beyond `limit`, where it ends exactly if it comes close; f is not
  // asked beyond it either.
  virtual Trouble step(double limit) = 0;
  // The last step once more, to end at `t` between previous_time() and time().
  virtual Trouble shorten(double t) = 0;
  // The solution at a time within the last step.
  virtual void interpolate(double t, std::span<double> x) const = 0;

  virtual double time() const = 0;
  virtual double previous_time() const = 0;
  virtual std::span<const double> state() const = 0;
  virtual const Counts& counts() const = 0;

  // Of the step that was just made. What it costs is little beside the step.
  virtual FastestMode fastest() { return {}; }
  // After restart(): a good size of the first step, from somebody who was here before.
  virtual void propose(double /*h*/) {}
  // What was chosen on the way, by a method that chooses others.
  virtual std::span<const model::MethodChoice> choices() const { return {}; }

  // Where it stands, to go back to. `from` is of the same method and equations.
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
  bool self_starting = true;     // one-step: an event costs it nothing; else it begins with order 1
  bool restores_exactly = true;  // what was cloned goes on as if nothing had been; else it restarts
  double stability = 0;          // of an explicit one: h |lambda| of a decay that it just follows
  int dense_order = 1;           // between steps
  // The equations outlive it.
  std::unique_ptr<Integrator> (*make)(Equations& equations, const Setup& setup) = nullptr;
};

std::span<const MethodKind* const> methods();
std::vector<std::string> method_names();
const MethodKind* find_method(std::string_view name);  // null: unknown
const MethodKind& default_method();  // "auto": chooses from the table (ode/automatic.cpp)

}  // namespace bw::ode
