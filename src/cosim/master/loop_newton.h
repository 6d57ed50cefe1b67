#pragma once
// The unknowns of one loop, which are its real outputs that come back into it, and the matrix of
// Newton's method for them, J = I - dS/dy:
//
// by differences   an increment for each unknown, R |y_i| + 0.01 A unless given, and a step of the
//                  components that read it
// by partials      where all components of the loop provide their direct feedthrough derivatives:
//                  costs no step; neglects the effect of an input over the step, of order h
//
// Everything is scaled by the increments: a loop of pascals and cubic metres a second would look
// singular otherwise.

#include <optional>
#include <vector>

#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "cosim/coupling/loop_signals.h"
#include "cosim/coupling/loops.h"
#include "cosim/master/holder.h"
#include "cosim/master/master.h"
#include "math/linear.h"
#include "model/signals.h"

namespace bw::cosim {

class LoopNewton {
 public:
  struct Unknown {
    std::size_t real;                    // position in Signals
    double absolute;                     // tolerance
    std::vector<std::size_t> readers{};  // components of the loop, in its order
    double least_increment = 0;
    double increment = 1;
  };

  // With `increment`: it is that times (|y_i| + nominal). With a holder, inputs change from the
  // signals at t to y as it defines; else they are held at y.
  LoopNewton(const Coupling& coupling, const Loop& loop, const Tolerance& tolerance,
             std::optional<double> increment = {}, const Holder* holder = nullptr);

  const LoopSignals& signals() const { return signals_; }
  const std::vector<Unknown>& unknowns() const { return unknowns_; }
  bool has_partials() const { return has_partials_; }

  // S(y) into `answer`.
  ComponentStatus evaluate(Coupling& coupling, double t, double h, const Signals& y,
                           Signals& answer);

  // By differences; `y` is perturbed and restored, the components are left at an arbitrary state.
  ComponentStatus differentiate(Coupling& coupling, const Checkpoint& begin, double t, double h,
                                Signals& y, const Signals& answer, Signals& moved);
  // By partials, of components that have just been evaluated with y; false: all of them are 0, as
  // for components with states, and no use.
  bool take_partials(Coupling& coupling, const Signals& y);

  // For steps below the fallback step: one sweep from now() in y; reports whether the loop, number
  // k, is not solved by it.
  void sweep_once(Coupling& coupling, std::size_t k, double t, double h, Signals& y,
                  CommunicationStep& result) const;

  // The matrix, for a checkpoint.
  struct Memory {
    std::vector<double> scaled{}, increments{};
    double noise = 0;
    bool regular = true;
  };
  Memory memory() const;
  void remember(const Memory& memory);

  // Moves y by d, and returns the size of d in units of the tolerance.
  double correct(const Signals& answer, Signals& y);

 private:
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void find_unknowns(const Coupling& coupling, std::optional<double> increment);
  ComponentStatus advance(Coupling& coupling, std::size_t component, double t, double h,
                          const Signals& y, Signals& target) const;
  void begin_matrix(const Signals& y);
  void add_column(const Coupling& coupling, std::size_t component, std::size_t c,
                  const Signals& answer, const Signals& moved);
  const math::Matrix& scaled();

  const Loop& loop_;
  const Holder* holder_;
  LoopSignals signals_;
  double relative_increment_;
  std::vector<std::size_t> row_;  // of a real signal among the unknowns
  std::vector<Unknown> unknowns_;
  bool has_partials_ = true;
  math::Matrix jacobian_;
  math::Factors factors_;
  double noise_ = 0;  // of the entries
  bool regular_ = true;
  std::vector<double> change_, plain_, partials_;
};

}  // namespace bw::cosim
