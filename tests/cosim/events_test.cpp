// Jumps that a march meets: found, crossed, or told.
#include <gtest/gtest.h>

#include <cmath>

#include "cosim/jump_watch.h"
#include "support/marching.h"
#include "support/test_parts.h"

namespace bw::cosim {
namespace {

using test::Kit;
using test::TestPart;
using test::variable;
using test::wire;

// A real or an integer that is 0 before `when` and 1 from then on.
class Switch final : public TestPart {
 public:
  Switch(double when, Type type = Type::real)
      : TestPart("switch", {}, {variable("on", type)}), when_(when), type_(type) {}

 private:
  void move(double h) override { state_ += h; }
  void answer(const model::SignalsOut& y) override {
    const bool on = state_ >= when_;
    if (type_ == Type::real)
      y.reals[0] = on ? 1 : 0;
    else
      y.discretes[0] = std::int64_t{on};
  }
  double when_;
  Type type_;
};

// x' = what it hears, real or integer.
class Ramp final : public TestPart {
 public:
  explicit Ramp(Type type = Type::real) : TestPart("ramp", {variable("u", type)}, {variable("x")}) {
    if (type != Type::real) heard_.discretes[0] = std::int64_t{0};
  }

 private:
  void move(double h) override {
    state_ +=
        h * (heard_.reals.empty() ? static_cast<double>(std::get<std::int64_t>(heard_.discretes[0]))
                                  : heard_.reals[0]);
  }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }
};

// 1 while what it hears is below a threshold, then 0.
class Guard final : public TestPart {
 public:
  explicit Guard(double below)
      : TestPart("guard", {variable("u")}, {variable("go")}), below_(below) {}

 private:
  void answer(const model::SignalsOut& y) override {
    y.reals[0] = heard_.reals[0] < below_ ? 1 : 0;
  }
  double below_;
};

// How often it was stepped.
class Counter final : public TestPart {
 public:
  Counter() : TestPart("counter", {}, {variable("n", Type::integer), variable("x")}) {}

 private:
  void move(double /*h*/) override { state_ += 1; }
  void answer(const model::SignalsOut& y) override {
    y.discretes[0] = static_cast<std::int64_t>(state_);
    y.reals[0] = 0;
  }
};

class Path final : public MarchObserver {
 public:
  Path(const Coupling& coupling, std::size_t real) : coupling_(coupling), real_(real) {}
  bool accepted(double t, bool) override {
    points.emplace_back(t, coupling_.now().reals[real_]);
    return true;
  }
  void taken_back() override {
    points.pop_back();
    ++taken;
  }
  double worst(double (*exact)(double)) const {
    double worst = 0;
    for (const auto& [t, x] : points) worst = std::max(worst, std::abs(x - exact(t)));
    return worst;
  }
  std::vector<std::pair<double, double>> points;
  int taken = 0;

 private:
  const Coupling& coupling_;
  std::size_t real_;
};

MarchPlan chosen(int iterations = 1, bool locate = true) {
  MarchPlan plan;
  plan.grid = {.start = 0, .stop = 10, .interval = 10};
  plan.chosen = {.first = 0.2, .least = 1e-7, .most = 0.5, .iterations = iterations};
  plan.master.iterations = iterations;
  plan.master.tolerance = {.relative = 1e-4, .absolute = 1e-5};
  plan.master.fallback_step = iterations > 1 ? 1e-5 : 0;
  plan.error_test = true;
  plan.locates_events = locate;
  return plan;
}

void start(Coupling& coupling) {
  Signals first = coupling.now();
  for (std::size_t part = 0; part < coupling.size(); ++part) coupling.read(part, 0, first);
  coupling.accept(first);
}

double ramp_after_pi(double t) { return std::max(0.0, t - 3.14159265358979); }
double ramp_until_2(double t) { return std::min(t, 2.0); }

TEST(Events, AJumpOfARealIsLocatedByEveryMaster) {
  for (const MasterKind* kind : masters()) {
    Kit kit;
    kit.add<Switch>(3.14159265358979);
    kit.add<Ramp>();
    Coupling coupling = kit.couple({wire(0, 1)});
    start(coupling);
    Path path(coupling, 1);
    const auto [end, tally] =
        test::march(coupling, kind->name.data(), chosen(kind->least_iterations), path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop) << kind->name;
    EXPECT_EQ(tally.events, 1) << kind->name;
    EXPECT_LT(path.worst(ramp_after_pi), 1e-10) << kind->name;
    EXPECT_LT(tally.steps, 60) << kind->name;
  }
}

TEST(Events, AJumpOfADiscreteSignalIsLocatedWithAFixedStepToo) {
  for (const MasterKind* kind : masters()) {
    Kit kit;
    kit.add<Switch>(3.14159265358979, Type::integer);
    kit.add<Ramp>(Type::integer);
    Coupling coupling = kit.couple({wire(0, 1)});
    start(coupling);
    Path path(coupling, 0);
    MarchPlan plan = test::plan_for(*kind, {.start = 0, .stop = 10, .interval = 0.1});
    plan.locates_events = true;
    const auto [end, tally] = test::march(coupling, kind->name.data(), plan, path);
    EXPECT_EQ(tally.events, 1) << kind->name;
    EXPECT_LT(path.worst(ramp_after_pi), 1e-10) << kind->name;
    EXPECT_GE(path.points.size(), 103u) << kind->name << ": the points of the grid and the event";
  }
}

// The guard reacts to x, and x to the guard: without iteration the reaction comes a step late, and
// its cause lies in the step before.
TEST(Events, TheCauseOfALateReactionIsFoundInTheStepBefore) {
  for (const MasterKind* kind : masters()) {
    Kit kit;
    kit.add<Guard>(2.0);
    kit.add<Ramp>();
    Coupling coupling = kit.couple({wire(0, 1), wire(1, 0)});
    start(coupling);
    Path path(coupling, 1);
    const auto [end, tally] =
        test::march(coupling, kind->name.data(), chosen(kind->usual_iterations), path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop) << kind->name;
    EXPECT_LT(path.worst(ramp_until_2), 1e-9) << kind->name;
    EXPECT_EQ(tally.events, 1) << kind->name;
    if (kind->usual_iterations == 1) {
      EXPECT_EQ(path.taken, 1) << kind->name;
    }
    for (std::size_t k = 1; k < path.points.size(); ++k)
      EXPECT_GT(path.points[k].first, path.points[k - 1].first) << kind->name;
  }
}

// Wherever the cause lies within a step: in its first half the error test feels it, in its second
// half only the next step does.
TEST(Events, TheCauseIsFoundWhateverTheSteps) {
  for (const MasterKind* kind : masters())
    for (int trial = 0; trial < 60; ++trial) {
      Kit kit;
      kit.add<Guard>(2.0);
      kit.add<Ramp>();
      Coupling coupling = kit.couple({wire(0, 1), wire(1, 0)});
      start(coupling);
      Path path(coupling, 1);
      MarchPlan plan = chosen(kind->usual_iterations);
      plan.chosen->most = 0.03 + 0.008 * trial;
      const auto [end, tally] = test::march(coupling, kind->name.data(), plan, path);
      EXPECT_LT(path.worst(ramp_until_2), 1e-9) << kind->name << " " << plan.chosen->most;
      EXPECT_EQ(tally.events, 1) << kind->name << " " << plan.chosen->most;
    }
}

TEST(Events, IgnoredJumpsAreCrossedWithTheSmallestStepAndTold) {
  Kit kit;
  kit.add<Switch>(3.14159265358979);
  kit.add<Ramp>();
  Coupling coupling = kit.couple({wire(0, 1)});
  start(coupling);
  Path path(coupling, 1);
  const auto [end, tally] = test::march(coupling, "gauss-seidel", chosen(1, false), path);
  EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop);
  EXPECT_EQ(tally.events, 0);
  EXPECT_EQ(tally.missed_events.count, 1);
  EXPECT_GT(tally.error_test_failures, 5);
  EXPECT_LT(path.worst(ramp_after_pi), 1e-5);
}

TEST(Events, WithoutAWayBackADiscreteJumpIsTold) {
  Kit kit;
  kit.add<Switch>(3.14159265358979, Type::integer);
  kit.add<Ramp>(Type::integer);
  Coupling coupling = kit.couple({wire(0, 1)});
  start(coupling);
  Path path(coupling, 0);
  const auto [end, tally] = test::march(coupling, *find_master("jacobi"),
                                        {.start = 0, .stop = 10, .interval = 0.1}, path);
  EXPECT_EQ(tally.missed_events.count, 1);
  EXPECT_NEAR(tally.missed_events.time, 3.1, 1e-12);
  EXPECT_NEAR(tally.missed_events.measured, 0.1, 1e-12);
}

TEST(Events, AFixedStepTellsOfAJumpOfAReal) {
  Kit kit;
  kit.add<Switch>(3.14159265358979);
  kit.add<Ramp>();
  Coupling coupling = kit.couple({wire(0, 1)});
  start(coupling);
  Path path(coupling, 1);
  const auto [end, tally] = test::march(coupling, *find_master("gauss-seidel"),
                                        {.start = 0, .stop = 10, .interval = 0.1}, path);
  EXPECT_EQ(tally.missed_events.count, 1);
  EXPECT_NEAR(tally.missed_events.time, 3.1, 1e-12);
  EXPECT_EQ(tally.missed_events.place, 0u) << "the switch jumped; the ramp only bends";
}

TEST(Events, SmoothSystemsHaveNone) {
  for (const MasterKind* kind : masters())
    for (const bool fixed : {false, true}) {
      Coupling coupling = test::lotka_volterra_parts();
      Path path(coupling, 0);
      MarchPlan plan = chosen(kind->usual_iterations);
      plan.grid.stop = 50;
      if (fixed) {
        plan.chosen.reset();
        plan.error_test = false;
        plan.grid.interval = 0.1;
      }
      const auto [end, tally] = test::march(coupling, kind->name.data(), plan, path);
      EXPECT_EQ(tally.events, 0) << kind->name << fixed;
      EXPECT_EQ(tally.missed_events.count, 0) << kind->name << fixed;
      EXPECT_EQ(tally.discontinuities.count, 0) << kind->name << fixed;
    }
}

// Random times and thresholds, all masters: each jump is found where it is.
TEST(Events, AreFoundWhereverTheyAre) {
  for (int trial = 0; trial < 60; ++trial) {
    const double when = 0.013 + 9.7 * std::fmod(trial * 0.6180339887498949, 1.0);
    const MasterKind* kind = masters()[static_cast<std::size_t>(trial) % masters().size()];
    Kit kit;
    kit.add<Switch>(when);
    kit.add<Ramp>();
    Coupling coupling = kit.couple({wire(0, 1)});
    start(coupling);
    Path path(coupling, 1);
    const auto [end, tally] =
        test::march(coupling, kind->name.data(), chosen(kind->least_iterations), path);
    EXPECT_NEAR(path.points.back().second, 10 - when, 1e-9) << kind->name << " " << when;
    EXPECT_EQ(tally.events, 1) << kind->name << " " << when;
  }
}

// Its output is the same however short the step: an error that no step can make smaller.
class Noise final : public TestPart {
 public:
  Noise() : TestPart("noise", {}, {variable("y")}) {}

 private:
  void answer(const model::SignalsOut& y) override { y.reals[0] = std::sin(1e3 * ++calls_); }
  int calls_ = 0;
};

TEST(Events, AnErrorThatNoStepMakesSmallerEndsTheMarch) {
  Kit kit;
  kit.add<Noise>();
  Coupling coupling = kit.couple({});
  Path path(coupling, 0);
  const auto [end, tally] = test::march(coupling, "gauss-seidel", chosen(1, false), path);
  EXPECT_TRUE(end.reason == MarchEnd::Reason::tolerance_unreachable ||
              tally.missed_events.count > 0);
  EXPECT_LT(end.time, 10);
}

TEST(Events, AFixedStepWhoseErrorTestFailsEndsTheMarch) {
  Coupling coupling = test::lotka_volterra_parts();
  Path path(coupling, 0);
  MarchPlan plan = test::plan_for(*find_master("gauss-seidel"), {.start = 0, .stop = 10});
  plan.error_test = true;
  const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
  EXPECT_EQ(end.reason, MarchEnd::Reason::tolerance_unreachable);
  EXPECT_EQ(end.time, 0);
  EXPECT_GT(end.last.norm(), 1.0);
}

// ---- what is no jump, although a step of it fails ----

TEST(Events, ALoopThatDoesNotConvergeIsNoJump) {
  for (const double tolerance : {1e-5, 1e-6, 1e-8, 1e-10}) {
    Coupling coupling = test::lotka_volterra_parts();
    Path path(coupling, 0);
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
    // The parts stand where the signals are, in spite of searches.
    Signals standing = coupling.now();
    for (const std::size_t part : {0u, 1u}) coupling.read(part, 20, standing);
    EXPECT_EQ(standing.reals, coupling.now().reals);
  }
}

TEST(Events, SearchesForJumpsDoNotChangeWhatIsAccepted) {
  std::vector<std::pair<double, double>> paths[2];
  for (const bool locate : {false, true}) {
    Coupling coupling = test::lotka_volterra_parts();
    Path path(coupling, 0);
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

TEST(Events, ACounterOfStepsHasNoTimeOfItsOwn) {
  for (const MasterKind* kind : masters()) {
    Kit kit;
    kit.add<test::Logic>("source", [](std::int64_t) { return 1; });
    kit.add<Counter>();
    kit.add<test::Logic>("sink", [](std::int64_t n) { return n; });
    Coupling coupling = kit.couple({wire(1, 2)});
    start(coupling);
    Path path(coupling, 0);
    MarchPlan plan = test::plan_for(*kind, {.start = 0, .stop = 10, .interval = 0.1});
    plan.locates_events = true;
    const auto [end, tally] = test::march(coupling, kind->name.data(), plan, path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::reached_stop) << kind->name;
    EXPECT_GT(tally.missed_events.count, 90) << kind->name;
    EXPECT_LT(tally.steps, 130) << kind->name;
  }
}

// ---- the end of the run ----

TEST(Events, ATroubleRightBeforeTheStopEndsTheMarch) {
  for (const double when : {9.9999, 9.99999999, 9.9999999999}) {
    Kit kit;
    kit.add<test::Failing>("a", when, test::Failing::How::nan);
    Coupling coupling = kit.couple({});
    Path path(coupling, 0);
    const auto [end, tally] = test::march(coupling, "gauss-seidel", chosen(), path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::not_finite) << when;
    EXPECT_LT(tally.rejected, 200) << when;
  }
}

TEST(Events, AnErrorThatStaysNearTheStopEndsTheMarch) {
  for (const double stop : {0.15, 0.2, 0.25, 0.1}) {
    Coupling coupling = test::lotka_volterra_parts();
    Path path(coupling, 0);
    MarchPlan plan = chosen();
    plan.grid.stop = stop;
    plan.chosen = {.first = 0.1, .least = 0.1, .most = 0.1};
    plan.master.tolerance = {.relative = 1e-8};
    const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
    EXPECT_EQ(end.reason, MarchEnd::Reason::tolerance_unreachable) << stop;
    EXPECT_LT(tally.rejected, 50) << stop;
  }
}

// A loop that amplifies by twenty in every step jumps at once, and again, and more.
TEST(Events, AnUnstableLoopIsNoSeriesOfJumps) {
  for (const bool locate : {false, true}) {
    Kit kit;
    kit.add<test::Algebraic>("a", [](double u) { return -20 * u + 1; });
    kit.add<test::Algebraic>("b", [](double u) { return u; });
    Coupling coupling = kit.couple({wire(0, 1), wire(1, 0)});
    Path path(coupling, 0);
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
  bool is_wanted() override { return ++asked < 5; }
  int asked = 0;
};

TEST(Events, ASearchEndsWhenNobodyWantsItAnyMore) {
  Kit kit;
  kit.add<Switch>(3.14159265358979);
  const auto& ramp = kit.add<Ramp>();
  Coupling coupling = kit.couple({wire(0, 1)});
  start(coupling);
  Impatient observer;
  Tally tally;
  const MarchEnd end =
      cosim::march(coupling, *find_master("gauss-seidel"), chosen(), observer, tally);
  EXPECT_EQ(end.reason, MarchEnd::Reason::asked_to_stop);
  EXPECT_LT(ramp.steps.size(), 200u);
}

// On for a moment within a step, as a part sees it in the middle of one.
class Pulse final : public TestPart {
 public:
  Pulse() : TestPart("pulse", {}, {variable("on", Type::integer)}) {}

 private:
  void move(double h) override { state_ += h; }
  void answer(const model::SignalsOut& y) override {
    y.discretes[0] = std::int64_t{state_ > 3.3 && state_ < 3.4};
  }
};

TEST(Events, APulseThatIsSeenInTheMiddleOfAStepHasBothItsEnds) {
  Kit kit;
  kit.add<Pulse>();
  kit.add<Ramp>(Type::integer);
  Coupling coupling = kit.couple({wire(0, 1)});
  start(coupling);
  Path path(coupling, 0);
  MarchPlan plan = chosen();
  plan.chosen->first = plan.chosen->most = 0.7;  // 2.8 to 3.5, the middle is 3.15; 3.35 soon after
  const auto [end, tally] = test::march(coupling, "gauss-seidel", plan, path);
  EXPECT_TRUE(tally.events == 0 || tally.events == 2) << "never half of it";
  if (tally.events == 2) {
    EXPECT_NEAR(path.points.back().second, 0.1, 1e-9);
  }
}

TEST(JumpWatch, ABendIsNoJump) {
  Kit kit;
  kit.add<Ramp>();
  const Coupling coupling = kit.couple({});
  JumpWatch watch(coupling, {.relative = 1e-6});
  const double y[] = {0, 0, 0, 1, 2, 3, 3, 3};
  for (int k = 1; k < 8; ++k) EXPECT_FALSE(watch.see(k, 1, {{y[k]}, {}})) << k;
}

TEST(JumpWatch, AJumpIsSeenAStepLaterWithItsPlace) {
  Kit kit;
  kit.add<Ramp>();
  const Coupling coupling = kit.couple({});
  JumpWatch watch(coupling, {.relative = 1e-6});
  const double y[] = {0, 0.1, 0.2, 5, 5.1, 5.2};
  for (int k = 1; k < 6; ++k) EXPECT_EQ(watch.see(k - 1, 1, {{y[k]}, {}}), k == 4) << k;
  EXPECT_EQ(watch.last().t, 2);
  EXPECT_NEAR(watch.last().size, 4.8, 1e-12);
}

}  // namespace
}  // namespace bw::cosim
