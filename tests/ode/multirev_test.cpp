// Long steps over many revolutions: end values, rows, cost, and models that they do not suit.

#include "ode/methods/multirev/multirev.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>

#include "support/dice.h"
#include "support/ode/oscillations.h"

namespace bw::ode::multirev_test {
namespace {

using test::Oscillation;
using test::OscillationEquations;

Setup setup_of(const Oscillation& problem, double relative, double finer = 1) {
  ode::Setup setup;
  setup.stop = problem.stop;
  setup.tolerance.relative = relative;
  setup.largest_step = problem.stop / (10 * finer);
  setup.finer = finer;
  setup.has_formulas = true;
  return setup;
}

// A method on a problem, at its start.
struct Solved {
  Solved(const Oscillation& of, const Setup& setup, std::string_view method = "multirev")
      : problem(of),
        equations(of),
        integrator(find_method(method)->make(equations, setup)),
        nominals(of.start.size(), 1.0),
        x(of.start.size()) {
    integrator->restart(0, of.start, nominals);
  }
  Solved(const Oscillation& of, double relative, std::string_view method = "multirev")
      : Solved(of, setup_of(of, relative), method) {}

  // To the end, with the state at each of these times, row after row.
  std::vector<double> rows(const std::vector<double>& times) {
    std::vector<double> all;
    auto next = times.begin();
    while (integrator->time() < problem.stop) {
      if (integrator->step(problem.stop)) {
        ADD_FAILURE() << problem.name << " stopped at " << integrator->time();
        break;
      }
      ++calls;
      longest = std::max(longest, integrator->time() - integrator->previous_time());
      for (; next != times.end() && *next <= integrator->time(); ++next) {
        integrator->interpolate(*next, x);
        all.insert(all.end(), x.begin(), x.end());
      }
    }
    EXPECT_EQ(integrator->time(), problem.stop) << problem.name;
    return all;
  }
  double error() {
    rows({});
    return problem.error(integrator->state());
  }
  // Until a long step was made.
  void find_long_step() {
    for (int k = 0; k < 2000; ++k) {
      ASSERT_FALSE(integrator->step(problem.stop));
      if (integrator->time() - integrator->previous_time() > 100 * problem.stop / 1e4) return;
    }
    FAIL() << "no long step";
  }

  const Oscillation problem;
  OscillationEquations equations;
  std::unique_ptr<Integrator> integrator;
  std::vector<double> nominals, x;
  long calls = 0;
  double longest = 0;
};

// ---- accuracy ----

// Errors of the phase grow with the revolutions, and where the period depends on the energy (J2)
// with their square: a single integration promises its local errors only.
double allowance(const Oscillation& problem) {
  if (problem.name.starts_with("J2")) return 2e4;
  return problem.name.starts_with("FPU") ? 50 : 5;
}

void expect_end(const Oscillation& problem, double relative) {
  // As far as digits are given.
  EXPECT_LE(Solved(problem, relative).error(), allowance(problem) * relative + 2e-9)
      << problem.name << " " << relative;
}

TEST(MultirevReferences, AreReached) {
  for (const Oscillation& problem : test::reference_oscillations()) {
    if (!problem.name.starts_with("J2")) expect_end(problem, 1e-4);  // its bound would say nothing
    expect_end(problem, 1e-6);
  }
}

TEST(MultirevReferences, AreReachedWithEightNodes) {
  for (const Oscillation& problem : test::reference_oscillations())
    if (problem.name.ends_with(" 1e3") || problem.name.ends_with("n der Pol 1e-3, 1e3 periods"))
      if (!problem.name.starts_with("FPU")) expect_end(problem, 1e-8);
}

// So few revolutions at a tight tolerance do not pay: ordinary steps, and not worse than theirs.
TEST(MultirevReferences, AreAsGoodAsThoseOfOrdinarySteps) {
  const Oscillation problem = test::reference_oscillations()[5];
  EXPECT_LT(Solved(problem, 1e-8).error(), Solved(problem, 1e-8, "dop853").error());
}

// Half as many revolutions per long step, 4 nodes: the last two coefficients, which measure the
// values inside, shrink as N^4 and N^3, the error of the end faster. (As N^9, if the nodes were not
// rounded.)
TEST(Multirev, ALongStepHasItsOrder) {
  using namespace multirevolution;
  const Oscillation problem{"damped", {1, 0}, 1e4, [](double, test::In x, test::Out dx) {
                              dx[0] = x[1];
                              dx[1] = -x[0] - 2e-3 * x[1];
                            }};
  OscillationEquations equations(problem);
  Revolution revolution(equations, setup_of(problem, 3e-16));
  const std::array<double, 2> ones = {1, 1};
  const std::array<double, 3> weights = {1e-12, 1e-12, 1e-12};
  revolution.set_sizes(ones, ones);
  // `count` long steps over n revolutions each; the error of the last one.
  const auto pass = [&](std::size_t nodes, long n, int count, std::vector<double>& z) {
    z = {1, 0};
    LongStepEnd end;
    for (int k = 0; k < count; ++k) {
      LongStep step;
      EXPECT_EQ(revolution.lead({0, z, 1e5}, 0, 1), Return::found);
      end = step.attempt(revolution, {0, z, 1e5, weights}, {nodes, n}, nullptr);
      EXPECT_EQ(end.kind, LongStepEnd::Kind::converged);
      z.assign(step.end_state().begin(), step.end_state().end());
    }
    return end.error;
  };
  std::vector<double> x, right;
  std::array<double, 2> inside{}, at_end{};
  for (const int half : {0, 1}) {
    const long n = half == 1 ? 80 : 160;
    inside[static_cast<std::size_t>(half)] = pass(4, n, 1, x);
    pass(8, 16, static_cast<int>(n / 16), right);
    at_end[static_cast<std::size_t>(half)] = std::abs(x[0] - right[0]);
  }
  EXPECT_NEAR(std::log2(inside[0] / inside[1]), 3.5, 0.7);
  EXPECT_GT(std::log2(at_end[0] / at_end[1]), 5);
  for (const std::size_t k : {0U, 1U}) EXPECT_LT(at_end[k], 0.1 * inside[k] * weights[0]);
}

// Largest error over the revolutions of one long step with these nodes, of an oscillation whose
// amplitude decays by 2e-4 a second.
double error_inside(std::size_t nodes, long n) {
  using namespace multirevolution;
  constexpr double g = 2e-4;
  const Oscillation problem{"slowly damped", {1, 0}, 1e5, [](double, test::In x, test::Out dx) {
                              dx[0] = x[1];
                              dx[1] = -x[0] - 2 * g * x[1];
                            }};
  OscillationEquations equations(problem);
  Setup setup = setup_of(problem, 3e-16);
  setup.tolerance.absolute = 1e-18;
  Revolution revolution(equations, setup);
  const std::array<double, 2> ones = {1, 1};
  const std::array<double, 3> weights = {1e-12, 1e-12, 1e-12};
  revolution.set_sizes(ones, ones);
  EXPECT_EQ(revolution.lead({0, problem.start, 1e5}, 0, 1), Return::found);
  LongStep step;
  const LongStepEnd end =
      step.attempt(revolution, {0, problem.start, 1e5, weights}, {nodes, n}, nullptr);
  EXPECT_EQ(end.kind, LongStepEnd::Kind::converged);
  const double period = 2 * std::numbers::pi / std::sqrt(1 - g * g);
  std::vector<double> x(2);
  double most = 0;
  for (long k = 1; k <= n; ++k) {
    step.state_after(k, x);
    most = std::max(most, std::abs(x[0] - std::exp(-g * static_cast<double>(k) * period)));
  }
  return most;
}

// The polynomial through s changes and the begin has order s + 1. (The end loses the 2s of Gauss
// nodes, because they are rounded.)
TEST(Multirev, ALongStepHasOneOrderMoreThanNodesInside) {
  EXPECT_NEAR(std::log2(error_inside(4, 400) / error_inside(4, 200)), 5, 0.4);
  EXPECT_NEAR(std::log2(error_inside(6, 800) / error_inside(6, 400)), 7, 0.5);
}

std::vector<double> random_times(double stop) {
  test::Dice dice(20);
  std::vector<double> times;
  for (int k = 0; k < 300; ++k) times.push_back(dice.between(0, stop));
  std::sort(times.begin(), times.end());
  return times;
}

// With tolerances from loose to tight.
void expect_rows(const Oscillation& problem, std::initializer_list<double> tolerances,
                 double allowed) {
  const std::vector<double> times = random_times(problem.stop);
  const std::vector<double> right = Solved(problem, setup_of(problem, 1e-13), "dop853").rows(times);
  for (const double relative : tolerances) {
    Solved run(problem, relative);
    const std::vector<double> rows = run.rows(times);
    ASSERT_EQ(rows.size(), right.size());
    double most = 0;
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double size = problem.sizes.empty() ? 1 : problem.sizes[k % problem.start.size()];
      most = std::max(most, std::abs(rows[k] - right[k]) / size);
    }
    EXPECT_LE(most, allowed * relative) << problem.name << " " << relative;
    EXPECT_LT(run.calls, 3000) << "most of the time in long steps";
  }
}

TEST(Multirev, RowsAtRandomTimesAreAsGoodAsTheEnd) {
  expect_rows(test::van_der_pol(1e-3, 1e3), {1e-4, 1e-6, 1e-8}, 10);
  expect_rows(test::warm_oscillator(1e3), {1e-4, 1e-6, 1e-8}, 30);
}

// At a whole number of revolutions the phase of a force is right; at fractions it would not be.
TEST(Multirev, RowsKeepThePhaseOfAForce) {
  expect_rows(test::forced_oscillator(1e3), {1e-4, 1e-6, 1e-8}, 30);
}

// ---- cost ----

TEST(Multirev, NeedsFewRevolutionsWhateverTheFrequency) {
  const auto problems = test::reference_oscillations();
  const auto evaluations = [&](std::size_t which, double relative) {
    Solved run(problems[which], relative);
    run.rows({});
    return run.equations.evaluations;
  };
  EXPECT_LT(evaluations(1, 1e-6), 2.2e5);   // dop853: 2.1e6
  EXPECT_LT(evaluations(2, 1e-6), 3.0e5);   // dop853: 2.8e7
  EXPECT_LT(evaluations(4, 1e-6), 2.3e5);   // dop853: 6.0e6
  EXPECT_LT(evaluations(10, 1e-6), 1.8e5);  // dop853: 3.4e6
}

long evaluations_of(const Oscillation& problem, double relative, std::string_view method) {
  Solved run(problem, relative, method);
  run.rows({});
  return run.equations.evaluations;
}

Oscillation lorenz() {
  return {"Lorenz", {1, 1, 1}, 60, [](double, test::In x, test::Out dx) {
            dx[0] = 10 * (x[1] - x[0]);
            dx[1] = x[0] * (28 - x[2]) - x[1];
            dx[2] = x[0] * x[1] - 8.0 / 3 * x[2];
          }};
}

Oscillation two_frequencies() {
  return {"two frequencies", {1, 0, 1, 0}, 5000, [](double, test::In x, test::Out dx) {
            dx[0] = x[1];
            dx[1] = -x[0];
            dx[2] = x[3];
            dx[3] = -2 * x[2];
          }};
}

Oscillation decay() {
  return {"decay", {1}, 10, [](double, test::In x, test::Out dx) { dx[0] = -x[0]; }};
}

TEST(Multirev, CostsLittleMoreThanDop853WhereItDoesNotSuit) {
  for (const Oscillation& problem :
       {lorenz(), two_frequencies(), decay(), test::warm_oscillator(1e2)})
    for (const double relative : {1e-4, 1e-8})
      EXPECT_LT(static_cast<double>(evaluations_of(problem, relative, "multirev")),
                1.3 * static_cast<double>(evaluations_of(problem, relative, "dop853")) + 100)
          << problem.name << " " << relative;
}

// ---- limits, events, rollback ----

TEST(Multirev, WhereStepsAreSearchedItIsDop853) {
  const Oscillation problem = test::van_der_pol(1e-3, 700);
  ode::Setup setup = setup_of(problem, 1e-5);
  setup.steps_are_searched = true;
  Solved run(problem, setup), reference(problem, setup, "dop853");
  run.rows({});
  reference.rows({});
  EXPECT_EQ(run.calls, reference.calls);
  EXPECT_TRUE(std::ranges::equal(run.integrator->state(), reference.integrator->state()));
  EXPECT_EQ(run.equations.evaluations, reference.equations.evaluations);
}

TEST(Multirev, NothingLooksBeyondALimitAndStepsEndThere) {
  const Oscillation problem = test::warm_oscillator(1e3);
  Solved run(problem, 1e-5);
  std::vector<double> x(3);
  for (const double limit : {0.5, 1.7, 1.7001, 4.0, 10.0}) {
    while (run.integrator->time() < limit) {
      ASSERT_FALSE(run.integrator->step(limit));
      run.integrator->interpolate(
          0.3 * run.integrator->previous_time() + 0.7 * run.integrator->time(), x);
    }
    EXPECT_EQ(run.integrator->time(), limit);
    EXPECT_LE(run.equations.latest, limit);
  }
  EXPECT_LT(run.equations.evaluations, 200000);
}

TEST(Multirev, TheLargestStepLimitsLongSteps) {
  const Oscillation problem = test::van_der_pol(1e-4, 3e3);
  ode::Setup setup = setup_of(problem, 1e-4);
  setup.largest_step = 300;
  Solved run(problem, setup);
  run.rows({});
  EXPECT_LE(run.longest, 300);
  EXPECT_GT(run.longest, 200);
}

TEST(Multirev, AShortenedLongStepEndsWhereItIsAsked) {
  const Oscillation problem = test::van_der_pol(1e-3, 1e3);
  for (const double share : {0.9, 0.31, 1e-3}) {
    Solved run(problem, 1e-7);
    run.find_long_step();
    const double begin = run.integrator->previous_time(),
                 t = begin + share * (run.integrator->time() - begin);
    std::vector<double> inside(2), again(2);
    run.integrator->interpolate(t, inside);
    ASSERT_FALSE(run.integrator->shorten(t));
    EXPECT_EQ(run.integrator->time(), t);
    EXPECT_EQ(run.integrator->previous_time(), begin);
    for (std::size_t i = 0; i < 2; ++i)
      EXPECT_NEAR(run.integrator->state()[i], inside[i], 1e-6) << share;
    run.integrator->interpolate(begin + share / 2 * (t - begin), again);
    Solved reference(problem, 1e-12, "dop853");
    while (reference.integrator->time() < t) ASSERT_FALSE(reference.integrator->step(t));
    EXPECT_NEAR(run.integrator->state()[0], reference.integrator->state()[0], 1e-6);
    EXPECT_LT(run.problem.error(run.integrator->state()), 5);
    EXPECT_LE(run.rows({}).size(), 0U);
  }
}

TEST(Multirev, ARollbackContinuesWithTheSameBits) {
  const Oscillation problem = test::warm_oscillator(1e3);
  Solved run(problem, 1e-6);
  std::vector<double> x(3), again(3);
  for (int k = 0; k < 120; ++k) {
    Integrator& integrator = *run.integrator;
    const auto memory = integrator.clone();
    if (integrator.time() >= problem.stop) break;
    ASSERT_FALSE(integrator.step(problem.stop));
    const double t = integrator.time(), inside = 0.4 * t + 0.6 * integrator.previous_time();
    const std::vector<double> state(integrator.state().begin(), integrator.state().end());
    integrator.interpolate(inside, x);
    ASSERT_FALSE(integrator.step(problem.stop));
    integrator.assign(*memory);
    ASSERT_FALSE(integrator.step(problem.stop));
    EXPECT_EQ(integrator.time(), t);
    EXPECT_TRUE(std::ranges::equal(integrator.state(), state)) << k;
    integrator.interpolate(inside, again);
    EXPECT_EQ(x, again) << k;
  }
}

// Time events: the integration restarts, and long steps begin again.
TEST(Multirev, AfterARestartLongStepsBeginAgain) {
  const Oscillation problem = test::warm_oscillator(1e4);
  Solved run(problem, 1e-5), reference(problem, setup_of(problem, 1e-12), "dop853");
  for (Solved* each : {&run, &reference})
    for (const double limit : {2.0, 4.0, 5.0}) {
      Integrator& integrator = *each->integrator;
      double longest = 0;
      while (integrator.time() < limit) {
        ASSERT_FALSE(integrator.step(limit));
        longest = std::max(longest, integrator.time() - integrator.previous_time());
      }
      if (each == &run) {
        EXPECT_GT(longest, 0.1) << limit;
      }
      std::vector<double> x(integrator.state().begin(), integrator.state().end());
      x[0] += 0.1;
      integrator.restart(limit, x, each->nominals);
    }
  for (std::size_t i = 0; i < 3; ++i)
    EXPECT_NEAR(run.integrator->state()[i], reference.integrator->state()[i],
                3e-3 * problem.sizes[i]);
}

// A pulse of a few periods between the nodes, which nothing announces.
TEST(Multirev, APulseBetweenTheNodesIsSeen) {
  for (const double at : {1234.5, 2600.0, 4321.0}) {
    const Oscillation problem{"pulse", {1, 0, 0}, 6000, [at](double t, test::In x, test::Out dx) {
                                dx[0] = x[1];
                                dx[1] = -x[0] - 1e-4 * x[1];
                                dx[2] = t > at && t < at + 30 ? 0.01 : 0;
                              }};
    ode::Setup setup = setup_of(problem, 1e-5);
    setup.has_formulas = false;
    Solved run(problem, setup);
    run.rows({});
    EXPECT_NEAR(run.integrator->state()[2], 0.3, 1e-3) << at;
    EXPECT_GT(run.longest, 100) << at;
  }
}

TEST(Multirev, ARightHandSideThatIsNoNumberIsTrouble) {
  const Oscillation problem{"root", {1, 0, 0}, 1000, [](double t, test::In x, test::Out dx) {
                              dx[0] = 6 * x[1];
                              dx[1] = -6 * x[0];
                              dx[2] = std::sqrt(900 - t);
                            }};
  Solved run(problem, 1e-5);
  Trouble trouble;
  for (int k = 0; k < 100000 && !trouble; ++k) trouble = run.integrator->step(1000);
  EXPECT_EQ(trouble.kind, Trouble::Kind::not_finite);
  EXPECT_EQ(trouble.states, std::vector<std::size_t>{2});
  EXPECT_NEAR(trouble.time, 900, 0.01);
}

}  // namespace
}  // namespace bw::ode::multirev_test
