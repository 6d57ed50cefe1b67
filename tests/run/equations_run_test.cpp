// A Modelica model as a target: run, described and checked like any other.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "inspect/check.h"
#include "inspect/info.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::equations_run_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;
using test::find_bell;

class EquationsRun : public testing::Test {
 protected:
  std::string model(const std::string& body) {
    test::write_file(scratch / "m.mo", "model M \"a model\"\n" + body + "\nend M;\n");
    return scratch / "m.mo";
  }
  RunResult run_model(const std::string& body, RunSpec spec = {}) {
    spec.target = model(body);
    if (!spec.stop) spec.stop = 1;
    return run(spec);
  }
  template <class Wrong>
  std::string refusal(const std::string& body, RunSpec spec = {}) {
    return test::refusal<Wrong>([&] { run_model(body, std::move(spec)); });
  }
  static std::vector<std::string> columns(const RunResult& r) {
    std::vector<std::string> names;
    for (const result::Column& column : r.trajectory.columns()) names.push_back(column.name);
    return names;
  }
  const test::ScratchFolder scratch;
};

const std::string decay =
    "parameter Real k = 1; Real x(start=1, fixed=true), y;"
    "output Real z; equation der(x) = -k*x; y = 2*x; z = y + 1;";

TEST_F(EquationsRun, OutputsAndStatesAreRecordedAndTheErrorIsWithinTheTolerance) {
  const RunResult r = run_model(decay, {.tolerance = 1e-9});
  EXPECT_EQ(r.verdict, Verdict::trusted);
  EXPECT_TRUE(r.bells.empty());
  EXPECT_EQ(columns(r), (std::vector<std::string>{"x", "z"}));
  EXPECT_NEAR(r.trajectory.real("x").back(), std::exp(-1), 1e-9);
}

// An integration with a tolerance ten times smaller would take the same steps, and tell nothing.
TEST_F(EquationsRun, WhereEventsEndAllStepsTwoIntegrationsAreEnough) {
  const std::string relay =
      "Real x(start=0, fixed=true); discrete Real u(start=1, fixed=true); equation der(x) = u;"
      "when x > 1 then u = -1; elsewhen x < -1 then u = 1; end when;";
  const RunResult r = run_model(relay, {.stop = 500, .interval = 500});
  EXPECT_EQ(r.verdict, Verdict::trusted);
  EXPECT_EQ(r.certificate->integrations, 2);
  EXPECT_EQ(r.events.size(), 500U);  // at the bound, and when x is behind it again
  EXPECT_NEAR(r.trajectory.real("x").back(), 0, 1e-4);
}

// Rounding decides on which side of the event the last row is, in every integration the same way.
TEST_F(EquationsRun, AnEventAtTheStopTimeIsDoubtedAlsoWhereOnlyAnOutputJumps) {
  const std::string jump =
      "Real x(start=0, fixed=true); output Real y; equation der(x) = 1; "
      "y = if x > 1 then 1000 else 0;";
  for (const double tolerance : {1e-4, 1e-10}) {
    const RunResult r = run_model(jump, {.stop = 1, .tolerance = tolerance, .record = {"y"}});
    EXPECT_EQ(r.verdict, Verdict::doubtful);
    EXPECT_NE(find_bell(r, BellCode::event_near_end), nullptr);
  }
  EXPECT_EQ(run_model(jump, {.stop = 2}).verdict, Verdict::trusted);
}

TEST_F(EquationsRun, EverythingCanBeRecordedAndParametersAndStartsCanBeSet) {
  const RunResult r = run_model(decay, {.set = {"k=2", "x=3"}, .record = {"*"}});
  EXPECT_EQ(columns(r), (std::vector<std::string>{"k", "x", "y", "z"}));
  EXPECT_NEAR(r.trajectory.real("y").back(), 6 * std::exp(-2), 1e-4);
}

TEST_F(EquationsRun, TheExperimentOfTheTextIsTheDefault) {
  RunSpec spec;
  spec.target = model(
      "Real x(start=0, fixed=true); equation der(x) = 1;"
      "annotation(experiment(StartTime=1, StopTime=3, Interval=0.5, Tolerance=1e-7));");
  const RunResult r = run(spec);
  EXPECT_EQ(r.start, 1);
  EXPECT_EQ(r.reached, 3);
  EXPECT_EQ(r.tolerance, 1e-7);
  EXPECT_EQ(r.statistics.rows, 5);
  spec.tolerance = 1e-3;
  spec.interval = 1;
  EXPECT_EQ(run(spec).tolerance, 1e-3);
  EXPECT_EQ(run(spec).statistics.rows, 3);
}

TEST_F(EquationsRun, WithoutAStopTimeOneIsRequested) {
  const std::string said = test::refusal<Error>(
      [&] { run({.target = model("Real x(start=0, fixed=true); equation der(x) = 1;")}); });
  EXPECT_TRUE(contains(said, "--stop"));
}

TEST_F(EquationsRun, AParameterThatDecidesASizeCanBeSet) {
  const RunResult r = run_model(
      "parameter Integer n = 3; parameter Integer m = 2*n; Real x[m](each start=1, each "
      "fixed=true); equation for i in 1:m loop der(x[i]) = -i*x[i]; end for;",
      {.set = {"n=4", "x[8]=2"}});
  ASSERT_EQ(columns(r).size(), 8U);
  EXPECT_NEAR(r.trajectory.real("x[8]").back(), 2 * std::exp(-8), 1e-4);
}

TEST_F(EquationsRun, AnElementThatIsToBeFoundIsFoundByInitialEquations) {
  const RunResult r = run_model(
      "parameter Real p[2](start={1, 2}, fixed={true, false}); Real x(start=3, fixed=true); "
      "initial equation der(x) = 0; equation der(x) = p[1] + p[2] - x;",
      {.stop = 1});
  EXPECT_NEAR(r.trajectory.real("x").back(), 3, 1e-12);
  EXPECT_NEAR(r.trajectory.real("p[2]").back(), 2, 1e-12);
}

TEST_F(EquationsRun, AFinalParameterCannotBeSet) {
  const std::string body =
      "parameter Real p = 1; final parameter Real q = 2*p; Real x(start=1, fixed=true);"
      "equation der(x) = -q*x;";
  EXPECT_TRUE(contains(refusal<UsageError>(body, {.set = {"q=3"}}), "'q'"));
  EXPECT_NEAR(run_model(body, {.set = {"p=2"}}).trajectory.real("x").back(), std::exp(-4), 1e-4);
}

TEST_F(EquationsRun, UnitsThatDoNotFitAreDoubtful) {
  const RunResult r = run_model(
      "Real x(unit=\"m\", start=0, fixed=true); Real v(unit=\"kg\") = 1; equation der(x) = v;");
  EXPECT_EQ(r.verdict, Verdict::doubtful);
  const Bell* const found = find_bell(r, BellCode::model_doubtful);
  ASSERT_NE(found, nullptr);
  EXPECT_TRUE(contains(found->message, "m/s")) << found->message;
  EXPECT_TRUE(contains(found->message, "kg")) << found->message;
}

TEST_F(EquationsRun, AUnitThatIsNotKnownDoesNotChangeTheVerdict) {
  const RunResult r =
      run_model("Real x(unit=\"furlong9\", start=1, fixed=true); equation der(x) = -x;");
  EXPECT_EQ(r.verdict, Verdict::trusted) << test::said(r);
  const Bell* const found = find_bell(r, BellCode::model_text_ignored);
  ASSERT_NE(found, nullptr);
  EXPECT_EQ(found->severity, Severity::warning);
  EXPECT_EQ(find_bell(r, BellCode::model_doubtful), nullptr);
}

TEST_F(EquationsRun, UnitsThatFitAreNot) {
  const RunResult r = run_model(
      "Real x(unit=\"m\", start=0, fixed=true); Real v(unit=\"m/s\") = 1; equation der(x) = v;");
  EXPECT_EQ(find_bell(r, BellCode::model_doubtful), nullptr);
}

TEST_F(EquationsRun, AParameterWithoutAValueWarnsUnlessItIsSet) {
  const std::string body =
      "parameter Real p; parameter Real q[2]; Real x(start=1, fixed=true);"
      "equation der(x) = -p*x + q[1] + q[2];";
  const RunResult unset = run_model(body);
  EXPECT_EQ(unset.verdict, Verdict::doubtful);
  ASSERT_NE(find_bell(unset, BellCode::model_doubtful), nullptr);
  EXPECT_TRUE(contains(find_bell(unset, BellCode::model_doubtful)->message, "'p' has no value"));
  const RunResult half = run_model(body, {.set = {"p=2", "q[2]=1"}});
  ASSERT_NE(find_bell(half, BellCode::model_doubtful), nullptr);
  EXPECT_TRUE(contains(find_bell(half, BellCode::model_doubtful)->message, "'q' has no value"));
  const RunResult set = run_model(body, {.set = {"p=2", "q=0 0"}});
  EXPECT_EQ(find_bell(set, BellCode::model_doubtful), nullptr);
  EXPECT_EQ(set.verdict, Verdict::trusted);
  EXPECT_NEAR(set.trajectory.real("x").back(), std::exp(-2), 1e-4);
}

TEST_F(EquationsRun, EquationsThatFollowFromEachOtherAreDoubtful) {
  const RunResult floating = run_model(
      "parameter Real g = 2; Real x(start = 1, fixed = true), a, b, i; equation der(x) = -i; "
      "i = g*(a - b); a - b = x - 0.1*i; g*a - g*b = i;");
  EXPECT_EQ(floating.verdict, Verdict::doubtful);
  EXPECT_NE(find_bell(floating, BellCode::several_start_solutions), nullptr);
  EXPECT_NEAR(floating.trajectory.real("x").back(), std::exp(-2 / 1.2), 1e-4);
  EXPECT_EQ(find_bell(run_model(decay), BellCode::several_start_solutions), nullptr);
}

// The double solution -1 has a singular matrix, and is not allowed.
TEST_F(EquationsRun, ASolutionThatWasOnlyTriedIsNotReported) {
  const RunResult run = run_model(
      "Real x(start = 1, fixed = true), y(min = 0); equation der(x) = -y*x; "
      "(y + 1)*(y + 1)*(y - 0.1) = 0;");
  EXPECT_EQ(find_bell(run, BellCode::several_start_solutions), nullptr);
  EXPECT_EQ(run.verdict, Verdict::trusted);
}

TEST_F(EquationsRun, AStartThatNobodyFixedIsReported) {
  EXPECT_NE(find_bell(run_model("Real x(start=1); equation der(x) = -x;"), BellCode::start_assumed),
            nullptr);
  EXPECT_EQ(find_bell(run_model(decay), BellCode::start_assumed), nullptr);
}

TEST_F(EquationsRun, SeveralSolutionsAtTheStartAreDoubtful) {
  const std::string trigger =
      "Real v; Real x(start=0, fixed=true); equation v = 10*tanh(100*(0.5*v + 0.01)); "
      "der(x) = v - x;";
  const RunResult open = run_model(trigger);
  EXPECT_EQ(open.verdict, Verdict::doubtful);
  const Bell* bell = find_bell(open, BellCode::several_start_solutions);
  ASSERT_NE(bell, nullptr);
  EXPECT_EQ(bell->severity, Severity::warning);
  EXPECT_EQ(bell->time, 0);
  const RunResult set = run_model("Real v(start=-10);" + trigger.substr(trigger.find(" Real x")));
  EXPECT_EQ(find_bell(set, BellCode::several_start_solutions), nullptr);
  EXPECT_EQ(set.verdict, Verdict::trusted);
  EXPECT_NEAR(set.trajectory.real("x").back(), -10 * (1 - std::exp(-1)), 1e-3);
}

TEST_F(EquationsRun, HomotopyDecidesWhereTheRunStarts) {
  const RunResult run = run_model(
      "Real v; Real x(start=0, fixed=true); "
      "equation v = homotopy(10*tanh(100*(0.5*v + 0.01)), -10); der(x) = v - x;");
  EXPECT_EQ(run.verdict, Verdict::trusted) << run.bells.size();
  EXPECT_NEAR(run.trajectory.real("x").back(), -10 * (1 - std::exp(-1)), 1e-3);
}

TEST_F(EquationsRun, AnAssertionThatFailsRefusesTheResult) {
  const std::string falling = "Real x(start=1, fixed=true); equation der(x) = -2;";
  const RunResult r = run_model(falling + "assert(x > 0, \"x must be positive\");");
  EXPECT_NE(find_bell(r, BellCode::assertion_failed), nullptr);
  EXPECT_EQ(r.verdict, Verdict::rejected);
  EXPECT_TRUE(contains(find_bell(r, BellCode::assertion_failed)->message, "x must be positive"));
  EXPECT_EQ(find_bell(run_model(falling), BellCode::assertion_failed), nullptr);
}

TEST_F(EquationsRun, AModelMayEndTheRun) {
  const RunResult r = run_model(
      "Real x(start=0, fixed=true); equation der(x) = 1;"
      "when x > 0.25 then terminate(\"enough\"); end when;");
  ASSERT_NE(find_bell(r, BellCode::model_terminated), nullptr);
  EXPECT_NEAR(r.reached, 0.25, 1e-6);
  EXPECT_TRUE(contains(find_bell(r, BellCode::model_terminated)->message, "enough"));
}

// Thrown upwards; when it lands it has made no whole number of rows.
TEST_F(EquationsRun, AModelThatEndsTheRunIsReportedOnceAndItsErrorIsEstimated) {
  const std::string body =
      "Real h(start=1, fixed=true), v(start=2, fixed=true); Boolean down(start=false, fixed=true);"
      "equation der(h) = v; der(v) = -9.81;"
      "when h < 0 then down = true; reinit(v, -5); terminate(\"landed\"); end when;";
  const double landed = (2 + std::sqrt(4 + 2 * 9.81)) / 9.81;
  for (const double interval : {0.1, 0.001}) {  // few rows and many
    RunSpec spec{.stop = 5, .tolerance = 1e-7, .interval = interval};
    spec.record = {"*"};
    const RunResult r = run_model(body, spec);
    EXPECT_EQ(r.verdict, Verdict::trusted);
    ASSERT_EQ(r.bells.size(), 1u);
    EXPECT_EQ(r.bells[0].code, BellCode::model_terminated);
    ASSERT_TRUE(r.estimated_error);
    EXPECT_LT(*r.estimated_error, 1);
    ASSERT_EQ(r.events.size(), 1u);
    EXPECT_NEAR(r.events[0].time, landed, 1e-7);
    EXPECT_LT(r.events[0].error, 1e-6);
    const std::span<const double> t = r.trajectory.times();
    ASSERT_EQ(t.size(), static_cast<std::size_t>(landed / interval) + 2);
    EXPECT_EQ(t.back(), r.events[0].time);
    EXPECT_NEAR(t[t.size() - 2], std::floor(landed / interval) * interval, 1e-12);
    EXPECT_NEAR(r.trajectory.real("h").back(), 0, 1e-6);
    EXPECT_EQ(r.trajectory.real("v").back(), -5);
    const double before = t[t.size() - 2];
    EXPECT_NEAR(r.trajectory.real("h")[t.size() - 2], 1 + 2 * before - 9.81 / 2 * before * before,
                1e-6);
    EXPECT_EQ(r.reached, t.back());
  }
}

TEST_F(EquationsRun, AModelThatEndsARunWithoutEstimateIsReportedOnce) {
  const RunResult r = run_model(
      "Real x(start=0, fixed=true); equation der(x) = 1;"
      "when x > 0.25 then terminate(\"enough\"); end when;",
      {.certify = false});
  EXPECT_NE(find_bell(r, BellCode::model_terminated), nullptr);
  EXPECT_EQ(find_bell(r, BellCode::fmu_terminated), nullptr);
}

TEST_F(EquationsRun, WhatHappensAtTheEndIsInTheLastRow) {
  const RunResult r = run_model(
      "Real x(start=0, fixed=true); output Real y(start=1, fixed=true); equation der(x) = 1;"
      "when terminal() then y = 10*x; end when;",
      {.tolerance = 1e-6});
  EXPECT_EQ(r.verdict, Verdict::trusted);
  const auto y = r.trajectory.real("y");
  EXPECT_NEAR(y.back(), 10, 1e-5);
  EXPECT_EQ(y[y.size() - 2], 1);
}

double last_whole(const RunResult& r, const std::string& name) {
  for (const auto& [variable, cell] : r.final_values)
    if (variable == name)
      return static_cast<double>(std::get<std::int64_t>(std::get<Discrete>(cell)));
  return std::nan("");
}

TEST_F(EquationsRun, WhatIsTrueFromTheStartOnDoesNotBecomeTrue) {
  const std::string head =
      "Real x(start=1, fixed=true); output Integer n(start=0, fixed=true); Boolean b";
  const std::string tail = "equation der(x) = -x; when b then n = pre(n) + 1; end when;";
  EXPECT_EQ(last_whole(run_model(head + " = x > 0.5;" + tail), "n"), 0);
  EXPECT_EQ(
      last_whole(run_model(head + "(start=false, fixed=true); " + tail + " b = x > 0.5;"), "n"), 0);
  EXPECT_EQ(last_whole(run_model(head + " = x < 0.5;" + tail), "n"), 1);
}

TEST_F(EquationsRun, InstantsThatAreOneByTheirTextAreOne) {
  const RunResult r = run_model(
      "output Integer both(start=0, fixed=true), fast(start=0, fixed=true); equation"
      " when sample(0, 0.1) and sample(0, 0.3) then both = pre(both) + 1; end when;"
      " when sample(0.1, 0.1) then fast = pre(fast) + 1; end when;",
      {.stop = 1.5});
  EXPECT_EQ(last_whole(r, "both"), 6);
  EXPECT_EQ(last_whole(r, "fast"), 15);
}

TEST_F(EquationsRun, EventTimesAreWhatTheirTextMeans) {
  const std::string count = "output Integer n(start=0, fixed=true); parameter Real a=0.1, b=0.2;";
  const auto acts = [&](const std::string& condition) {
    return last_whole(
        run_model(count + "equation when " + condition + " then n = pre(n) + 1; end when;",
                  {.stop = 0.55}),
        "n");
  };
  EXPECT_EQ(acts("sample(0, 0.1) and time >= 3*0.1"), 3);
  EXPECT_EQ(acts("sample(0, 0.1) and time >= a + b"), 3);
  EXPECT_EQ(acts("{time >= 0.3, time >= a + b}"), 1);
  EXPECT_EQ(acts("time >= 0.3 and not time >= a + b"), 0);
}

TEST_F(EquationsRun, AnIntervalThatIsTooShortEndsTheRun) {
  const RunResult r = run_model(
      "output Integer n(start=0, fixed=true); equation when sample(0, 1e-17) then n = pre(n) + 1; "
      "end when;",
      {.start = 1, .stop = 2});
  EXPECT_EQ(r.exit_code, ExitCode::stopped);
}

TEST_F(EquationsRun, WholeNumbersAreComparedWithinAWhenToo) {
  const RunResult r = run_model(
      "output Boolean b(start=false, fixed=true); equation when sample(0, 0.2) then b = 1 == (if "
      "time >= 0.3 then 1 else 2); end when;");
  EXPECT_EQ(last_whole(r, "b"), 1);
}

TEST_F(EquationsRun, AModelWithoutStatesAndOutputsShowsWhatItComputes) {
  const RunResult r = run_model("parameter Real p = 2; Real y; equation y = p*time;");
  EXPECT_EQ(columns(r), std::vector<std::string>{"y"});
  EXPECT_EQ(r.verdict, Verdict::trusted);
}

TEST_F(EquationsRun, WhetherSomethingHappensAtTheStopTimeIsLeftOpen) {
  const RunResult r = run_model(
      "Real x(start=3, fixed=true), f = floor(x), y(start=0, fixed=true); equation der(x) = -1; "
      "der(y) = f;",
      {.stop = 4, .tolerance = 1e-8, .record = {"*"}});
  EXPECT_NE(r.verdict, Verdict::rejected);
  EXPECT_NEAR(r.trajectory.real("y").back(), 2, 1e-7);
}

// The relation leaves its side right behind an event, and is back in two thousandths of a second.
TEST_F(EquationsRun, AShortExcursionBehindAnEventIsSeen) {
  for (const double tolerance : {1e-4, 1e-6, 1e-9}) {
    const RunResult r = run_model(
        "Real s(start=0, fixed=true), y(start=0, fixed=true); equation der(s) = 1; der(y) = if (s "
        "- "
        "1)*(s - 1.002) >= 0 then 1 else 100; when time >= 1 then reinit(s, 1); end when;",
        {.stop = 2, .tolerance = tolerance, .interval = 2});
    EXPECT_EQ(r.verdict, Verdict::trusted) << tolerance;
    EXPECT_NEAR(r.trajectory.real("y").back(), 2.198, 4 * tolerance);
  }
}

TEST_F(EquationsRun, ABallThatKeepsLittleOfItsSpeedDoesNotFallThroughTheFloor) {
  for (const char* kept : {"0.1", "0.3", "0.9"}) {
    const RunResult r = run_model(
        "parameter Real e = 0.5; Real h(start=1, fixed=true), v(start=0, fixed=true); equation "
        "der(h) = v; der(v) = -9.81; when h < 0 then reinit(v, -e*pre(v)); end when;",
        {.stop = 10, .tolerance = 1e-3, .set = {std::string("e=") + kept}});
    EXPECT_NE(find_bell(r, BellCode::zeno), nullptr) << kept;
  }
}

// A bridge of diodes that leak a little: all four relations in one event would chase each other.
TEST_F(EquationsRun, ABridgeOfDiodesRectifies) {
  for (const double tolerance : {1e-6, 1e-7, 1e-8}) {
    const RunResult r = run_model(
        "Real s[4], u[4], i[4], v(start=0, fixed=true), a, b, source; Boolean off[4]; equation "
        "for k in 1:4 loop off[k] = s[k] < 0; u[k] = if off[k] then s[k] else 1e-3*s[k]; "
        "i[k] = if off[k] then 1e-3*s[k] else s[k]; end for; a - b = 10*sin(6*time); "
        "u[1] = a - v; u[2] = b - v; u[3] = -a; u[4] = -b; source + i[3] = i[1]; "
        "i[4] = source + i[2]; 0.5*der(v) = i[1] + i[2] - v/10;",
        {.stop = 2, .tolerance = tolerance});
    EXPECT_EQ(r.verdict, Verdict::trusted) << tolerance;
    EXPECT_GT(r.trajectory.real("v").back(), 8);
  }
}

// Which of two that change at one time is the first would depend on rounding.
TEST_F(EquationsRun, StateEventsOfOneTimeHappenTogether) {
  for (const double slope : {0.3, 0.7, 1.1, 1.9, 2.3}) {
    const std::string k = std::to_string(slope);
    const RunResult r = run_model(
        "Real x(start=0, fixed=true), y(start=1, fixed=true); output Integer n(start=0, "
        "fixed=true); equation der(x) = 2; der(y) = -" +
            k + "; when {x > 0.2, y < 1 - 0.1*" + k + "} then n = pre(n) + 1; end when;",
        {.tolerance = 1e-6, .interval = 0.37});
    EXPECT_EQ(r.verdict, Verdict::trusted) << slope;
    EXPECT_EQ(last_whole(r, "n"), 1) << slope;
  }
  const RunResult r =
      run_model("Real u = 5*time - 2.5; output Real a; equation a = floor(u) + ceil(u);",
                {.tolerance = 1e-6, .interval = 0.001287});
  EXPECT_EQ(r.verdict, Verdict::trusted);
}

TEST_F(EquationsRun, AnIntegerThatGrowsTooLargeEndsTheRun) {
  const RunResult r = run_model(
      "output Integer i(start=1, fixed=true); equation"
      " when sample(0.01, 0.01) then i = 10*pre(i); end when;");
  EXPECT_EQ(r.exit_code, ExitCode::stopped);
  EXPECT_TRUE(contains(r.bells.back().message, "the Integer i")) << r.bells.back().message;
}

TEST_F(EquationsRun, AllMistakesOfATextAreReportedWithTheirPlaces) {
  const std::string words =
      refusal<InputError>("Real x; Real y; equation der(x) = z; y = sinn(x);");
  EXPECT_TRUE(contains(words, "m.mo:2:"));
  EXPECT_TRUE(contains(words, "'z'"));
  EXPECT_TRUE(contains(words, "sinn"));
  EXPECT_TRUE(contains(words, "^"));
}

TEST_F(EquationsRun, LoopsAreSolvedWithinARun) {
  // y + y^3 = x
  const RunResult r = run_model(
      "Real x(start=2, fixed=true); output Real y(start=1); equation der(x) = -x; y + y^3 = x;",
      {.tolerance = 1e-8});
  EXPECT_EQ(r.verdict, Verdict::trusted);
  const double x = 2 * std::exp(-1), y = r.trajectory.real("y").back();
  EXPECT_NEAR(y + y * y * y, x, 1e-7);
}

TEST_F(EquationsRun, APoleAndAJumpAreNoSolutionsOfALoop) {
  const RunResult pole = run_model(
      "Real y(start=0.3), x(start=0, fixed=true); equation 1/(y - 0.5) = 0.001*x - 1e-7*y; der(x) "
      "= "
      "1;");
  EXPECT_NE(pole.exit_code, ExitCode::ok);
  const RunResult jump = run_model(
      "Real y(start=0.5), x(start=0, fixed=true); equation y = noEvent(if y > 0.5 then 0 else 1) + "
      "0.001*x; der(x) = y;");
  EXPECT_NE(jump.exit_code, ExitCode::ok);
}

// At t = 1 + 2/(3 sqrt(3)) the lowest of three solutions meets the middle one, and both are gone.
TEST_F(EquationsRun, ASolutionThatEndsIsReported) {
  const double end = 1 + 2 / (3 * std::sqrt(3.0));
  for (const std::string body :
       {"output Real y(start=1); equation y^3 - 6*y^2 + 11*y - 6 = time - 1;",
        "Real y(start=1), x(start=0, fixed=true); equation y^3 - 6*y^2 + 11*y - 6 = time - 1; "
        "der(x) "
        "= y;"}) {
    const RunResult r = run_model(body, {.stop = 2});
    const Bell* const bell = find_bell(r, BellCode::solution_jumps);
    ASSERT_NE(bell, nullptr) << body;
    EXPECT_NEAR(bell->time, end, 1e-3);
    EXPECT_NE(r.verdict, Verdict::trusted);
  }
}

TEST_F(EquationsRun, ALoopThatRoundingLeavesOpenIsReportedWithItsTime) {
  // Nearly singular after t = 1 only.
  const RunResult r = run_model(
      "output Real x, y, e; equation e = if time > 1 then 1e-13 else 1; x + y = 2 + time; x + (1 + "
      "e)*y = 2 "
      "+ time + e;",
      {.stop = 2});
  const Bell* const found = find_bell(r, BellCode::rounding_limit);
  ASSERT_NE(found, nullptr);
  EXPECT_GE(found->time, 1);
}

TEST_F(EquationsRun, ARootBehindAGapWhereTheResidualIsNoNumberIsFound) {
  const RunResult r = run_model(
      "output Real y(start=0); equation 0 = noEvent(if y > 1.75 then y - 2 else -1) + "
      "0.001*sqrt((y - 1)*(y - 1.5))/(1 + y^2);");
  ASSERT_FALSE(r.trajectory.real("y").empty());
  EXPECT_NEAR(r.trajectory.real("y").back(), 2, 1e-3);
}

TEST_F(EquationsRun, ALoopThatRoundingLeavesOpenIsReported) {
  const RunResult r = run_model("output Real y(start=0.2); equation y = y*y + 0.25 - time/10;",
                                {.tolerance = 1e-10});
  EXPECT_NE(find_bell(r, BellCode::rounding_limit), nullptr);
  EXPECT_EQ(r.verdict, Verdict::doubtful);
  const RunResult straight = run_model(
      "parameter Real e = 1e-13; output Real x, y; equation x + y = 2 + time; x + (1 + e)*y = 2 + "
      "time + e;");
  EXPECT_NE(find_bell(straight, BellCode::rounding_limit), nullptr);
  const RunResult second = run_model(
      "parameter Real e = 1e-13; output Real a, b, x, y; equation a + b = time; a - 3*b = 1; x + y "
      "= "
      "2 + a; x + (1 + e)*y = 2 + a + e;");
  EXPECT_NE(find_bell(second, BellCode::rounding_limit), nullptr);
  const RunResult triple =
      run_model("output Real y(start=0.1); equation (y - time)^3 = 0;", {.tolerance = 1e-10});
  EXPECT_NEAR(triple.trajectory.real("y").back(), 1, 1e-10);
}

TEST_F(EquationsRun, ChoicesWithinChoicesMayBeMany) {
  const auto body = [](int n, const std::string& choice) {
    return "Real x[" + std::to_string(n) + "](each start=1, each fixed=true); output Real y; " +
           choice + " equation for i in 1:" + std::to_string(n) + " loop der(x[i]) = -i/" +
           std::to_string(n) + "*x[i] - 0.01*y; end for;";
  };
  const std::string chain =
      "algorithm y := x[1]; for i in 2:size(x, 1) loop if x[i] > y then y := x[i]; end if; end "
      "for;";
  for (const auto& [n, choice] : {std::pair{100, "equation y = max(x);"}, {50, chain.c_str()}})
    EXPECT_NE(run_model(body(n, choice), {.tolerance = 1e-3}).verdict, Verdict::rejected);
  EXPECT_TRUE(contains(refusal<InputError>(body(4'000, chain)), "thousands of choices"));
}

TEST_F(EquationsRun, OutputsOfManyRelationsOfAnInputAreTakenToFollowIt) {
  const std::string text = inspect::info_text(
      inspect::inform(
          model("input Real u; output Real y = sum(if u > i then 1 else 0 for i in 1:30);")),
      true);
  EXPECT_TRUE(contains(text, "y"));
}

TEST_F(EquationsRun, InfoSaysHowTheEquationsAreSolved) {
  const std::string text = inspect::info_text(
      inspect::inform(
          model("parameter Real R(unit=\"Ohm\") = 5 \"resistance\"; input Real u; output Real i;"
                "Real x(start=0, fixed=true), a, b; Real c = -i;"
                "equation der(x) = i; a + b = u; a - R*b = x; R*i = u - x;"
                "when x > 0.5 then reinit(x, 0); end when;")),
      false);
  for (const char* piece : {"M\n", "a model", "states    1: x", "exact, 1 of 1 entries", "der(x)",
                            "linear loop of 2", "R*i = u - x", "x > 0.5", "resistance", "Aliases"})
    EXPECT_TRUE(contains(text, piece)) << piece << "\n" << text;
  const std::string json = inspect::info_json(inspect::inform(scratch / "m.mo"));
  for (const char* piece : {"\"kind\": \"equations\"", "\"linear loop\"", "\"state_events\""})
    EXPECT_TRUE(contains(json, piece)) << piece << "\n" << json;
}

TEST_F(EquationsRun, CheckFindsMistakesAndDoubts) {
  EXPECT_TRUE(inspect::check({.target = model(decay)}).is_good());
  EXPECT_FALSE(inspect::check({.target = model("Real x; equation x = y;")}).is_good());
  EXPECT_EQ(inspect::check(
                {.target = model("Real x(unit=\"m\") = 1; Real y(unit=\"s\"); equation y = x;")})
                .warnings,
            1);
}

TEST_F(EquationsRun, ASystemMayHaveEquationsAndIsExplained) {
  model(decay);
  test::write_file(scratch / "s.toml", "[components]\na = \"m.mo\"\n[run]\nstop = 1\n");
  EXPECT_TRUE(
      contains(inspect::info_text(inspect::inform(scratch / "s.toml"), false), "equations"));
  EXPECT_TRUE(inspect::check({.target = scratch / "s.toml"}).is_good());
  EXPECT_EQ(run({.target = scratch / "s.toml"}).verdict, Verdict::trusted);
}

}  // namespace
}  // namespace bw::run::equations_run_test
