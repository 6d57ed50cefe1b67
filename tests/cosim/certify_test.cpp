#include "cosim/certify/certify.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/cosim/certified_systems.h"
#include "support/cosim/certifying.h"
#include "support/cosim/synthetic_chains.h"
#include "support/sanitized.h"

namespace bw::cosim::certify_test {
namespace {

using test::certified;
using test::contains;
using test::CoupledSystem;
using test::Series;
using test::SyntheticRunner;
using test::Trial;
using Outcome = Certificate::Outcome;

constexpr long enough = 1'000'000;

struct Certified {
  explicit Certified(const Series& s, double tolerance = 1e-6)
      : series(s), mesh(s.mesh()), plan(s.plan(mesh, tolerance)), runner(s, mesh) {}
  const Certificate& proceed(long work = enough) {
    if (!certifier) certifier.emplace(runner, plan);
    certifier->proceed(work);
    return certifier->certificate();
  }
  Series series;
  Mesh mesh;
  CertifyPlan plan;
  SyntheticRunner runner;
  std::optional<Certifier> certifier;
};

const Series well_behaved{.size = {0.1, 0.05, 0.03, 0.02, 0.01}};

// --- the loop, with chains that are formulas ---
TEST(Certifier, MeetsATolerance) {
  for (const double tolerance : {1e-3, 1e-5, 1e-7, 1e-9}) {
    Certified run(well_behaved, tolerance);
    const Certificate& made = run.proceed();
    EXPECT_EQ(made.outcome, Outcome::met) << tolerance;
    EXPECT_LE(made.estimate, 1);
    EXPECT_LE(run.series.error(made.rows, tolerance), made.estimate);
    EXPECT_TRUE(run.certifier->is_decided());
    EXPECT_NEAR(made.order, 1, 0.5);
    EXPECT_EQ(made.errors.size(), made.rows.size());
    EXPECT_EQ(made.per_column.size(), 2u);
  }
}

TEST(Certifier, CountsTheWorkOfAllChainsAndProbes) {
  Certified run(well_behaved);
  const Certificate& made = run.proceed();
  long chains = run.runner.probes;
  for (const auto& [steps, times] : run.runner.requests) chains += times;
  EXPECT_EQ(made.chains_run, chains);
  EXPECT_EQ(made.advances, made.components.at(0).advances);
}

TEST(Certifier, ThatGoesOnComputesNoChainTwice) {
  for (const double tolerance : {1e-5, 1e-9}) {
    Certified once(well_behaved, tolerance);
    const Certificate whole = once.proceed();
    Certified run(well_behaved, tolerance);
    for (long work = 50; work < enough && !(run.certifier && run.certifier->is_decided());
         work *= 2)
      run.proceed(work);
    const Certificate& made = run.proceed();
    EXPECT_EQ(made.outcome, whole.outcome);
    EXPECT_EQ(made.rows, whole.rows) << "whatever the pieces";
    for (const auto& [steps, times] : run.runner.requests)
      EXPECT_EQ(times, 1) << "the chain of " << steps << " steps";
  }
}

TEST(Certifier, KeepsItsWorkLimit) {
  const Series slow{.size = {0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2, 0.2}, .noise = 1e-9};
  for (const long limit : {100L, 1000L, 20'000L}) {
    Certified run(slow, 1e-13);
    const Certificate& made = run.proceed(limit);
    EXPECT_NE(made.outcome, Outcome::met);
    long chains = 0;
    for (const auto& [steps, times] : run.runner.requests)
      chains += times * steps * static_cast<long>(run.mesh.intervals());
    EXPECT_LE(chains, limit) << "probes that make an estimate true may come on top";
  }
}

TEST(Certifier, DeliversTheBestThatItHasWhereTheLimitComesFirst) {
  Certified run(well_behaved, 1e-12);
  const Certificate& made = run.proceed(1200);
  EXPECT_EQ(made.outcome, Outcome::not_met);
  EXPECT_GT(made.estimate, 1);
  EXPECT_LE(run.series.error(made.rows, 1e-12), made.estimate);
  EXPECT_GT(made.chains, 2);
}

TEST(Certifier, RecognisesThatNoiseIsTheLimit) {
  Certified run({.size = {0.1, 0.05}, .noise = 1e-8}, 1e-9);
  const Certificate& made = run.proceed();
  EXPECT_EQ(made.outcome, Outcome::rounding);
  EXPECT_TRUE(run.certifier->is_decided()) << "more work would be wasted";
}

TEST(Certifier, TakesErrorsOfFirstOrderForWhatTheyAre) {
  Certified run(well_behaved);
  run.plan.expansion = {2, 2};
  const Certificate& made = run.proceed();
  EXPECT_EQ(made.outcome, Outcome::met);
  EXPECT_NEAR(made.order, 1, 0.3);
  EXPECT_LE(run.series.error(made.rows), 1);
}

TEST(Certifier, HasNoEstimateWhereNothingConverges) {
  Certified run({.size = {0.0}, .noise = 0.05});
  const Certificate& made = run.proceed(20'000);
  EXPECT_EQ(made.outcome, Outcome::no_asymptotics);
  EXPECT_FALSE(made.failed_check.empty());
  EXPECT_EQ(made.rows.size(), run.series.limits().size()) << "the finest chain as it is";
}

TEST(Certifier, DoesNotCombineChainsThatMeetOtherEvents) {
  Certified run(well_behaved);
  run.plan.locates_events = true;
  run.runner.alter = [&](int steps, Path& path) {
    for (int k = 0; k < steps; ++k) path.events.push_back({1.0 + 0.01 * k, 1, "y"});
  };
  const Certificate& made = run.proceed(20'000);
  EXPECT_EQ(made.outcome, Outcome::events_differ);
  EXPECT_TRUE(contains(made.failed_check, "events depend on the step size"));
}

TEST(Certifier, DropsCoarseChainsThatMissAnEvent) {
  Certified run(well_behaved);
  run.plan.locates_events = true;
  run.runner.alter = [&](int steps, Path& path) {
    if (steps > 1) path.events.push_back({run.mesh.begin(1) + 0.1 + 0.01 / steps, 1, "y"});
  };
  const Certificate& made = run.proceed();
  EXPECT_EQ(made.outcome, Outcome::met);
  ASSERT_EQ(made.event_times.size(), 1u);
  EXPECT_NEAR(made.event_times[0], run.mesh.begin(1) + 0.1, 1e-6);
  EXPECT_LE(run.series.error(made.rows), 1);
}

TEST(Certifier, LeavesWhereChainsJumpAndEventsCouldBeLocated) {
  Certified run(well_behaved);
  run.plan.leaves_at_jumps = true;
  run.runner.alter = [](int, Path& path) { path.jumps = 1; };
  EXPECT_EQ(run.proceed().outcome, Outcome::jumps);
  EXPECT_LE(run.runner.requests.size(), 3u) << "two that agree are believed";
}

TEST(Certifier, LeavesWhereThereAreNoEventsToLocate) {
  Certified run(well_behaved);
  run.plan.locates_events = run.plan.leaves_without_events = true;
  EXPECT_EQ(run.proceed().outcome, Outcome::no_events);
}

TEST(Certifier, DoesNotBelieveJumpsThatWereSearchedForInVain) {
  Certified run(well_behaved);
  run.plan.leaves_at_jumps = true;
  run.plan.no_events_until = 1000;
  run.runner.alter = [](int, Path& path) { path.jumps = 1; };
  EXPECT_EQ(run.proceed().outcome, Outcome::met);
}

TEST(Certifier, IsOnlyRoughWhereChainsJumpAndEventsCannotBeLocated) {
  Certified run(well_behaved, 1e-3);
  run.runner.alter = [](int, Path& path) { path.jumps = 1; };
  const Certificate& made = run.proceed();
  EXPECT_EQ(made.outcome, Outcome::rough);
  EXPECT_TRUE(made.saw_jumps);
  EXPECT_EQ(made.chains, 1) << "nothing is extrapolated";
}

TEST(Certifier, ReportsThePathOfChainsThatFail) {
  Certified run(well_behaved);
  run.runner.alter = [](int, Path& path) {
    path.end = Path::End::not_finite;
    path.subject = "a.x";
    path.reason = "a.x is not a finite number.";
    path.reals.resize(6);
    path.rows = 3;
  };
  const Certificate& made = run.proceed(5000);
  EXPECT_EQ(made.outcome, Outcome::failed);
  EXPECT_EQ(made.path.subject, "a.x");
  EXPECT_TRUE(contains(made.failed_check, "a.x"));
}

TEST(Certifier, StopsWhenAChainIsInterrupted) {
  Certified run(well_behaved, 1e-9);
  run.runner.alter = [](int steps, Path& path) {
    if (steps == 2) path.end = Path::End::interrupted;
  };
  EXPECT_EQ(run.proceed().outcome, Outcome::interrupted);
  EXPECT_EQ(run.runner.requests.size(), 2u);
}

TEST(Certifier, WithFewAllowedStepsSaysSo) {
  Certified run(well_behaved);
  run.plan.allowed_steps = {1, 2};
  EXPECT_EQ(run.proceed().outcome, Outcome::no_asymptotics);
  EXPECT_TRUE(contains(run.proceed().failed_check, "three different step sizes"));
}

TEST(Certifier, TakesAllowedStepsOnly) {
  Certified run(well_behaved);
  run.plan.allowed_steps = {1, 2, 3, 4, 6, 8, 12, 24};
  EXPECT_EQ(run.proceed().outcome, Outcome::met);
  for (const auto& [steps, times] : run.runner.requests) EXPECT_EQ(24 % steps, 0);
}

// --- coupled systems ---
TEST(CertifiedSystem, WhoseComponentsHideThatOutputsFollowInputsIsCertifiedWithFirstOrder) {
  const CoupledSystem liar =
      test::force_displacement().with({.direct_inputs = test::BlockOptions::Stated::lies});
  ASSERT_FALSE(liar.structure().feed_through);
  for (const double tolerance : {1e-3, 1e-5}) {
    const Trial trial = certified(liar, {.base = "alternating", .tolerance = tolerance});
    EXPECT_EQ(trial.certificate.outcome, Outcome::met);
    EXPECT_NEAR(trial.certificate.order, 1, 0.3);
    EXPECT_LE(trial.error, 1);
  }
}

TEST(CertifiedSystem, WithAHiddenFastModeIsRightOrRefused) {
  for (const char* name : {"force_displacement_d1e3", "force_displacement_d1e4"})
    for (const char* base : {"gauss-seidel", "alternating", "mixed"})
      for (const double tolerance : {1e-3, 1e-4}) {
        const Trial trial =
            certified(test::find_system(name), {.base = base,
                                                .tolerance = tolerance,
                                                .work_limit = test::sanitized ? 10'000 : 100'000});
        SCOPED_TRACE(testing::Message() << name << ", " << base << ", " << tolerance << ": "
                                        << test::name(trial.certificate.outcome) << ", estimate "
                                        << trial.certificate.estimate << ", error " << trial.error);
        if (trial.certificate.outcome == Outcome::met) {
          EXPECT_LE(trial.error, 1);
        }
      }
}

TEST(CertifiedSystem, WithASourceThatFitsTheStepsIsRightOrRefused) {
  for (const CoupledSystem& system : test::aliasing_systems())
    for (const int rows : {10, 20, 50}) {
      const Trial trial = certified(
          system,
          {.tolerance = 1e-4, .rows = rows, .work_limit = test::sanitized ? 10'000 : 100'000});
      if (trial.certificate.outcome == Outcome::met) {
        EXPECT_LE(trial.error, 1) << system.name << ", " << rows << " rows";
      }
    }
}

TEST(CertifiedSystem, OfComponentsWithOneStepSizeIsCertifiedByDivisorsOfTheRowInterval) {
  for (const CoupledSystem& system : test::fixed_step_systems()) {
    const Trial trial = certified(system, {.tolerance = 1e-3, .work_limit = 300'000});
    SCOPED_TRACE(testing::Message()
                 << system.name << ": " << test::name(trial.certificate.outcome) << ", estimate "
                 << trial.certificate.estimate << ", error " << trial.error);
    EXPECT_TRUE(trial.certificate.outcome != Outcome::met || trial.error <= 1);
    EXPECT_TRUE(trial.certificate.outcome == Outcome::met ||
                system.name != "lotka_volterra_unit_0.05");
  }
}

// Nothing is extrapolated there, and the estimate is no more than a good guess.
TEST(CertifiedSystem, ThatJumpsAndCannotBeRolledBackIsNeverSaidToMeetItsTolerance) {
  int runs = 0, below = 0;
  double least = 1e300;
  for (const CoupledSystem& jumping :
       {test::relay(), test::relay(Type::real), test::sampled_controller(), test::math_003()}) {
    const CoupledSystem system = jumping.with({.can_roll_back = false});
    for (const double tolerance : {1e-2, 1e-3, 1e-5})
      for (const int rows : {10, 20, 50}) {
        const Trial trial = certified(
            system,
            {.tolerance = tolerance, .rows = rows, .work_limit = 300'000, .knows_breaks = false});
        SCOPED_TRACE(testing::Message()
                     << system.name << ", " << tolerance << ", " << rows << " rows, estimate "
                     << trial.certificate.estimate << ", error " << trial.error);
        EXPECT_NE(trial.certificate.outcome, Outcome::met);
        if (trial.certificate.outcome != Outcome::rough) continue;
        ++runs;
        below += trial.certificate.estimate < trial.error ? 1 : 0;
        least = std::min(least, trial.certificate.estimate / trial.error);
      }
  }
  RecordProperty("rough estimates", runs);
  RecordProperty("below the error", below);
  EXPECT_GT(runs, 20);
  EXPECT_LE(below, runs / 10);
  EXPECT_GT(least, 1.0 / 3);
}

}  // namespace
}  // namespace bw::cosim::certify_test
