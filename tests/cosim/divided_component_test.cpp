#include "cosim/coupling/divided_component.h"

#include <gtest/gtest.h>

#include <memory>
#include <vector>

#include "cosim/coupling/coupling.h"
#include "model/sized_signals.h"
#include "support/cosim/certified_systems.h"

namespace bw::cosim {
namespace {

// All real signals after one step of the first component.
std::vector<double> after_a_step(const char* system, int parts, double from, long& advances) {
  Coupling coupling = test::find_system(system).make();
  if (parts > 1) coupling.divide_steps(parts, from);
  model::Signals next = coupling.now();
  EXPECT_EQ(coupling.advance(0, coupling.now(), 0, 0.5, next), ComponentStatus::ok);
  advances = coupling.counters(0).advances;
  return next.reals;
}

double change(const char* system, int parts, double from = 0) {
  long whole = 0, divided = 0;
  const std::vector<double> a = after_a_step(system, 1, 0, whole);
  const std::vector<double> b = after_a_step(system, parts, from, divided);
  EXPECT_EQ(whole, 1);
  EXPECT_EQ(divided, from > 0 ? 1 : parts);
  return std::abs(a[0] - b[0]);
}

TEST(DividedComponent, ChangesWhatASolverDoesWrong) {
  EXPECT_LT(change("lotka_volterra", 7), 1e-13) << "it is exact";
  EXPECT_GT(change("lotka_volterra_heun", 700), 1e-9) << "shorter than the solver's steps";
  EXPECT_GT(change("lotka_volterra_inner_1e-4", 16), 1e-7);
}

TEST(DividedComponent, LeavesEarlierStepsAsTheyAre) {
  EXPECT_EQ(change("lotka_volterra_heun", 700, 0.25), 0) << "a step that begins before";
}

}  // namespace
}  // namespace bw::cosim
