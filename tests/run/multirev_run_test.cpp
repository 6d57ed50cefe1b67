// Whole runs with the method multirev: the error that they promise, and models that it does not
// suit.

#include <gtest/gtest.h>

#include <cmath>

#include "model/state_model.h"
#include "run/run.h"
#include "support/ode/oscillations.h"
#include "support/run_result.h"

namespace bw::run::multirev_run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::final_value;
using test::said;

std::vector<model::State> states_of(const test::Oscillation& problem) {
  std::vector<model::State> states;
  for (std::size_t i = 0; i < problem.start.size(); ++i)
    states.push_back({.name = "x" + std::to_string(i), .start = problem.start[i]});
  return states;
}

class Oscillating final : public model::StateModel {
 public:
  explicit Oscillating(const test::Oscillation& problem)
      : StateModel("oscillating", states_of(problem)), f_(problem.f) {}
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    f_(t, x, dx);
  }

 private:
  std::function<void(double, test::In, test::Out)> f_;
};

void expect_trusted(const test::Oscillation& problem, double tolerance, long most_evaluations) {
  Oscillating model(problem);
  const RunResult r =
      run({.stop = problem.stop, .tolerance = tolerance, .method = "multirev"}, model);
  EXPECT_EQ(r.verdict, Verdict::trusted) << problem.name << " " << tolerance << "\n" << said(r);
  for (const auto& [i, value] : problem.end)
    EXPECT_NEAR(final_value(r, "x" + std::to_string(i)), value,
                tolerance * (std::abs(value) + 1) + 1e-9)
        << problem.name << " " << tolerance << " " << i;
  EXPECT_LT(r.statistics.rhs_evaluations, most_evaluations) << problem.name << " " << tolerance;
}

// dop853 needs 5 to 25 million evaluations for the same.
TEST(MultirevRun, ReferenceValuesAreTrustedAndRight) {
  const auto problems = test::reference_oscillations();
  expect_trusted(problems[1], 1e-4, 700000);
  expect_trusted(problems[1], 1e-6, 1500000);
  expect_trusted(problems[2], 1e-6, 2000000);
  expect_trusted(problems[4], 1e-4, 2000000);
  expect_trusted(problems[10], 1e-4, 1500000);
}

// x'' = -w^2 x - 2 g x', with a kick at two announced times: known in closed form, in every row.
class Kicked final : public model::StateModel {
 public:
  static constexpr double w = 1000, g = 0.1, first = 3.3, second = 7.77;
  Kicked() : StateModel("kicked", {{.name = "x", .start = 1}, {.name = "v", .nominal = w}}) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -w * w * x[0] - 2 * g * x[1];
  }
  model::EventUpdate restart(std::span<double>) override { return at(first); }
  model::EventUpdate handle_event(double t, std::span<double> x) override {
    x[1] += w / 2;
    return t < second ? at(second) : model::EventUpdate{};
  }
  static double exact(double t) {
    const double turn = std::sqrt(w * w - g * g);
    const auto swing = [&](double since, double x, double v) {
      if (since < 0) return 0.0;
      return std::exp(-g * since) *
             (x * std::cos(turn * since) + (v + g * x) / turn * std::sin(turn * since));
    };
    return swing(t, 1, 0) + swing(t - first, 0, w / 2) + swing(t - second, 0, w / 2);
  }

 private:
  static model::EventUpdate at(double t) {
    model::EventUpdate update;
    update.next_time_event = t;
    return update;
  }
};

TEST(MultirevRun, TimeEventsRestartItAndEveryRowIsRight) {
  for (const double tolerance : {1e-4, 1e-6}) {
    Kicked model;
    const RunResult r = run({.stop = 10, .tolerance = tolerance, .method = "multirev"}, model);
    EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
    EXPECT_EQ(r.events.size(), 2U);
    double largest = 0;
    const auto x = r.trajectory.real("x");
    for (std::size_t k = 0; k < x.size(); ++k) {
      const double exact = Kicked::exact(r.trajectory.times()[k]);
      largest = std::max(largest, std::abs(x[k] - exact) / (tolerance * (1 + std::abs(exact))));
    }
    EXPECT_LE(largest, 1) << tolerance;
    EXPECT_LT(r.statistics.rhs_evaluations, 1500000);
  }
}

// With an indicator that changes in every period.
class Counting final : public model::StateModel {
 public:
  Counting()
      : StateModel("counting", {{.name = "x", .start = 1}, {.name = "v"}, {.name = "n"}}, 1) {}
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -x[0];
    dx[2] = 0;
  }
  void indicators(double, std::span<const double> x, std::span<double> z) override { z[0] = x[0]; }
  model::EventUpdate handle_event(double, std::span<double> x) override {
    x[2] += 1;
    return {};
  }
};

TEST(MultirevRun, NoStateEventIsPassedOver) {
  Counting model;
  const RunResult r = run({.stop = 4400, .tolerance = 1e-4, .method = "multirev"}, model);
  EXPECT_EQ(final_value(r, "n"), 1401) << said(r);  // 4400 / pi, from pi / 2 on
}

}  // namespace
}  // namespace bw::run::multirev_run_test
