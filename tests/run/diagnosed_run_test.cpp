// Diagnosis of an integration through run(): features, bells and names of states.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/error.h"
#include "model/state_model.h"
#include "result/read_csv.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/model/van_der_pol.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::diagnosed_run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;
using test::find_bell;
using test::said;
using test::VanDerPol;

template <class F>
class Simple final : public model::StateModel {
 public:
  Simple(std::vector<model::State> states, F f)
      : StateModel("simple", std::move(states)), f_(std::move(f)) {}
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    f_(t, x, dx);
  }

 private:
  F f_;
};

using In = std::span<const double>;
using Out = std::span<double>;

// ---- eigenvalues ----

TEST(DiagnosedRun, ReportsTheFeaturesAndTheUnstablePeriodsOfVanDerPol) {
  for (const auto& reference : test::van_der_pol_references) {
    VanDerPol model(reference.mu);
    const RunResult r = run({.stop = reference.stop,
                             .tolerance = 1e-6,
                             .method = "radau",
                             .diagnose = true,
                             .data_accuracy = 1e-2},
                            model);
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_EQ(r.features[0], 1e-6);
    EXPECT_EQ(r.features[1], 0);
    ASSERT_TRUE(r.features[4] && r.features[5]);
    EXPECT_NEAR(*r.features[4], reference.ff5, 1e-6) << reference.mu;
    EXPECT_NEAR(*r.features[5], reference.ff6[3].ff6, 1e-6) << reference.mu;
    const Bell* bell = find_bell(r, BellCode::unstable_period);
    ASSERT_NE(bell, nullptr) << said(r);
    EXPECT_EQ(bell->severity, Severity::note);
    EXPECT_NEAR(bell->measured, reference.ff5, 1e-6);
    ASSERT_TRUE(r.diagnosis);
    if (reference.switches.empty()) continue;
    EXPECT_EQ(r.diagnosis->unstable_periods.size(), (reference.switches.size() + 1) / 2);
    EXPECT_NEAR(bell->time, reference.switches[0], 1e-6);
  }
}

TEST(DiagnosedRun, StiffnessDistinguishesAStiffModelFromOneThatIsNot) {
  VanDerPol stiff(1000), mild(1);
  const RunResult a = run({.stop = 800, .method = "radau", .diagnose = true}, stiff);
  const RunResult b = run({.stop = 20, .method = "radau", .diagnose = true}, mild);
  EXPECT_GT(*a.features[2], 1e5);
  EXPECT_LT(*b.features[2], 100);
}

TEST(DiagnosedRun, ALinearInvariantIsNotUnstable) {
  // a -> b -> c: the sum stays, and its eigenvalue is zero up to rounding.
  Simple model({{.name = "a", .start = 1}, {.name = "b"}, {.name = "c"}}, [](double, In x, Out dx) {
    dx[0] = -0.7 * x[0] + 0.1 * x[1];
    dx[1] = 0.7 * x[0] - 0.4 * x[1];
    dx[2] = 0.3 * x[1];
  });
  for (const char* method : {"dopri5", "radau"}) {
    const RunResult r = run({.stop = 20, .method = method, .diagnose = true}, model);
    EXPECT_EQ(r.features[4], 0) << said(r);
    EXPECT_EQ(find_bell(r, BellCode::unstable_period), nullptr) << said(r);
    EXPECT_TRUE(r.diagnosis->unstable_periods.empty());
  }
}

TEST(DiagnosedRun, AnInvariantOfAStiffReactionIsNotUnstable) {
  // H. H. Robertson 1966.
  Simple model({{.name = "a", .start = 1}, {.name = "b", .nominal = 1e-4}, {.name = "c"}},
               [](double, In x, Out dx) {
                 dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
                 dx[2] = 3e7 * x[1] * x[1];
                 dx[1] = -dx[0] - dx[2];
               });
  const RunResult r =
      run({.stop = 1e4, .tolerance = 1e-6, .method = "radau", .diagnose = true}, model);
  EXPECT_EQ(r.features[4], 0) << said(r);
}

TEST(DiagnosedRun, BorderModesAreNamed) {
  // A slow drift beside a fast decay.
  Simple model({{.name = "fast", .start = 1}, {.name = "slow", .start = 1}},
               [](double, In x, Out dx) {
                 dx[0] = -100 * (x[0] - x[1]);
                 dx[1] = -1e-3 * x[1];
               });
  const RunResult r = run({.stop = 1, .diagnose = true}, model);
  const Bell* bell = find_bell(r, BellCode::border_modes);
  ASSERT_NE(bell, nullptr) << said(r);
  EXPECT_TRUE(contains(bell->message, "slow (100 % of the simulated time)")) << bell->message;
  EXPECT_EQ(r.features[5], 0.5);
  ASSERT_EQ(r.diagnosis->border_states.size(), 1U);
  EXPECT_EQ(r.diagnosis->border_states[0].name, "slow");
}

TEST(DiagnosedRun, ModesOfOneSpeedAreNotAtTheBorder) {
  Simple model({{.name = "a", .start = 1}, {.name = "b", .start = 1}}, [](double, In x, Out dx) {
    dx[0] = -x[0];
    dx[1] = -2 * x[1];
  });
  const RunResult r = run({.stop = 5, .diagnose = true}, model);
  EXPECT_EQ(find_bell(r, BellCode::border_modes), nullptr) << said(r);
  EXPECT_EQ(r.features[5], 0);
}

TEST(DiagnosedRun, TheEigenvaluesAreWrittenOverTime) {
  const test::ScratchFolder scratch;
  const std::string file = (scratch.path() / "lambda.csv").string();
  VanDerPol model(1);
  const RunResult r = run({.stop = 20, .eigenvalues = file}, model);
  EXPECT_EQ(r.diagnosis->eigenvalues, file);
  const result::Table path = result::read_csv(file);
  ASSERT_EQ(path.columns.size(), 4U);
  EXPECT_EQ(path.columns[0].name, "re1");
  EXPECT_EQ(path.columns[3].name, "im2");
  EXPECT_EQ(static_cast<long>(path.times.size()), r.statistics.steps + 1);
  EXPECT_EQ(path.times.front(), 0);
  EXPECT_EQ(path.times.back(), 20);
  const auto &first = path.columns[0].numbers, &second = path.columns[2].numbers;
  // At (2, 0) the matrix is [0 1; -1 -3].
  EXPECT_NEAR(first[0], (-3 + std::sqrt(5.0)) / 2, 1e-12);
  EXPECT_NEAR(second[0], (-3 - std::sqrt(5.0)) / 2, 1e-12);
  for (std::size_t k = 0; k < first.size(); ++k) EXPECT_GE(first[k], second[k]);
}

TEST(DiagnosedRun, LooksAtARunWithAFixedStepToo) {
  VanDerPol model(1);
  const RunResult r = run({.stop = 20, .step = 0.001, .method = "rk4", .diagnose = true}, model);
  EXPECT_NEAR(*r.features[4], test::van_der_pol_references[0].ff5, 1e-5);
  EXPECT_TRUE(r.critical_states.empty());
}

TEST(DiagnosedRun, WithManyStatesLooksNowAndThen) {
  constexpr std::size_t n = 60;
  std::vector<model::State> states;
  for (std::size_t i = 0; i < n; ++i)
    states.push_back({.name = "x" + std::to_string(i), .start = 1});
  Simple model(states, [](double, In x, Out dx) {
    for (std::size_t i = 0; i < n; ++i) dx[i] = (i == 0 ? 0.1 : -1.0) * x[i];
  });
  const RunResult r = run({.stop = 2, .diagnose = true}, model);
  EXPECT_EQ(r.features[4], 1) << said(r);
}

TEST(DiagnosedRun, ChangesNothingInTheResult) {
  VanDerPol model(5);
  const RunResult plain = run({.stop = 20, .tolerance = 1e-7, .method = "radau"}, model);
  const RunResult watched =
      run({.stop = 20, .tolerance = 1e-7, .method = "radau", .diagnose = true}, model);
  EXPECT_EQ(plain.trajectory.real("x"), watched.trajectory.real("x"));
  EXPECT_EQ(plain.statistics.rhs_evaluations, watched.statistics.rhs_evaluations);
  EXPECT_EQ(plain.statistics.steps, watched.statistics.steps);
  EXPECT_EQ(plain.certificate->integrations, watched.certificate->integrations);
  EXPECT_FALSE(plain.features[4]);
  EXPECT_FALSE(plain.diagnosis);
  EXPECT_EQ(find_bell(plain, BellCode::unstable_period), nullptr);
}

TEST(DiagnosedRun, WhatHasNothingToDiagnoseIsRefused) {
  VanDerPol model(1);
  const std::string coupled = BW_EXAMPLES "/lotka_volterra/system.toml";
  EXPECT_THROW(run({.target = coupled, .diagnose = true}), UsageError);
  EXPECT_THROW(run({.stop = 1, .master = "jacobi", .diagnose = true}, model), UsageError);
  EXPECT_THROW(run({.stop = 1, .data_accuracy = 1e-2}, model), UsageError);
  EXPECT_THROW(run({.stop = 1, .diagnose = false, .eigenvalues = "l.csv"}, model), UsageError);
  Simple nothing({}, [](double, In, Out) {});
  const std::string said =
      test::refusal<UsageError>([&] { run({.stop = 1, .diagnose = true}, nothing); });
  EXPECT_TRUE(contains(said, "has no continuous states"));
}

// ---- critical states and couplings ----

// Two oscillations, and one state that follows them a thousand times faster, in jerks.
auto with_hidden_fast_state() {
  return Simple({{.name = "x", .start = 1}, {.name = "v"}, {.name = "hidden"}},
                [](double t, In x, Out dx) {
                  dx[0] = x[1];
                  dx[1] = -x[0];
                  const double pulse = std::sin(5 * t) > 0.9 ? 1.0 : 0.0;
                  dx[2] = -1000 * (x[2] - std::tanh(200 * x[0]) - pulse);
                });
}

TEST(DiagnosedRun, NamesTheHiddenFastStateThatMakesStepsFail) {
  for (const char* method : {"dopri5", "dop853", "radau", "rosenbrock"}) {
    auto model = with_hidden_fast_state();
    const RunResult r =
        run({.stop = 10, .tolerance = 1e-5, .method = method, .diagnose = true}, model);
    ASSERT_FALSE(r.critical_states.empty()) << method;
    EXPECT_EQ(r.critical_states[0].name, "hidden") << method;
    EXPECT_GT(r.critical_states[0].share, 0.9) << method;
    ASSERT_GE(r.diagnosis->counted_rejections, 10) << method;
    const Bell* bell = find_bell(r, BellCode::critical_state);
    ASSERT_NE(bell, nullptr) << method << " " << said(r);
    EXPECT_TRUE(contains(bell->message, "hidden limits the step size (")) << bell->message;
  }
}

TEST(DiagnosedRun, WhereHardlyAnyStepFailsNoStateIsCritical) {
  Simple model({{.name = "x", .start = 1}, {.name = "v"}}, [](double, In x, Out dx) {
    dx[0] = x[1];
    dx[1] = -x[0];
  });
  const RunResult r = run({.stop = 10, .diagnose = true}, model);
  EXPECT_EQ(find_bell(r, BellCode::critical_state), nullptr) << said(r);
}

TEST(DiagnosedRun, RejectionsInsideSundialsCannotBeCounted) {
  auto model = with_hidden_fast_state();
  const RunResult r = run({.stop = 10, .method = "bdf", .diagnose = true}, model);
  EXPECT_GT(r.statistics.rejected, 0);
  EXPECT_EQ(r.diagnosis->counted_rejections, 0);
  EXPECT_TRUE(r.critical_states.empty());
}

TEST(CriticalCouplings, AreCountedOnCommunicationStepsThatFailTheirTest) {
  const RunResult r = run({.target = BW_EXAMPLES "/lotka_volterra/system.toml",
                           .tolerance = 1e-6,
                           .absolute_tolerance = 1e-6,
                           .master = "gauss-seidel",
                           .error_test = "step-doubling",
                           .first_step = 10});
  ASSERT_GT(r.statistics.error_test_failures, 0);
  ASSERT_FALSE(r.critical_couplings.empty());
  EXPECT_EQ(r.critical_couplings[0].share, 1);
  for (const result::Share& coupling : r.critical_couplings)
    EXPECT_TRUE(coupling.name == "prey.x -> predator.x" || coupling.name == "predator.y -> prey.y")
        << coupling.name;
}

// ---- conserved quantities ----

auto oscillator() {
  return Simple({{.name = "x", .start = 1}, {.name = "v"}}, [](double, In x, Out dx) {
    dx[0] = x[1];
    dx[1] = -x[0];
  });
}

TEST(ConservedRun, ADriftRingsWithFixedStepsThatAreTooLong) {
  for (const char* method : {"euler", "rk4"}) {
    auto model = oscillator();
    const RunResult r =
        run({.stop = 20, .step = 0.4, .method = method, .conserved = {"x^2 + v^2"}}, model);
    const Bell* bell = find_bell(r, BellCode::drift);
    ASSERT_NE(bell, nullptr) << method << said(r);
    EXPECT_EQ(bell->severity, Severity::warning);
    EXPECT_GT(bell->measured, 1);
    EXPECT_GT(bell->time, 10) << method;
    ASSERT_EQ(r.conserved.size(), 1U);
    EXPECT_EQ(r.conserved[0].first, 1);
  }
}

TEST(ConservedRun, AGoodMethodDoesNotDrift) {
  for (const char* method : {"dopri5", "dop853", "gauss8"}) {
    auto model = oscillator();
    const RunResult r =
        run({.stop = 20, .method = method, .conserved = {"x^2 + v^2", "sqrt(x*x + v*v)"}}, model);
    EXPECT_EQ(find_bell(r, BellCode::drift), nullptr) << method << said(r);
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    ASSERT_EQ(r.conserved.size(), 2U);
    EXPECT_LT(r.conserved[0].relative_drift, 1e-4);
  }
}

TEST(ConservedRun, WhatIsNotConservedRings) {
  auto model = oscillator();
  const RunResult r = run({.stop = 5, .conserved = {"x + v"}}, model);
  EXPECT_NE(find_bell(r, BellCode::drift), nullptr);
  EXPECT_EQ(r.verdict, Verdict::doubtful);
}

TEST(ConservedRun, OfWhatIsNotRecordedIsRefused) {
  auto model = oscillator();
  const std::string said = test::refusal<UsageError>(
      [&] { run({.stop = 5, .record = {"x"}, .conserved = {"x^2 + v^2"}}, model); });
  EXPECT_TRUE(contains(said, "no variable is called 'v'"));
  EXPECT_TRUE(contains(said, "recorded"));
}

// ---- events ----

// A relay that holds x at zero: up below -band, down above it, at speed 1.
class Relay final : public model::StateModel {
 public:
  explicit Relay(double band) : StateModel("relay", {{.name = "x", .start = 0}}, 1), band_(band) {}
  void derivatives(double, std::span<const double>, std::span<double> dx) override {
    dx[0] = up_ ? 1 : -1;
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override {
    z[0] = up_ ? x[0] - band_ : -band_ - x[0];
  }
  model::EventUpdate handle_event(double, std::span<double>) override {
    up_ = !up_;
    return {};
  }

 protected:
  model::EventUpdate restart(std::span<double>) override {
    up_ = true;
    return {};
  }

 private:
  double band_;
  bool up_ = true;
};

TEST(WatchedEvents, ARelayWithANarrowBandChatters) {
  Relay model(2e-5);
  const RunResult r = run({.stop = 1, .interval = 0.3}, model);
  const Bell* bell = find_bell(r, BellCode::chatter);
  ASSERT_NE(bell, nullptr) << said(r);
  EXPECT_EQ(bell->severity, Severity::warning);
  EXPECT_GE(bell->measured, 200);
  EXPECT_GT(*r.features[1], 20000);
}

TEST(WatchedEvents, ARelayWithAWideBandDoesNot) {
  Relay model(1e-2);
  const RunResult r = run({.stop = 1, .interval = 0.3}, model);
  EXPECT_EQ(find_bell(r, BellCode::chatter), nullptr) << said(r);
  EXPECT_GT(*r.features[1], 40);
}

// A ball that nothing brings to rest.
class Ball final : public model::StateModel {
 public:
  Ball() : StateModel("ball", {{.name = "h", .start = 1}, {.name = "v"}}, 1) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -9.81;
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override { z[0] = x[0]; }
  model::EventUpdate handle_event(double, std::span<double> x) override {
    x[0] = std::numeric_limits<double>::min();
    x[1] *= -0.7;
    return {.states_changed = true};
  }
};

TEST(WatchedEvents, ABallThatBouncesForEverIsZeno) {
  Ball model;
  const RunResult r = run({.stop = 3}, model);
  EXPECT_NE(find_bell(r, BellCode::zeno), nullptr) << said(r);
  EXPECT_EQ(r.exit_code, ExitCode::stopped);
  const RunResult before = run({.stop = 2}, model);
  EXPECT_EQ(find_bell(before, BellCode::zeno), nullptr) << said(before);
}

TEST(WatchedEvents, ASolutionThatEndsNeedsStepsThatAreTooSmall) {
  Simple model({{.name = "x", .start = 1}}, [](double, In x, Out dx) { dx[0] = x[0] * x[0]; });
  const RunResult r = run({.stop = 2}, model);
  EXPECT_NE(find_bell(r, BellCode::step_too_small), nullptr) << said(r);
  EXPECT_EQ(r.exit_code, ExitCode::stopped);
  const RunResult before = run({.stop = 0.9}, model);
  EXPECT_EQ(before.verdict, Verdict::trusted) << said(before);
}

// ---- methods ----

TEST(WatchedMethods, AModelThatTurnsStiffIsReportedAndOneThatDoesNotIsNot) {
  VanDerPol stiff(1000), mild(1);
  const RunResult a = run({.stop = 2000, .tolerance = 1e-4}, stiff);
  EXPECT_NE(find_bell(a, BellCode::stiff_switch), nullptr) << said(a);
  const RunResult b = run({.stop = 20, .tolerance = 1e-4}, mild);
  EXPECT_EQ(find_bell(b, BellCode::stiff_switch), nullptr) << said(b);
}

}  // namespace
}  // namespace bw::run::diagnosed_run_test
