#include "ode/events/step_scan.h"

#include <gtest/gtest.h>

#include <vector>

namespace bw::ode::step_scan_test {
namespace {

// z falls at first, so that the begin of the step is looked at again.
double falls_and_rises(double t) { return 1e-3 - 0.1 * t + 4 * t * t; }

TEST(StepScan, AValueAtTheBeginThatIsNotReproducedIsNoCrossing) {
  StepScan scan(1);
  const auto evaluate = [](double t, std::span<double> z) {
    z[0] = t == 0 ? -1 : falls_and_rises(t) + 1e-3;
  };
  const std::vector<double> begin = {2e-3}, end = {falls_and_rises(1) + 1e-3};
  const StepScan::Found found = scan.look(0, 1, begin, end, evaluate);
  EXPECT_FALSE(found.crossing);
}

TEST(StepScan, ACrossingRightBehindTheBeginIsFound) {
  StepScan scan(1);
  const auto evaluate = [](double t, std::span<double> z) { z[0] = falls_and_rises(t) - 5e-4; };
  const std::vector<double> begin = {5e-4}, end = {falls_and_rises(1) - 5e-4};
  const StepScan::Found found = scan.look(0, 1, begin, end, evaluate);
  ASSERT_TRUE(found.crossing);
  EXPECT_EQ(found.crossing->lo, 0);
  EXPECT_LT(found.crossing->hi, 0.03);
}

}  // namespace
}  // namespace bw::ode::step_scan_test
