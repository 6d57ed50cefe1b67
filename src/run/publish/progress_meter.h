#pragma once
// How far a run is: the fraction of an estimated amount of work, in any unit, and the time left.
//
//   expect(W), again whenever another integration or step size turns out to be needed
//   report(D, t): fraction = f + (1 - f) (D - d) / (W - d)
//
// where f and d are the fraction shown and the work done when W was estimated last. So it never
// falls, it is below 1 until the run has ended, and more work makes it slower instead. The time
// left is elapsed (W - D) / D, which a new estimate may well increase.

#include <chrono>
#include <functional>
#include <optional>
#include <string>

#include "run/spec/run_spec.h"

namespace bw::run {

class ProgressMeter {
 public:
  using Show = std::function<void(const Progress&)>;
  // `show` outlives it; empty: nothing is computed.
  explicit ProgressMeter(const Show& show) : show_(show) {}

  void expect(double work);  // in all, with what is done
  void set_phase(std::string phase) { phase_ = std::move(phase); }
  // Reads the clock: to be called a few times a second.
  void report(double done, std::optional<double> time);

 private:
  using Clock = std::chrono::steady_clock;
  const Show& show_;
  std::string phase_ = "simulating";
  double expected_ = 1, done_ = 0;
  double shown_ = 0, shown_before_ = 0, done_before_ = 0;  // _before_: at the last estimate
  Clock::time_point begin_ = Clock::now();
  bool has_begun_ = false;
};

}  // namespace bw::run
