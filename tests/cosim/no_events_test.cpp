// What a march must not mistake for a jump, and where it ends.
#include <gtest/gtest.h>

#include "support/cosim/added_master.h"
#include "support/cosim/jumping_components.h"

namespace bw::cosim::no_events_test {
namespace {

using namespace test;  // its components are the vocabulary here

// ---- errors that stay ----

// Its output is the same however short the step: an error that no step can make smaller.
class Noise final : public TestComponent {
 public:
  Noise() : TestComponent("noise", {}, {variable("y")}) {}

 private:
  void answer(const model::SignalsOut& y) override { y.reals[0] = std::sin(1e3 * ++calls_); }
  int calls_ = 0;
};

TEST(NoEvents, AnErrorThatNoStepMakesSmallerEndsTheMarch) {
  Kit kit;
  kit.add<Noise>();
  Coupling coupling = kit.couple({});
  SignalTrace path(coupling, 0);
  const auto [end, tally] = test::march(coupling, "gauss-seidel", chosen(1, false), path);
  EXPECT_TRUE(end.reason == MarchEnd::Reason::tolerance_unreachable ||
              tally.missed_events.count > 0);
  EXPECT_LT(end.time, 10);
}

TEST(NoEvents, AFixedStepWhoseErrorTestFailsEndsTheMarch) {
  Coupling coupling = test::lotka_volterra_components();
  SignalTrace path(coupling, 0);
  MarchPlan plan = test::plan_for(*find_master("gauss-seidel"), {.start = 0, .stop = 10});
  plan.error_test = true;
  const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
  EXPECT_EQ(end.reason, MarchEnd::Reason::tolerance_unreachable);
  EXPECT_EQ(end.time, 0);
  EXPECT_GT(end.last.norm(), 1.0);
}

// ---- what is no jump, although a step of it fails ----

TEST(NoEvents, ALoopThatDoesNotConvergeIsNoJump) {
  for (const double tolerance : {1e-5, 1e-6, 1e-8, 1e-10}) {
    Coupling coupling = test::lotka_volterra_components();
    SignalTrace path(coupling, 0);
    MarchPlan plan;
    plan.grid = {.start = 0, .stop = 20, .interval = 0.2};
    plan.master.iterations = 2;
    plan.master.tolerance = {.relative = tolerance};
    plan.locates_events = true;
    const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop);
    EXPECT_EQ(tally.steps, 100) << tolerance;
    EXPECT_EQ(tally.events, 0) << tolerance;
    EXPECT_EQ(tally.not_converged.count, tally.iteration_limit_hits) << tolerance;
    // The components stand where the signals are, in spite of searches.
    Signals standing = coupling.now();
    for (const std::size_t component : {0u, 1u}) coupling.read(component, 20, standing);
    EXPECT_EQ(standing.reals, coupling.now().reals);
  }
}

TEST(NoEvents, SearchesForJumpsDoNotChangeWhatIsAccepted) {
  std::vector<std::pair<double, double>> paths[2];
  for (const bool locate : {false, true}) {
    Coupling coupling = test::lotka_volterra_components();
    SignalTrace path(coupling, 0);
    MarchPlan plan;
    plan.grid = {.start = 0, .stop = 20, .interval = 0.2};
    plan.master.iterations = 2;
    plan.master.tolerance = {.relative = 1e-8};
    plan.locates_events = locate;
    test::march(coupling, "gauss-seidel", plan, path);
    paths[locate ? 1 : 0] = path.points;
  }
  EXPECT_EQ(paths[0], paths[1]);
}

TEST(NoEvents, ACounterOfStepsHasNoTimeOfItsOwn) {
  for (const MasterKind* kind : test::all_masters()) {
    Kit kit;
    kit.add<test::Logic>("source", [](std::int64_t) { return 1; });
    kit.add<Counter>();
    kit.add<test::Logic>("sink", [](std::int64_t n) { return n; });
    Coupling coupling = kit.couple({connection(1, 2)});
    start(coupling);
    SignalTrace path(coupling, 0);
    MarchPlan plan = test::plan_for(*kind, {.start = 0, .stop = 10, .interval = 0.1});
    plan.locates_events = true;
    const auto [end, tally] = test::march(coupling, *kind, plan, path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop) << kind->name;
    EXPECT_GT(tally.missed_events.count, 90) << kind->name;
    EXPECT_LT(tally.steps, 130) << kind->name;
  }
}

// ---- the end of the run ----

TEST(NoEvents, ATroubleRightBeforeTheStopEndsTheMarch) {
  for (const double when : {9.9999, 9.99999999, 9.9999999999}) {
    Kit kit;
    kit.add<test::Failing>("a", when, test::Failing::How::nan);
    Coupling coupling = kit.couple({});
    SignalTrace path(coupling, 0);
    const auto [end, tally] = test::march(coupling, "gauss-seidel", chosen(), path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::not_finite) << when;
    EXPECT_LT(tally.rejected, 200) << when;
  }
}

TEST(NoEvents, AnErrorThatStaysNearTheStopEndsTheMarch) {
  for (const double stop : {0.15, 0.2, 0.25, 0.1}) {
    Coupling coupling = test::lotka_volterra_components();
    SignalTrace path(coupling, 0);
    MarchPlan plan = chosen();
    plan.grid.stop = stop;
    plan.chosen = {.first = 0.1, .least = 0.1, .most = 0.1};
    plan.master.tolerance = {.relative = 1e-8};
    const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::tolerance_unreachable) << stop;
    EXPECT_LT(tally.rejected, 50) << stop;
  }
}

// A loop that amplifies by twenty in every step jumps in the first step and in each later one, by
// more and more.
TEST(NoEvents, AnUnstableLoopIsNoSeriesOfJumps) {
  for (const bool locate : {false, true}) {
    Kit kit;
    kit.add<test::Algebraic>("a", [](double u) { return -20 * u + 1; });
    kit.add<test::Algebraic>("b", [](double u) { return u; });
    Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
    SignalTrace path(coupling, 0);
    MarchPlan plan = chosen(1, locate);
    plan.chosen->least = 0.01;
    const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
    EXPECT_NE(end.reason, MarchEnd::Reason::reached_stop) << locate;
    EXPECT_LT(end.time, 1) << locate;
  }
}

class Impatient final : public MarchObserver {
 public:
  bool accepted(double, bool) override { return true; }
  bool is_wanted() override { return ++calls < 5; }
  int calls = 0;
};

TEST(NoEvents, ASearchEndsWhenNobodyWantsItAnyMore) {
  Kit kit;
  kit.add<Switch>(3.14159265358979);
  const auto& ramp = kit.add<Ramp>();
  Coupling coupling = kit.couple({connection(0, 1)});
  start(coupling);
  Impatient observer;
  Tally tally;
  const MarchEnd end =
      cosim::march(coupling, *find_master("gauss-seidel"), chosen(), observer, tally);
  EXPECT_EQ(end.reason, MarchEnd::Reason::stop_requested);
  EXPECT_LT(ramp.steps.size(), 200u);
}

// On for a short time within a step, as a component sees it in the middle of one.
class Pulse final : public TestComponent {
 public:
  Pulse() : TestComponent("pulse", {}, {variable("on", Type::integer)}) {}

 private:
  void move(double h) override { state_ += h; }
  void answer(const model::SignalsOut& y) override {
    y.discretes[0] = std::int64_t{state_ > 3.3 && state_ < 3.4};
  }
};

TEST(NoEvents, APulseThatIsSeenInTheMiddleOfAStepHasBothItsEnds) {
  Kit kit;
  kit.add<Pulse>();
  kit.add<Ramp>(Type::integer);
  Coupling coupling = kit.couple({connection(0, 1)});
  start(coupling);
  SignalTrace path(coupling, 0);
  MarchPlan plan = chosen();
  plan.chosen->first = plan.chosen->most = 0.7;  // 2.8 to 3.5, the middle is 3.15; 3.35 soon after
  const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
  EXPECT_TRUE(tally.events == 0 || tally.events == 2) << "never half of it";
  if (tally.events == 2) {
    EXPECT_NEAR(path.points.back().second, 0.1, 1e-9);
  }
}

}  // namespace
}  // namespace bw::cosim::no_events_test
