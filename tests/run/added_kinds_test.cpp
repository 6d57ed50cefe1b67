// What a new integration method and a new master get for nothing: a whole run. Both are in the
// tests only (tests/support); their lines of the tables are the ones that a plan points to.

#include <gtest/gtest.h>

#include <cmath>

#include "run/execute/execute.h"
#include "run/open/open_system.h"
#include "run/plan/plan.h"
#include "run/publish/judge.h"
#include "support/cosim/added_master.h"
#include "support/model/test_components.h"
#include "support/ode/added_method.h"
#include "system/system.h"

namespace bw::run::added_kinds_test {
namespace {

// The data flow of run.cpp, with a plan that is changed before it is executed.
struct ChangedRun {
  template <class Change>
  ChangedRun(const RunSpec& spec, Change change) {
    Bells bells;
    const Components components = open_system(system::load(spec.target), {spec.set, {}}, bells);
    Plan plan = make_plan(spec, choose_period(spec, components), components);
    change(plan);
    outcome = execute(
        {.spec = spec, .components = components, .plan = plan, .bells = bells, .sink = rows});
    outcome.bells = bells.rung();
  }
  result::Trajectory rows;
  result::Outcome outcome;
};

TEST(AddedMethod, LocatesEventsAndHasItsErrorEstimated) {
  const RunSpec spec{
      .target = BW_SOURCE "/tests/equation/models/bouncing_ball.mo", .stop = 2, .tolerance = 1e-4};
  const ChangedRun reference(spec, [](Plan&) {});
  const ChangedRun run(spec, [](Plan& plan) { plan.integration.method = &test::heun; });
  EXPECT_EQ(run.outcome.method, "heun");
  EXPECT_EQ(judge(run.outcome).verdict, result::Verdict::trusted);
  ASSERT_TRUE(run.outcome.estimated_error.has_value());
  EXPECT_LE(*run.outcome.estimated_error, 1);
  ASSERT_GT(run.outcome.events.size(), 2U);
  ASSERT_EQ(run.outcome.events.size(), reference.outcome.events.size());
  for (std::size_t k = 0; k < run.outcome.events.size(); ++k)
    EXPECT_NEAR(run.outcome.events[k].time, reference.outcome.events[k].time, 1e-3);
}

TEST(AddedMaster, MovesAWholeRun) {
  const RunSpec spec{.target = BW_EXAMPLES "/lotka_volterra/system.toml",
                     .stop = 10,
                     .master = "gauss-seidel",
                     .step = 0.01};
  const ChangedRun run(spec, [](Plan& plan) {
    std::get<CoupledPlan>(plan.how).algorithm.master = &test::plain_jacobi;
  });
  EXPECT_EQ(run.outcome.master, "plain-jacobi");
  EXPECT_EQ(run.outcome.ending, result::RunEnding::complete);
  test::UndividedSpecies undivided;
  const auto [x, y] = undivided.at(10);
  ASSERT_EQ(run.outcome.final_values.size(), 2U);
  for (const auto& [name, value] : run.outcome.final_values)
    EXPECT_NEAR(std::get<double>(value), name == "prey.x" ? x : y, 0.05 * (x + y)) << name;
}

}  // namespace
}  // namespace bw::run::added_kinds_test
