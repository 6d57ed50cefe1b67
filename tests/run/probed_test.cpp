#include "run/execute/probed.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <utility>

#include "base/error.h"
#include "run/plan/plan.h"
#include "run/publish/judge.h"
#include "support/contains.h"
#include "support/model/test_components.h"
#include "support/refusal.h"

namespace bw::run::probed_test {
namespace {

using result::Verdict;
using test::contains;

// A co-simulation FMU with x' = -x + u by a solver of its own: y = x, and n = 0 until x < 0.5.
struct Solver {
  // The state after a communication step from t over h, with the tolerance that the FMU was given.
  std::function<double(double x, double u, double h, double tolerance)> step;
  model::Capabilities capabilities{.variable_steps = true};
  std::optional<double> proposed_step{};
};

class SolverComponent final : public test::TestComponent {
 public:
  SolverComponent(const Solver& solver, double tolerance)
      : TestComponent("fmu", {test::variable("u")},
                      {test::without_feed_through(test::variable("y")),
                       test::without_feed_through(test::variable("n", Type::integer))}),
        solver_(solver),
        tolerance_(tolerance) {
    shape_.variable_steps = solver.capabilities.variable_steps;
    state_ = 1;
  }

 private:
  void move(double h) override {
    const double u = heard_.reals.empty() ? 0 : heard_.reals[0];
    state_ = solver_.step(state_, u, h, tolerance_);
  }
  void answer(const model::SignalsOut& y) override {
    y.reals[0] = state_;
    y.discretes[0] = std::int64_t{state_ < 0.5 ? 1 : 0};
  }

  const Solver& solver_;
  double tolerance_;
};

class SolverFmu final : public model::Blueprint {
 public:
  explicit SolverFmu(Solver solver) : solver_(std::move(solver)) {
    experiment_.step = solver_.proposed_step;
  }
  const std::vector<model::Variable>& variables() const override { return variables_; }
  const model::Experiment& experiment() const override { return experiment_; }
  const std::vector<model::Interface>& interfaces() const override { return interfaces_; }
  model::Capabilities capabilities(model::Interface) const override { return solver_.capabilities; }
  std::shared_ptr<const model::Blueprint> resized(
      const std::vector<std::pair<std::size_t, Value>>&) const override {
    return nullptr;
  }
  std::unique_ptr<model::Component> make(const model::ComponentRequest& request,
                                         Bells&) const override {
    if (solver_.capabilities.one_instance_only && made_++ > 0)
      throw ComponentFailure("fmu", "there was an instance in this process.");
    return std::make_unique<SolverComponent>(solver_, request.tolerance.value_or(1e-4));
  }
  std::unique_ptr<model::Model> make_model(const model::ComponentRequest&, Bells&) const override {
    return nullptr;
  }

 private:
  Solver solver_;
  std::vector<model::Variable> variables_ = {
      test::variable("u"), test::without_feed_through(test::variable("y")),
      test::without_feed_through(test::variable("n", Type::integer))};
  model::Experiment experiment_;
  std::vector<model::Interface> interfaces_ = {model::Interface::co_simulation};
  mutable int made_ = 0;
};

// The data flow of run.cpp, without files.
struct Probed {
  explicit Probed(Solver solver, const RunSpec& spec = {.tolerance = 1e-3},
                  std::shared_ptr<const model::Timetable> table = nullptr) {
    Components components;
    components.single = true;
    OpenedComponent& fmu =
        components.list.emplace_back(OpenedComponent{std::make_shared<SolverFmu>(solver)});
    fmu.request.name = "fmu";
    fmu.request.outputs = {1, 2};
    fmu.request.tolerance = spec.tolerance;
    if (table != nullptr) fmu.request.inputs = {0};
    fmu.table = std::move(table);
    components.recorded.push_back({{"y", Type::real}, 0, true, 0, {}});
    components.recorded.push_back({{"n", Type::integer}, 0, true, 1, {}});
    const Plan plan = make_plan(spec, {0, 2}, components);
    Bells bells;
    outcome = execute({.spec = spec,
                       .components = components,
                       .plan = plan,
                       .bells = bells,
                       .sink = rows,
                       .drop_rows = [&]() -> result::RowSink& { return rows = {}; }});
    outcome.bells = bells.rung();
    verdict = judge(outcome).verdict;
  }
  // Of the result, in tolerances.
  double error() const {
    const auto times = rows.times();
    const auto values = rows.real("y");
    double worst = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
      const double exact = std::exp(-times[k]);
      worst = std::max(worst, std::abs(values[k] - exact) / (1e-3 * exact + 1e-3));
    }
    return worst;
  }
  result::Trajectory rows;
  result::Outcome outcome;
  Verdict verdict{};
};

double euler(double x, double u, double h) { return x + h * (u - x); }

double inner_euler(double x, double u, double h, double inner) {
  for (double done = 0; done < h * (1 - 1e-9); done += inner)
    x = euler(x, u, std::min(inner, h - done));
  return x;
}

// Steps as short as the tolerance wants, at least one.
double adaptive(double x, double u, double h, double tolerance) {
  const double count = std::max(1.0, std::ceil(h / std::sqrt(6 * tolerance)));
  for (int k = 0; k < static_cast<int>(count); ++k) {
    const double step = h / count, half = euler(x, u, step / 2);
    x += step * (u - half);
  }
  return x;
}

Solver euler_solver() {
  return {[](double x, double u, double h, double) { return euler(x, u, h); }};
}

TEST(ProbedRun, AStepPerCommunicationStepConvergesAndTheFinestRowsAreDelivered) {
  const Probed run(euler_solver());
  EXPECT_EQ(run.verdict, Verdict::trusted) << run.outcome.not_estimated;
  ASSERT_TRUE(run.outcome.sensitivity.has_value());
  const result::Sensitivity& found = *run.outcome.sensitivity;
  EXPECT_TRUE(found.converges);
  EXPECT_FALSE(found.takes_tolerance);
  EXPECT_EQ(found.order, 1);
  EXPECT_NEAR(found.shortest_step, found.longest_step / 7, 1e-15);
  EXPECT_LE(run.error(), 1.3 * found.total());
  EXPECT_FALSE(run.outcome.estimated_error.has_value());
  ASSERT_EQ(run.rows.rows(), 501U);
  EXPECT_EQ(run.outcome.statistics.rows, 501);
  EXPECT_NEAR(std::get<double>(run.outcome.final_values.front().second), std::exp(-2.0), 1e-4);
}

TEST(ProbedRun, StepsAreRefinedWhereThatMeetsTheTolerance) {
  const Probed run(euler_solver(), {.tolerance = 2e-5});
  EXPECT_EQ(run.verdict, Verdict::trusted) << run.outcome.not_estimated;
  EXPECT_LT(run.outcome.sensitivity->shortest_step, run.outcome.sensitivity->longest_step / 7.5);
}

TEST(ProbedRun, WhatStillDependsOnTheStepIsUnverifiedAndNeverRejected) {
  const Probed run(euler_solver(), {.tolerance = 1e-9});
  EXPECT_EQ(run.verdict, Verdict::unverified);
  EXPECT_TRUE(contains(run.outcome.not_estimated, "still depend on the communication step: y by"))
      << run.outcome.not_estimated;
}

TEST(ProbedRun, ASolverThatObeysItsToleranceIsTrusted) {
  const Probed run({[](double x, double u, double h, double tolerance) {
    return adaptive(x, u, h, tolerance);
  }});
  EXPECT_EQ(run.verdict, Verdict::trusted) << run.outcome.not_estimated;
  EXPECT_TRUE(run.outcome.sensitivity->takes_tolerance);
  EXPECT_LE(run.error(), 1);
}

TEST(ProbedRun, FixedInnerStepsAreNoEvidence) {
  for (const double inner : {1e-3, 4e-4, 2e-3, 0.002 / 3, 0.002 / 7, 0.002 / 9, 1.7e-4}) {
    const Probed run(
        {[inner](double x, double u, double h, double) { return inner_euler(x, u, h, inner); }},
        {.tolerance = 1e-6});
    EXPECT_EQ(run.verdict, Verdict::unverified) << inner;
  }
  const Probed run(
      {[](double x, double u, double h, double) { return inner_euler(x, u, h, 0.002 / 7 / 60); }});
  EXPECT_EQ(run.outcome.not_estimated,
            "the rows depend neither on the communication step nor on the tolerance given to the "
            "FMU: its own error cannot be seen from outside");
}

TEST(ProbedRun, RowsThatDifferWithoutAReasonAreUnverified) {
  const Probed run({[](double x, double u, double h, double) {
    static long calls = 0;
    return euler(x, u, h) +
           1e-3 * std::sin(static_cast<double>(getpid()) + 1e3 * static_cast<double>(++calls));
  }});
  EXPECT_EQ(run.verdict, Verdict::unverified);
  EXPECT_EQ(run.rows.rows(), 501U);
}

TEST(ProbedRun, ChaosIsUnverified) {
  const Probed run({[](double x, double, double, double) { return 3.99 * x * (1 - x) + 1e-9; }});
  EXPECT_EQ(run.verdict, Verdict::unverified);
}

TEST(ProbedRun, ASecondRunThatFailsKeepsTheFirstResult) {
  for (const bool crashes : {false, true}) {
    const Probed run({[crashes](double x, double u, double h, double) {
      if (h < 0.0019 && crashes) _exit(7);
      if (h < 0.0019) throw ComponentFailure("fmu", "this step is too short.");
      return euler(x, u, h);
    }});
    EXPECT_EQ(run.verdict, Verdict::unverified);
    EXPECT_TRUE(contains(run.outcome.not_estimated, "a run with step 0.001"))
        << run.outcome.not_estimated;
    EXPECT_EQ(run.outcome.ending, result::RunEnding::complete);
    EXPECT_TRUE(run.outcome.bells.empty());
    ASSERT_EQ(run.rows.rows(), 501U);
    EXPECT_NEAR(run.rows.real("y").back(), std::exp(-2.0), 1e-3);
  }
}

TEST(ProbedRun, OneInstancePerProcessIsEnough) {
  Solver solver = euler_solver();
  solver.capabilities.one_instance_only = true;
  const Probed run(solver);
  EXPECT_EQ(run.verdict, Verdict::trusted) << run.outcome.not_estimated;
}

TEST(ProbedRun, WithOneStepSizeOnlyTheToleranceIsVaried) {
  Solver solver{
      [](double x, double u, double h, double tolerance) { return adaptive(x, u, h, tolerance); }};
  solver.capabilities.variable_steps = false;
  const Probed obedient(solver, {.tolerance = 1e-7, .step = 0.01});
  EXPECT_EQ(obedient.verdict, Verdict::trusted) << obedient.outcome.not_estimated;
  solver.step = euler_solver().step;
  EXPECT_EQ(Probed(solver, {.tolerance = 1e-7, .step = 0.01}).verdict, Verdict::unverified);
}

std::shared_ptr<const model::Timetable> ramp() {
  return std::make_shared<const model::Timetable>(std::vector<double>{0, 2},
                                                  std::vector<model::Timetable::Reals>{{{0, 2}}},
                                                  std::vector<std::vector<Discrete>>{});
}

TEST(ProbedRun, HeldInputsThatConvergeSayNothingAboutTheSolverInside) {
  // The inner error of 1e-3 is not seen; the inputs alone would converge.
  const Probed hidden({[](double x, double u, double h, double) {
                        return inner_euler(x, u + 1e-3, h, 0.002 / 105 / 4);
                      }},
                      {.tolerance = 1e-3}, ramp());
  EXPECT_EQ(hidden.verdict, Verdict::unverified);
  EXPECT_TRUE(contains(hidden.outcome.not_estimated, "cannot be seen from outside"))
      << hidden.outcome.not_estimated;
  const Probed seen(euler_solver(), {.tolerance = 1e-3}, ramp());
  EXPECT_EQ(seen.verdict, Verdict::trusted) << seen.outcome.not_estimated;
}

TEST(ProbedRun, OptionsSwitchItOffAndSayHow) {
  for (const auto& [spec, why] :
       {std::pair{RunSpec{.certify = false}, "--no-certify was given"},
        std::pair{RunSpec{.step = 0.01}, "--step was given"},
        std::pair{RunSpec{.every_step = true}, "--every-step was given"}}) {
    const Probed run(euler_solver(), spec);
    EXPECT_EQ(run.verdict, Verdict::unverified);
    EXPECT_EQ(run.outcome.not_estimated, why);
    EXPECT_FALSE(run.outcome.sensitivity.has_value());
    EXPECT_LE(run.outcome.statistics.components.front().do_step, 1000);
  }
  EXPECT_TRUE(
      contains(test::refusal<UsageError>([] { Probed(euler_solver(), {.error_columns = true}); }),
               "co-simulation FMU on its own has none"));
}

TEST(ProbedRun, WhatStartsAnotherProgramIsRunOnce) {
  Solver solver = euler_solver();
  solver.capabilities.needs_tool = true;
  const Probed run(solver);
  EXPECT_EQ(run.verdict, Verdict::unverified);
  EXPECT_TRUE(contains(run.outcome.not_estimated, "needs the program that made it"));
  EXPECT_EQ(run.outcome.statistics.components.front().do_step, 1000);
}

TEST(ProbedRun, TheWorkLimitEndsIt) {
  const Probed run(euler_solver(), {.tolerance = 1e-3, .work_limit = 5000});
  EXPECT_EQ(run.verdict, Verdict::unverified);
  EXPECT_TRUE(contains(run.outcome.not_estimated, "the limit is 5000 (--work-limit)"))
      << run.outcome.not_estimated;
}

// Each step is a row, and nobody requested these: a run of 2 000 000 steps is not repeated
// twenty times.
TEST(ProbedRun, RowsAtShortStepsThatTheFmuProposesAllowNoMoreWork) {
  Solver solver = euler_solver();
  solver.proposed_step = 1e-6;
  const Probed run(solver, {.tolerance = 1e-3});
  EXPECT_EQ(run.verdict, Verdict::unverified);
  EXPECT_TRUE(contains(run.outcome.not_estimated, "the limit is 3 000 000 (--work-limit)"))
      << run.outcome.not_estimated;
}

TEST(ProbedRun, WhatTakesLongIsAnnounced) {
  EXPECT_EQ(announcement_after(0.5), "");
  EXPECT_TRUE(contains(announcement_after(7), "one run took 7 s; it is repeated about 20 times"));
}

}  // namespace
}  // namespace bw::run::probed_test
