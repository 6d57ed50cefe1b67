#pragma once
// The unknowns of one loop, which are its real outputs that come back into it, and the matrix of
// Newton's method for them, J = I - dS/dy:
//
// by differences   an increment R |y_i| + 0.01 A for each unknown, and a step of the parts that
//                  read it
// by partials      where all parts of the loop know the derivatives of their outputs by their
//                  inputs within one instant: costs no step, and is exact for what feeds through;
//                  what an input does over the step is left out, which is of order h
//
// Everything is measured in units of the increments: a loop of pascals and cubic metres a second
// would look singular otherwise.

#include <vector>

#include "cosim/loop_signals.h"
#include "cosim/master.h"
#include "math/linear.h"

namespace bw::cosim {

class LoopNewton {
 public:
  LoopNewton(const Coupling& coupling, const Loop& loop, const MasterOptions& options);

  const LoopSignals& signals() const { return signals_; }
  bool has_partials() const { return has_partials_; }

  // S(y) into `answer`.
  PartStatus evaluate(Coupling& coupling, double t, double h, const Signals& y, Signals& answer);

  // By differences; `y` is moved and put back, the parts are left anywhere.
  PartStatus differentiate(Coupling& coupling, const Checkpoint& begin, double t, double h,
                           Signals& y, const Signals& answer, Signals& moved);
  // By partials, of parts that have just been evaluated with y; false: all of them are 0, as those
  // of parts with states are, and say nothing.
  bool take_partials(Coupling& coupling, const Signals& y);

  // Moves y by d, and returns the size of d in units of the tolerance.
  double correct(const Signals& answer, Signals& y);

 private:
  struct Unknown {
    std::size_t real;                    // position in Signals
    double absolute;                     // tolerance
    std::vector<std::size_t> readers{};  // parts of the loop, in its order
    double increment = 1;
  };
  static constexpr std::size_t none = static_cast<std::size_t>(-1);

  void find_unknowns(const Coupling& coupling);
  void begin_matrix(const Signals& y);
  void add_column(const Coupling& coupling, std::size_t part, std::size_t c, const Signals& answer,
                  const Signals& moved);
  const math::Matrix& scaled();

  const Loop& loop_;
  LoopSignals signals_;
  std::vector<std::size_t> row_;  // of a real signal among the unknowns
  std::vector<Unknown> unknowns_;
  bool has_partials_ = true;
  math::Matrix jacobian_;
  math::Factors factors_;
  bool regular_ = true;
  std::vector<double> change_, plain_, partials_;
};

}  // namespace bw::cosim
