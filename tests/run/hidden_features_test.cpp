// Pulses between the steps of an integration: found by bounds of the model's formulas
// (ode/events/hidden_search), or reported. BELLWETHER_PULSES=2000 tries that many generated models,
// from number BELLWETHER_FIRST_PULSE on, and lists what is wrong; without it a few of each shape
// run.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "result/result.h"
#include "run/run.h"
#include "support/equation/pulses.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::hidden_features_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::has_bell;
using test::PulseModel;

class HiddenFeatures : public testing::Test {
 protected:
  RunResult run_text(const std::string& text, RunSpec spec) {
    test::write_file(scratch / "m.mo", text);
    spec.target = scratch / "m.mo";
    return run(spec);
  }
  RunResult run_body(const std::string& body, RunSpec spec) {
    return run_text("model M\n" + body + "\nend M;\n", std::move(spec));
  }
  const test::ScratchFolder scratch;
};

// In tolerances.
double largest_error(const RunResult& run, const PulseModel& pulse) {
  const std::vector<double> x = run.trajectory.real("x");
  double worst = 0;
  for (std::size_t row = 0; row < x.size(); ++row) {
    const double exact = pulse.exact(run.trajectory.times()[row]);
    worst = std::max(worst, std::abs(x[row] - exact) / (pulse.tolerance * (1 + std::abs(exact))));
  }
  return worst;
}

struct Tally {
  int runs = 0, lies = 0, timid = 0, refused = 0;
  std::string list;
};

// Windows by silent relations are discontinuities that the model hides on purpose: they may be
// refused, and are not counted as timid.
void add(Tally& tally, const PulseModel& pulse, const RunResult& run) {
  const double error = largest_error(run, pulse);
  const bool trusted = run.verdict == Verdict::trusted;
  const bool is_silent = pulse.kind.find("silent") != std::string::npos;
  ++tally.runs;
  const char* what = nullptr;
  if (trusted && error > 1) ++tally.lies, what = "wrong and trusted: ";
  if (!trusted && error <= 1 && !is_silent) ++tally.timid, what = "right and not trusted: ";
  if (!trusted && (error > 1 || is_silent)) ++tally.refused, what = "refused: ";
  if (what != nullptr)
    tally.list += what + pulse.kind + ", " + std::to_string(error) + " tolerances\n";
}

TEST_F(HiddenFeatures, GeneratedPulsesAreRightOrNotTrusted) {
  const char* const wanted = std::getenv("BELLWETHER_PULSES");
  const unsigned count = wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : 88;
  const char* const from = std::getenv("BELLWETHER_FIRST_PULSE");
  const unsigned first = from != nullptr ? static_cast<unsigned>(std::atoi(from)) : 0;
  Tally tally;
  for (unsigned number = first; number < first + count; ++number) {
    const PulseModel pulse = test::pulse_model(number);
    add(tally, pulse, run_text(pulse.text, {.stop = pulse.stop, .tolerance = pulse.tolerance}));
  }
  if (wanted != nullptr)
    std::printf("%d runs: %d lies, %d timid, %d refused\n%s", tally.runs, tally.lies, tally.timid,
                tally.refused, tally.list.c_str());
  EXPECT_EQ(tally.lies, 0) << tally.list;
  EXPECT_LE(tally.timid, tally.runs / 20) << tally.list;
  EXPECT_LE(tally.refused, tally.runs / 10) << tally.list;
}

// Kinks, corners, roots and jumps: what has no derivative somewhere.
TEST_F(HiddenFeatures, GeneratedSharpPulsesAreRightOrNotTrusted) {
  const char* const wanted = std::getenv("BELLWETHER_PULSES");
  const unsigned count = wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : 120;
  Tally tally;
  for (unsigned number = 0; number < count; ++number) {
    const PulseModel pulse = test::sharp_pulse_model(number);
    add(tally, pulse, run_text(pulse.text, {.stop = pulse.stop, .tolerance = pulse.tolerance}));
  }
  if (wanted != nullptr)
    std::printf("%d runs: %d lies, %d timid, %d refused\n%s", tally.runs, tally.lies, tally.timid,
                tally.refused, tally.list.c_str());
  EXPECT_EQ(tally.lies, 0) << tally.list;
  EXPECT_LE(tally.timid, tally.runs / 20) << tally.list;
  EXPECT_LE(tally.refused, tally.runs / 10) << tally.list;
}

class PulsesOfKind : public HiddenFeatures {
 protected:
  // Those of one kind, see loop_pulse_model.
  void judge(unsigned kind) {
    const char* const wanted = std::getenv("BELLWETHER_PULSES");
    const unsigned count = wanted != nullptr ? static_cast<unsigned>(std::atoi(wanted)) : 40;
    Tally tally;
    for (unsigned number = 0; number < count; ++number) {
      const PulseModel pulse =
          test::loop_pulse_model(kind + number * static_cast<unsigned>(test::loop_pulse_kinds));
      add(tally, pulse,
          run_text(
              pulse.text,
              {.stop = pulse.stop, .tolerance = pulse.tolerance, .interval = pulse.stop / 20}));
    }
    if (wanted != nullptr)
      std::printf("%d runs: %d lies, %d timid, %d refused\n%s", tally.runs, tally.lies, tally.timid,
                  tally.refused, tally.list.c_str());
    EXPECT_EQ(tally.lies, 0) << tally.list;
    EXPECT_LE(tally.timid, tally.runs / 20) << tally.list;
    EXPECT_LE(tally.refused, tally.runs / 10) << tally.list;
  }
};
using PulsesOfNonlinearLoops = PulsesOfKind;
using PulsesOfLinearLoops = PulsesOfKind;
using PulsesOfSquares = PulsesOfKind;
using PulsesOfPowers = PulsesOfKind;

TEST_F(PulsesOfNonlinearLoops, AreRightOrNotTrusted) { judge(0); }
TEST_F(PulsesOfLinearLoops, AreRightOrNotTrusted) { judge(1); }
TEST_F(PulsesOfSquares, AreRightOrNotTrusted) { judge(2); }
TEST_F(PulsesOfPowers, AreRightOrNotTrusted) { judge(3); }

// From model to model: in time, in an input, and through a model without states in between.
class ConnectedPulses : public HiddenFeatures {
 protected:
  void write(const std::string& name, const std::string& body) const {
    test::write_file(scratch / (name + ".mo"),
                     "model " + name + "\n" + body + "end " + name + ";\n");
  }
  RunResult run_system(const std::string& components, const std::string& connections,
                       double tolerance) const {
    test::write_file(scratch / "system.toml",
                     "[components]\n" + components + "[connections]\n" + connections);
    return run({.target = scratch / "system.toml", .stop = 10, .tolerance = tolerance});
  }
};

TEST_F(ConnectedPulses, OfAnOutputReachTheModelsBehindIt) {
  write("source", "  input Real u;\n  output Real y = 1000*exp(-((u - 3.7)/1e-3)^2);\n");
  write("clock", "  output Real y = time;\n");
  write("ramp", "  output Real y(start=0, fixed=true);\nequation\n  der(y) = 1;\n");
  write("twice", "  input Real u;\n  output Real y = 2*u;\n");
  write("plant",
        "  input Real u;\n  Real x(start=0, fixed=true);\nequation\n  der(x) = -0.1*x + u;\n");
  const double exact = 2 * std::sqrt(std::acos(-1.0)) * std::exp(-0.63);
  for (const std::string driver : {"clock", "ramp"})
    for (const double tolerance : {1e-3, 1e-6}) {
      const RunResult run = run_system(
          "driver = \"" + driver +
              ".mo\"\nsource = \"source.mo\"\ntwice = \"twice.mo\"\nplant = \"plant.mo\"\n",
          "\"source.u\" = \"driver.y\"\n\"twice.u\" = \"source.y\"\n\"plant.u\" = \"twice.y\"\n",
          tolerance);
      EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
      EXPECT_NEAR(test::final_value(run, "plant.x"), exact, tolerance * (1 + exact)) << driver;
    }
}

TEST_F(ConnectedPulses, OfAnOutputCrossThresholdsOfTheModelsBehindIt) {
  write("source", "  output Real y = exp(-((time - 3.7)/1e-3)^2);\n");
  write("counter",
        "  input Real u;\n  Real x(start=0, fixed=true);\n  Integer n(start=0, fixed=true);\n"
        "equation\n  der(x) = if u > 0.5 then 1000 else 0;\n"
        "  when u > 0.5 then\n    n = pre(n) + 1;\n  end when;\n");
  const RunResult run = run_system("source = \"source.mo\"\ncounter = \"counter.mo\"\n",
                                   "\"counter.u\" = \"source.y\"\n", 1e-6);
  EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
  EXPECT_NEAR(test::final_value(run, "counter.x"), 2 * std::sqrt(std::log(2.0)), 3e-6);
}

const std::string pulse =
    "parameter Real w = 1e-4; Real x(start=0, fixed=true);"
    "equation der(x) = exp(-((time - 3.7)/w)^2)/w;";

TEST_F(HiddenFeatures, EveryMethodThatChoosesItsStepsFindsAPulse) {
  const double exact = std::sqrt(std::acos(-1.0));
  for (const char* method : {"bs32", "dopri5", "dop853", "adams", "rosenbrock", "radau", "bdf"}) {
    const RunResult run = run_body(pulse, {.stop = 10, .tolerance = 1e-4, .method = method});
    EXPECT_EQ(run.verdict, Verdict::trusted) << method << test::said(run);
    EXPECT_NEAR(test::final_value(run, "x"), exact, 2e-4) << method;
    EXPECT_GT(run.statistics.hidden_features, 0) << method;
  }
}

// A step that ended a little inside of the window had its last stage there: x was 8.4, not 0.15.
TEST_F(HiddenFeatures, AStepThatEndsBeforeAFeatureDoesNotSeeIt) {
  const PulseModel window = test::pulse_model(4397);
  const RunResult run = run_text(window.text, {.stop = window.stop, .tolerance = window.tolerance});
  EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
  EXPECT_LE(largest_error(run, window), 1);
}

// The step to the end of the pulse is found by the search, in both integrations: dop853 did not see
// that it lacks 1.6 % of the area, 2.2 tolerances.
TEST_F(HiddenFeatures, ComparedIntegrationsDoNotShareTheStepToAFoundPlace) {
  for (const double centre : {2.2, 2.57, 2.94}) {
    const RunResult run = run_body(
        "parameter Real c = 2.2; Real x(start=0, fixed=true);"
        "equation der(x) = 1e4*sqrt(max(0, 1 - ((time - c)/1e-5)^2));",
        {.stop = 30, .tolerance = 1e-3, .set = {"c=" + std::to_string(centre)}});
    EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
    EXPECT_NEAR(test::final_value(run, "x"), 0.05 * std::acos(-1.0), 1.15e-3) << centre;
  }
}

// Behind its begin the step over the whole pulse was as long in both integrations, with the same
// error: 1.6 % of the area, 1.4 tolerances.
TEST_F(HiddenFeatures, ComparedIntegrationsDoNotShareTheStepOverAFoundPlace) {
  const double w = 1.06e-5, rate = 0.42, height = 2386;
  for (const double centre : {0.30, 0.31, 0.314}) {
    const RunResult run = run_body(
        "parameter Real c = 0.3; Real x(start=0, fixed=true), y, s(start=0, fixed=true);"
        "equation y + 0.1*y^3 = sqrt(max(0, 1 - ((s - c)/1.06e-5)^2));"
        "         der(x) = 2386*(y + 0.1*y^3); der(s) = 0.42;",
        {.stop = 1, .tolerance = 1e-3, .set = {"c=" + std::to_string(centre)}});
    EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
    EXPECT_NEAR(test::final_value(run, "x"), height * w / rate * std::acos(-1.0) / 2, 1.09e-3)
        << centre;
  }
}

// The step that passed over the peak was accepted, because it saw nothing; the one that ended there
// saw the flank and was not judged: x was 105 000 tolerances off.
TEST_F(HiddenFeatures, AStepThatEndsAtAFoundPlaceIsWithinTheTolerance) {
  const double w = 4e-4;
  const RunResult run = run_body(
      "Real x(start=0, fixed=true), s(start=0, fixed=true), b(start=1, fixed=true),"
      "     d(start=0, fixed=true);"
      "equation der(s) = 0.63; der(x) = 4200*max(0, 1 - sqrt(abs((s - 0.0112)/4e-4)))*0.63;"
      "         der(b) = 3*d; der(d) = -3*b;",
      {.stop = 3.7, .tolerance = 1e-8});
  EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
  EXPECT_NEAR(test::final_value(run, "x"), 4200 * w * 2 / 3, 2e-8);
  EXPECT_LT(run.statistics.rhs_evaluations, 30'000);
}

// A rounding of the time is 1.2 tolerances here, at each end of the window.
TEST_F(HiddenFeatures, RoundingOfTheTimeOfAJumpIsInTheEstimate) {
  const double begin = 7.779340576931946, end = 7.779341978216451, height = 16518630;
  const RunResult run = run_body(
      "Real x(start=0, fixed=true);"
      "equation der(x) = if noEvent(time > 7.779340576931946 and time < 7.779341978216451)"
      "                  then 16518630 else 0;",
      {.stop = 10, .tolerance = 1e-9});
  const double exact = height * (end - begin);
  const double error = std::abs(test::final_value(run, "x") - exact) / (1e-9 * (1 + exact));
  EXPECT_TRUE(run.verdict != Verdict::trusted || error <= 1) << error << test::said(run);
  EXPECT_LE(error, 3);
}

TEST_F(HiddenFeatures, AFixedStepThatPassesOverAPulseSaysSo) {
  const RunResult run = run_body(pulse, {.stop = 10, .step = 0.03, .method = "rk4"});
  const Bell* const bell = test::find_bell(run, BellCode::unresolved_feature);
  ASSERT_NE(bell, nullptr) << test::said(run);
  EXPECT_NEAR(bell->time, 3.7, 0.01);
  EXPECT_NE(bell->message.find("der(x)"), std::string::npos) << bell->message;
}

TEST_F(HiddenFeatures, APulseThatStepsResolveIsNoWarning) {
  const RunResult run =
      run_body(pulse, {.stop = 10, .set = {"w=0.5"}, .step = 0.03, .method = "rk4"});
  EXPECT_FALSE(has_bell(run, BellCode::unresolved_feature)) << test::said(run);
}

// Counts with `when`: an event that is found has all of its consequences.
TEST_F(HiddenFeatures, AThresholdThatIsCrossedTwiceWithinAStepIsTwoEvents) {
  const RunResult run = run_body(
      "Real s(start=0, fixed=true); discrete Integer n(start=0, fixed=true);"
      "equation der(s) = cos(time); when abs(s - 0.373) < 5e-6 then n = pre(n) + 1; end when;",
      {.stop = 6, .tolerance = 1e-6});
  EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
  EXPECT_EQ(run.events.size(), 4U);
}

TEST_F(HiddenFeatures, AnInputFromATableIsBoundedWithTheModel) {
  test::write_file(scratch / "u.csv", "time,u\n0,0\n10,1\n");
  const RunResult run = run_body(
      "input Real u; Real x(start=0, fixed=true);"
      "equation der(x) = 100*exp(-((u - 0.37)/1e-4)^2);",
      {.stop = 10, .tolerance = 1e-5, .input = scratch / "u.csv"});
  EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
  EXPECT_NEAR(test::final_value(run, "x"), 0.1 * std::sqrt(std::acos(-1.0)), 2e-5);
}

// The exponential is at most 1.2e-17; what counts is what it does to x.
TEST_F(HiddenFeatures, ATinyFactorOfALargePulseIsNotFlat) {
  const double area = 1e18 * std::exp(-39.0) * 1e-3 * std::sqrt(std::acos(-1.0));
  for (const double tolerance : {1e-3, 1e-5}) {
    const RunResult run = run_body(
        "Real x(start=0, fixed=true);"
        "equation der(x) = -x + 1e18*exp(-((time - 5.123)/1e-3)^2 - 39);",
        {.stop = 6, .tolerance = tolerance});
    EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
    EXPECT_NEAR(test::final_value(run, "x"), area * std::exp(-0.877), tolerance);
  }
}

// A hundredth of the tolerance, and 750 times that at the end.
TEST_F(HiddenFeatures, ASmallPulseThatTheModelAmplifiesIsNotMissed) {
  for (const double area : {1e-8, 3e-9}) {
    const RunResult run = run_body(
        "parameter Real a = 1, w = 1e-4; Real x(start=0, fixed=true);"
        "equation der(x) = 0.7*x + a/w*exp(-((time - 0.5371)/w)^2);",
        {.stop = 10,
         .tolerance = 1e-6,
         .set = {"a=" + std::to_string(area * 1e9 / std::sqrt(std::acos(-1.0))) + "e-9"}});
    EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
    EXPECT_NEAR(test::final_value(run, "x"), area * std::exp(0.7 * (10 - 0.5371)), 1e-6);
  }
}

// A change that no tolerance can see needs no search, whatever the unit of the factor is.
TEST_F(HiddenFeatures, AHugeFactorOfATinyPulseIsFlat) {
  const RunResult run = run_body(
      "Real x(start=1, fixed=true);"
      "equation der(x) = -x + 1e-30*(1e8/(1 + ((time - 5)/1e-4)^2));",
      {.stop = 10, .tolerance = 1e-6});
  EXPECT_EQ(run.verdict, Verdict::trusted) << test::said(run);
  EXPECT_EQ(run.statistics.bounded_intervals, 0);
}

TEST_F(HiddenFeatures, ASmoothModelIsNotSearched) {
  const RunResult run = run_body(
      "Real x(start=1, fixed=true), v(start=0, fixed=true);"
      "equation der(x) = v; der(v) = -x - 0.1*v + sin(3*time)*x^2;",
      {.stop = 10, .tolerance = 1e-6});
  EXPECT_EQ(run.statistics.bounded_intervals, 0);
}

}  // namespace
}  // namespace bw::run::hidden_features_test
