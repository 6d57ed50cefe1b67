#include "base/run_control.h"

#include <gtest/gtest.h>

#include <vector>

namespace bw::run_control_test {
namespace {

TEST(RunControlTest, WithoutOneNothingIsInterrupted) {
  EXPECT_FALSE(is_interrupted());
  EXPECT_NO_THROW(throw_if_interrupted());
  EXPECT_EQ(ended_by(), "ended by the user");
}

TEST(RunControlTest, AnInterruptSaysWhoEndedWhat) {
  std::atomic<bool> interrupt{false};
  std::vector<std::string> phases;
  const RunControl control{.interrupt = &interrupt,
                           .ended_by = [] { return std::string("ended by SIGTERM"); },
                           .on_phase = [&](const char* phase) { phases.emplace_back(phase); }};
  const ControlScope scope(control);
  enter_phase("sorting the equations");
  EXPECT_NO_THROW(throw_if_interrupted());
  interrupt = true;
  try {
    throw_if_interrupted();
    FAIL() << "it was interrupted";
  } catch (const Interrupted& interrupted) {
    EXPECT_STREQ(interrupted.what(),
                 "ended by SIGTERM while sorting the equations, before the first row of this run.");
    EXPECT_EQ(interrupted.exit_code(), ExitCode::interrupted);
  }
  EXPECT_EQ(phases, std::vector<std::string>{"sorting the equations"});
}

TEST(RunControlTest, APhaseThatTakesLongIsRepeated) {
  int calls = 0;
  const RunControl control{.on_phase = [&](const char*) { ++calls; }};
  const ControlScope scope(control);
  enter_phase("reading the model");
  for (int k = 0; k < 100'000; ++k) throw_if_interrupted();
  EXPECT_GT(calls, 5);
  EXPECT_LT(calls, 100);
}

TEST(RunControlTest, AnInnerScopeIsInForceUntilItEnds) {
  std::atomic<bool> outer{true}, inner{false};
  const RunControl first{.interrupt = &outer}, second{.interrupt = &inner};
  const ControlScope one(first);
  {
    const ControlScope another(second);
    EXPECT_FALSE(is_interrupted());
  }
  EXPECT_TRUE(is_interrupted());
}

}  // namespace
}  // namespace bw::run_control_test
