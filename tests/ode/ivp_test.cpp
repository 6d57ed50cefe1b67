// Every reference problem with every method that is made for such problems.

#include <gtest/gtest.h>

#include <cmath>

#include "ode/events/event_march.h"
#include "support/ode/heat_equation.h"
#include "support/ode/ivp_solve.h"

namespace bw::ode::ivp_test {
namespace {

using test::ivp_problems;
using test::IvpProblem;

Setup within(double relative) {
  Setup setup;
  setup.tolerance.relative = relative;
  return setup;
}

TEST(IvpProblems, AreWhole) {
  EXPECT_EQ(ivp_problems().size(), 38U);
  for (const IvpProblem& problem : ivp_problems()) {
    EXPECT_EQ(problem.x0.size(), problem.end.size()) << problem.name;
    EXPECT_TRUE(problem.nominals.empty() || problem.nominals.size() == problem.size())
        << problem.name;
    EXPECT_TRUE(problem.kind != IvpProblem::Kind::stiff || problem.jacobian != nullptr ||
                problem.name == "BEAM")
        << problem.name;
    EXPECT_EQ(end_error(problem, problem.end), 0) << problem.name;
  }
}

// Central differences, at the end of the run, where everything is in motion.
TEST(IvpProblems, JacobiansAreTheDerivativesOfTheRightHandSides) {
  for (const IvpProblem& problem : ivp_problems()) {
    if (problem.jacobian == nullptr) continue;
    const std::size_t n = problem.size();
    std::vector<double> x = problem.end, j(n * n), up(n), down(n), row_size(n);
    problem.jacobian(problem.stop, x, j);
    for (std::size_t i = 0; i < n * n; ++i)
      row_size[i / n] = std::max(row_size[i / n], std::abs(j[i]));
    for (std::size_t k = 0; k < n; ++k) {
      const double d = 1e-5 * std::max(std::abs(x[k]), problem.nominal(k)), at = x[k];
      x[k] = at + d;
      problem.f(problem.stop, x, up);
      x[k] = at - d;
      problem.f(problem.stop, x, down);
      x[k] = at;
      for (std::size_t i = 0; i < n; ++i)
        EXPECT_NEAR((up[i] - down[i]) / (2 * d), j[i * n + k],
                    1e-4 * std::abs(j[i * n + k]) + 1e-8 * row_size[i])
            << problem.name << ' ' << i << ' ' << k;
    }
  }
}

// Loosely: a single run promises its local errors only; what the problem makes of them is its own.
constexpr double allowance = 1e3;

void expect_end_values(const IvpProblem& problem, const MethodKind& method, double tolerance) {
  const test::IvpEnd end = test::solve(problem, method, within(tolerance));
  ASSERT_FALSE(end.x.empty()) << problem.name << ' ' << method.name
                              << " at t = " << end.trouble.time;
  EXPECT_LE(end_error(problem, end.x), allowance * problem.amplification * tolerance)
      << problem.name << ' ' << method.name;
}

// Those of thousands of steps have a test of their own.
bool is_long(const IvpProblem& problem) {
  return problem.name == "RINGMOD" || problem.name == "BEAM";
}

// Not damping what is infinitely stiff, gauss8 needs more than a million steps for this one.
bool is_hopeless(const IvpProblem& problem, const MethodKind& method) {
  return problem.name == "ROBER_t1e11" && method.name == "gauss8";
}

// For problems that amplify errors 1e-6 means nothing: the bound would be larger than the values.
TEST(IvpProblems, EveryMethodThatSuitsComesToTheEndValues) {
  for (const IvpProblem& problem : ivp_problems())
    for (const MethodKind* method : methods())
      if (suits(*method, problem) && !is_long(problem) && problem.amplification <= 100 &&
          !is_hopeless(problem, *method))
        expect_end_values(problem, *method, 1e-6);
}

TEST(IvpProblems, MethodsOfHighOrderComeToTheEndOfWhatAmplifiesErrors) {
  for (const IvpProblem& problem : ivp_problems())
    for (const MethodKind* method : methods())
      if (suits(*method, problem) && problem.amplification > 100 && problem.amplification < 1e9 &&
          method->order >= 5 && method->self_starting)
        expect_end_values(problem, *method, 1e-11);
}

// Chaos to t = 30 leaves a few digits of what double precision has.
TEST(IvpProblems, LorenzTo30KeepsTheFirstDigits) {
  const IvpProblem& problem = *test::find_ivp("LORENZ_t30");
  const test::IvpEnd end = test::solve(problem, *find_method("dop853"), within(1e-14));
  ASSERT_FALSE(end.x.empty());
  EXPECT_LE(end_error(problem, end.x), 1e-2);
}

TEST(IvpProblems, TheLongOnes) {
  for (const char* name : {"rosenbrock", "radau5"}) {
    expect_end_values(*test::find_ivp("RINGMOD"), *find_method(name), 1e-5);
    expect_end_values(*test::find_ivp("BEAM"), *find_method(name), 1e-4);
  }
}

// f that jumps: as a Model that announces where.
TEST(IvpProblems, AnnouncedJumpsAreTimeEvents) {
  for (const char* name : {"DETEST_F1_disc", "DETEST_F2_disc", "DETEST_F3_kink"}) {
    const IvpProblem& problem = *test::find_ivp(name);
    test::IvpModel model(problem);
    ode::Setup setup = within(1e-9);
    setup.stop = problem.stop;
    std::vector<double> x(problem.size());
    const model::EventUpdate first = model.start(x);
    EventMarch march(model, default_method(), setup);
    march.start({}, x, first);
    ASSERT_TRUE(march.advance(problem.stop).good());
    EXPECT_LE(end_error(problem, march.state()), 1e-7) << name;
    EXPECT_EQ(march.statistics().events, problem.jumps ? 19 : 0) << name;
  }
}

TEST(HeatEquation, SparseMethodsFollowItsModes) {
  constexpr std::size_t cells = 300;
  for (const MethodKind* method : methods()) {
    if (!method->stiff || method->fixed_step || method->linear_only) continue;
    for (const bool exact : {true, false}) {
      test::HeatEquation heat(cells, exact);
      std::vector<double> u(cells), end(cells), nominals(cells, 1.0);
      heat.solution(0, u);
      ode::Setup setup = within(1e-6);
      setup.stop = 0.1;
      const auto integrator = method->make(heat, setup);
      integrator->restart(0, u, nominals);
      while (integrator->time() < setup.stop) ASSERT_FALSE(integrator->step(setup.stop));
      heat.solution(setup.stop, end);
      for (std::size_t i = 0; i < cells; ++i)
        ASSERT_NEAR(integrator->state()[i], end[i], 1e-4) << method->name;
      EXPECT_LT(heat.evaluations, 20000) << method->name;
    }
  }
}

}  // namespace
}  // namespace bw::ode::ivp_test
