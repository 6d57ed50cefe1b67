#pragma once
// Detects a discontinuity of a real signal in a march without an error test: its change in one step
// is far larger than in the steps around it, and than the tolerance.
//
//   |d_k| / h_k > 20 max(|d_{k-1}| / h_{k-1}, |d_{k+1}| / h_{k+1})  and  |d_k| > 10 w,
//   d_k = y_{k+1} - y_k, h_k the length of the step
//
// After a kink a signal goes on moving, so a kink is not reported.

#include <vector>

#include "base/tolerance.h"
#include "cosim/coupling/coupling.h"
#include "model/signals.h"

namespace bw::cosim {

constexpr double jump_rate_ratio = 20;  // of a jump to the steps around it

class JumpWatch {
 public:
  enum class From {
    first_step,
    second_step
  };  // a fast transient at the start may look like a jump
  JumpWatch(const Coupling& coupling, const Tolerance& tolerance, From from = From::second_step);

  // After each accepted step, from t of length h. True: a signal jumped in the previous step.
  bool see(double t, double h, const Signals& now);

  struct Jump {
    double t = 0, h = 0;     // the step
    std::size_t signal = 0;  // position among the reals
    double size = 0;
  };
  const Jump& last() const { return last_; }
  void forget() { seen_ = 0; }  // the previous steps: this jump is known

  struct Watched {
    double y = 0, rate = 0, rate_before = 0;  // now, and in the last two steps
    double absolute = 0;                      // tolerance
  };
  // For a checkpoint.
  struct Memory {
    std::vector<Watched> signals{};
    double t = 0, h = 0;
    int seen = 0;
    Jump last{};
  };
  Memory memory() const { return {signals_, t_, h_, seen_, last_}; }
  void remember(const Memory& memory);

 private:
  [[gnu::noinline]] bool examine(const Watched& signal);
  bool is_jump(const Watched& signal) const;

  double relative_;
  int least_seen_;  // steps before one that is reported
  std::vector<Watched> signals_;
  double t_ = 0, h_ = 0;  // of the previous step
  int seen_ = 0;          // steps
  Jump last_;
};

}  // namespace bw::cosim
