// The method that chooses others: that it changes where the problem does, and that nothing is lost
// when it changes.

#include <gtest/gtest.h>

#include <cmath>

#include "model/state_model.h"
#include "ode/events/event_march.h"
#include "support/ode/ivp_solve.h"

namespace bw::ode::automatic_test {
namespace {

using test::IvpProblem;

struct Solved {
  std::vector<double> x;
  std::vector<model::MethodChoice> choices;
  Counts counts;
};

Solved solve(const IvpProblem& problem, double tolerance) {
  test::IvpEquations equations(problem);
  std::vector<double> nominals;
  for (std::size_t i = 0; i < problem.size(); ++i) nominals.push_back(problem.nominal(i));
  const Setup setup{problem.start, problem.stop, {.relative = tolerance}};
  const auto integrator = default_method().make(equations, setup);
  integrator->restart(problem.start, problem.x0, nominals);
  while (integrator->time() < problem.stop)
    if (integrator->step(problem.stop)) return {};
  return {{integrator->state().begin(), integrator->state().end()},
          {integrator->choices().begin(), integrator->choices().end()},
          integrator->counts()};
}

TEST(Automatic, ProblemsThatAreNotStiffStayWithOneMethod) {
  for (const char* name : {"ARENSTORF", "PLEIADES", "DETEST_D5_kepler", "LOTKA_VOLTERRA_seed000"})
    for (const double tolerance : {1e-4, 1e-8}) {
      const Solved solved = solve(*test::find_ivp(name), tolerance);
      ASSERT_EQ(solved.choices.size(), 1U) << name << " " << tolerance;
      EXPECT_EQ(solved.choices.front().method, "dop853");
      EXPECT_EQ(solved.choices.front().time, test::find_ivp(name)->start);
    }
}

TEST(Automatic, StiffProblemsGoToAStiffMethodWithinOneShareOfTheRun) {
  for (const char* name : {"ROBER_t1e5", "HIRES", "POLLU", "SD_D1", "SD_F1"})
    for (const double tolerance : {1e-4, 1e-7}) {
      const IvpProblem& problem = *test::find_ivp(name);
      const Solved solved = solve(problem, tolerance);
      ASSERT_GE(solved.choices.size(), 2U) << name;
      EXPECT_EQ(solved.choices[1].method, tolerance > 1e-5 ? "rosenbrock" : "radau9") << name;
      EXPECT_LT(solved.choices[1].time - problem.start, 0.05 * (problem.stop - problem.start))
          << name;
      EXPECT_LT(end_error(problem, solved.x), 100 * tolerance) << name;
      EXPECT_LT(solved.counts.steps, 1500) << name;
    }
}

// Van der Pol with mu = 1000 rests on its slow branches and jumps at 807 and 1614.
// Its fastest modes turn and do not move: explicit steps are at the border of stability, and show
// slower modes only.
TEST(Automatic, ABeamIsForAStiffMethodWhoseStepsPassItsFastestModes) {
  const IvpProblem& beam = *test::find_ivp("BEAM");
  const Solved solved = solve(beam, 1e-3);
  ASSERT_GE(solved.choices.size(), 2U);
  EXPECT_EQ(solved.choices[1].method, "radau5");
  EXPECT_LT(end_error(beam, solved.x), 1e-2);
  EXPECT_LT(solved.counts.steps, 300) << "dop853 needs 1700";
}

TEST(Automatic, ExplicitWhereARelaxationJumpsAndImplicitWhereItRests) {
  const IvpProblem& problem = *test::find_ivp("VDPOL_mu1000_t2000");
  const Solved solved = solve(problem, 1e-6);
  EXPECT_LT(end_error(problem, solved.x), 1e-4);
  std::vector<double> back;
  for (const model::MethodChoice& choice : solved.choices)
    if (choice.method == "dop853" && choice.time > 0) back.push_back(choice.time);
  ASSERT_EQ(back.size(), 2U);
  EXPECT_NEAR(back[0], 807, 1);
  EXPECT_NEAR(back[1], 1614, 1);
  EXPECT_EQ(solved.choices.back().method, "radau9");
}

TEST(Automatic, RollsBackOverAChangeOfMethod) {
  const IvpProblem& problem = *test::find_ivp("ROBER_t40");
  test::IvpEquations equations(problem);
  const std::vector<double> nominals(problem.size(), 1.0);
  const auto integrator =
      default_method().make(equations, {problem.start, problem.stop, {.relative = 1e-5}});
  integrator->restart(problem.start, problem.x0, nominals);
  for (int k = 0; k < 5; ++k) ASSERT_FALSE(integrator->step(problem.stop));
  const auto early = integrator->clone();
  const auto advanced_by = [&](int steps) {
    for (int k = 0; k < steps; ++k) EXPECT_FALSE(integrator->step(problem.stop));
    return std::vector<double>(integrator->state().begin(), integrator->state().end());
  };
  const std::vector<double> first = advanced_by(20);
  ASSERT_EQ(integrator->choices().size(), 2U) << "or this tests nothing";
  const long steps = integrator->counts().steps;
  integrator->assign(*early);
  EXPECT_EQ(integrator->choices().size(), 1U) << "a rolled-back choice does not count";
  EXPECT_EQ(integrator->time(), early->time());
  EXPECT_EQ(advanced_by(20), first);
  EXPECT_EQ(integrator->choices().size(), 2U);
  EXPECT_EQ(integrator->counts().steps, steps + 20) << "work that was done stays done";
}

TEST(Automatic, AProblemWithoutASolutionIsReportedLikeByAnyMethod) {
  class Explosion final : public Equations {
   public:
    std::size_t size() const override { return 1; }
    void derivatives(double, std::span<const double> x, std::span<double> dx) override {
      dx[0] = x[0] * x[0];
    }
  } equations;
  const std::vector<double> one = {1};
  const auto integrator = default_method().make(equations, {0, 2, {.relative = 1e-6}});
  integrator->restart(0, one, one);
  Trouble trouble;
  while (!trouble && integrator->time() < 2) trouble = integrator->step(2);
  EXPECT_TRUE(trouble);
  EXPECT_NEAR(trouble.time, 1, 1e-3);
}

// Rest, then a heater with a fast sensor is switched on, then off again.
class Heater final : public model::StateModel {
 public:
  Heater()
      : StateModel("heater", {{.name = "room", .start = 20}, {.name = "sensor", .start = 20}}) {}
  model::EventUpdate restart(std::span<double>) override {
    fast_ = false;
    return {.next_time_event = 40};
  }
  model::EventUpdate handle_event(double t, std::span<double>) override {
    fast_ = t < 60;
    return {.next_time_event = fast_ ? 70 : std::numeric_limits<double>::infinity()};
  }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    dx[0] = 2 * std::cos(2 * t) - 0.1 * (x[0] - 20);
    dx[1] = (fast_ ? 1e5 : 1.0) * (x[0] - x[1]);
  }

 private:
  bool fast_ = false;
};

TEST(Automatic, AHeaterThatIsStiffForAWhileIsImplicitForThatWhile) {
  Heater model;
  ode::Setup setup{0, 100, {.relative = 1e-5}};
  EventMarch march(model, default_method(), setup);
  std::vector<double> x(2);
  model.begin(0, 100, {});
  march.start({}, x, model.start(x));
  ASSERT_TRUE(march.advance(100).good());
  const auto choices = march.report(model::Probing::forbidden).methods;
  ASSERT_EQ(choices.size(), 3U);
  EXPECT_EQ(choices[1].method, "rosenbrock");
  EXPECT_NEAR(choices[1].time, 40, 0.1);
  EXPECT_EQ(choices[2].method, "dop853");
  EXPECT_NEAR(choices[2].time, 70, 5);
  EXPECT_LT(march.statistics().rhs_evaluations, 12000);
}

// The same heater with a row of sensors, each in thermal contact with the next: more states than
// the other implicit methods get, and no known pattern. `pulses`: an event every so often while it
// is on, at which a multistep method restarts with short steps.
class RowOfSensors final : public model::StateModel {
 public:
  explicit RowOfSensors(double pulses = 0)
      : StateModel("row", std::vector<model::State>(60, {.name = "", .start = 20})),
        pulses_(pulses) {}
  model::EventUpdate restart(std::span<double>) override {
    fast_ = false;
    return {.next_time_event = 40};
  }
  model::EventUpdate handle_event(double t, std::span<double>) override {
    fast_ = t < 70;
    const double next = pulses_ > 0 ? std::min(t + pulses_, 70.0) : 70;
    return {.next_time_event = fast_ ? next : std::numeric_limits<double>::infinity()};
  }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    dx[0] = 2 * std::cos(2 * t) - 0.1 * (x[0] - 20);
    for (std::size_t i = 1; i < x.size(); ++i)
      dx[i] = (fast_ ? 1e5 : 1.0) * (x[0] - x[i]) + 0.1 * (x[i - 1] - x[i]);
  }

 private:
  double pulses_;
  bool fast_ = false;
};

std::vector<model::MethodChoice> choices_of(model::StateModel& model, double stop,
                                            double tolerance) {
  ode::Setup setup{0, stop, {.relative = tolerance}};
  EventMarch march(model, default_method(), setup);
  std::vector<double> x(model.shape().states.size());
  model.begin(0, stop, {});
  march.start({}, x, model.start(x));
  EXPECT_TRUE(march.advance(stop).good());
  return march.report(model::Probing::forbidden).methods;
}

TEST(Automatic, ALargeModelThatIsStiffForAWhileComesBackFromBdf) {
  for (const double tolerance : {1e-4, 1e-6}) {
    RowOfSensors model;
    const auto choices = choices_of(model, 100, tolerance);
    ASSERT_EQ(choices.size(), 3U) << tolerance;
    EXPECT_EQ(choices[1].method, "bdf");
    EXPECT_NEAR(choices[1].time, 40, 0.1);
    EXPECT_EQ(choices[2].method, "dop853");
    EXPECT_NEAR(choices[2].time, 70, 5);
  }
}

TEST(Automatic, WhereEventsAreFrequentALargeModelLeavesBdf) {
  RowOfSensors model(0.05);
  const auto choices = choices_of(model, 50, 1e-4);
  ASSERT_EQ(choices.size(), 3U);
  EXPECT_EQ(choices[1].method, "bdf");
  EXPECT_EQ(choices[2].method, "rosenbrock");
  EXPECT_NE(choices[2].why.find("an event every"), std::string::npos) << choices[2].why;
  EXPECT_LT(choices[2].time, 42);
}

TEST(Automatic, ShortStepsAfterAnEventAreNoReasonToComeBackFromBdf) {
  RowOfSensors model(5.0);
  const auto choices = choices_of(model, 100, 1e-5);
  ASSERT_EQ(choices.size(), 3U);
  EXPECT_EQ(choices[1].method, "bdf");
  EXPECT_EQ(choices[2].method, "dop853");
  EXPECT_NEAR(choices[2].time, 70, 5);
}

// Relaxation oscillators that are coupled weakly, without any event: they jump together, and rest
// together. `mu` decides how stiff the rest is.
class Oscillators final : public Equations {
 public:
  Oscillators(std::size_t count, double mu) : count_(count), mu_(mu) {}
  std::size_t size() const override { return 2 * count_; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    ++evaluations;
    for (std::size_t i = 0; i < count_; ++i) {
      const double a = x[2 * i], v = x[2 * i + 1];
      const double left = i > 0 ? x[2 * i - 2] : a;
      dx[2 * i] = v;
      dx[2 * i + 1] = mu_ * (1 - a * a) * v - a + 0.1 * (left - a);
    }
  }
  std::vector<double> start() const {
    std::vector<double> x(size());
    for (std::size_t i = 0; i < count_; ++i) x[2 * i] = 2;
    return x;
  }
  long evaluations = 0;

 private:
  std::size_t count_;
  double mu_;
};

TEST(Automatic, ARelaxationOfManyStatesIsNotABackAndForthBetweenMethods) {
  for (const double mu : {30.0, 1000.0}) {
    Oscillators equations(30, mu);
    const std::vector<double> x0 = equations.start(), nominals(equations.size(), 1.0);
    const double stop = 2.5 * mu;  // jumps at 0.81 mu, then every 1.61 mu
    const auto integrator = default_method().make(equations, {0, stop, {.relative = 1e-5}});
    integrator->restart(0, x0, nominals);
    while (integrator->time() < stop) ASSERT_FALSE(integrator->step(stop));
    const auto choices = integrator->choices();
    ASSERT_GE(choices.size(), 4U) << mu;
    EXPECT_LE(choices.size(), 9U) << mu;  // there and back for each rest
    for (std::size_t k = 0; k < choices.size(); ++k)
      EXPECT_EQ(choices[k].method, k % 2 == 0 ? "dop853" : "bdf") << mu;
    EXPECT_NEAR(choices[2].time, 0.807 * mu, 0.2 * mu);
    EXPECT_LT(equations.evaluations, 10000) << mu;
  }
}

class Sum final : public Equations {
 public:
  std::size_t size() const override { return 2; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    dx[0] = -1e4 * (x[0] - std::cos(t));
    dx[1] = -x[1];
  }
};

TEST(Automatic, KeepsJacobiansWhereRightHandSidesAreExpensive) {
  for (const bool is_expensive : {false, true}) {
    Sum equations;
    const std::vector<double> one = {1, 1};
    ode::Setup setup{0, 1, {.relative = 1e-4}};
    setup.rhs_seconds = is_expensive ? 30e-6 : 0;
    const auto integrator = default_method().make(equations, setup);
    integrator->restart(0, one, one);
    while (integrator->time() < 1) ASSERT_FALSE(integrator->step(1));
    ASSERT_EQ(integrator->choices().size(), 2U);
    EXPECT_EQ(integrator->choices()[1].method, is_expensive ? "radau9" : "rosenbrock");
  }
}

}  // namespace
}  // namespace bw::ode::automatic_test
