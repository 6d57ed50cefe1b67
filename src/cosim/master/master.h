#pragma once
// A Master computes one communication step of a coupled system. It owns no time, no step size and
// no error control; the march provides them for all masters.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "cosim/coupling/loops.h"
#include "model/signals.h"

namespace bw::cosim {

// The real inputs of a component over a step of h, where u(t + h) is known or extrapolated from the
// previous step:
enum class Hold {
  constant,   // u(t), or u(t + h) where it is known
  mean,       // (u(t) + u(t + h)) / 2
  trapezoid,  // two half steps, the first with u(t), the second with u(t + h)
  fitting     // trapezoid for components with direct feedthrough, mean for the others
};

struct MasterOptions {
  int iterations = 1;        // of a loop in one communication step, at most; 1: none
  Tolerance tolerance{};     // for the convergence of a loop
  double fallback_step = 0;  // below it loops are not iterated
  int threads = 1;           // most components that step in parallel
  Hold hold = Hold::constant;

  bool operator==(const MasterOptions&) const = default;
};

struct [[nodiscard]] CommunicationStep {
  ComponentStatus component =
      ComponentStatus::ok;  // else see Coupling::trouble(), and nothing below is valid
  bool converged = true;
  bool fell_back = false;  // below the fallback step, a loop that would not have converged
  int iterations = 1;      // the most that a loop took
  std::size_t loop = 0;    // that did not converge, and its last change in units of the tolerance
  double change = 0;
};

class SignalHistory;  // see holder.h

class Master {
 public:
  virtual ~Master() = default;

  // From now() at t to `next` at t + h. `begin` is a checkpoint at t, at least of the components in
  // iterated loops; empty for masters that do not iterate.
  virtual CommunicationStep step(Coupling& coupling, const Checkpoint& begin, double t, double h,
                                 Signals& next) = 0;

  // A discontinuity at t: the history of signals is invalid.
  virtual void forget() {}
  // The history of signals, for a rollback by more than one step.
  virtual void save(SignalHistory& /*into*/) const {}
  virtual void restore(const SignalHistory& /*from*/) {}
  // What else it keeps from step to step, such as a matrix, as bytes for a checkpoint.
  virtual std::string memory() const { return ""; }
  virtual void remember(const std::string& /*bytes*/) {}
};

// The structure of a coupled system, as far as a master's order depends on it.
struct Structure {
  bool loop = false;  // some signal feeds back
  bool feed_through =
      false;  // some output on a connection follows an input within the same instant
  bool algebraic_loop = false;  // a loop of direct feedthrough

  bool operator==(const Structure&) const = default;
};

// The global error of smooth components is  c_p h^p + c_{p+s} h^{p+s} + c_{p+2s} h^{p+2s} + ...
struct Expansion {
  int p = 1, s = 1;
};

// One row of the table in masters.cpp.
struct MasterKind {
  std::string_view name;
  std::string_view summary;     // one line for `bellwether list masters`
  std::string_view source;      // where it is published
  std::string_view textbook{};  // its name in textbooks, where that is another one
  int order = 1;                // of the global error, without direct feedthrough
  int least_iterations = 1, usual_iterations = 1, most_iterations = 1;
  std::unique_ptr<Master> (*make)(const Coupling&, const MasterOptions&) = nullptr;
  // Null: the error has no such expansion (an iteration that ends by a tolerance has none).
  Expansion (*expansion)(const Structure&, Hold) = nullptr;
  // The expansion holds for loops that are iterated until a tolerance is met, too.
  bool expands_iterated = false;
  bool takes_hold = false;  // MasterOptions::hold has an effect
  // Inputs are extrapolated from the step before, with any hold: a two-step method.
  bool is_two_step = false;
  int substeps = 1;  // in which it may cut the communication step of a component
  bool repeats_alone =
      false;  // a component that drives itself is repeated, too, from its own checkpoint
};

// "mean"; and the reverse, nothing: unknown.
std::string_view name(Hold hold);
std::optional<Hold> find_hold(std::string_view name);

std::span<const MasterKind* const> masters();
std::vector<std::string> master_names();
const MasterKind* find_master(std::string_view name);  // null: unknown

// Only loops of several components are iterated, and thus rolled back.
inline bool is_iterated(const Loop& loop) { return loop.components.size() > 1; }

// Each component once, in order; it reads what the previous ones have just written into `y`.
inline ComponentStatus sweep(Coupling& coupling, const Loop& loop, double t, double h, Signals& y) {
  for (const std::size_t component : loop.components)
    if (const ComponentStatus status = coupling.advance(component, y, t, h, y);
        status != ComponentStatus::ok) [[unlikely]]
      return status;
  return ComponentStatus::ok;
}

}  // namespace bw::cosim
