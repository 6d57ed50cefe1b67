#include "run/plan/plan.h"

#include <gtest/gtest.h>

#include <limits>

#include "base/error.h"
#include "run/spec/complete.h"
#include "support/contains.h"
#include "support/model/proposal.h"
#include "support/refusal.h"

namespace bw::run::plan_test {
namespace {

using test::contains;

Components proposing(const std::vector<model::Experiment>& experiments,
                     model::Capabilities capabilities = {}) {
  Components components;
  for (const model::Experiment& experiment : experiments) {
    const std::string name = "p" + std::to_string(components.size());
    components.list.push_back({std::make_shared<test::Proposal>(experiment, capabilities)});
    components.list.back().request.name = name;
  }
  return components;
}

std::string refusal_of(const RunSpec& spec) {
  return test::outcome<UsageError>([&] { check(spec); });
}

// A coupled plan, with the reason.
struct Planned : CoupledPlan {
  explicit Planned(const Plan& plan)
      : CoupledPlan(std::get<CoupledPlan>(plan.how)),
        why(sentence(plan.approach)),
        not_estimated(plan.not_estimated) {}
  std::string why, not_estimated;
};

Planned planned(const RunSpec& spec, const Period& period) {
  return Planned(make_plan(spec, period, proposing({{}})));
}

// The component takes steps of one size only.
Planned planned_rigid(const RunSpec& spec, const Period& period,
                      const model::Experiment& experiment = {}) {
  Components components = proposing({experiment}, {.variable_steps = false});
  components.list.front().request.name = "rigid";
  return Planned(make_plan(spec, period, components));
}

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

// ---- the options by themselves ----

TEST(Plan, NumbersThatMakeNoSenseAreRefused) {
  EXPECT_TRUE(contains(refusal_of({.stop = infinity}), "stop must be a finite number, not inf"));
  EXPECT_TRUE(contains(refusal_of({.start = nan}), "start must be a finite number"));
  for (const double wrong : {0.0, -1.0, nan, infinity}) {
    EXPECT_TRUE(contains(refusal_of({.tolerance = wrong}), "tolerance must be a positive number"));
    EXPECT_TRUE(contains(refusal_of({.absolute_tolerance = wrong}), "absolute-tolerance must be"));
    EXPECT_TRUE(contains(refusal_of({.interval = wrong}), "interval must be a positive number"));
    EXPECT_TRUE(contains(refusal_of({.step = wrong}), "step must be a positive number"));
  }
  EXPECT_TRUE(contains(refusal_of({.tolerance = 1}), "tolerance must be below 1"));
}

TEST(Plan, RowsHaveOneRule) {
  EXPECT_TRUE(contains(refusal_of({.interval = 1, .every_step = true}), "exclude each other"));
  EXPECT_EQ(refusal_of({.interval = 1, .every_step = false}), "accepted");
}

TEST(Plan, AnUnknownMasterIsNamedWithTheNearest) {
  EXPECT_TRUE(contains(refusal_of({.master = "gaus-seidel"}), "Did you mean 'gauss-seidel'?"));
  EXPECT_EQ(refusal_of({.master = "auto"}), "accepted");
}

// ---- the period ----

TEST(Plan, TheUsersTimesComeFirst) {
  const Period period =
      choose_period({.start = 1, .stop = 2}, proposing({{.start = 5, .stop = 6}}));
  EXPECT_EQ(period.start, 1);
  EXPECT_EQ(period.stop, 2);
}

TEST(Plan, TheComponentsProposalsFillTheGaps) {
  const Period period = choose_period({}, proposing({{.start = 5}, {.start = 5, .stop = 6}, {}}));
  EXPECT_EQ(period.start, 5);
  EXPECT_EQ(period.stop, 6);
}

TEST(Plan, WithoutAnyProposalTheStartIsZeroAndTheStopIsRequested) {
  EXPECT_EQ(choose_period({.stop = 2}, proposing({{}})).start, 0);
  EXPECT_TRUE(contains(test::refusal<UsageError>([] { choose_period({}, proposing({{}})); }),
                       "neither the system nor a component proposes a stop time; give --stop."));
}

TEST(Plan, ProposalsThatDisagreeAreNamed) {
  const std::string said = test::refusal<UsageError>([] {
    choose_period({}, proposing({{.stop = 1}, {.stop = 2}}));
  });
  EXPECT_TRUE(contains(said, "different values for stop (p0: 1, p1: 2)"));
  EXPECT_TRUE(contains(said, "--stop"));
}

TEST(Plan, TheStopMustBeAfterTheStart) {
  for (const double stop : {1.0, 0.5})
    EXPECT_TRUE(
        contains(test::refusal<UsageError>([&] { choose_period({.start = 1, .stop = stop}, {}); }),
                 "must be after the start time 1"));
}

TEST(Plan, OneToleranceIsEnough) {
  EXPECT_EQ(choose_tolerance({}).relative, 1e-4);
  EXPECT_DOUBLE_EQ(choose_tolerance({.tolerance = 1e-6}).absolute_for(100),
                   1e-4);  // times the nominal
  EXPECT_EQ(choose_tolerance({.tolerance = 1e-6, .absolute_tolerance = 1e-9}).absolute, 1e-9);
}

// ---- steps and rows ----

TEST(Plan, AutoIsGaussSeidelWithAThousandSteps) {
  const Planned it = planned({}, {0, 100});
  EXPECT_EQ(it.algorithm.master->name, "gauss-seidel");
  EXPECT_EQ(it.march.grid.intervals(), 500);
  EXPECT_EQ(it.march.grid.substeps, 2);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::grid);
  EXPECT_TRUE(contains(it.why, "gauss-seidel, step 0.1 (1/1000 of the simulated time or less)"));
}

TEST(Plan, AutoStepsToTheRowsThatWereRequested) {
  const Planned it = planned({.interval = 0.7}, {0, 100});
  EXPECT_EQ(it.march.grid.interval, 0.7);
  EXPECT_EQ(it.march.grid.substeps, 7);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::grid);
}

TEST(Plan, RowsCloserThanAutosStepsMakeTheStepsSmaller) {
  const Planned it = planned({.interval = 0.01}, {0, 100});
  EXPECT_EQ(it.march.grid.intervals(), 10000);
  EXPECT_EQ(it.march.grid.substeps, 1);
}

TEST(Plan, AnIntervalBeyondTheRunGivesItsTwoEnds) {
  const Planned it = planned({.interval = 1000}, {0, 100});
  EXPECT_EQ(it.march.grid.intervals(), 1);
  EXPECT_EQ(it.march.grid.substeps, 1000);
}

TEST(Plan, ANamedMasterRecordsEveryStep) {
  const Planned it = planned({.master = "jacobi"}, {0, 100});
  EXPECT_EQ(it.algorithm.master->name, "jacobi");
  EXPECT_EQ(it.march.grid.intervals(), 1000);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::every_step);
  EXPECT_TRUE(contains(it.why, "jacobi (--master), step 0.1 (1/1000 of the simulated time"));
}

TEST(Plan, ANamedStepIsKeptWhateverTheRows) {
  const Planned it = planned({.interval = 1, .step = 0.3}, {0, 10});
  EXPECT_EQ(it.march.grid.interval, 0.3);
  EXPECT_EQ(it.march.grid.substeps, 1);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::at_or_after);
  EXPECT_EQ(it.rows.interval, 1);
}

TEST(Plan, RowsCloserThanANamedStepAreEveryStep) {
  EXPECT_EQ(planned({.interval = 1e-12, .step = 0.1}, {0, 10}).rows.kind,
            RowRule::Kind::every_step);
}

TEST(Plan, AutoMayRecordEveryStep) {
  const Planned it = planned({.every_step = true}, {0, 100});
  EXPECT_EQ(it.rows.kind, RowRule::Kind::every_step);
  EXPECT_EQ(it.march.grid.intervals() * it.march.grid.substeps, 1000);
}

TEST(Plan, AStepBeyondTheRunIsRefusedAndOneAsLongIsTheRun) {
  EXPECT_TRUE(contains(test::refusal<UsageError>([] {
                         planned({.step = 1000}, {0, 10});
                       }),
                       "the step 1000 is longer than the simulated time 10"));
  const Planned it = planned({.step = 10}, {0, 10});
  EXPECT_EQ(it.march.grid.interval, 10);
  EXPECT_EQ(it.march.grid.intervals(), 1);
}

TEST(Plan, AStepThatTheClockCannotFeelIsRefused) {
  EXPECT_TRUE(contains(test::refusal<UsageError>([] {
                         planned({.step = 1e-17}, {0, 1});
                       }),
                       "step"));
  EXPECT_NE(test::refusal<UsageError>([] { planned({.step = 1e-300}, {0, 1}); }), "accepted");
  EXPECT_NE(test::refusal<UsageError>([] { planned({.step = 1e-9}, {1e9, 1e9 + 1}); }), "accepted");
  EXPECT_NE(test::refusal<UsageError>([] { planned({.interval = 1e-17}, {0, 1}); }), "accepted");
  EXPECT_EQ(test::outcome<UsageError>([] { planned({.step = 1e-12}, {0, 1}); }), "accepted");
}

// ---- components of one step size ----

TEST(Plan, AComponentOfOneStepSizeGetsTheOneItProposes) {
  const Planned it = planned_rigid({}, {0, 1}, {.step = 0.1});
  EXPECT_EQ(it.march.grid.interval, 0.1);
  EXPECT_EQ(it.march.grid.substeps, 1);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::every_step);
  EXPECT_TRUE(contains(it.why, "the only step size of component 'rigid'"));
}

TEST(Plan, AComponentOfOneStepSizeTakesTheUsersStep) {
  EXPECT_EQ(planned_rigid({.step = 0.25}, {0, 1}, {.step = 0.1}).march.grid.interval, 0.25);
}

TEST(Plan, ARunThatIsNoWholeNumberOfThoseStepsIsRefused) {
  const std::string said = test::refusal<UsageError>([] { planned_rigid({.step = 0.3}, {0, 1}); });
  EXPECT_TRUE(contains(said, "component 'rigid' accepts one step size only"));
  EXPECT_TRUE(contains(said, "from 0 to 1 is not a whole number of steps of 0.3"));
}

// ---- components with a step of their own inside ----

Planned planned_in_units(const RunSpec& spec, const Period& period, double unit) {
  return Planned(make_plan(spec, period, proposing({{}}, {.step_unit = unit})));
}

TEST(Plan, StepsAreMultiplesOfTheComponentsOwnStep) {
  const Planned it = planned_in_units({}, {0, 3}, 1e-2);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::grid);
  EXPECT_DOUBLE_EQ(it.march.grid.interval / it.march.grid.substeps, 0.01);
}

TEST(Plan, RowsThatAreRequestedStayExactWhereTheyAreMultiples) {
  const Planned it = planned_in_units({.interval = 0.1}, {0, 1}, 0.02);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::grid);
  EXPECT_EQ(it.march.grid.interval, 0.1);
  EXPECT_EQ(it.march.grid.substeps, 5);
}

TEST(Plan, RowsThatAreNoMultiplesArePickedFromTheSteps) {
  const Planned it = planned_in_units({.interval = 0.25}, {0, 1}, 0.1);
  EXPECT_EQ(it.rows.kind, RowRule::Kind::at_or_after);
  EXPECT_EQ(it.march.grid.interval, 0.1);
  EXPECT_TRUE(contains(it.why, "a component steps by 0.1 inside"));
}

// ---- components for model exchange ----

Plan planned_alone(const RunSpec& spec, const Period& period) {
  Components components = proposing({{}});
  components.list[0].request.interface = model::Interface::model_exchange;
  return make_plan(spec, period, components);
}

TEST(Plan, AModelAloneIsIntegratedFromRowToRow) {
  const Plan plan = planned_alone({.tolerance = 1e-6}, {0, 100});
  EXPECT_EQ(plan.integration.method->name, "auto");
  const auto& estimated = std::get<IntegratedPlan>(plan.how);
  EXPECT_TRUE(estimated.estimates_error);
  EXPECT_EQ(estimated.grid.interval, 0.2);
  const Plan not_certified = planned_alone({.tolerance = 1e-6, .certify = false}, {0, 100});
  const auto& once = std::get<IntegratedPlan>(not_certified.how);
  EXPECT_FALSE(once.estimates_error);
  EXPECT_EQ(once.grid.intervals(), 500);
  EXPECT_EQ(once.grid.substeps, 1);
  EXPECT_EQ(once.rows.kind, RowRule::Kind::grid);
  EXPECT_TRUE(contains(sentence(not_certified.approach),
                       "an automatically chosen method, steps by its local error, tolerance "
                       "1e-6"))
      << sentence(not_certified.approach);
  EXPECT_EQ(not_certified.not_estimated, "--no-certify was given");
}

TEST(Plan, TheStepOfAMethodThatChoosesItsStepsIsTheIntervalBetweenRows) {
  const Plan plan = planned_alone({.step = 0.1}, {0, 10});
  EXPECT_TRUE(contains(sentence(plan.approach), "--step sets the interval between rows only"));
  EXPECT_EQ(plan.not_estimated, "--step was given");
}

TEST(Plan, EulersStepIsTheUsersOrAThousandthOfTheRun) {
  EXPECT_TRUE(contains(sentence(planned_alone({.method = "euler"}, {0, 10}).approach),
                       "euler (--method), step 0.01 (1/1000 of the simulated time)"));
  const Plan plan = planned_alone({.step = 0.5, .method = "euler"}, {0, 10});
  EXPECT_EQ(std::get<IntegratedPlan>(plan.how).grid.interval, 0.5);
  EXPECT_EQ(std::get<IntegratedPlan>(plan.how).rows.kind, RowRule::Kind::every_step);
  EXPECT_EQ(plan.integration.step, 0.5);
}

TEST(Plan, EqualOptionsMakeEqualPlansAndOthersDoNot) {
  const RunSpec spec{.tolerance = 1e-6};
  EXPECT_EQ(planned_alone(spec, {0, 100}), planned_alone(spec, {0, 100}));
  EXPECT_NE(planned_alone(spec, {0, 100}), planned_alone(spec, {0, 99}));
  EXPECT_NE(planned_alone(spec, {0, 100}), planned_alone({.tolerance = 1e-7}, {0, 100}));
  EXPECT_NE(planned_alone(spec, {0, 100}),
            make_plan({.tolerance = 1e-6, .step = 0.1}, {0, 100}, proposing({{}})));
}

TEST(Plan, IsPrintedWithoutRunning) {
  EXPECT_EQ(describe(planned_alone({.tolerance = 1e-6}, {0, 100})),
            "PLAN  the error will be estimated, tolerance 1e-6\n"
            "  time     t = 0 … 100\n"
            "  method   an automatically chosen method\n"
            "  rows     every 0.2\n");
  EXPECT_TRUE(contains(describe(planned_alone({}, {0, 100}), "a.csv"), "  result   a.csv\n"));
  const std::string coupled = describe(make_plan({.step = 0.1}, {0, 1}, proposing({{}})));
  EXPECT_TRUE(contains(coupled, "PLAN  the error will not be estimated, because --step was given"));
  EXPECT_TRUE(contains(coupled, "method   gauss-seidel, step 0.1 (--step)"));
}

TEST(Plan, WhatIsForMastersIsRefusedWhereThereIsNone) {
  for (const RunSpec& spec :
       {RunSpec{.iterations = 3}, RunSpec{.error_test = "step-doubling"}, RunSpec{.max_step = 0.1},
        RunSpec{.events = "ignore"}, RunSpec{.work_limit = 10}})
    EXPECT_TRUE(contains(test::refusal<UsageError>([&] {
                           planned_alone(spec, {0, 1});
                         }),
                         "applies to coupled systems only; leave it out."));
}

TEST(Plan, RowsAtChosenStepsNeedTheEstimate) {
  const Plan plan = planned_alone({.every_step = true}, {0, 1});
  EXPECT_TRUE(std::get<IntegratedPlan>(plan.how).every_chosen_step);
  EXPECT_TRUE(std::get<IntegratedPlan>(plan.how).estimates_error);
  EXPECT_TRUE(contains(test::refusal<UsageError>([] {
                         planned_alone({.every_step = true, .certify = false}, {0, 1});
                       }),
                       "leave out --no-certify"));
}

TEST(Plan, ANamedMasterStepsAModelLikeAnyComponent) {
  const Planned it(planned_alone({.master = "jacobi"}, {0, 100}));
  EXPECT_EQ(it.march.grid.intervals(), 1000);
  EXPECT_TRUE(contains(it.why,
                       "jacobi (--master), step 0.1 (1/1000 of the simulated time or less), an "
                       "automatically chosen method inside the model-exchange components"));
}

TEST(Plan, AnUnknownMethodOrInterfaceIsNamedWithTheNearest) {
  EXPECT_TRUE(
      contains(refusal_of({.method = "dopri"}), "there is no method 'dopri'. Did you mean"));
  EXPECT_TRUE(contains(refusal_of({.interface = "mee"}), "there is no interface 'mee'. Did you"));
  for (const char* right : {"auto", "cs", "me", "se", "ModelExchange", "co-simulation"})
    EXPECT_EQ(refusal_of({.interface = right}), "accepted") << right;
}

// ---- default experiments ----

TEST(Plan, AnFmuOnItsOwnHasTheToleranceAndTheStepOfItsDefaultExperiment) {
  const model::Experiment experiment{.start = 0, .stop = 1, .tolerance = 1e-7, .step = 0.02};
  Components one = proposing({experiment});
  one.single = true;
  const RunSpec spec = with_experiment({}, one);
  EXPECT_EQ(spec.tolerance, 1e-7);
  EXPECT_EQ(spec.interval, 0.02);
  const Planned how(make_plan(spec, {0, 1}, one));
  EXPECT_EQ(how.march.grid.interval / how.march.grid.substeps, 0.02);
  EXPECT_TRUE(contains(how.why, "default experiment"));
  // What the user gives wins; a tolerance that is none is ignored.
  const RunSpec given = with_experiment({.tolerance = 1e-3, .interval = 0.1, .step = 0.05}, one);
  EXPECT_EQ(given.tolerance, 1e-3);
  EXPECT_EQ(given.interval, 0.1);
  Components odd = proposing({{.tolerance = 2.0, .step = -1.0}});
  odd.single = true;
  EXPECT_FALSE(with_experiment({}, odd).tolerance);
  EXPECT_FALSE(with_experiment({}, odd).interval);
}

TEST(Plan, ComponentsOfASystemKeepTheirTolerancesForThemselves) {
  const RunSpec spec = with_experiment(
      {}, proposing({{.tolerance = 1e-7, .step = 0.02}, {.tolerance = 1e-3, .step = 0.1}}));
  EXPECT_FALSE(spec.tolerance);
  EXPECT_FALSE(spec.interval);
  EXPECT_EQ(choose_tolerance(spec).relative, 1e-4);
}

}  // namespace
}  // namespace bw::run::plan_test
