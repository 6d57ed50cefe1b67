// Components whose solvers make steps of their own, longer than the tolerance allows: all chains
// agree, and yet they are wrong.

#include "cosim/certify/solver_errors.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/cosim/certified_systems.h"
#include "support/cosim/certifying.h"
#include "support/sanitized.h"

namespace bw::test::solver_errors_test {
namespace {

using Outcome = cosim::Certificate::Outcome;

Trial trial_of(const char* system, double tolerance, long work_limit = 3'000'000) {
  return certified(find_system(system), {.tolerance = tolerance, .work_limit = work_limit});
}

// It was trusted and wrong by 27 tolerances.
TEST(SolverErrors, LongStepsOfASolverAreSeenAndResolved) {
  if (sanitized) GTEST_SKIP() << "takes long";
  const Trial trial = trial_of("displacement_displacement_heun", 1e-5);
  EXPECT_EQ(trial.certificate.outcome, Outcome::met);
  EXPECT_LT(trial.error, 1);
}

// It was trusted and wrong by 76 tolerances.
TEST(SolverErrors, WhatIsNotResolvedIsNotTrusted) {
  const Trial trial = trial_of("lotka_volterra_heun", 1e-7, 150'000);
  EXPECT_NE(trial.certificate.outcome, Outcome::met);
  EXPECT_GT(trial.error, 10);
}

TEST(SolverErrors, TheComplaintNamesTheSolversStepsAndWhatTheyChange) {
  const cosim::SolverError found{.error = 27.3, .step = 0.00713, .time = 1};
  EXPECT_TRUE(
      contains(found.complaint(),
               "make steps of about 0.00713, whose error changes a row by about 27.3 tolerances"));
}

// A solver that is accurate enough costs some doSteps, and the result stays as it was.
TEST(SolverErrors, AccurateSolversAreTrusted) {
  for (const char* system : {"lotka_volterra", "lotka_volterra_inner_1e-10", "force_displacement",
                             "lotka_volterra_inner_1e-6"}) {
    const Trial trial = trial_of(system, 1e-3);
    EXPECT_EQ(trial.certificate.outcome, Outcome::met) << system;
    EXPECT_LT(trial.certificate.estimate, 0.5) << system;
    EXPECT_LT(trial.error, 0.1) << system;
  }
}

// A ramp with a soft end: at first any solver is exact.
CoupledSystem soft_end() {
  Block ramp;
  ramp.name = "ramp";
  ramp.inputs = {{"u"}};
  ramp.outputs = {{"s"}};
  ramp.x = {0};
  ramp.slope = [](const auto& v, auto dx) {
    const auto over = v.x[0] > 5 ? v.x[0] - 5 : 0 * v.x[0];
    dx[0] = 1 + v.u[0] / 2 - 50 * over * over * over;
  };
  ramp.answer = [](const auto& v, auto y) { y[0] = v.x[0]; };
  CoupledSystem system = source_lag_integrator(1);
  system.name = "soft_end";
  system.blocks[2] = ramp;
  system.options = {{}, {}, {.solver = BlockOptions::Solver::heun, .accuracy = 0.0713}};
  return system;
}

TEST(SolverErrors, SolversThatAreExactForARampAreProbedLater) {
  const Trial trial = certified(soft_end(), {.tolerance = 1e-6, .work_limit = 200'000});
  EXPECT_TRUE(trial.certificate.outcome != Outcome::met || trial.error < 1) << trial.error;
  EXPECT_GT(trial.certificate.advances, 20'000) << "not seen";
}

}  // namespace
}  // namespace bw::test::solver_errors_test
