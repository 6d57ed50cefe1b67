#pragma once
// What a master sees: one component of a coupled system, which advances by communication steps. A
// co-simulation FMU, a Model with its integrator, a table reader and an FMU in another process are
// all Components. A component that cannot go on throws ComponentFailure; numerical failures that
// may occur at any time are returned by advance().

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/bell.h"
#include "model/signals.h"
#include "model/solver_report.h"
#include "model/variable.h"

namespace bw::model {

// The variables that this component exchanges. Each list is split into lanes in its own order: the
// third real input is reals[2] of the inputs, whatever discrete inputs are between.
struct ComponentShape {
  std::string name;
  std::vector<Variable> inputs;   // set by the master
  std::vector<Variable> outputs;  // read after every step
  std::vector<Variable> records;  // read only when a row is written
  bool can_roll_back = false;
  bool can_serialise = false;  // snapshots can be written to a file
  bool variable_steps = true;
  bool takes_slopes = false;    // set_slopes() has an effect
  bool gives_partials = false;  // get_partials() may be called
  bool is_elsewhere = false;    // in a process of its own; begin_advance() has an effect
  // Components with the same value share code that is not thread-safe, so they never run at the
  // same time; null: shared with none.
  const void* kin = nullptr;
};

struct Advance {
  enum class Status {
    completed,
    discarded,   // the component is at `reached` and did not accept the rest
    terminated,  // the component requests the end of the simulation at `reached`
    event,       // the component stops at an event at `reached` (stops_at_events)
    interrupted  // by the user, in the middle of a long step
  };
  Status status = Status::completed;
  double reached = 0;
  bool has_outputs = false;  // terminated: y has been filled at `reached`
};

class Snapshot {
 public:
  virtual ~Snapshot() = default;
};

class Component {
 public:
  virtual ~Component() = default;
  virtual const ComponentShape& shape() const = 0;

  // Between begin() and start() the component is in initialisation mode, and evaluate() may be
  // called repeatedly: it computes outputs y from inputs u at the start time.
  virtual void begin(double start, double stop) = 0;
  virtual void evaluate(const SignalsIn& u, const SignalsOut& y) = 0;
  virtual void start() = 0;

  // With inputs u over [t, t+h]; y gets the outputs at the end of a completed step. One verb for
  // set, step and get: three would cost as much again as a short step itself.
  [[nodiscard]] virtual Advance advance(const SignalsIn& u, double t, double h,
                                        const SignalsOut& y) = 0;
  // Begins a step that the next advance(), with the same arguments, completes, so that components
  // in processes of their own compute at the same time. False: the whole step is in advance().
  [[nodiscard]] virtual bool begin_advance(const SignalsIn& /*u*/, double /*t*/, double /*h*/) {
    return false;
  }
  // How fast the real inputs of the next advance() change over its step; without this call they are
  // held. For components that take slopes.
  virtual void set_slopes(std::span<const double> /*slopes*/) {}
  virtual std::string reason() const = 0;  // why the last advance was not completed, a sentence

  // At the current time.
  virtual void get_outputs(const SignalsOut& y) = 0;
  virtual void get_records(const SignalsOut& values) = 0;

  // The derivatives of the real outputs by the real inputs within one instant, where the component
  // stands after a completed step; column after column, a column for each input.
  virtual void get_partials(std::span<double> /*columns*/) {}

  // Explicit checkpoints; there is no hidden "last save". save() overwrites a snapshot that is
  // passed in, so that a step needs no allocation.
  virtual void save(std::unique_ptr<Snapshot>& into) = 0;
  virtual void restore(const Snapshot& from) = 0;

  // A snapshot as bytes, and the reverse, for a component of another process that was built and
  // started alike. Where shape().can_serialise; others throw ComponentFailure.
  virtual std::string to_bytes(const Snapshot& snapshot);
  virtual void from_bytes(const std::string& bytes, std::unique_ptr<Snapshot>& into);

  // All diagnostics of the run so far, before finish().
  virtual SolverReport report(Probing /*probing*/) { return {}; }

  // Ends the simulation after the last step. A component that is only destroyed cleans up as well.
  virtual void finish() = 0;
};

}  // namespace bw::model
