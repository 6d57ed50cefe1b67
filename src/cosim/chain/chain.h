#pragma once
// A chain: one whole run of a coupled system over a mesh by a simple master, from fresh components
// and without an error test. Certification runs several that differ only in the number of steps per
// interval, and extrapolates their rows.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/bell.h"
#include "base/value.h"
#include "cosim/chain/find_kinks.h"
#include "cosim/chain/find_spots.h"
#include "cosim/chain/mesh.h"
#include "cosim/coupling/coupling.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {

struct ChainOrder {
  const MasterKind* base = nullptr;
  MasterOptions options{};
  const Mesh* mesh = nullptr;
  int steps = 1;            // in every interval
  bool rolls_back = false;  // components will be rolled back within a step
  bool locates_events = false;
  double event_resolution = 0;  // length of the step that crosses an event
  int variant = 0;              // of the components, where the source builds several
  // Each doStep of a component from this time on is made as so many shorter ones with the same
  // inputs: what that changes is the error of the solver inside.
  int parts = 1;
  double divided_from = 0;
};

// Reads a row at the coupling's current time: real columns and discrete ones.
class RowReader {
 public:
  virtual ~RowReader() = default;
  virtual std::size_t reals() const = 0;
  virtual std::size_t discretes() const = 0;
  virtual void read(Coupling& coupling, std::span<double> reals,
                    std::span<Discrete> discretes) const = 0;
  virtual std::string name_of(std::size_t /*real_column*/) const { return "run"; }
};

// The result of a chain. A plain value that may come from another process.
struct Path {
  enum class End {
    complete,
    not_finite,           // an output or a recorded value
    not_converged,        // a loop within a step, or at the start
    component_discarded,  // a component did not accept a step
    component_failed,     // a component cannot go on
    component_terminated,
    too_many_events,
    interrupted,
    lost  // with the process that computed it
  };
  struct Event {
    double time = 0;
    std::size_t interval = 0;
    std::string signal{};  // the first that jumped
  };
  struct ComponentCount {
    long advances = 0, saves = 0, restores = 0;
    double advancing = 0, saving = 0, restoring = 0;  // seconds
  };

  End end = End::complete;
  double time = 0;                 // reached
  std::string subject{};           // of an early end: the component, variable or loop
  std::string reason{};            // a sentence
  std::optional<BellCode> bell{};  // the best fitting one, where a component knows it
  std::size_t rows = 0;            // reached
  std::vector<double> reals{};     // row after row
  std::vector<Discrete> discretes{};
  std::vector<Event> events{};        // located ones
  std::vector<std::size_t> jumped{};  // real signals that did, where events are not located
  long jumps = 0;                     // seen and not located ...
  Event first_jump{};                 // ... and the first of them, at the begin of its step
  std::vector<Spot> spots{};          // where a signal may not be smooth
  std::vector<Kink> kinks{};          // in the order of their detection
  std::vector<double> rates{};        // of real signals at rows, the largest: tolerances per time
  std::vector<ComponentCount> components{};
  std::vector<Bell> bells{};  // reported by the components

  bool complete() const { return end == End::complete; }
  // Shorter steps may help.
  bool is_numerical() const {
    return end == End::not_finite || end == End::not_converged || end == End::component_discarded;
  }
  long advances() const;
};

// From the start of the mesh, where the components are. `wanted` is called often; false ends the
// chain early. The path is always up to date, so that it is valid when a component fails, which
// throws.
void run_chain(Coupling& coupling, const ChainOrder& order, const RowReader& reader,
               const std::function<bool()>& wanted, Path& path);
void count_components(const Coupling& coupling, Path& path);
void add_counts(const std::vector<Path::ComponentCount>& from,
                std::vector<Path::ComponentCount>& to);

// Computes chains. The result does not depend on how, or on other chains in progress.
class ChainRunner {
 public:
  virtual ~ChainRunner() = default;
  virtual Path run(const ChainOrder& order) = 0;
  // These will probably be requested soon, in this order; meshes and kinds must outlive the runner.
  virtual void expect(const std::vector<ChainOrder>& /*orders*/) {}
  // It has been computed before, so that it costs nothing.
  virtual bool knows(const ChainOrder& /*order*/) const { return false; }
};

// One after the other, in this thread, with couplings whose components have been started at the
// begin of the mesh and whose signals have been read there.
class DirectRunner final : public ChainRunner {
 public:
  DirectRunner(std::function<Coupling()> make, const RowReader& reader)
      : make_(std::move(make)), reader_(reader) {}
  Path run(const ChainOrder& order) override;

 private:
  std::function<Coupling()> make_;
  const RowReader& reader_;
};

// The columns are the real and discrete signals on the connections, all of them.
class SignalReader final : public RowReader {
 public:
  explicit SignalReader(const Signals& like)
      : reals_(like.reals.size()), discretes_(like.discretes.size()) {}
  std::size_t reals() const override { return reals_; }
  std::size_t discretes() const override { return discretes_; }
  void read(Coupling& coupling, std::span<double> reals,
            std::span<Discrete> discretes) const override;

 private:
  std::size_t reals_, discretes_;
};

}  // namespace bw::cosim
