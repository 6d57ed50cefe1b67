// Runs of one model that is integrated here: the error that they promise, and how they say no.

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

#include "base/error.h"
#include "model/state_model.h"
#include "ode/kernel/integrator.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/model/two_states.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::integrated_run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;
using test::final_value;
using test::has_bell;
using test::said;
using test::TwoStates;

class Oscillator final : public model::StateModel {
 public:
  Oscillator() : StateModel("oscillator", {{.name = "x", .start = 1}, {.name = "v"}}) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -x[0];
  }
};

TEST(IntegratedRun, KeepsItsToleranceInEveryRowAndSaysSo) {
  for (const char* method : {"bs32", "dopri5", "dop853", "adams", "bdf", "radau", "rosenbrock"})
    for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
      if (tolerance < 1e-6 &&
          (method == std::string("bs32") || method == std::string("rosenbrock")))
        continue;
      Oscillator model;
      const RunResult r = run({.stop = 20, .tolerance = tolerance, .method = method}, model);
      EXPECT_EQ(r.verdict, Verdict::trusted) << method << " " << tolerance << "\n" << said(r);
      double largest = 0;
      const auto x = r.trajectory.real("x");
      ASSERT_EQ(x.size(), 501U);
      for (std::size_t k = 0; k < x.size(); ++k) {
        const double exact = std::cos(20.0 * static_cast<double>(k) / 500);
        largest = std::max(largest, std::abs(x[k] - exact) / (tolerance * (1 + std::abs(exact))));
      }
      EXPECT_LE(largest, 1) << method << " " << tolerance;
      EXPECT_LE(largest, *r.estimated_error + 0.1) << method << " " << tolerance;
      EXPECT_GE(r.certificate->integrations, 2);
    }
}

TEST(IntegratedRun, FindsTheLastEventOfC5AtALooseTolerance) {
  const double events[] = {1.108306167771131187, 2.129685355154713893, 3.054152906995719469,
                           4.075532094379302175, 4.999999646220307751};
  for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
    TwoStates model(-0.3, 2.73, 2.5);
    const RunResult r =
        run({.stop = 5, .tolerance = tolerance, .interval = 5, .method = "radau9"}, model);
    if (r.verdict != Verdict::trusted) {
      EXPECT_TRUE(has_bell(r, BellCode::event_near_end) || has_bell(r, BellCode::tolerance_not_met))
          << said(r);
      EXPECT_LT(tolerance, 1e-9) << said(r);
    }
    ASSERT_EQ(r.events.size(), 5U) << said(r);
    for (std::size_t e = 0; e < 5; ++e)
      EXPECT_NEAR(r.events[e].time, events[e], tolerance * events[e]) << tolerance;
    if (r.verdict != Verdict::trusted) continue;
    EXPECT_NEAR(final_value(r, "y1"), 5.369312123556102011, tolerance * 6.4);
    EXPECT_NEAR(final_value(r, "y2"), 5.399996764459944201, tolerance * 6.4);
  }
}

TEST(IntegratedRun, C5IsAsGoodAsDoublePrecisionAllows) {
  const double events[] = {1.108306167771131187, 2.129685355154713893, 3.054152906995719469,
                           4.075532094379302175, 4.999999646220307751};
  TwoStates model(-0.3, 2.73, 2.5);
  const RunResult r =
      run({.stop = 5, .tolerance = 1e-14, .interval = 5, .method = "radau9"}, model);
  ASSERT_EQ(r.events.size(), 5U) << said(r);
  for (std::size_t e = 0; e < 5; ++e)
    EXPECT_NEAR(r.events[e].time, events[e], 2e-15 * events[e]) << e;
  EXPECT_NEAR(final_value(r, "y2"), 5.399996764459944201, 1e-13 * 5.4);
  EXPECT_NEAR(final_value(r, "y1"), 5.369312123556102011, 2e-9 * 5.4);
}

TEST(IntegratedRun, TaskDOfC5HasAllItsEvents) {
  for (const double tolerance : {1e-6, 1e-10, 1e-11}) {
    TwoStates model(-1.25, 4.33, 4.1);
    const RunResult r =
        run({.stop = 5, .tolerance = tolerance, .interval = 5, .method = "radau9"}, model);
    ASSERT_EQ(r.events.size(), 62U) << said(r);
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_NEAR(r.events.front().time, 1.108306167771131187, tolerance);
    EXPECT_NEAR(r.events.back().time, 4.936463907200045410, 10 * tolerance);
    EXPECT_NEAR(final_value(r, "y1"), 5.780402520561825850, tolerance * 6.8);
    EXPECT_NEAR(final_value(r, "y2"), 5.380402678480131662, tolerance * 6.4);
  }
}

// x' = 1, with an event at x = 1, where x restarts: the event falls on the row at t = 1.
class Sawtooth final : public model::StateModel {
 public:
  explicit Sawtooth(double top) : StateModel("saw", {{.name = "x"}}, 1), top_(top) {}
  void derivatives(double t, std::span<const double>, std::span<double> dx) override {
    dx[0] = 1 + 0 * t;
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override {
    z[0] = x[0] - top_;
  }
  model::EventUpdate handle_event(double, std::span<double> x) override {
    x[0] -= top_;
    return {.states_changed = true};
  }

 private:
  double top_;
};

TEST(IntegratedRun, AnEventAtTheEndIsReportedInsteadOfGuessed) {
  Sawtooth at_the_end(1), before_it(0.93);
  const RunResult r = run({.stop = 1, .interval = 0.5}, at_the_end);
  EXPECT_TRUE(has_bell(r, BellCode::event_near_end)) << said(r);
  EXPECT_NE(r.verdict, Verdict::trusted);
  const RunResult good = run({.stop = 1, .interval = 0.5}, before_it);
  EXPECT_EQ(good.verdict, Verdict::trusted) << said(good);
  ASSERT_EQ(good.events.size(), 1U);
  EXPECT_NEAR(good.events[0].time, 0.93, 1e-12);
}

// x'' = -x from (0, 1): two crossings of 1 - 1e-8, 2.8e-4 apart, around t = pi/2. Or none.
class NearGraze final : public model::StateModel {
 public:
  explicit NearGraze(double height)
      : StateModel("graze", {{.name = "x"}, {.name = "v", .start = 1}}, 1), height_(height) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -x[0];
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override {
    z[0] = x[0] - height_;
  }

 private:
  double height_;
};

TEST(IntegratedRun, ANearGrazeIsFoundOrReportedAtEveryTolerance) {
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-10}) {
    for (const char* method : {"dopri5", "dop853", "radau"}) {
      NearGraze touches(1 - 1e-8), misses(1 + 1e-8);
      const RunResult two =
          run({.stop = 3, .tolerance = tolerance, .interval = 1, .method = method}, touches);
      EXPECT_TRUE(two.events.size() == 2 || has_bell(two, BellCode::event_near_end))
          << method << " " << tolerance << "\n"
          << said(two);
      EXPECT_TRUE(two.verdict != Verdict::trusted || two.events.size() == 2) << said(two);
      const RunResult none =
          run({.stop = 3, .tolerance = tolerance, .interval = 1, .method = method}, misses);
      EXPECT_TRUE(none.events.empty() || none.verdict != Verdict::trusted)
          << method << " " << tolerance << "\n"
          << said(none);
    }
  }
}

// Lorenz: an accuracy beyond the arithmetic is rejected, with the amplification.
class Lorenz final : public model::StateModel {
 public:
  Lorenz()
      : StateModel(
            "lorenz",
            {{.name = "x", .start = 1}, {.name = "y", .start = 1}, {.name = "z", .start = 1}}) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = 10 * (x[1] - x[0]);
    dx[1] = x[0] * (28 - x[2]) - x[1];
    dx[2] = x[0] * x[1] - 8.0 / 3 * x[2];
  }
};

TEST(IntegratedRun, WhatTheArithmeticCannotGiveIsRefusedWithTheAmplification) {
  Lorenz model;
  const RunResult r =
      run({.stop = 60, .tolerance = 1e-6, .interval = 60, .method = "dop853"}, model);
  EXPECT_EQ(r.verdict, Verdict::rejected) << said(r);
  EXPECT_TRUE(has_bell(r, BellCode::tolerance_not_met));
  EXPECT_TRUE(contains(said(r), "amplifies the errors of ")) << said(r);
}

TEST(IntegratedRun, ErrorColumnsHoldTheTrueError) {
  Oscillator model;
  const RunResult r =
      run({.stop = 10, .tolerance = 1e-6, .interval = 0.5, .error_columns = true}, model);
  const auto x = r.trajectory.real("x"), error = r.trajectory.real("error(x)");
  for (std::size_t k = 0; k < x.size(); ++k)
    EXPECT_LE(std::abs(x[k] - std::cos(0.5 * static_cast<double>(k))), error[k] + 1e-12) << k;
}

TEST(IntegratedRun, WithoutCertificationTheResultIsUnverifiedAndSaysWhy) {
  Oscillator model;
  const RunResult once = run({.stop = 1, .certify = false}, model);
  EXPECT_EQ(once.verdict, Verdict::unverified);
  EXPECT_EQ(once.not_estimated, "--no-certify was given");
  const RunResult fixed = run({.stop = 1, .step = 0.01, .method = "euler"}, model);
  EXPECT_EQ(fixed.verdict, Verdict::unverified);
  EXPECT_EQ(fixed.not_estimated, "--step was given");
  EXPECT_EQ(run({.stop = 1, .method = "euler"}, model).not_estimated, "euler has a fixed step");
  EXPECT_THROW(run({.stop = 1, .certify = true, .method = "euler"}, model), UsageError);
}

TEST(IntegratedRun, AModelNeedsAStopTime) {
  Oscillator model;
  EXPECT_THROW(run({}, model), UsageError);
}

TEST(IntegratedRun, WhereNoRealIsRecordedThereIsNoErrorToTrust) {
  const test::ScratchFolder scratch;
  test::write_file(scratch / "m.mo",
                   "model m\n  Real x(start=1, fixed=true); Boolean b;\nequation\n"
                   "  der(x) = -x; b = x > 0.5;\nend m;\n");
  const RunResult r = run({.target = scratch / "m.mo", .stop = 1, .record = {"b"}});
  EXPECT_FALSE(r.estimated_error);
  EXPECT_EQ(r.verdict, Verdict::unverified) << said(r);
  EXPECT_EQ(r.not_estimated, "no real variable is recorded");
}

TEST(IntegratedRun, AModelWithoutContinuousStatesIsExact) {
  const test::ScratchFolder scratch;
  test::write_file(scratch / "shift.mo",
                   "model shift\n  discrete Integer a(start=1), b(start=0), c(start=0);\n"
                   "  Boolean carry = a + b + c > 1;\nequation\n"
                   "  when sample(0.1, 0.1) then\n    a = if pre(b) + pre(c) == 1 then 1 else 0;\n"
                   "    b = pre(a); c = pre(b);\n  end when;\nend shift;\n");
  RunSpec spec{.target = scratch / "shift.mo", .stop = 2};
  spec.require = "trusted";
  const RunResult r = run(spec);
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_EQ(r.exit_code, ExitCode::ok);
  EXPECT_EQ(r.estimated_error, 0.0);
  EXPECT_TRUE(r.not_estimated.empty()) << r.not_estimated;
}

// A comparison with the time is an event, too.
TEST(IntegratedRun, ACounterOfAClockSignalIsExact) {
  const test::ScratchFolder scratch;
  test::write_file(scratch / "counter.mo",
                   "model counter\n  Boolean clock = sin(20*time) > 0.3;\n"
                   "  discrete Integer n(start=0), m(start=0);\nequation\n"
                   "  when clock then n = pre(n) + 1; end when;\n"
                   "  when n > 4 then m = pre(m) + n; end when;\nend counter;\n");
  for (const double tolerance : {1e-3, 1e-6, 1e-9}) {
    const RunResult r = run({.target = scratch / "counter.mo", .stop = 3, .tolerance = tolerance});
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_EQ(r.estimated_error, 0.0);
  }
}

TEST(IntegratedRun, WhereAnEquationHasNoSolutionItsUnknownIsNamed) {
  const test::ScratchFolder scratch;
  test::write_file(scratch / "m.mo",
                   "model m\n  Real x(start=0, fixed=true), y(start=1);\nequation\n"
                   "  der(x) = 1; y*y = 1 - x;\nend m;\n");
  const RunResult r = run({.target = scratch / "m.mo", .stop = 2, .record = {"*"}});
  const Bell* bell = test::find_bell(r, BellCode::not_converged);
  ASSERT_NE(bell, nullptr) << said(r);
  EXPECT_TRUE(contains(bell->message, "the equations for y have no solution")) << bell->message;
  EXPECT_FALSE(has_bell(r, BellCode::nan)) << said(r);
}

TEST(IntegratedRun, OnlyWhatIsRecordedIsDelivered) {
  Oscillator model;
  const RunResult r = run({.stop = 1, .record = {"v"}}, model);
  ASSERT_EQ(r.final_values.size(), 1U);
  EXPECT_NEAR(final_value(r, "v"), -std::sin(1.0), 1e-4);
}

// ---- what two integrations could have in common ----

class Formula final : public model::StateModel {
 public:
  using F = std::function<void(double, std::span<const double>, std::span<double>)>;
  Formula(std::vector<model::State> states, F f)
      : StateModel("formula", std::move(states)), f_(std::move(f)) {}
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    f_(t, x, dx);
  }

 private:
  F f_;
};

// Few long steps of a high order, and an error that grows by exp(5 t): both integrations made the
// same steps once, and had the same error.
TEST(IntegratedRun, IntegrationsDoNotShareTheirLongestSteps) {
  for (const char* method : {"radau9", "gauss8", "radau5", "dop853"})
    for (const double tolerance : {1e-2, 1e-3, 1e-4}) {
      Formula model({{.name = "x"}}, [](double t, auto x, auto dx) {
        dx[0] = 5 * (x[0] - std::sin(t)) + std::cos(t);
      });
      const RunResult r =
          run({.stop = 4, .tolerance = tolerance, .interval = 1, .method = method}, model);
      if (r.verdict != Verdict::trusted) continue;
      const double x = final_value(r, "x"), true_x = std::sin(4);
      EXPECT_LE(std::abs(x - true_x), tolerance * (1 + std::abs(true_x)))
          << method << " " << tolerance << "\n"
          << said(r);
    }
}

TEST(IntegratedRun, AModelWithoutStatesIsRunByEveryMethodInSilence) {
  for (const std::string& method : ode::method_names()) {
    Formula model({}, [](double, auto, auto) {});
    testing::internal::CaptureStderr();
    const RunResult r = run({.stop = 1, .method = method}, model);
    EXPECT_EQ(testing::internal::GetCapturedStderr(), "") << method;
    EXPECT_NE(r.verdict, Verdict::rejected) << method;
  }
}

// x = tan t passes 1 shortly before or after a time event that takes over: which one is first?
class Race final : public model::StateModel {
 public:
  explicit Race(double lead)
      : StateModel("race", {{.name = "x"}, {.name = "who"}}, 1), lead_(lead) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = decided_ ? 0 : 1 + x[0] * x[0];
    dx[1] = 0;
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override {
    z[0] = decided_ ? 1 : x[0] - 1;
  }
  model::EventUpdate restart(std::span<double>) override {
    decided_ = false;
    return {.next_time_event = crossing + lead_};
  }
  model::EventUpdate handle_event(double t, std::span<double> x) override {
    if (!decided_) x[1] = t < crossing + lead_ ? 1 : 2;
    decided_ = true;
    return {};
  }

 private:
  static constexpr double crossing = 0.785398163397448309616;
  double lead_;
  bool decided_ = false;
};

TEST(IntegratedRun, AnEventNearATimeEventIsDecidedRightlyOrReported) {
  for (const double lead : {1e-6, -1e-6, 1e-8, -1e-8})
    for (const char* method : {"bs32", "dopri5", "dop853", "radau5", "auto"})
      for (const double tolerance : {1e-2, 1e-3, 1e-5, 1e-7}) {
        Race model(lead);
        const RunResult r = run({.stop = 1, .tolerance = tolerance, .method = method}, model);
        if (r.verdict != Verdict::trusted) continue;
        EXPECT_EQ(final_value(r, "who"), lead > 0 ? 1 : 2) << method << " " << tolerance;
      }
}

// A tank empties to a level and stays there.
class Tank final : public model::StateModel {
 public:
  Tank() : StateModel("tank", {{.name = "level", .start = 1}}, 1) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = empty_ ? 0 : -std::sqrt(x[0]);
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override {
    z[0] = x[0] - 0.1;
  }
  model::EventUpdate restart(std::span<double>) override {
    empty_ = false;
    return {};
  }
  model::EventUpdate handle_event(double, std::span<double>) override {
    empty_ = true;
    return {};
  }

 private:
  bool empty_ = false;
};

TEST(IntegratedRun, WhatRestsAtItsEventIsNoEventToCome) {
  for (const char* method : {"auto", "dopri5", "radau9"}) {
    Tank model;
    const RunResult r = run({.stop = 3, .tolerance = 1e-6, .method = method}, model);
    EXPECT_EQ(r.verdict, Verdict::trusted) << method << "\n" << said(r);
    ASSERT_EQ(r.events.size(), 1U);
    EXPECT_NEAR(r.events[0].time, 2 * (1 - std::sqrt(0.1)), 1e-6);
  }
}

TEST(IntegratedRun, AnIndicatorThatIsNoNumberAtTheStartEndsTheRun) {
  class Lost final : public model::StateModel {
   public:
    Lost() : StateModel("lost", {{.name = "x"}}, 1) {}
    void derivatives(double, std::span<const double>, std::span<double> dx) override { dx[0] = 1; }
    void indicators(double t, std::span<const double>, std::span<double> z) override {
      z[0] = std::sqrt(t - 0.5);
    }
  } model;
  const RunResult r = run({.stop = 1}, model);
  EXPECT_EQ(r.verdict, Verdict::rejected);
  EXPECT_TRUE(has_bell(r, BellCode::nan)) << said(r);
}

TEST(IntegratedRun, ARightHandSideThatSlidesAlongItsJumpIsRightOrReportedAndDoesNotHang) {
  Formula model({{.name = "x", .start = 1}},
                [](double, auto x, auto dx) { dx[0] = x[0] > 0 ? -1 : 1; });
  for (const char* method : {"dopri5", "auto"}) {
    const RunResult r = run({.stop = 2, .method = method}, model);
    if (r.verdict != Verdict::trusted) continue;
    EXPECT_NEAR(final_value(r, "x"), 0, 1e-4) << method;
  }
}

TEST(IntegratedRun, MoreRowsThanMemoryHoldsAreRefusedBefore) {
  Oscillator model;
  EXPECT_THROW(run({.stop = 1, .interval = 1e-9}, model), UsageError);
}

// ---- methods that are chosen ----

TEST(IntegratedRun, SaysWhichMethodsWereChosenAndWhy) {
  Formula stiff({{.name = "x", .start = 1}},
                [](double t, auto x, auto dx) { dx[0] = -1e4 * (x[0] - std::cos(t)); });
  const RunResult r = run({.stop = 10, .tolerance = 1e-5}, stiff);
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_EQ(r.method, "dop853, rosenbrock");
  ASSERT_EQ(r.decisions.size(), 2U);
  EXPECT_EQ(r.decisions[0].method, "dop853");
  EXPECT_TRUE(contains(r.decisions[1].why, "h |lambda| = "));
  EXPECT_TRUE(contains(sentence(r.approach), "dop853, rosenbrock, ")) << sentence(r.approach);
  EXPECT_TRUE(contains(r.approach.reason, "at the start: not stiff, accuracy 1e-5"));
  EXPECT_TRUE(has_bell(r, BellCode::stiff_switch));
  Oscillator smooth;
  const RunResult calm = run({.stop = 10, .tolerance = 1e-5}, smooth);
  EXPECT_EQ(calm.method, "dop853");
  EXPECT_FALSE(has_bell(calm, BellCode::stiff_switch));
}

TEST(IntegratedRun, AnInaccurateResultIsReportedInWordsOfTheProblem) {
  Formula lorenz({{.name = "x", .start = 1}, {.name = "y", .start = 1}, {.name = "z", .start = 1}},
                 [](double, auto x, auto dx) {
                   dx[0] = 10 * (x[1] - x[0]);
                   dx[1] = x[0] * (28 - x[2]) - x[1];
                   dx[2] = x[0] * x[1] - 8.0 / 3 * x[2];
                 });
  const RunResult r = run({.stop = 60, .tolerance = 1e-6}, lorenz);
  EXPECT_EQ(r.verdict, Verdict::rejected);
  EXPECT_TRUE(r.certificate && r.certificate->beyond_from) << said(r);
}

// Each evaluation of an FMU may take long: a step has many.
TEST(IntegratedRun, AnInterruptEndsAStepAtTheNextEvaluation) {
  std::atomic<bool> interrupt{false};
  for (const char* method : {"dop853", "radau", "bdf", "rosenbrock"}) {
    int late = 0;
    interrupt = false;
    Formula model({{.name = "x", .start = 1}}, [&](double t, auto x, auto dx) {
      dx[0] = -x[0];
      late += interrupt ? 1 : 0;
      if (t > 5) interrupt = true;
    });
    RunSpec spec{.stop = 10, .method = method};
    spec.interrupt = &interrupt;
    const RunResult r = run(spec, model);
    EXPECT_EQ(r.exit_code, ExitCode::interrupted) << method;
    EXPECT_EQ(late, 0) << method;
    EXPECT_TRUE(contains(said(r), "ended by the user at t = ")) << said(r);
    EXPECT_GT(r.trajectory.rows(), 10U) << method;
  }
}

TEST(IntegratedRun, ProgressGoesFromOneIntegrationToTheNextAndNeverFalls) {
  Oscillator model;
  std::vector<Progress> seen;
  RunSpec spec{.stop = 2000, .tolerance = 1e-6, .interval = 0.1};
  spec.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  run(spec, model);
  ASSERT_GT(seen.size(), 2U);
  for (std::size_t k = 1; k < seen.size(); ++k) EXPECT_GE(seen[k].fraction, seen[k - 1].fraction);
  EXPECT_GT(seen.back().fraction, 0);
  EXPECT_LT(seen.back().fraction, 1);
  EXPECT_TRUE(contains(seen.back().phase, "integration ")) << seen.back().phase;
}

}  // namespace
}  // namespace bw::run::integrated_run_test
