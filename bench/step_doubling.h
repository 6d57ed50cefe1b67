#pragma once
// Gauss-seidel with step doubling, and how small its tolerance must be for a given true error.

#include <string>
#include <vector>

#include "support/cosim/coupled_system.h"

namespace bw::test {

class StepDoubling {
 public:
  // No run takes more advances than the limit; one that would is left.
  StepDoubling(const CoupledSystem& system, long limit) : system_(system), limit_(limit) {}

  struct Answer {
    std::string outcome;  // measured, extrapolated, or failed
    double tolerance = 0, error = 0, advances = 0;
  };
  // The cheapest found whose largest error over its own steps is below target * (|y| + 1), and not
  // far below; `error` is in these units.
  Answer meet(double target);

 private:
  struct Run {
    double tolerance = 0, error = 0;  // relative to |y| + 1
    double advances = 0;
    bool complete = false;
  };
  Run run(double tolerance) const;
  void explore(double target);

  const CoupledSystem& system_;
  long limit_;
  std::vector<Run> runs_{};  // complete ones, tolerances falling by tenths
  bool exhausted_ = false;
};

}  // namespace bw::test
