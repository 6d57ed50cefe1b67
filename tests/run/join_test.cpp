// Connected models are solved as one: the result is that of one model with all equations.

#include "run/open/join.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "run/run.h"
#include "support/contains.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::join_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::contains;
using test::said;

class JoinTest : public testing::Test {
 protected:
  void model(const std::string& name, const std::string& body) {
    test::write_file(scratch / (name + ".mo"), "model M\n" + body + "\nend M;\n");
  }
  // Components by the names of their files, connections line by line.
  std::string system(const std::vector<std::string>& components, const std::string& connections,
                     const std::string& settings = "") {
    std::string toml = "[components]\n";
    for (const std::string& component : components) {
      const std::string name = component.substr(0, component.find('.'));
      toml += name + " = \"" + (name == component ? component + ".mo" : component) + "\"\n";
    }
    toml += "[connections]\n" + connections + "\n[run]\nstop = 5\n" + settings + "\n";
    test::write_file(scratch / "system.toml", toml);
    return scratch / "system.toml";
  }
  RunResult run_system(const std::vector<std::string>& components, const std::string& connections,
                       RunSpec spec = {}) {
    spec.target = system(components, connections);
    return run(spec);
  }
  // The largest difference between a column and a function of time.
  static double error(const RunResult& r, const std::string& column,
                      const std::function<double(double)>& exact) {
    const auto values = r.trajectory.real(column);
    double largest = 0;
    for (std::size_t k = 0; k < values.size(); ++k)
      largest = std::max(largest, std::abs(values[k] - exact(r.trajectory.times()[k])));
    return largest;
  }

  const test::ScratchFolder scratch;
};

const std::string integral = "input Real u; output Real x(start=0, fixed=true); equation der(x)=u;";

TEST_F(JoinTest, TwoModelsThatDriveEachOtherHaveNoCouplingError) {
  model("a", integral);
  model("b", "input Real u; output Real x(start=1, fixed=true); equation der(x)=-u;");
  const RunResult r = run_system({"a", "b"}, "'a.u' = 'b.x'\n'b.u' = 'a.x'", {.tolerance = 1e-9});
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_TRUE(contains(sentence(r.approach), "2 components solved as one model"))
      << sentence(r.approach);
  EXPECT_LT(error(r, "a.x", [](double t) { return std::sin(t); }), 2e-9);
  EXPECT_LT(error(r, "b.x", [](double t) { return std::cos(t); }), 2e-9);
}

// In time, in a signal from the other model, and as a window: see ode/events/hidden_search.
TEST_F(JoinTest, WhatNoStepMeetsIsFoundInConnectedModels) {
  const double root_of_pi = std::sqrt(std::acos(-1.0));
  const std::string ramp = "output Real y(start=0, fixed=true); input Real v; ";
  const std::string sum = "input Real u; output Real x(start=0, fixed=true); ";
  struct Case {
    std::string a, b;
    double exact;
  };
  const std::vector<Case> cases{
      {ramp + "equation der(y) = 1e4*exp(-((time - 3.7)/1e-4)^2) - v;",
       sum + "equation der(x) = 0*u;", root_of_pi},
      {ramp + "equation der(y) = 0.2 - 0*v;",
       sum + "equation der(x) = 1e3*exp(-((u - 0.373)/1e-4)^2);", 0.5 * root_of_pi},
      {ramp + "equation der(y) = 0.2 - 0*v;",
       sum + "equation der(x) = if abs(u - 0.373) < 5e-6 then 1e4 else 0;", 0.5}};
  for (const Case& one : cases) {
    model("a", one.a);
    model("b", one.b);
    const RunResult r = run_system({"a", "b"}, "'b.u' = 'a.y'\n'a.v' = 'b.x'", {.tolerance = 1e-5});
    EXPECT_EQ(r.verdict, Verdict::trusted) << one.b << said(r);
    EXPECT_TRUE(contains(sentence(r.approach), "solved as one model"));
    const std::string seen = &one == cases.data() ? "a.y" : "b.x";
    EXPECT_NEAR(test::final_value(r, seen), one.exact, 2e-5) << one.a << one.b;
  }
}

TEST_F(JoinTest, ANamedMasterCouplesInstead) {
  model("a", integral);
  model("b", "input Real u; output Real x(start=1, fixed=true); equation der(x)=-u;");
  const RunResult r =
      run_system({"a", "b"}, "'a.u' = 'b.x'\n'b.u' = 'a.x'", {.master = "jacobi", .step = 0.01});
  EXPECT_EQ(r.master, "jacobi");
  EXPECT_GT(error(r, "a.x", [](double t) { return std::sin(t); }), 1e-4);
}

TEST_F(JoinTest, ConnectionsScaleAndConvertUnits) {
  model("a", "output Real T(unit=\"K\", start=300, fixed=true); equation der(T)=1;");
  model("b", "input Real C(unit=\"degC\"); output Real y; equation y = 2*C;");
  const RunResult r = run_system({"a", "b"}, "'b.C' = 'a.T'");
  EXPECT_LT(error(r, "b.y", [](double t) { return 2 * (300 + t - 273.15); }), 1e-9) << said(r);
}

// Direct feedthrough, in an order that is not that of the file.
TEST_F(JoinTest, ChainsOfFeedThroughHaveTheValueOfTheInstant) {
  model("a", "input Real u; output Real y; equation y = 2*u;");
  model("b", "input Real u; output Real y; equation y = u + 1;");
  model("c", "output Real y(start=0, fixed=true); equation der(y) = 1;");
  const RunResult r = run_system({"a", "b", "c"}, "'a.u' = 'b.y'\n'b.u' = 'c.y'");
  EXPECT_LT(error(r, "a.y", [](double t) { return 2 * (t + 1); }), 1e-9) << said(r);
}

// One model twice in a chain: through its first output to another one and back to its second.
TEST_F(JoinTest, AModelMayBeEvaluatedTwiceInOneInstant) {
  model("a", "input Real u, v; output Real y, z; equation y = 3*u; z = v + 1;");
  model("b", "input Real u; output Real y; equation y = u^2;");
  model("c", "output Real y(start=0, fixed=true); equation der(y) = 1;");
  const RunResult r = run_system({"a", "b", "c"}, "'a.u' = 'c.y'\n'b.u' = 'a.y'\n'a.v' = 'b.y'");
  EXPECT_LT(error(r, "a.z", [](double t) { return 9 * t * t + 1; }), 1e-9) << said(r);
}

TEST_F(JoinTest, LinearCirclesAreSolved) {
  model("a", "input Real u; output Real y; equation y = 0.5*u + time;");
  model("b", "input Real u; output Real y; equation y = -3*u + 1;");
  const RunResult r = run_system({"a", "b"}, "'a.u' = 'b.y'\n'b.u' = 'a.y'");
  EXPECT_LT(error(r, "a.y", [](double t) { return (0.5 + t) / 2.5; }), 1e-12) << said(r);
}

TEST_F(JoinTest, NonlinearCirclesThatFeedStatesAreSolved) {
  model("a", "input Real u; output Real y; equation y = exp(-u);");
  model("b",
        "input Real u; output Real y, x(start=0, fixed=true); equation y = u + x; der(x) = 1;");
  // y = exp(-(y + x)): y = W(exp(-x)).
  const RunResult r = run_system({"a", "b"}, "'a.u' = 'b.y'\n'b.u' = 'a.y'", {.record = {"*"}});
  const auto lambert = [](double t) {
    double y = 0.5;
    for (int i = 0; i < 50; ++i) y -= (y - std::exp(-y - t)) / (1 + std::exp(-y - t));
    return y;
  };
  EXPECT_LT(error(r, "a.y", lambert), 1e-12) << said(r);
}

// At the start each state follows the other one, which it does not later.
TEST_F(JoinTest, InitialEquationsHoldAcrossConnections) {
  model("a",
        "input Real u; output Real y; Real x(start=1); initial equation der(x) = 0;"
        "equation der(x) = u - 2*x; y = x;");
  model("b",
        "input Real u; output Real y; Real z(start=3); initial equation der(z) = 0;"
        "equation der(z) = 4 - z - u; y = z;");
  const RunResult r = run_system({"a", "b"}, "'a.u' = 'b.y'\n'b.u' = 'a.y'");
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_LT(error(r, "a.y", [](double) { return 4.0 / 3; }), 1e-9);
  EXPECT_LT(error(r, "b.y", [](double) { return 8.0 / 3; }), 1e-9);
}

TEST_F(JoinTest, ACircleWithoutSolutionIsNamed) {
  model("a", "input Real u; output Real y; equation y = u + 1;");
  model("b", "input Real u; output Real y; equation y = u;");
  const RunResult r = run_system({"a", "b"}, "'a.u' = 'b.y'\n'b.u' = 'a.y'");
  EXPECT_EQ(r.exit_code, ExitCode::stopped);
  EXPECT_TRUE(contains(said(r), "algebraic loop")) << said(r);
  EXPECT_TRUE(contains(said(r), "a.u")) << said(r);
}

// A thermostat in one model, the room in another: events act in both directions.
TEST_F(JoinTest, DiscreteSignalsAndEventsCrossConnections) {
  model("room",
        "input Boolean heats; output Real T(start=15, fixed=true);"
        "equation der(T) = (if heats then 10 else 0) - (T - 10);");
  model("thermostat",
        "input Real T; output Boolean on(start=true, fixed=true); output Integer n(start=0, "
        "fixed=true); equation when T > 18 then on = false; n = pre(n) + 1;"
        "elsewhen T < 16 then on = true; n = pre(n); end when;");
  model("all",
        "output Real T(start=15, fixed=true); Boolean on(start=true, fixed=true);"
        "output Integer n(start=0, fixed=true);"
        "equation der(T) = (if on then 10 else 0) - (T - 10);"
        "when T > 18 then on = false; n = pre(n) + 1;"
        "elsewhen T < 16 then on = true; n = pre(n); end when;");
  const RunResult joint =
      run_system({"room", "thermostat"},
                 "'room.heats' = 'thermostat.on'\n'thermostat.T' = 'room.T'", {.tolerance = 1e-8});
  const RunResult one = run({.target = scratch / "all.mo", .stop = 5, .tolerance = 1e-8});
  ASSERT_EQ(joint.verdict, Verdict::trusted) << said(joint);
  ASSERT_EQ(joint.events.size(), one.events.size());
  ASSERT_GT(one.events.size(), 5U);
  for (std::size_t k = 0; k < one.events.size(); ++k)
    EXPECT_NEAR(joint.events[k].time, one.events[k].time, 1e-7);
  const auto a = joint.trajectory.real("room.T"), b = one.trajectory.real("T");
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], 1e-6);
}

// The jump of a state of one model makes an event of another one at the same time.
TEST_F(JoinTest, AReinitIsSeenByTheOthersImmediately) {
  model("saw",
        "output Real x(start=0, fixed=true); equation der(x) = 1; when x > 1 then reinit(x, "
        "0); end when;");
  model("counter",
        "input Real u; output Integer n(start=0, fixed=true); equation when u < 0.5 then n = "
        "pre(n) + 1; end when;");
  const RunResult r = run_system({"saw", "counter"}, "'counter.u' = 'saw.x'", {.stop = 4.5});
  ASSERT_EQ(r.exit_code, ExitCode::ok) << said(r);
  for (const auto& [variable, cell] : r.final_values)
    if (variable == "counter.n") {
      EXPECT_EQ(std::get<std::int64_t>(std::get<Discrete>(cell)), 4);
    }
}

// Both sample at the same times, and each reads what the other one samples there.
TEST_F(JoinTest, WhatHappensTogetherInTwoModelsIsAsInOne) {
  model("a",
        "input Real u; output Real y; Real x(start=0, fixed=true); output Real d(start=0, "
        "fixed=true); equation der(x) = u - x; y = x; when sample(0.1, 0.1) then d = u; end when;");
  model("b",
        "input Real v; output Real w; discrete Real h(start=0, fixed=true);"
        "equation w = 2 - h; when sample(0.1, 0.1) then h = v; end when;");
  model("one",
        "Real u, w; Real x(start=0, fixed=true); output Real d(start=0, fixed=true);"
        "discrete Real h(start=0, fixed=true); equation der(x) = u - x; u = w; w = 2 - h;"
        "when sample(0.1, 0.1) then d = u; h = x; end when;");
  const RunResult joint =
      run_system({"a", "b"}, "'a.u' = 'b.w'\n'b.v' = 'a.y'", {.tolerance = 1e-8, .interval = 0.25});
  const RunResult one =
      run({.target = scratch / "one.mo", .stop = 5, .tolerance = 1e-8, .interval = 0.25});
  const auto ours = joint.trajectory.real("a.d"), exact = one.trajectory.real("d");
  ASSERT_EQ(ours.size(), exact.size());
  for (std::size_t k = 0; k < ours.size(); ++k) EXPECT_NEAR(ours[k], exact[k], 1e-7) << k;
}

TEST_F(JoinTest, TablesAreReadAtEveryInstant) {
  test::write_file(scratch / "drive.csv", "time,u\n0,0\n2,2\n2,5\n5,5\n");
  model("a", integral);
  const RunResult r =
      run_system({"a", "drive.csv"}, "'a.u' = 'drive.u'", {.tolerance = 1e-9, .record = {"a.x"}});
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_LT(error(r, "a.x", [](double t) { return t < 2 ? t * t / 2 : 2 + 5 * (t - 2); }), 1e-9);
}

TEST_F(JoinTest, InputsOfOneMemberMayComeFromAFile) {
  test::write_file(scratch / "in.csv", "time,b.v\n0,1\n5,1\n");
  model("a", integral);
  model("b", "input Real u, v; output Real x(start=0, fixed=true); equation der(x) = v - u;");
  RunSpec spec{.tolerance = 1e-9, .input = scratch / "in.csv"};
  const RunResult r = run_system({"a", "b"}, "'a.u' = 'b.x'\n'b.u' = 'a.x'", spec);
  EXPECT_LT(error(r, "b.x", [](double t) { return std::sin(t); }), 2e-9) << said(r);
}

TEST_F(JoinTest, ModelsWithoutConnectionsRunSideBySide) {
  model("a", "output Real x(start=1, fixed=true); equation der(x) = -x;");
  model("b", "output Real x(start=1, fixed=true); equation der(x) = -2*x;");
  const RunResult r = run_system({"a", "b"}, "", {.tolerance = 1e-8});
  EXPECT_EQ(r.verdict, Verdict::trusted) << said(r);
  EXPECT_LT(error(r, "b.x", [](double t) { return std::exp(-2 * t); }), 1e-8);
}

// Models of equations, an FMU for model exchange and one that steps by itself.
TEST_F(JoinTest, AnFmuForModelExchangeIsJoinedAndOneForCoSimulationIsCoupled) {
  model("b", "input Real u; output Real x(start=1, fixed=true); equation der(x)=-u;");
  const std::string follow = std::string(BW_TEST_FMUS) + "/2/Follow.fmu";
  for (const std::string interface : {"me", "cs"}) {
    test::write_file(
        scratch / "system.toml",
        "[components]\na = { file = \"" + follow + "\", interface = \"" + interface +
            "\" }\nb = \"b.mo\"\nc = \"c.mo\"\n[connections]\n\"a.u\" = \"c.y\"\n\"b.u\" = "
            "\"a.x\"\n\"c.u\" = \"b.x\"\n[run]\nstop = 3\ntolerance = 1e-5\n");
    model("c", "input Real u; output Real y; equation y = u;");
    const RunResult r = run({.target = scratch / "system.toml"});
    ASSERT_EQ(r.verdict, Verdict::trusted) << interface << said(r);
    EXPECT_LT(error(r, "b.x", [](double t) { return std::cos(t); }), 2e-5) << interface;
    EXPECT_EQ(contains(sentence(r.approach), "3 components solved as one"), interface == "me")
        << sentence(r.approach);
  }
}

}  // namespace
}  // namespace bw::run::join_test
