#pragma once
// A Master computes one communication step of a coupled system. It owns no time, no step size and
// no error control; the march does that for all masters alike.

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

// What a component is told of its real inputs over a step of h, where u(t + h) is either known
// already or extrapolated from the step before:
enum class Hold {
  constant,   // u(t), or u(t + h) where it is known
  mean,       // (u(t) + u(t + h)) / 2
  trapezoid,  // two half steps, the first with u(t), the second with u(t + h)
  fitting     // trapezoid for components whose outputs follow an input at once, mean for the others
};

struct MasterOptions {
  int iterations = 1;        // of a loop in one communication step, at most; 1: none
  Tolerance tolerance{};     // within which a loop has converged
  double fallback_step = 0;  // below it loops are not iterated
  int threads = 1;           // at most so many components step at the same time
  Hold hold = Hold::constant;

  bool operator==(const MasterOptions&) const = default;
};

struct [[nodiscard]] MacroStep {
  ComponentStatus component =
      ComponentStatus::ok;  // else Coupling::trouble() says why, and nothing below counts
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

  // From now() at t, where all components stand, to `next` at t + h. `begin` is where the
  // components stand: of the components in iterated loops at least, and empty for masters that do
  // not iterate.
  virtual MacroStep step(Coupling& coupling, const Checkpoint& begin, double t, double h,
                         Signals& next) = 0;

  // Something jumped at t: what was before it says nothing about what comes.
  virtual void forget() {}
  // What it knows of the steps before, for who takes parts back by more than one step.
  virtual void save(SignalHistory& /*into*/) const {}
  virtual void restore(const SignalHistory& /*from*/) {}
};

// What of a coupled system decides how errors of a master depend on its step.
struct Structure {
  bool loop = false;  // some signal comes back
  bool feed_through =
      false;  // some output on a connection follows an input within the same instant
  bool algebraic_loop = false;  // and comes back so

  bool operator==(const Structure&) const = default;
};

// The global error of smooth components is  c_p h^p + c_{p+s} h^{p+s} + c_{p+2s} h^{p+2s} + ...
struct Expansion {
  int p = 1, s = 1;
};

// One row of the table in masters.cpp.
struct MasterKind {
  std::string_view name;
  std::string_view summary;  // one line for `bellwether list masters`
  std::string_view source;   // where it is published
  int order = 1;             // of the global error, for components without feed-through
  int least_iterations = 1, usual_iterations = 1, most_iterations = 1;
  std::unique_ptr<Master> (*make)(const Coupling&, const MasterOptions&) = nullptr;
  // Null: the error has no such expansion (an iteration that ends where a tolerance says has none).
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

// "mean"; and the other way round, where nothing means that there is no such hold.
std::string_view name(Hold hold);
std::optional<Hold> find_hold(std::string_view name);

std::span<const MasterKind* const> masters();
std::vector<std::string> master_names();
const MasterKind* find_master(std::string_view name);  // null: unknown

// Only loops of several components are iterated, and thus rolled back.
inline bool is_iterated(const Loop& loop) { return loop.components.size() > 1; }

// Each component once, in order; it reads what those before it have just written into `y`.
inline ComponentStatus sweep(Coupling& coupling, const Loop& loop, double t, double h, Signals& y) {
  for (const std::size_t component : loop.components)
    if (const ComponentStatus status = coupling.advance(component, y, t, h, y);
        status != ComponentStatus::ok) [[unlikely]]
      return status;
  return ComponentStatus::ok;
}

}  // namespace bw::cosim
