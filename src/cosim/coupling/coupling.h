#pragma once
// The coupled system while it runs: components, connections and the signals on them. Masters use
// only the calls below; counting, timing and the check for NaN happen here, once.

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "base/value.h"
#include "cosim/coupling/loops.h"
#include "model/component.h"
#include "model/signals.h"
#include "model/value_map.h"

namespace bw::cosim {

using model::Signals;

// From an output to an input, by component and by position in the component's lists. Gain and
// offset act on reals only, the map on all others.
struct Connection {
  std::size_t from = 0, output = 0, to = 0, input = 0;
  double gain = 1.0, offset = 0.0;
  std::shared_ptr<const model::ValueMap> map{};  // null: none
};

// The course of a component's real inputs from their values at t to those at t + h.
enum class Course {
  mean,    // held at the mean of both
  halves,  // two steps of h/2, the first with the former, the second with the latter
  slopes   // on a straight line, for components that take slopes
};

enum class [[nodiscard]] ComponentStatus{ok, discarded, terminated, not_finite, interrupted, event};

// Why a component stopped: filled whenever a status is not ok.
struct Trouble {
  ComponentStatus status = ComponentStatus::ok;
  std::size_t component = 0;
  double time = 0;  // reached by the component
  std::string reason;
  bool has_outputs = false;  // terminated: the target has the component's outputs at that time
};

struct ComponentCounters {
  long advances = 0;
  Stopwatch advancing;
  long saves = 0, restores = 0;
  Stopwatch saving, restoring;
};

// The saved state of some components. A value that the caller owns and may reuse.
struct Checkpoint {
  std::vector<std::unique_ptr<model::Snapshot>> components;  // null: not saved
};

class Coupling {
 public:
  Coupling(std::vector<std::unique_ptr<model::Component>> components,
           const std::vector<Connection>& connections);

  std::size_t size() const { return seats_.size(); }
  model::Component& component(std::size_t i) { return *seats_[i].component; }
  const model::ComponentShape& shape(std::size_t i) const { return seats_[i].component->shape(); }
  const std::vector<Loop>& loops() const { return loops_; }
  const std::vector<std::size_t>& order() const { return order_; }  // components, loop after loop
  const Signals& now() const { return now_; }  // all outputs, accepted, at time t
  const std::vector<double>& nominals() const { return nominals_; }  // of the reals in Signals
  const ComponentCounters& counters(std::size_t i) const { return seats_[i].counters; }
  const Trouble& trouble() const { return trouble_; }

  // Positions of a component's outputs in the lanes of Signals.
  struct Place {
    std::size_t real, reals, discrete, discretes;  // first and count
  };
  const Place& place(std::size_t i) const { return seats_[i].out; }
  // What connections bring to the real inputs of a component: input <- gain * signal + offset.
  struct RealConnection {
    std::size_t signal, input;
    double gain;
  };
  std::vector<RealConnection> real_connections(std::size_t component) const;
  bool drives_itself(std::size_t component) const;  // by a connection from itself to itself
  std::string real_name(std::size_t real) const;    // "prey.x"

  // Sets the inputs of `component` from `source`, advances it over [t, t+h], writes its outputs to
  // `target`.
  ComponentStatus advance(std::size_t component, const Signals& source, double t, double h,
                          Signals& target) {
    return advance(component, source, t, h, target, trouble_);
  }
  // The same for all in order(), each of which reads from `next` what those before it wrote, and
  // now() of the others; stops at the first that fails.
  ComponentStatus sweep(double t, double h, Signals& next);
  // For components that advance in parallel: failures go to `trouble`, and one of them is reported
  // afterwards. They share nothing else, as long as no source is another's target.
  ComponentStatus advance(std::size_t component, const Signals& source, double t, double h,
                          Signals& target, Trouble& trouble);
  // The same where signals at both ends are known or extrapolated, `begin` at t and `end` at t + h.
  // Signals that are not smooth are taken from `end`, which may be the target, too.
  ComponentStatus advance(std::size_t component, const Signals& begin, const Signals& end,
                          Course course, double t, double h, Signals& target, Trouble& trouble);
  ComponentStatus advance(std::size_t component, const Signals& begin, const Signals& end,
                          Course course, double t, double h, Signals& target) {
    return advance(component, begin, end, course, t, h, target, trouble_);
  }
  // Begins the first of these for a component that computes in another process; advance() with the
  // same arguments completes it.
  void begin_advance(std::size_t component, const Signals& source, double t, double h);
  ComponentStatus blame(const Trouble& trouble) {
    trouble_ = trouble;
    return trouble_.status;
  }
  // The same without advancing time: for components in initialisation mode, and to read outputs
  // after it.
  ComponentStatus evaluate(std::size_t component, const Signals& source, double t, Signals& target);
  ComponentStatus read(std::size_t component, double t, Signals& target);
  // evaluate() from and into now(): for a component outside of loops.
  ComponentStatus settle(std::size_t component, double t) {
    return evaluate(component, now_, t, now_);
  }

  // From this time on each step of a component is made as so many shorter ones with the same
  // inputs, and counts as so many. Before the first step.
  void divide_steps(int parts, double from);

  // Saves the states of components, and restores them as often as needed. The signals are not
  // affected.
  void mark(const std::vector<std::size_t>& components, Checkpoint& into);
  void return_to(const Checkpoint& checkpoint, const std::vector<std::size_t>& components);
  // What a coupling of another process needs to be where this one is; where all components can
  // serialise. Does not count as save and restore.
  struct Memory {
    Signals now{};
    std::vector<std::string> components{};
    std::vector<long> counts{};  // advances, saves and restores of each
  };
  Memory memory();
  void remember(const Memory& memory);
  std::vector<std::string> to_bytes(const Checkpoint& checkpoint);  // empty: not saved
  Checkpoint from_bytes(const std::vector<std::string>& components);

  void accept(Signals& next) { swap(now_, next); }  // `next` gets the old values

 private:
  struct Copy {
    std::size_t source, target;  // the latter in inputs_
  };
  struct Scaled {
    std::size_t source, target;
    double gain, offset;
  };
  struct Mapped {
    std::size_t source, target;
    std::shared_ptr<const model::ValueMap> map;
  };
  // What most components do not have.
  struct OtherInputs {
    std::vector<Scaled> reals;    // likewise
    std::vector<Copy> discretes;  // targets in `values`
    std::vector<Mapped> mapped_discretes;
    std::vector<std::size_t> jumping{};  // real inputs whose signals are not smooth
    std::vector<double> late{};          // reals for t + h, or slopes
    std::vector<Discrete> values;
  };
  // A step visits every component once, so a large system is as fast as the memory that a visit
  // touches: what a plain step needs fills the first two lines of the cache.
  struct alignas(64) Seat {
    std::unique_ptr<model::Component> component;
    std::size_t copy = 0;      // the first of copies_
    std::uint32_t copies = 0;  // their number: connections of reals without gain and offset
    bool has_other_inputs = false;
    model::SignalsIn inputs;  // of inputs_ and other.values
    Place out{};
    ComponentCounters counters;
    OtherInputs other;
  };

  void place(Seat& seat);
  void lay(const std::vector<Connection>& connections);
  ComponentStatus move(Seat& seat, double t, double h, const model::SignalsOut& y,
                       Trouble& trouble);
  std::span<const Copy> copies_of(const Seat& seat) const;
  std::size_t first_input(const Seat& seat) const;
  std::span<double> reals_into(const Seat& seat);
  void set_both_ends(Seat& seat, const Signals& begin, const Signals& end);
  const model::SignalsIn& inputs(Seat& seat, const Signals& source);
  void other_inputs(Seat& seat, const Signals& source);
  static model::SignalsOut outputs(const Seat& seat, Signals& target);
  ComponentStatus check(std::size_t component, double t, const model::SignalsOut& y,
                        Trouble& trouble) const;
  ComponentStatus not_moved(Seat& seat, const model::Advance& moved, const model::SignalsOut& y,
                            Trouble& trouble) const;
  ComponentStatus find_not_finite(std::size_t component, double t, std::span<const double> reals,
                                  Trouble& trouble) const;

  std::vector<Seat> seats_;
  std::vector<double> inputs_;  // reals, component after component
  std::vector<Copy> copies_;    // likewise
  std::vector<Loop> loops_;
  std::vector<std::size_t> order_;
  std::vector<double> nominals_;
  Signals now_;
  Trouble trouble_;
};

}  // namespace bw::cosim
