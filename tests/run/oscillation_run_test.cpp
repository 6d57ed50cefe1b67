// Whole runs in which oscillations decide the method, and such in which they must not.

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "model/state_model.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::oscillation_run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;
using test::final_value;
using test::find_bell;
using test::said;

constexpr double turn = 2 * std::numbers::pi;

bool is_followed(const RunResult& run) {
  return !contains(run.method, "multirev") && !contains(run.method, "modal") &&
         find_bell(run, BellCode::oscillation_switch) == nullptr;
}
using In = std::span<const double>;
using Out = std::span<double>;

class Written final : public model::StateModel {
 public:
  using F = std::function<void(double, In, Out)>;
  Written(std::vector<model::State> states, F f)
      : StateModel("written", std::move(states)), f_(std::move(f)) {
    shape_.has_formulas = true;
  }
  void derivatives(double t, In x, Out dx) override {
    ++evaluations;
    f_(t, x, dx);
  }
  long evaluations = 0;

 private:
  F f_;
};

Written van_der_pol(double epsilon) {
  return {{{.name = "x", .start = 0.1}, {.name = "v"}}, [epsilon](double, In x, Out dx) {
            dx[0] = x[1];
            dx[1] = -x[0] + epsilon * (1 - x[0] * x[0]) * x[1];
          }};
}

// Masses in a row between springs, pushed at one end; n states.
Written row_of_masses(std::size_t n, double frequency) {
  std::vector<model::State> states;
  for (std::size_t i = 0; i < n; ++i) states.push_back({.name = "s" + std::to_string(i)});
  return {std::move(states), [n, frequency](double t, In x, Out dx) {
            const std::size_t m = n / 2;
            for (std::size_t i = 0; i < m; ++i) {
              const double left = i > 0 ? x[i - 1] : 0, right = i + 1 < m ? x[i + 1] : 0;
              dx[i] = frequency * x[m + i];
              dx[m + i] = frequency * (left - 2 * x[i] + right) - 0.01 * x[m + i];
            }
            dx[m] += std::cos(t);
          }};
}

TEST(OscillationRun, TheVanDerPolOscillatorOfManyPeriodsIsForMultirev) {
  Written model = van_der_pol(1e-3);
  const RunResult r = run({.stop = turn * 1e3, .tolerance = 1e-6, .interval = turn * 100}, model);
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_EQ(r.method, "dop853, multirev") << said(r);
  EXPECT_NEAR(final_value(r, "x"), 1.5139747074622, 2e-6);
  EXPECT_LT(model.evaluations, 300000) << "dop853 needs 630 000";
  const Bell* note = find_bell(r, BellCode::oscillation_switch);
  ASSERT_NE(note, nullptr) << said(r);
  EXPECT_TRUE(contains(note->message, "one fast oscillation of period 6.28")) << note->message;
  EXPECT_EQ(find_bell(r, BellCode::stiff_switch), nullptr);
}

TEST(OscillationRun, ALinearModelThatOscillatesIsForModal) {
  Written model = row_of_masses(10, 300);
  const RunResult r = run({.stop = 10, .tolerance = 1e-6}, model);
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_EQ(r.method, "dop853, modal") << said(r);
  EXPECT_LT(model.evaluations, 5000) << "dop853 needs hundreds of thousands";
  const Bell* note = find_bell(r, BellCode::oscillation_switch);
  ASSERT_NE(note, nullptr) << said(r);
  EXPECT_TRUE(contains(note->message, "linear with constant coefficients, 10 states"))
      << note->message;
}

// Errors of its first steps by another method would be amplified by all periods, and a third
// integration would be needed.
TEST(OscillationRun, AFastLinearModelIsSolvedInModesFromItsFirstStepOn) {
  Written model = row_of_masses(10, 1e4);
  const RunResult r = run({.stop = 10, .tolerance = 1e-6}, model);
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_EQ(r.certificate->integrations, 2);
  ASSERT_EQ(r.decisions.size(), 2U);
  EXPECT_EQ(r.decisions[1].time, 0);
  EXPECT_EQ(r.decisions[1].method, "modal");
}

// What decays is 30 times faster than what oscillates; dop853 needs more than a million
// evaluations.
TEST(OscillationRun, AnOscillationBesideAFasterDecayIsForModal) {
  Written model({{.name = "x", .start = 1}, {.name = "v", .nominal = 3700}, {.name = "f"}},
                [](double, In x, Out dx) {
                  dx[0] = x[1];
                  dx[1] = -3700.0 * 3700.0 * x[0] - x[1];
                  dx[2] = 1e5 * (x[0] - x[2]);
                });
  const RunResult r = run({.stop = 2, .tolerance = 1e-7}, model);
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_EQ(r.method, "dop853, modal") << said(r);
  EXPECT_LT(model.evaluations, 3000);
  const double w = std::sqrt(3700.0 * 3700.0 - 0.25);
  EXPECT_NEAR(final_value(r, "x"), std::exp(-1) * (std::cos(2 * w) + 0.5 / w * std::sin(2 * w)),
              2e-7);
}

// Driven with its own frequency: the amplitude begins at rest, and the first revolutions change too
// fast for long steps.
TEST(OscillationRun, AForcedOscillatorIsForMultirevAsSoonAsItsDriftIsSlow) {
  const auto forced = [](double t, In x, Out dx) {
    dx[0] = x[1];
    dx[1] = -1e6 * x[0] - 0.2 * x[1] - 200 * x[0] * x[0] * x[0] + 1e3 * std::cos(1e3 * t);
  };
  for (const double tolerance : {1e-4, 1e-6}) {
    Written model({{.name = "x", .start = 0.1}, {.name = "v", .nominal = 1e3}}, forced);
    const RunResult r = run({.stop = 10, .tolerance = tolerance, .interval = 1}, model);
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_EQ(r.method, "dop853, multirev") << tolerance;
    EXPECT_NEAR(final_value(r, "x"), -2.1426592923505, 3 * tolerance);
    EXPECT_LT(model.evaluations, tolerance < 1e-5 ? 700000 : 300000)
        << "dop853 needs 1 060 000 and 610 000";
  }
}

// Nothing proves that a model without formulas is linear everywhere: here it is not where |x - c|
// is below 0.01, which the solution passes twice in a period.
TEST(OscillationRun, AModelWithoutFormulasIsNotTakenForLinear) {
  class Bump final : public model::StateModel {
   public:
    Bump() : StateModel("bump", {{.name = "x", .start = 1}, {.name = "v", .nominal = 1000}}) {}
    void derivatives(double /*t*/, In x, Out dx) override {
      const double off = (x[0] + 0.3) / 0.01, inside = std::max(0.0, 1 - off * off);
      dx[0] = x[1];
      dx[1] = -1e6 * x[0] + 1e5 * inside * inside * inside;
    }
  };
  Bump bump;
  const RunResult r = run({.stop = 2, .tolerance = 1e-4}, bump);
  EXPECT_EQ(r.method.find("modal"), std::string::npos) << said(r);
  Bump again;
  const RunResult given = run({.stop = 2, .tolerance = 1e-4, .method = "modal"}, again);
  EXPECT_NE(given.verdict, Verdict::trusted) << "on the solution f is seen to be another";
}

TEST(OscillationRun, WhatIsNotPeriodicIsFollowed) {
  Written lorenz({{.name = "x", .start = 1}, {.name = "y", .start = 1}, {.name = "z", .start = 20}},
                 [](double, In x, Out dx) {
                   dx[0] = 10 * (x[1] - x[0]);
                   dx[1] = x[0] * (28 - x[2]) - x[1];
                   dx[2] = x[0] * x[1] - 8.0 / 3 * x[2];
                 });
  const RunResult a = run({.stop = 300, .tolerance = 1e-3, .certify = false}, lorenz);
  EXPECT_TRUE(is_followed(a)) << said(a);
  const auto two = [](double, In x, Out dx) {
    dx[0] = x[1];
    dx[1] = -x[0] - 1e-3 * x[0] * x[0] * x[0];
    dx[2] = x[3];
    dx[3] = -2 * x[2] - 1e-3 * x[2] * x[2] * x[2];
  };
  Written pair({{.name = "x", .start = 1}, {.name = "v"}, {.name = "y", .start = 1}, {.name = "w"}},
               two);
  const RunResult b = run({.stop = 5000, .tolerance = 1e-6, .certify = false}, pair);
  EXPECT_TRUE(is_followed(b)) << said(b);
}

TEST(OscillationRun, FewPeriodsAreFollowed) {
  Written model = van_der_pol(1e-3);
  const RunResult r = run({.stop = turn * 300, .tolerance = 1e-6, .certify = false}, model);
  EXPECT_TRUE(is_followed(r)) << said(r);
}

// A pendulum clock of which each impulse is a state event.
class Clock final : public model::StateModel {
 public:
  Clock() : StateModel("clock", {{.name = "x", .start = 1}, {.name = "v"}}, 1) {}
  void derivatives(double, In x, Out dx) override {
    dx[0] = x[1];
    dx[1] = -x[0] - 0.1 * x[0] * x[0] * x[0] - 1e-4 * x[1];
  }
  void indicators(double, In x, Out z) override { z[0] = x[0] - 100; }
};

TEST(OscillationRun, WhatMayHaveStateEventsIsFollowed) {
  Clock model;
  const RunResult r = run({.stop = turn * 800, .tolerance = 1e-5, .certify = false}, model);
  EXPECT_TRUE(is_followed(r)) << said(r);
}

TEST(OscillationRun, RowsAtEveryStepAndADiagnosisFollowEveryOscillation) {
  Written model = row_of_masses(10, 300);
  const RunResult all = run({.stop = 2, .tolerance = 1e-4, .every_step = true}, model);
  EXPECT_TRUE(is_followed(all)) << said(all);
  EXPECT_GT(all.trajectory.times().size(), 200U);
  const RunResult none = run({.stop = 2, .tolerance = 1e-4}, model);
  const RunResult diagnosed = run({.stop = 2, .tolerance = 1e-4, .diagnose = true}, model);
  EXPECT_TRUE(contains(none.method, "modal")) << said(none);
  EXPECT_EQ(diagnosed.method, none.method) << "the rows are the same";
  EXPECT_EQ(diagnosed.trajectory.real("s0"), none.trajectory.real("s0"));
}

// The first steps are as accurate as the many revolutions need that follow, also at 1e-8: two
// integrations are enough, where dop853 takes four.
TEST(OscillationRun, AnOscillatorOfSlowlyChangingStiffnessIsForMultirevAtAllTolerances) {
  for (const double tolerance : {1e-4, 1e-6, 1e-8}) {
    Written warm({{.name = "x", .start = 1}, {.name = "v", .nominal = 1e3}, {.name = "h"}},
                 [](double, In x, Out dx) {
                   dx[0] = x[1];
                   dx[1] = -1e6 * (1 + 0.1 * x[2]) * x[0] - 0.1 * x[1];
                   dx[2] = x[0] * x[0] - x[2];
                 });
    const RunResult r = run({.stop = 10, .tolerance = tolerance, .interval = 1}, warm);
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_EQ(r.method, "dop853, multirev") << said(r);
    EXPECT_NEAR(final_value(r, "x"), -0.4976727106961, 2 * tolerance);
    EXPECT_LT(warm.evaluations, 1300000) << "dop853 needs 2.4 million at 1e-8";
  }
}

// It begins below the tolerance, grows by e^15 and is damped by implicit methods.
Written sleeping() {
  return {{{.name = "x", .start = 3e-6}, {.name = "v"}}, [](double, In x, Out dx) {
            dx[0] = x[1];
            dx[1] = -x[0] + 0.01 * (1 - x[0] * x[0]) * x[1];
          }};
}

TEST(OscillationRun, AnOscillationThatGrowsOutOfTheToleranceIsNotLost) {
  Written model = sleeping();
  const RunResult r = run({.stop = 3000, .tolerance = 1e-4, .interval = 100}, model);
  EXPECT_FALSE(contains(r.method, "rosenbrock")) << said(r);
  const bool is_lost = std::abs(final_value(r, "x")) < 0.01;
  EXPECT_FALSE(is_lost && r.verdict == Verdict::trusted) << said(r);
}

TEST(OscillationRun, AnImplicitMethodThatDampsAGrowingOscillationIsDoubted) {
  for (const char* method : {"radau9", "rosenbrock", "bdf"}) {
    Written model = sleeping();
    const RunResult r =
        run({.stop = 3000, .tolerance = 1e-4, .interval = 100, .method = method}, model);
    EXPECT_LT(std::abs(final_value(r, "x")), 1e-4) << "else this tests nothing";
    EXPECT_EQ(r.verdict, Verdict::doubtful) << said(r);
    const Bell* const bell = find_bell(r, BellCode::unresolved_feature);
    ASSERT_NE(bell, nullptr) << said(r);
    EXPECT_TRUE(contains(bell->message, "a growing oscillation of period 6.28")) << bell->message;
  }
}

// So do explicit ones, a little in each step: more than this one grows by, which does so by e^5.
TEST(OscillationRun, AnExplicitMethodThatDampsAGrowingOscillationIsDoubted) {
  for (const char* method : {"dop853", "bs32"}) {
    Written model({{.name = "x", .start = 3.25e-4}, {.name = "v"}}, [](double, In x, Out dx) {
      dx[0] = x[1];
      dx[1] = -0.234 * x[0] + 4.5e-5 * (1 - x[0] * x[0]) * x[1];
    });
    const RunResult r =
        run({.stop = 2.2e5, .tolerance = 3.46e-4, .interval = 1e4, .method = method}, model);
    EXPECT_LT(std::abs(final_value(r, "x")), 1e-4) << "else this tests nothing";
    EXPECT_EQ(r.verdict, Verdict::doubtful) << said(r);
    EXPECT_NE(find_bell(r, BellCode::unresolved_feature), nullptr) << said(r);
  }
}

// Linear until it is pushed far.
TEST(OscillationRun, ALinearMethodIsLeftWhereTheModelIsNot) {
  Written model({{.name = "x", .start = 1}, {.name = "v"}}, [](double t, In x, Out dx) {
    dx[0] = 200 * x[1];
    dx[1] = -200 * (x[0] + (t > 5 ? 1e-3 * (t - 5) * x[0] * x[0] * x[0] : 0));
  });
  const RunResult r = run({.stop = 10, .tolerance = 1e-5}, model);
  ASSERT_GE(r.decisions.size(), 3U) << said(r);
  EXPECT_EQ(r.decisions[1].method, "modal");
  EXPECT_EQ(r.decisions[2].method, "dop853");
  EXPECT_TRUE(contains(r.decisions[2].why, "modal found that the model is not linear"))
      << r.decisions[2].why;
}

}  // namespace
}  // namespace bw::run::oscillation_run_test
