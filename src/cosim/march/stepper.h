#pragma once
// One communication step with its checkpoint, its error test and its rollback.
//
// Error test by step doubling. From y_0 at t a step of h gives y_h; after a rollback two steps of
// h/2 give y_m in the middle and y_d at the end:
//
//   e_R = WRMS(y_d - y_h)                  the difference of both results
//   e_S = WRMS(y_m - (y_h + y_0) / 2)      the difference of their slopes, times h/2
//   e   = max(e_R, e_S) over all loops, weights of y_d; passed when e <= 1
//
// and the result is y_d, at t + 2 (h/2). A half step that does not converge counts as e = 25.
// Source: A. Nicolai, "Predator-Prey (Lotka-Volterra) System", equations 4 and 5.

#include <string>
#include <vector>

#include "base/stopwatch.h"
#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "cosim/coupling/loop_signals.h"
#include "cosim/master/master.h"
#include "model/signals.h"

namespace bw::cosim {

struct [[nodiscard]] Tried {
  enum class Outcome {
    done,           // the components are at the end and may be accepted there
    not_converged,  // a loop did not; the last iterate may be accepted nevertheless
    inaccurate,     // the error test failed
    jumped,         // a discrete signal changed within the step
    component       // Coupling::trouble() says which and why
  };
  Outcome outcome = Outcome::done;
  double t = 0, h = 0;
  ComponentStatus component = ComponentStatus::ok;
  int iterations = 1;           // the most that a loop took
  int limit_hits = 0;           // steps, whole or half ones, that did not converge
  bool fell_back = false;       // see CommunicationStep
  double error = 0, slope = 0;  // e_R and e_S
  double change = 0;            // of the loop that did not converge, in units of the tolerance
  std::size_t loop = 0;         // that one
  std::size_t critical = none;  // the real signal with the largest error, where one was tested
  bool jump_like = false;       // its change happened in one half of the step

  static constexpr std::size_t none = static_cast<std::size_t>(-1);
  bool ok() const { return outcome == Outcome::done; }
  // The larger one; NaN if either is.
  double norm() const { return slope != slope || slope > error ? slope : error; }
  // How far from acceptable: constant for a jump however short the step, shrinking for a smooth
  // signal.
  double severity() const;
};

struct StepperOptions {
  Tolerance tolerance{};
  bool error_test = false;
  bool rolls_back = false;      // components may be rolled back to the begin of a step
  bool watches_jumps = false;   // of discrete signals
  bool names_critical = false;  // signals of passed tests, too
};

// Receives the whole step before the rollback for the halves.
class WholeStepViewer {
 public:
  virtual ~WholeStepViewer() = default;
  virtual void whole_step(double t, const Signals& y) = 0;
};

class Stepper {
 public:
  Stepper(Coupling& coupling, Master& master, bool iterates, const StepperOptions& options,
          Stopwatch& testing, WholeStepViewer* viewer = nullptr);

  // From t, where now() is, to `end`. Rolls back earlier tries from t first.
  Tried try_step(double t, double end);
  // One plain step over a jump: no iteration, no test; more of them, of equal length, to see the
  // reactions to it.
  Tried cross(double t, double end, int steps = 1);
  void accept();

  // Undoes the last accepted step: components and signals are as before it.
  bool can_undo() const { return options_.rolls_back && has_before_; }
  void undo();

  // For a checkpoint, right after an accepted step: what undo() needs.
  struct Memory {
    bool has_before = false;
    Signals signals{};
    std::vector<std::string> components{};
  };
  bool is_settled() const { return !marked_ && !moved_ && !halved_; }
  Memory memory() const;
  void remember(const Memory& memory);

  // The result of the last try, before accept(); and now() at its begin.
  const Signals& next() const { return next_; }
  const Signals& start() const { return halved_ ? start_ : coupling_.now(); }
  // After a failed error test: the real signals whose own error is above their weight.
  void find_exceeding(std::vector<std::size_t>& signals) const;
  // The change by a jump between now() and next(), in units of the tolerance; infinity where a
  // discrete signal changed.
  double jump_size() const;

 private:
  void stand_at_begin();
  bool step(const Checkpoint& begin, double t, double h, Tried& tried);
  void test(double t, double end, Tried& tried);
  void measure(Tried& tried) const;
  void find_critical(Tried& tried) const;
  double scaled_error(const LoopSignals& loop, std::size_t k) const;
  bool discretes_changed(const Signals& a, const Signals& b) const;

  Coupling& coupling_;
  Master& master_;
  StepperOptions options_;
  Stopwatch& testing_;
  WholeStepViewer* viewer_;
  std::vector<LoopSignals> signals_;
  std::vector<std::size_t> marked_components_, iterated_components_;
  Checkpoint begin_, mid_, before_;
  bool marked_ = false, moved_ = false, halved_ = false, has_before_ = false;
  Signals next_, whole_, start_, before_signals_;
};

}  // namespace bw::cosim
