// Jumps in a march: located, crossed, or reported.
#include <gtest/gtest.h>

#include "support/cosim/added_master.h"
#include "support/cosim/jumping_components.h"

namespace bw::cosim::events_test {
namespace {

using namespace test;  // its components are the vocabulary here

TEST(Events, AJumpOfARealIsLocatedByEveryMaster) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    kit.add<Switch>(3.14159265358979);
    kit.add<Ramp>();
    Coupling coupling = kit.couple({connection(0, 1)});
    start(coupling);
    SignalTrace path(coupling, 1);
    const auto [end, tally] = test::march(coupling, *kind, chosen(kind->least_iterations), path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop) << kind->name;
    EXPECT_EQ(tally.events, 1) << kind->name;
    EXPECT_LT(path.worst(ramp_after_pi), 1e-10) << kind->name;
    EXPECT_LT(tally.steps, 60) << kind->name;
  }
}

TEST(Events, AJumpOfADiscreteSignalIsLocatedWithAFixedStepToo) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    kit.add<Switch>(3.14159265358979, Type::integer);
    kit.add<Ramp>(Type::integer);
    Coupling coupling = kit.couple({connection(0, 1)});
    start(coupling);
    SignalTrace path(coupling, 0);
    MarchPlan plan = test::plan_for(*kind, {.start = 0, .stop = 10, .interval = 0.1});
    plan.locates_events = true;
    const auto [end, tally] = test::march(coupling, *kind, plan, path);
    EXPECT_EQ(tally.events, 1) << kind->name;
    EXPECT_LT(path.worst(ramp_after_pi), 1e-10) << kind->name;
    EXPECT_GE(path.points.size(), 103u) << kind->name << ": the points of the grid and the event";
  }
}

// The guard reacts to x, and x to the guard: without iteration the reaction comes a step late, and
// its cause lies in the step before.
TEST(Events, TheCauseOfALateReactionIsFoundInTheStepBefore) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    kit.add<Guard>(2.0);
    kit.add<Ramp>();
    Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
    start(coupling);
    SignalTrace path(coupling, 1);
    const auto [end, tally] = test::march(coupling, *kind, chosen(kind->usual_iterations), path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop) << kind->name;
    EXPECT_LT(path.worst(ramp_until_2), 1e-9) << kind->name;
    EXPECT_EQ(tally.events, 1) << kind->name;
    if (kind->order == 1 && kind->usual_iterations == 1) {
      EXPECT_EQ(path.taken, 1) << kind->name;
    }
    for (std::size_t k = 1; k < path.points.size(); ++k)
      EXPECT_GT(path.points[k].first, path.points[k - 1].first) << kind->name;
  }
}

// Wherever the cause lies within a step: in its first half the error test feels it, in its second
// half only the next step does.
TEST(Events, TheCauseIsFoundWhateverTheSteps) {
  for (const MasterKind* kind : test::all_masters())
    for (int trial = 0; trial < 60; ++trial) {
      Kit kit;
      kit.add<Guard>(2.0);
      kit.add<Ramp>();
      Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
      start(coupling);
      SignalTrace path(coupling, 1);
      MarchPlan plan = chosen(kind->usual_iterations);
      plan.chosen->most = 0.03 + 0.008 * trial;
      const auto [end, tally] = test::march(coupling, *kind, plan, path);
      // The mean of before and behind a jump solves the loop, too: ith steps over what the error
      // test does not feel.
      const double bound = kind->name == "ith" ? *plan.master.tolerance.absolute : 1e-9;
      EXPECT_LT(path.worst(ramp_until_2), bound) << kind->name << " " << plan.chosen->most;
      EXPECT_EQ(tally.events, 1) << kind->name << " " << plan.chosen->most;
    }
}

TEST(Events, IgnoredJumpsAreCrossedWithTheSmallestStepAndReported) {
  Kit kit;
  kit.add<Switch>(3.14159265358979);
  kit.add<Ramp>();
  Coupling coupling = kit.couple({connection(0, 1)});
  start(coupling);
  SignalTrace path(coupling, 1);
  const auto [end, tally] = test::march(coupling, "gauss-seidel", chosen(1, false), path);
  EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop);
  EXPECT_EQ(tally.events, 0);
  EXPECT_EQ(tally.missed_events.count, 1);
  EXPECT_GT(tally.error_test_failures, 5);
  EXPECT_LT(path.worst(ramp_after_pi), 1e-5);
}

TEST(Events, WithoutRollbackADiscreteJumpIsReported) {
  Kit kit;
  kit.add<Switch>(3.14159265358979, Type::integer);
  kit.add<Ramp>(Type::integer);
  Coupling coupling = kit.couple({connection(0, 1)});
  start(coupling);
  SignalTrace path(coupling, 0);
  const auto [end, tally] = test::march(coupling, *find_master("jacobi"),
                                        {.start = 0, .stop = 10, .interval = 0.1}, path);
  EXPECT_EQ(tally.missed_events.count, 1);
  EXPECT_NEAR(tally.missed_events.time, 3.1, 1e-12);
  EXPECT_NEAR(tally.missed_events.measured, 0.1, 1e-12);
}

TEST(Events, AFixedStepReportsAJumpOfAReal) {
  Kit kit;
  kit.add<Switch>(3.14159265358979);
  kit.add<Ramp>();
  Coupling coupling = kit.couple({connection(0, 1)});
  start(coupling);
  SignalTrace path(coupling, 1);
  const auto [end, tally] = test::march(coupling, *find_master("gauss-seidel"),
                                        {.start = 0, .stop = 10, .interval = 0.1}, path);
  EXPECT_EQ(tally.missed_events.count, 1);
  EXPECT_NEAR(tally.missed_events.time, 3.1, 1e-12);
  EXPECT_EQ(tally.missed_events.place, 0u) << "the switch jumped; the ramp only bends";
}

TEST(Events, SmoothSystemsHaveNone) {
  for (const MasterKind* kind : test::all_masters())
    for (const bool fixed : {false, true}) {
      Coupling coupling = test::lotka_volterra_components();
      SignalTrace path(coupling, 0);
      MarchPlan plan = chosen(kind->usual_iterations);
      plan.grid.stop = 50;
      if (fixed) {
        plan.chosen.reset();
        plan.error_test = false;
        plan.grid.interval = 0.1;
      }
      const auto [end, tally] = test::march(coupling, *kind, plan, path);
      EXPECT_EQ(tally.events, 0) << kind->name << fixed;
      EXPECT_EQ(tally.missed_events.count, 0) << kind->name << fixed;
      EXPECT_EQ(tally.discontinuities.count, 0) << kind->name << fixed;
    }
}

// Random times and thresholds, all masters: each jump is found where it is.
TEST(Events, AreFoundWhereverTheyAre) {
  for (int trial = 0; trial < 60; ++trial) {
    const double when = 0.013 + 9.7 * std::fmod(trial * 0.6180339887498949, 1.0);
    const auto kinds = test::all_masters();
    const MasterKind* kind = kinds[static_cast<std::size_t>(trial) % kinds.size()];
    Kit kit;
    kit.add<Switch>(when);
    kit.add<Ramp>();
    Coupling coupling = kit.couple({connection(0, 1)});
    start(coupling);
    SignalTrace path(coupling, 1);
    const auto [end, tally] = test::march(coupling, *kind, chosen(kind->least_iterations), path);
    EXPECT_NEAR(path.points.back().second, 10 - when, 1e-9) << kind->name << " " << when;
    EXPECT_EQ(tally.events, 1) << kind->name << " " << when;
  }
}

}  // namespace
}  // namespace bw::cosim::events_test
