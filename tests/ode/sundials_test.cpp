// The methods of SUNDIALS behind our interface: what tests/ode/methods_test requires of all
// methods, and what only these can go wrong with.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>
#include <stdexcept>

#include "ode/kernel/integrator.h"

namespace bw::ode::sundials_test {
namespace {

const std::vector<std::string_view> names = {"adams", "bdf", "dirk"};
const std::vector<std::string_view> stiff_names = {"bdf", "dirk"};

using F = std::function<void(double, std::span<const double>, std::span<double>)>;

// x' = f(t, x) with what a test wants to know about the calls.
class Problem : public Equations {
 public:
  Problem(std::vector<double> from, F f) : start(std::move(from)), f_(std::move(f)) {}
  std::size_t size() const override { return start.size(); }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    latest = std::max(latest, t);
    f_(t, x, dx);
  }
  const math::Pattern* sparsity() const override { return knows_pattern ? &pattern : nullptr; }
  bool has_jacobian() const override { return exact != nullptr; }
  void jacobian(double t, std::span<const double> x, std::span<double> j) override {
    exact(t, x, j);
  }

  std::vector<double> start, nominals = std::vector<double>(start.size(), 1.0);
  math::Pattern pattern;
  bool knows_pattern = false;
  F exact;
  long evaluations = 0;
  double latest = -1e300;

 private:
  F f_;
};

struct Ran {
  std::vector<double> x;
  Counts counts;
  Trouble trouble;
};

std::unique_ptr<Integrator> started(std::string_view method, Problem& problem, const Setup& setup) {
  auto integrator = find_method(method)->make(problem, setup);
  integrator->restart(setup.start, problem.start, problem.nominals);
  return integrator;
}

Ran solve(std::string_view method, Problem& problem, const Setup& setup) {
  const auto integrator = started(method, problem, setup);
  Ran ran;
  while (integrator->time() < setup.stop && !ran.trouble)
    ran.trouble = integrator->step(setup.stop);
  ran.x.assign(integrator->state().begin(), integrator->state().end());
  ran.counts = integrator->counts();
  return ran;
}

double distance(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    largest = std::max(largest, std::abs(a[i] - b[i]) / std::abs(b[i]));
  return largest;
}

Problem circle() {
  return {{1, 0}, [](double, auto x, auto dx) { dx[0] = -x[1], dx[1] = x[0]; }};
}

double circle_error(double t, std::span<const double> x) {
  return std::max(std::abs(x[0] - std::cos(t)), std::abs(x[1] - std::sin(t)));
}

Problem rober() {
  return {{1, 0, 0}, [](double, auto x, auto dx) {
            dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
            dx[2] = 3e7 * x[1] * x[1];
            dx[1] = -dx[0] - dx[2];
          }};
}

Problem van_der_pol() {
  return {{2, 0}, [](double, auto x, auto dx) {
            dx[0] = x[1];
            dx[1] = ((1 - x[0] * x[0]) * x[1] - x[0]) / 1e-6;
          }};
}

// u_t = u_xx + u_yy on the unit square, zero around it, m x m points inside; the modes (1, 1) and
// (3, 1) of the grid.
struct Plate {
  std::size_t m;
  double dx = 1 / static_cast<double>(m + 1);

  double wave(double k, std::size_t i) const {
    return std::sin(k * std::numbers::pi * static_cast<double>(i + 1) * dx);
  }
  double rate(double k) const {
    const double s = 2 * std::sin(k * std::numbers::pi * dx / 2) / dx;
    return s * s;
  }
  double solution(double t, std::size_t i, std::size_t j) const {
    return (std::exp(-(rate(1) + rate(1)) * t) * wave(1, i) +
            std::exp(-(rate(3) + rate(1)) * t) * wave(3, i) / 2) *
           wave(1, j);
  }
  std::vector<double> solution(double t) const {
    std::vector<double> u;
    for (std::size_t i = 0; i < m; ++i)
      for (std::size_t j = 0; j < m; ++j) u.push_back(solution(t, i, j));
    return u;
  }
  // Of point p: its neighbours and itself, in the order of the states.
  template <class Visit>
  void neighbours(std::size_t p, Visit visit) const {
    const std::size_t i = p / m, j = p % m;
    if (i > 0) visit(p - m);
    if (j > 0) visit(p - 1);
    visit(p);
    if (j + 1 < m) visit(p + 1);
    if (i + 1 < m) visit(p + m);
  }

  Problem problem(bool with_pattern, bool exact = false) const {
    const double by = 1 / (dx * dx);
    Problem problem(solution(0), [*this, by](double, auto u, auto du) {
      for (std::size_t p = 0; p < m * m; ++p) {
        double sum = -5 * u[p];
        neighbours(p, [&](std::size_t q) { sum += u[q]; });
        du[p] = by * sum;
      }
    });
    problem.knows_pattern = with_pattern;
    for (std::size_t p = 0; with_pattern && p < m * m; ++p) {
      neighbours(p, [&](std::size_t q) { problem.pattern.columns.push_back(q); });
      problem.pattern.begins.push_back(problem.pattern.columns.size());
    }
    if (exact)
      problem.exact = [*this, by](double, auto, auto values) {
        std::size_t e = 0;
        for (std::size_t p = 0; p < m * m; ++p)
          neighbours(p, [&](std::size_t q) { values[e++] = (q == p ? -4 : 1) * by; });
      };
    return problem;
  }
  double error(double t, std::span<const double> u) const {
    double largest = 0;
    for (std::size_t p = 0; p < m * m; ++p)
      largest = std::max(largest, std::abs(u[p] - solution(t, p / m, p % m)));
    return largest;
  }
};

// ---- accuracy ----

TEST(Sundials, ErrorsFollowTheToleranceAlsoBetweenTheSteps) {
  for (const auto name : names) {
    double before = 0;
    for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
      Problem problem = circle();
      const auto integrator = started(name, problem, {0, 10, {.relative = tolerance}});
      std::vector<double> x(2);
      double at = 0, between = 0;
      while (integrator->time() < 10) {
        ASSERT_FALSE(integrator->step(10));
        at = std::max(at, circle_error(integrator->time(), integrator->state()));
        for (const double share : {0.2, 0.5, 0.9}) {
          const double t = std::lerp(integrator->previous_time(), integrator->time(), share);
          integrator->interpolate(t, x);
          between = std::max(between, circle_error(t, x));
        }
      }
      EXPECT_LT(at, 300 * tolerance) << name << tolerance;
      EXPECT_LT(between, 300 * tolerance) << name << tolerance;
      if (before > 0) {
        EXPECT_NEAR(std::log10(before / at), 2, 1.0) << name << tolerance;
      }
      before = at;
    }
  }
}

// ARKODE by itself accepts the first iteration here, with a matrix of another step size.
TEST(Sundials, AnIterationIsNotBelievedBecauseEarlierOnesWereGood) {
  for (const auto name : stiff_names) {
    Problem problem = circle();
    const auto integrator = started(name, problem, {0, 10, {.relative = 1e-6}});
    for (const double limit : {1e-13, 0.1, 1.0, 1.5, 7.77, 10.0})
      while (integrator->time() < limit) {
        ASSERT_FALSE(integrator->step(limit));
        EXPECT_LT(circle_error(integrator->time(), integrator->state()), 1e-4) << name << limit;
      }
  }
}

TEST(Sundials, StiffProblemsEndAtTheirReferenceValues) {
  const std::vector<double> rober_end = {1.786592114209946e-2, 7.274751468436319e-8,
                                         9.821340061103859e-1};
  const std::vector<double> van_der_pol_end = {1.706167732170465, -8.928097010248165e-1};
  for (const auto name : stiff_names)
    for (const double tolerance : {1e-4, 1e-7}) {
      Problem reaction = rober(), relaxation = van_der_pol();
      reaction.nominals = {1, 1e-5, 1};
      const Ran a = solve(name, reaction, {0, 1e5, {.relative = tolerance}});
      EXPECT_FALSE(a.trouble) << name;
      EXPECT_LT(distance(a.x, rober_end), 150 * tolerance) << name;
      const Ran b = solve(name, relaxation, {0, 2, {.relative = tolerance}});
      EXPECT_FALSE(b.trouble) << name;
      EXPECT_LT(distance(b.x, van_der_pol_end), 150 * tolerance) << name;
      EXPECT_GT(b.counts.rejected, 0);
      EXPECT_GT(b.counts.factorisations, b.counts.jacobian_evaluations);
      EXPECT_LT(b.counts.jacobian_evaluations, b.counts.steps);
    }
}

// ---- linear algebra ----

TEST(Sundials, SparseDenseAndExactJacobiansGiveTheSame) {
  const Plate plate{7};
  const ode::Setup setup{0, 0.1, {.relative = 1e-6}};
  for (const auto name : stiff_names) {
    Problem dense = plate.problem(false), sparse = plate.problem(true),
            exact = plate.problem(true, true);
    const Ran a = solve(name, dense, setup), b = solve(name, sparse, setup),
              c = solve(name, exact, setup);
    for (const Ran* ran : {&a, &b, &c})
      EXPECT_LT(plate.error(0.1, ran->x), 1e-5) << name << ran->counts.steps;
    EXPECT_NEAR(static_cast<double>(a.counts.steps), static_cast<double>(b.counts.steps), 5);
    EXPECT_LT(sparse.evaluations, dense.evaluations - 30) << name << ": colours";
    EXPECT_LT(exact.evaluations, sparse.evaluations) << name;
  }
}

// Not every model's derivative depends on its own state.
TEST(Sundials, APatternMayLackTheDiagonal) {
  constexpr std::size_t n = 64;
  Problem chain(std::vector<double>(n, 0.0), [](double, auto x, auto dx) {
    dx[0] = 1;
    for (std::size_t i = 1; i < n; ++i) dx[i] = x[i - 1];
  });
  chain.knows_pattern = true;
  chain.pattern.begins.push_back(0);
  for (std::size_t i = 1; i < n; ++i) {
    chain.pattern.columns.push_back(i - 1);
    chain.pattern.begins.push_back(i);
  }
  for (const auto name : stiff_names) {
    const Ran ran = solve(name, chain, {0, 1, {.relative = 1e-6}});
    EXPECT_FALSE(ran.trouble) << name;
    EXPECT_NEAR(ran.x[3], 1.0 / 24, 5e-5) << name;
  }
}

TEST(Sundials, TenThousandStatesByKluAndByGmres) {
  const Plate plate{100};
  for (const auto name : stiff_names) {
    for (const bool with_pattern : {true, false}) {
      Problem problem = plate.problem(with_pattern);
      const Ran ran = solve(name, problem, {0, 0.1, {.relative = 1e-4}});
      EXPECT_FALSE(ran.trouble) << name;
      EXPECT_LT(plate.error(0.1, ran.x), 2e-3) << name << with_pattern;
      EXPECT_LT(ran.counts.steps, 200) << name << with_pattern;
      EXPECT_EQ(ran.counts.factorisations > 0, with_pattern);
    }
  }
}

// ---- steps, limits, events ----

// A mode of rate 1e3 beside slow ones, in units that differ by 1e6; another of 1e5 from t = 1 on.
Problem two_rates(std::size_t n) {
  return {std::vector<double>(n, 1.0), [](double t, auto x, auto dx) {
            for (std::size_t i = 0; i < x.size(); ++i) dx[i] = -x[i] / (1 + static_cast<double>(i));
            dx[0] = 1e3 * (1e6 * std::cos(t) - x[0]);
            dx[1] = 1e-6 * x[0] - x[1];
            if (t > 1) dx[2] = 1e5 * (1 - x[2]);
          }};
}

// Walks to `stop`; the smallest and the largest rate that it reports in the second half.
std::pair<double, double> rates_until(double stop, Integrator& integrator) {
  const double middle = (integrator.time() + stop) / 2;
  std::pair<double, double> rates = {1e300, 0};
  while (integrator.time() < stop) {
    EXPECT_FALSE(integrator.step(stop));
    if (integrator.time() < middle) continue;
    const double rate = integrator.fastest().rate;
    rates = {std::min(rates.first, rate), std::max(rates.second, rate)};
  }
  return rates;
}

TEST(Sundials, ImplicitMethodsSayWhatTheFastestModeIs) {
  const ode::Setup setup{0, 2, {.relative = 1e-5}};
  for (const std::size_t n : {3U, 200U, 2500U})  // the last one without a matrix
    for (const std::string_view name : stiff_names) {
      Problem problem = two_rates(n);
      problem.start[0] = problem.nominals[0] = 1e6;
      const auto integrator = started(name, problem, setup);
      EXPECT_EQ(integrator->fastest().rate, 0) << "before the first step nothing is known";
      const auto [least, most] = rates_until(1, *integrator);
      EXPECT_GT(least, 0.9e3) << name << " " << n;
      EXPECT_LT(most, 1.1e3) << name << " " << n;
      const std::vector<double> x(integrator->state().begin(), integrator->state().end());
      integrator->restart(1, x, problem.nominals);
      EXPECT_GT(rates_until(2, *integrator).first, 0.9e5) << name << " " << n;
      const long before = problem.evaluations;
      for (int k = 0; k < 10; ++k) integrator->fastest();
      EXPECT_LE(problem.evaluations, before + (n > 2000 ? 5 : 0)) << "it is kept";
    }
}

TEST(Sundials, AnIterationWithoutJacobianKnowsNoFastestMode) {
  Problem problem = circle();
  const auto integrator = started("adams", problem, ode::Setup{0, 1, {.relative = 1e-5}});
  ASSERT_FALSE(integrator->step(1));
  EXPECT_EQ(integrator->fastest().rate, 0);
}

TEST(Sundials, LimitsAreReachedExactlyAndNeverPassed) {
  for (const auto name : names) {
    Problem problem = circle();
    const auto integrator = started(name, problem, {0, 10, {.relative = 1e-6}});
    const double after_one = std::nextafter(1.0, 2.0);
    for (const double limit : {1e-13, 0.1, 1.0, after_one, after_one + 1e-14, 1.5, 7.77, 10.0}) {
      while (integrator->time() < limit) ASSERT_FALSE(integrator->step(limit)) << name << limit;
      EXPECT_EQ(integrator->time(), limit) << name;
      EXPECT_LE(problem.latest, limit) << name;
      EXPECT_LT(circle_error(limit, integrator->state()), 1e-4) << name;
    }
  }
}

TEST(Sundials, ALimitCutsNoSliverAndDoesNotMakeLaterStepsSmall) {
  for (const auto name : names) {
    Problem problem = circle();
    const auto integrator = started(name, problem, {0, 100, {.relative = 1e-6}});
    while (integrator->time() < 10) integrator->step(10);
    const double usual = integrator->time() - integrator->previous_time();
    EXPECT_GT(usual, 0.02) << name;
    integrator->step(10 + 1e-9);
    ASSERT_EQ(integrator->time(), 10 + 1e-9);
    const long steps = integrator->counts().steps;
    while (integrator->time() < 20) integrator->step(20);
    EXPECT_LT(static_cast<double>(integrator->counts().steps - steps), 2.5 * 10 / usual) << name;
    EXPECT_LT(circle_error(20, integrator->state()), 3e-4) << name;
  }
}

TEST(Sundials, NoStepIsLongerThanTheLargest) {
  for (const auto name : names) {
    Problem rest({1}, [](double, auto x, auto dx) { dx[0] = -1e-3 * x[0]; });
    const auto integrator = started(name, rest, {0, 10, {.relative = 1e-3}, 0, 0.5});
    while (integrator->time() < 10) {
      ASSERT_FALSE(integrator->step(10));
      EXPECT_LE(integrator->time() - integrator->previous_time(), 0.5 * (1 + 1e-12)) << name;
    }
  }
}

TEST(Sundials, AShortenedStepIsAsGoodAsAWholeOne) {
  for (const auto name : names) {
    Problem problem = circle();
    const auto integrator = started(name, problem, {0, 10, {.relative = 1e-8}});
    while (integrator->time() < 3) ASSERT_FALSE(integrator->step(10));
    const double last = integrator->time();
    for (const double share : {0.3, 0.31, 0.8}) {
      const double t = std::lerp(integrator->previous_time(), last, share);
      ASSERT_FALSE(integrator->shorten(t)) << name;
      EXPECT_EQ(integrator->time(), t);
      EXPECT_LT(circle_error(t, integrator->state()), 2e-6) << name;
      std::vector<double> x(2);
      const double between = std::lerp(integrator->previous_time(), t, 0.5);
      integrator->interpolate(between, x);
      EXPECT_LT(circle_error(between, x), 5e-6) << name;
    }
    while (integrator->time() < 10) ASSERT_FALSE(integrator->step(10)) << name;
    EXPECT_LT(circle_error(10, integrator->state()), 5e-6) << name;
  }
}

// x' = -1, and from x = 0 on +1: after the event nothing of the history before is left.
TEST(Sundials, AfterAnEventTheMethodRestarts) {
  for (const auto name : names) {
    double sign = -1;
    Problem problem({1}, [&](double, auto x, auto dx) { dx[0] = sign * (1 + 0.1 * x[0]); });
    const auto integrator = started(name, problem, {0, 2, {.relative = 1e-7}});
    const double event = 10 * std::log(1.1);
    while (integrator->time() < event) ASSERT_FALSE(integrator->step(event));
    EXPECT_NEAR(integrator->state()[0], 0, 1e-5) << name;
    sign = 1;
    integrator->restart(event, std::vector<double>{0}, problem.nominals);
    EXPECT_EQ(integrator->time(), integrator->previous_time());
    while (integrator->time() < 2) ASSERT_FALSE(integrator->step(2));
    EXPECT_NEAR(integrator->state()[0], 10 * (std::exp(0.1 * (2 - event)) - 1), 1e-5) << name;
  }
}

// An input that moves a little every tenth of a second: a one-step method needs one step for each.
TEST(Sundials, AMovedInputIsNoReasonForSmallSteps) {
  for (const auto name : names) {
    double u = 0, expected = 1;
    Problem problem({1}, [&](double, auto x, auto dx) { dx[0] = u - x[0]; });
    const auto integrator = started(name, problem, {0, 10, {.relative = 1e-6}});
    for (int k = 1; k <= 100; ++k) {
      const double limit = 0.1 * k, span = limit - integrator->time();
      while (integrator->time() < limit) ASSERT_FALSE(integrator->step(limit));
      expected = u + (expected - u) * std::exp(-span);
      u = 0.01 * k;
      integrator->refresh();
    }
    EXPECT_NEAR(integrator->state()[0], expected, 1e-4) << name;
    EXPECT_LT(integrator->counts().steps, find_method(name)->self_starting ? 150 : 1200) << name;
  }
}

// ---- going back ----

TEST(Sundials, ACloneKnowsTheLastStepAndGoesOnWithinTheTolerance) {
  for (const auto name : names) {
    Problem problem = circle();
    const auto integrator = started(name, problem, {0, 10, {.relative = 1e-7}});
    while (integrator->time() < 3) integrator->step(10);
    const auto memory = integrator->clone();
    EXPECT_EQ(memory->time(), integrator->time());
    EXPECT_EQ(memory->previous_time(), integrator->previous_time());
    std::vector<double> x(2), y(2);
    for (const double share : {0.0, 0.4, 1.0}) {
      const double t = std::lerp(integrator->previous_time(), integrator->time(), share);
      integrator->interpolate(t, x);
      memory->interpolate(t, y);
      EXPECT_NEAR(x[0], y[0], 1e-14) << name << share;
    }
    while (integrator->time() < 10) integrator->step(10);
    const double far = integrator->state()[0];
    const long steps = integrator->counts().steps;
    integrator->assign(*memory);
    EXPECT_EQ(integrator->time(), memory->time());
    integrator->interpolate(memory->previous_time(), x);
    memory->interpolate(memory->previous_time(), y);
    EXPECT_EQ(x, y) << name;
    while (integrator->time() < 10) ASSERT_FALSE(integrator->step(10));
    EXPECT_NEAR(integrator->state()[0], far, 3e-5) << name;
    EXPECT_GT(integrator->counts().steps, steps) << "work that was done stays done";
  }
}

// ---- trouble ----

TEST(Sundials, WhatIsNoNumberIsTroubleWithTheNameOfItsState) {
  for (const auto name : names) {
    Problem ends({1, 0}, [](double t, auto, auto dx) { dx[0] = 0, dx[1] = std::sqrt(1 - t); });
    const Ran ran = solve(name, ends, {0, 2, {}});
    EXPECT_EQ(ran.trouble.kind, Trouble::Kind::not_finite) << name;
    EXPECT_EQ(ran.trouble.states, std::vector<std::size_t>{1}) << name;
    EXPECT_NEAR(ran.trouble.time, 1, 1e-3) << name;
    Problem never({1, 0}, [](double, auto, auto dx) { dx[0] = std::nan(""), dx[1] = 0; });
    const Ran first = solve(name, never, {0, 2, {}});
    EXPECT_EQ(first.trouble.kind, Trouble::Kind::not_finite) << name;
    EXPECT_EQ(first.trouble.states, std::vector<std::size_t>{0}) << name;
  }
}

TEST(Sundials, StepsThatTheClockCannotFeelAreTroubleWithTheNameOfTheState) {
  for (const auto name : names) {
    Problem explosion({0, 1}, [](double, auto x, auto dx) { dx[0] = 1, dx[1] = x[1] * x[1]; });
    const Ran ran = solve(name, explosion, {0, 2, {}});
    EXPECT_TRUE(ran.trouble) << name;
    EXPECT_EQ(ran.trouble.states.at(0), 1U) << name;
    EXPECT_NEAR(ran.trouble.time, 1, 1e-2) << name;
  }
}

TEST(Sundials, AJumpThatNobodyAnnouncedIsPassed) {
  for (const auto name : names) {
    Problem step({0}, [](double t, auto, auto dx) { dx[0] = t < 0.5 ? 0 : 1e6; });
    const Ran ran = solve(name, step, {0, 1, {.relative = 1e-8}});
    EXPECT_FALSE(ran.trouble) << name;
    EXPECT_NEAR(ran.x[0], 5e5, 1) << name;
  }
}

TEST(Sundials, WhatTheEquationsThrowComesThrough) {
  for (const auto name : names) {
    Problem thrower({1}, [](double t, auto, auto dx) {
      if (t > 0.5) throw std::runtime_error("no more");
      dx[0] = 1;
    });
    EXPECT_THROW(solve(name, thrower, {0, 1, {}}), std::runtime_error) << name;
  }
}

TEST(Sundials, NothingIsPrinted) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  for (const auto name : names) {
    Problem ends({1, 0}, [](double t, auto, auto dx) { dx[0] = 0, dx[1] = std::sqrt(1 - t); });
    solve(name, ends, {0, 2, {}});
    Problem exact({1, 0}, [](double, auto x, auto dx) { dx[0] = -x[1], dx[1] = x[0]; });
    EXPECT_FALSE(solve(name, exact, {0, 2, {.relative = 1e-18}}).trouble) << "as good as can be";
  }
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

}  // namespace
}  // namespace bw::ode::sundials_test
