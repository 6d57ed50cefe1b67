#pragma once
// Says once, early in a run that will take minutes, how long that will be at least and what is
// quicker: an expensive FMU otherwise looks like a run that hangs. It is a sentence and no more;
// no clock decides what is computed.

#include <chrono>
#include <optional>
#include <string>

namespace bw::run {

// In steps of all components together.
struct CostSoFar {
  double seconds = 0;  // since the run began to compute
  double done = 0, expected = 0;
  int runs = 0;  // with different step sizes that are expected now; others may follow
  double tolerance = 1e-4, interval = 1;
};

// Nothing: it will not take long, or too little is known yet.
std::optional<std::string> cost_notice(const CostSoFar& cost);

class CostNotice {
 public:
  CostNotice(double tolerance, double interval) : tolerance_(tolerance), interval_(interval) {}
  // Reads the clock: to be called a few times a second. Announces it the first time.
  void see(double done, double expected, int runs);

 private:
  double tolerance_, interval_;
  bool is_said_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace bw::run
