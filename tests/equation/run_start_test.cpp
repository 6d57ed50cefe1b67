// homotopy(actual, simplified) at the start, in the program and in exported FMUs; and loops with
// several solutions that nothing decides.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <functional>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/equation/exported_twin.h"
#include "support/equation/text_models.h"
#include "support/refusal.h"

namespace bw::test::run_start_test {
namespace {

equation::FlatModel read(const std::string& body) {
  return equation::read_model("model m\n" + body + "end m;\n", "m.mo").model;
}

const Bell* several(const EquationRun& run) {
  for (const Bell& bell : run.bells.rung())
    if (bell.code == BellCode::several_start_solutions) return &bell;
  return nullptr;
}

// All roots of f in an interval.
std::vector<double> roots(const std::function<double(double)>& f, double from, double to) {
  constexpr int pieces = 20000;
  std::vector<double> found;
  for (int k = 0; k < pieces; ++k) {
    double a = from + (to - from) * k / pieces, b = from + (to - from) * (k + 1) / pieces;
    if ((f(a) > 0) == (f(b) > 0)) continue;
    for (int i = 0; i < 60; ++i) *((f(a) > 0) == (f((a + b) / 2) > 0) ? &a : &b) = (a + b) / 2;
    found.push_back((a + b) / 2);
  }
  return found;
}

// As exported FMUs start; variables in the order of the text.
double exported(const equation::FlatModel& flat, std::size_t variable) {
  ExportedTwin twin(flat);
  EXPECT_TRUE(twin.begin(0));
  EXPECT_TRUE(twin.start());
  return twin.value(variable, Type::real);
}

// ---- operational amplifiers with positive feedback ----

struct Amplifier {
  double gain, feedback, input;

  static constexpr double supply = 10;
  std::string text(const std::string& output, const std::string& starts) const {
    return "Real v" + starts + ", p" + starts + ";\nparameter Real A = " + std::to_string(gain) +
           ", beta = " + std::to_string(feedback) + ", u = " + std::to_string(input) +
           ";\nReal x(start=0, fixed=true);\nequation\np = (1 - beta)*u + beta*v;\nv = " + output +
           ";\nder(x) = v - x;\n";
  }
  static constexpr const char* actual = "10*tanh(A*p/10)";
  std::vector<double> solutions() const {
    return roots(
        [&](double v) {
          return v - supply * std::tanh(gain * ((1 - feedback) * input + feedback * v) / supply);
        },
        -1.1 * supply, 1.1 * supply);
  }
};

std::vector<Amplifier> amplifiers() {
  std::vector<Amplifier> all;
  for (const double gain : {20.0, 300.0, 1e4})
    for (const double feedback : {0.2, 0.5, 0.9})
      for (const double input : {-0.3, 0.0001, 0.2}) all.push_back({gain, feedback, input});
  return all;
}

std::string named(const Amplifier& a) {
  return std::to_string(a.gain) + " " + std::to_string(a.feedback) + " " + std::to_string(a.input);
}

TEST(HomotopyStart, LeadsToTheSolutionThatTheSimplifiedExpressionChooses) {
  for (const Amplifier& amplifier : amplifiers()) {
    SCOPED_TRACE(named(amplifier));
    const std::vector<double> solutions = amplifier.solutions();
    ASSERT_EQ(solutions.size(), 3U);
    for (const bool high : {false, true}) {
      const equation::FlatModel flat = read(amplifier.text(
          std::string("homotopy(") + Amplifier::actual + ", " + (high ? "10)" : "-10)"), ""));
      EquationRun run(flat);
      EXPECT_NEAR(run.value("v"), solutions[high ? 2 : 0], 1e-9);
      EXPECT_EQ(several(run), nullptr);
      if (amplifier.feedback == 0.5 && amplifier.gain < 1000) {
        EXPECT_NEAR(exported(flat, 0), solutions[high ? 2 : 0], 1e-9);
      }
    }
  }
}

TEST(SeveralStartSolutions, AreReportedWhereNothingDecides) {
  for (const Amplifier& amplifier : amplifiers()) {
    SCOPED_TRACE(named(amplifier));
    EquationRun run(read(amplifier.text(Amplifier::actual, "")));
    const Bell* bell = several(run);
    ASSERT_NE(bell, nullptr);
    EXPECT_TRUE(contains(bell->message, "start value")) << bell->message;
    for (const double start : {-10.0, 10.0}) {
      const std::string given = "(start=" + std::to_string(start) + ")";
      EquationRun decided(read(amplifier.text(Amplifier::actual, given)));
      EXPECT_NEAR(decided.value("v"), amplifier.solutions()[start > 0 ? 2 : 0], 1e-9);
      EXPECT_EQ(several(decided), nullptr);
    }
  }
}

// ---- tunnel diodes ----

TEST(HomotopyStart, OfTunnelDiodesIsTheLowOrTheHighVoltage) {
  int count = 0;
  for (const double source : {0.35, 0.4, 0.45})
    for (const double resistance : {80.0, 100.0, 120.0}) {
      const auto current = [](double v) {
        return 0.005 * (v / 0.065) * std::exp(1 - v / 0.065) + 1e-7 * (std::exp(v / 0.05) - 1);
      };
      const std::vector<double> solutions =
          roots([&](double v) { return source - resistance * current(v) - v; }, 0, 1);
      if (solutions.size() != 3) continue;
      ++count;
      const std::string formula = "0.005*(v/0.065)*exp(1 - v/0.065) + 1e-7*(exp(v/0.05) - 1)";
      for (const bool high : {false, true}) {
        SCOPED_TRACE(std::to_string(source) + " " + std::to_string(resistance));
        EquationRun run(read("Real v, i;\nequation\n" + std::to_string(source) + " = " +
                             std::to_string(resistance) + "*i + v;\ni = homotopy(" + formula +
                             (high ? ", 0);\n" : ", v/10);\n")));
        EXPECT_NEAR(run.value("v"), solutions[high ? 2 : 0], 1e-9);
      }
    }
  EXPECT_GE(count, 6);
}

// ---- pipes ----

TEST(HomotopyStart, OfPipesInARowIsTheirFlow) {
  for (int n = 1; n <= 6; ++n) {
    const std::string count = std::to_string(n);
    const equation::FlatModel flat =
        read("Real m;\nparameter Integer n = " + count +
             ";\nReal p[n + 1];\nReal h(start=2, fixed=true);\n"
             "equation\np[1] = 10*h;\np[n + 1] = 0;\nfor i in 1:n loop\n"
             "m = homotopy(sign(p[i] - p[i + 1])*sqrt(abs(p[i] - p[i + 1])), p[i] - p[i + 1]);\n"
             "end for;\nder(h) = -0.1*m;\n");
    EquationRun run(flat);
    EXPECT_NEAR(run.value("m"), std::sqrt(20.0 / n), 1e-9) << n;
    EXPECT_NEAR(exported(flat, 0), std::sqrt(20.0 / n), 1e-9);
  }
}

// ---- all of them at once ----

// The second amplifier follows the first one along the path.
TEST(HomotopyStart, ContinuesAllOperatorsTogether) {
  EquationRun run(
      read("Real v, w;\nequation\nv = homotopy(10*tanh(10*(0.5*v - 1)), -10);\n"
           "w = homotopy(10*tanh(10*(0.5*w + 0.1*v)), v);\n"));
  EXPECT_NEAR(run.value("v"), -10, 1e-6);
  EXPECT_NEAR(run.value("w"), -10, 1e-6);
}

TEST(HomotopyStart, ReachesInitialEquationsAndStates) {
  const equation::FlatModel flat = read(
      "Real x;\ninitial equation\nder(x) = 0;\nequation\n"
      "der(x) = homotopy(x - x^3 + 0.1, 2 - x);\n");
  EquationRun run(flat);
  EXPECT_NEAR(run.x[0], 1.0466805318046022, 1e-9);
  EXPECT_NEAR(exported(flat, 0), run.x[0], 1e-12);
}

TEST(HomotopyStart, IsOverWhenTheRunHasStarted) {
  EquationRun run(
      read("Real x(start=1, fixed=true), y;\nequation\n"
           "der(x) = homotopy(-x, 5);\ny = homotopy(x, 3);\n"));
  run.march(1);
  EXPECT_NEAR(run.value("x"), std::exp(-1.0), 1e-8);
  EXPECT_NEAR(run.value("y"), std::exp(-1.0), 1e-8);
}

TEST(HomotopyStart, FollowsRelationsThatChangeOnTheWay) {
  EquationRun run(
      read("Real y, z;\nequation\nz = if y > 2 then 1 else 0;\n"
           "y + 0.1*y^3 = homotopy(6 + z, 0);\n"));
  const std::vector<double> expected =
      roots([](double y) { return y + 0.1 * y * y * y - 7; }, 0, 10);
  EXPECT_NEAR(run.value("y"), expected.at(0), 1e-9);
}

TEST(HomotopyStart, TakesArraysElementByElement) {
  EquationRun run(
      read("Real y[2];\nequation\ny = homotopy({tanh(5*y[1]) + 0.1, y[2]/2 + 1}, {2, "
           "3});\n"));
  EXPECT_NEAR(run.value("y[1]"), std::tanh(5 * run.value("y[1]")) + 0.1, 1e-9);
  EXPECT_GT(run.value("y[1]"), 0.5);
  EXPECT_NEAR(run.value("y[2]"), 2, 1e-9);
}

TEST(HomotopyStart, ThatEndsOnTheWaySaysWhere) {
  const equation::FlatModel flat = read(
      "Real y;\nReal x(start=0, fixed=true);\nequation\n0 = homotopy(y^2 + 1, y - 1);\n"
      "der(x) = y;\n");
  try {
    EquationRun run(flat);
    ADD_FAILURE() << run.value("y");
  } catch (const ComponentFailure& failure) {
    // l (y^2 + 1) + (1 - l) (y - 1) = 0 has no solution beyond l = (1 + sqrt(8)) / 7 = 0.54692
    EXPECT_TRUE(contains(failure.what(), "homotopy() ends at lambda = 0.5469")) << failure.what();
    EXPECT_TRUE(contains(failure.what(), "equations for y")) << failure.what();
  }
  ExportedTwin twin(flat);
  EXPECT_TRUE(twin.begin(0));
  EXPECT_FALSE(twin.start());
}

// Far from its thresholds a trigger has one solution, v = -15. The linear amplifier has another
// one, v = 20, which goes to infinity on the way.
TEST(HomotopyStart, ThatEndsIsAWarningWhereTheActualEquationsAreSolved) {
  const equation::FlatModel flat = read(
      "Real v, e;\nReal x(start=0, fixed=true);\nequation\ne = 0.5*v - 10;\n"
      "v = homotopy(noEvent(if 1e4*e > 15 then 15 else if 1e4*e < -15 then -15 else "
      "1e4*e), 1e4*e);\nder(x) = v - x;\n");
  EquationRun run(flat);
  EXPECT_NEAR(run.value("v"), -15, 1e-9);
  const auto bells = run.bells.rung();
  const auto bell = std::find_if(bells.begin(), bells.end(),
                                 [](const Bell& b) { return b.code == BellCode::not_converged; });
  ASSERT_NE(bell, bells.end());
  EXPECT_EQ(bell->severity, Severity::warning);
  EXPECT_TRUE(contains(bell->message, "homotopy() ends at lambda = 0.999")) << bell->message;
  ExportedTwin twin(flat);
  EXPECT_TRUE(twin.begin(0) && twin.start());
  EXPECT_TRUE(twin.has_warned);
  EXPECT_NEAR(twin.value(0, Type::real), -15, 1e-9);
}

TEST(HomotopyStart, NeedsBothExpressionsOfOneSize) {
  for (const char* wrong : {"y = homotopy(time);\n", "y = homotopy(time, {1, 2});\n"})
    EXPECT_THROW(read(std::string("Real y;\nequation\n") + wrong), InputError);
}

// ---- false alarms ----

// y = 2 is found from 0; y = -3 is the other one.
TEST(SeveralStartSolutions, AreNotReportedWhereSomethingDecides) {
  const auto body = [](const std::string& declared, const std::string& equations) {
    return read("Real y" + declared + ";\nequation\ny^2 + y = 6;\n" + equations);
  };
  EquationRun open(body("", ""));
  EXPECT_NEAR(open.value("y"), 2, 1e-12);
  ASSERT_NE(several(open), nullptr);
  EXPECT_TRUE(contains(several(open)->message, "starts with y = 2, but -3"))
      << open.bells.rung()[0].message;
  for (const auto& [declared, equations] :
       {std::pair("(start=1)", ""),                 // a start value
        {"(min=0)", ""},                            // a limit
        {", z", "z = sqrt(y);\n"},                  // what follows from it
        {"", "assert(y > 0, \"y below 0\");\n"},    // an assertion
        {"(max=5), z(min=-1)", "z = y - 1;\n"}}) {  // a limit of another variable
    SCOPED_TRACE(std::string(declared) + " " + equations);
    EquationRun run(body(declared, equations));
    EXPECT_NEAR(run.value("y"), 2, 1e-12);
    EXPECT_EQ(several(run), nullptr);
  }
  EquationRun set(body("", ""), equation::CompilerChoice::tiny, {{"y", -4}});
  EXPECT_NEAR(set.value("y"), -3, 1e-12);
  EXPECT_EQ(several(set), nullptr);
}

TEST(SeveralStartSolutions, AreNotReportedOfPeriodsOrOneSolution) {
  for (const char* one : {"sin(y) = 0.1;\n", "cos(y) + 2*y = 0.5;\n", "y + exp(y) = 2;\n",
                          "y + y^3 = 1e-3;\n", "(y - 1)^3 = 0;\n", "y + tanh(9*y) = 0.3;\n"}) {
    SCOPED_TRACE(one);
    EquationRun run(read(std::string("Real y;\nequation\n") + one));
    EXPECT_EQ(several(run), nullptr) << several(run)->message;
  }
}

TEST(SeveralStartSolutions, AreNotReportedOfAnyModelText) {
  for (const char* folder : {"tests/equation", "examples"})
    for (const auto& entry :
         std::filesystem::recursive_directory_iterator(std::filesystem::path(BW_SOURCE) / folder)) {
      if (entry.path().extension() != ".mo") continue;
      SCOPED_TRACE(entry.path().string());
      try {
        const equation::FlatModel flat = read_text_model(entry.path());
        EquationRun run(flat, equation::CompilerChoice::tiny, {},
                        flat.experiment.start.value_or(0));
        EXPECT_EQ(several(run), nullptr) << several(run)->message;
      } catch (const InputError&) {
      }
    }
}

}  // namespace
}  // namespace bw::test::run_start_test
