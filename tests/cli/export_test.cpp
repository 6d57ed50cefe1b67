// `bellwether export` as its users see it: an exported FMU gives what the model itself gives.

#include <gtest/gtest.h>

#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::export_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Outcome;

const std::string models = BW_SOURCE "/tests/equation/models/";

class Export : public test::ProgramTest {
 protected:
  // As on a machine without a compiler, which takes a tenth of the time.
  Outcome run(const std::vector<std::string>& words) const {
    return test::run_program(
        words, {.folder = scratch.path().string(), .environment = {"CC=", "PATH=/there-is-none"}});
  }
  Outcome run_with_compiler(const std::vector<std::string>& words) const {
    return ProgramTest::run(words);
  }
  // With other options, and rows at the given interval.
  void simulate(const std::string& target, const std::string& file, const std::string& interval,
                std::vector<std::string> more) const {
    more.insert(more.begin(),
                {"run", target, "--no-certify", "--interval", interval, "--quiet", "-o", file});
    const Outcome outcome = run(more);
    EXPECT_EQ(outcome.code, 0) << outcome.err;
  }
  void expect_same(const std::string& a, const std::string& b, const std::string& tolerance) const {
    const Outcome outcome = run({"compare", a, b, "--only-common", "--tolerance", tolerance});
    EXPECT_EQ(outcome.code, 0) << outcome.out << outcome.err;
  }
  static std::vector<std::string> by(const std::string& interface, const std::string& interval,
                                     const std::string& tolerance) {
    std::vector<std::string> words{"--interface", interface, "--tolerance", tolerance};
    if (interface == "cs") words.insert(words.end(), {"--master", "jacobi", "--step", interval});
    return words;
  }
};

struct Case {
  std::string model, stop, interval, tolerance, agreement;
  std::vector<std::string> settings{};
};

class ExportOf : public Export, public testing::WithParamInterface<Case> {};

TEST_P(ExportOf, AllVersionsAndInterfacesGiveWhatTheModelGives) {
  const Case& c = GetParam();
  std::vector<std::string> words = c.settings;
  words.insert(words.end(), {"--stop", c.stop});
  std::vector<std::string> exact = words;
  exact.insert(exact.end(), {"--tolerance", "1e-9"});
  simulate(models + c.model + ".mo", "model.csv", c.interval, exact);
  for (const std::string version : {"2", "3"}) {
    const Outcome made =
        run({"export", models + c.model + ".mo", "-o", version + ".fmu", "--fmi", version});
    ASSERT_EQ(made.code, 0) << made.err;
    for (const std::string interface : {"me", "cs"}) {
      SCOPED_TRACE(c.model + " " + version + " " + interface);
      std::vector<std::string> all = by(interface, c.interval, c.tolerance);
      all.insert(all.end(), words.begin(), words.end());
      simulate(version + ".fmu", "fmu.csv", c.interval, all);
      expect_same("model.csv", "fmu.csv", c.agreement);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Models, ExportOf,
    testing::Values(
        Case{"lotka_volterra", "40", "0.5", "1e-8", "1e-6", {"--record", "*"}},
        Case{"lotka_volterra",
             "40",
             "0.5",
             "1e-8",
             "1e-6",
             {"--record", "*", "--set", "A=0.2", "--set", "x0=12"}},
        Case{"math_003", "10", "0.1", "1e-8", "1e-5", {"--record", "x*"}},
        Case{"bouncing_ball", "2", "0.05", "1e-8", "1e-6"},
        Case{"bouncing_ball", "1.5", "0.05", "1e-8", "1e-6", {"--set", "e=0.5", "--set", "h=2"}},
        Case{"sampled_controller", "5", "0.05", "1e-8", "1e-6", {"--record", "*"}},
        Case{"sampled_controller", "5", "0.05", "1e-8", "1e-6", {"--set", "Ts=0.2"}},
        Case{"diode", "0.5", "0.005", "1e-7", "1e-5"},
        Case{"diode", "0.5", "0.005", "1e-7", "1e-5", {"--record", "*", "--set", "R=50"}},
        Case{"rod", "1", "0.02", "1e-7", "1e-5"}),
    [](const auto& of) {
      return of.param.model + (of.param.settings.size() > 2 ? "_set_" : "_") +
             std::to_string(of.index);
    });

TEST_F(Export, TheModelIsNotOverwrittenThroughALink) {
  test::write_file(scratch / "m.mo", "model m Real x = 1; end m;");
  fs::create_hard_link(scratch / "m.mo", scratch / "m.fmu");
  const Outcome outcome = run({"export", "m.mo", "-o", "m.fmu"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "would overwrite the model that is exported")) << outcome.err;
}

TEST_F(Export, AStiffModelIsSolvedWithinItsSteps) {
  const std::string model = BW_SOURCE "/tests/equation/problems/VDPOL_mu1000_t2000.mo";
  simulate(model, "model.csv", "20", {"--record", "*", "--stop", "800", "--tolerance", "1e-9"});
  ASSERT_EQ(run({"export", model, "-o", "v.fmu"}).code, 0);
  std::vector<std::string> words = by("cs", "20", "1e-7");
  words.insert(words.end(), {"--record", "*", "--stop", "800"});
  simulate("v.fmu", "fmu.csv", "20", words);
  expect_same("model.csv", "fmu.csv", "1e-4");
}

TEST_F(Export, ErrorsOfManyStepsStayNearTheTolerance) {
  const std::string model = BW_SOURCE "/tests/equation/problems/LORENZ_t10.mo";
  simulate(model, "model.csv", "0.1", {"--record", "*", "--stop", "10", "--tolerance", "1e-11"});
  ASSERT_EQ(run({"export", model, "-o", "l.fmu"}).code, 0);
  std::vector<std::string> words = by("cs", "0.1", "1e-6");
  words.insert(words.end(), {"--record", "*", "--stop", "10"});
  simulate("l.fmu", "fmu.csv", "0.1", words);
  expect_same("model.csv", "fmu.csv", "3e-6");
}

TEST_F(Export, SeveralSolutionsAtTheStartAreReported) {
  const std::string text = "model m\n  Real v;\nequation\n  v = 10*tanh(v + 0.01);\nend m;\n";
  test::write_file(scratch / "m.mo", text);
  const Outcome made = run({"export", "m.mo"});
  EXPECT_EQ(made.code, 0);
  EXPECT_TRUE(contains(made.err, "several solutions")) << made.out << made.err;
}

TEST_F(Export, ExportedFmusKeepTheRules) {
  for (const char* model :
       {"lotka_volterra", "math_003", "bouncing_ball", "sampled_controller", "diode", "rod"})
    for (const char* version : {"2", "3"}) {
      SCOPED_TRACE(std::string(model) + " " + version);
      ASSERT_EQ(run({"export", models + model + ".mo", "-o", "x.fmu", "--fmi", version}).code, 0);
      const Outcome outcome = run({"check", "--run", "x.fmu"});
      EXPECT_EQ(outcome.code, 0);
      EXPECT_TRUE(contains(outcome.out, "0 errors, 0 warnings, 0 notes")) << outcome.out;
    }
}

TEST_F(Export, TheSystemsCompilerMakesTheSameOfIt) {
  const std::vector<std::string> words = {"export", models + "bouncing_ball.mo", "--fmi", "3",
                                          "-o"};
  const auto named = [&](const std::string& name) {
    auto all = words;
    all.push_back(name);
    return all;
  };
  ASSERT_EQ(run(named("tiny.fmu")).code, 0);
  ASSERT_EQ(run_with_compiler(named("system.fmu")).code, 0);
  EXPECT_NE(test::read_file(scratch / "tiny.fmu"), test::read_file(scratch / "system.fmu"));
  EXPECT_TRUE(contains(run({"check", "--run", "system.fmu"}).out, "0 errors, 0 warnings, 0 notes"));
  for (const std::string name : {"tiny", "system"})
    simulate(name + ".fmu", name + ".csv", "0.05", by("cs", "0.05", "1e-8"));
  expect_same("tiny.csv", "system.csv", "1e-12");
}

TEST_F(Export, AModelThatEndsItselfBetweenPointsKeepsTheRules) {
  test::write_file(scratch / "m.mo",
                   "model m\n  Real x(start=0, fixed=true);\n  Integer n(start=0, fixed=true);\n"
                   "equation\n  der(x) = 1;\n  when x > 0.3333 then\n"
                   "    terminate(\"enough\");\n    n = pre(n) + 1;\n  end when;\nend m;\n");
  for (const char* version : {"2", "3"}) {
    ASSERT_EQ(run({"export", "m.mo", "--fmi", version}).code, 0);
    const Outcome outcome = run({"check", "--run", "m.fmu"});
    EXPECT_TRUE(contains(outcome.out, "0 errors, 0 warnings, 2 notes")) << outcome.out;
  }
}

TEST_F(Export, AnAssertionThatDoesNotHoldEndsTheRunWithAnError) {
  test::write_file(scratch / "m.mo",
                   "model m\n  Real x(start=0, fixed=true);\nequation\n  der(x) = 1;\n"
                   "  assert(x < 0.5, \"x is too large\");\nend m;\n");
  for (const std::string version : {"2", "3"}) {
    ASSERT_EQ(run({"export", "m.mo", "--fmi", version}).code, 0);
    for (const std::string interface : {"me", "cs"}) {
      std::vector<std::string> words = by(interface, "0.1", "1e-6");
      words.insert(words.begin(), {"run", "m.fmu", "--no-certify", "--stop", "1"});
      const Outcome outcome = run(words);
      EXPECT_NE(outcome.code, 0) << version << interface;
      EXPECT_TRUE(contains(outcome.out + outcome.said(), "x is too large")) << outcome.err;
    }
  }
}

TEST_F(Export, ACompilerThatIsNamedButNotThereIsAnError) {
  const Outcome outcome =
      test::run_program({"export", models + "diode.mo"},
                        {.folder = scratch.path().string(), .environment = {"CC=/not/there/cc"}});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "'/not/there/cc', which the environment variable CC names"))
      << outcome.err;
  EXPECT_FALSE(fs::exists(scratch / "diode.fmu"));
}

TEST_F(Export, WithoutANameTheFmuIsCalledAsTheModelsFile) {
  const Outcome outcome = run({"export", models + "bouncing_ball.mo"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(fs::exists(scratch / "bouncing_ball.fmu"));
  EXPECT_TRUE(contains(outcome.err, "bouncing_ball.fmu: FMI 2.0"));
}

TEST_F(Export, TheSameModelMakesTheSameDescription) {
  ASSERT_EQ(run({"export", models + "diode.mo", "-o", "a.fmu"}).code, 0);
  ASSERT_EQ(run({"export", models + "diode.mo", "-o", "b.fmu"}).code, 0);
  EXPECT_EQ(test::read_file(scratch / "a.fmu"), test::read_file(scratch / "b.fmu"));
}

TEST_F(Export, OptionsThatMakeNoSenseAreRefused) {
  EXPECT_EQ(run({"export", "x.toml"}).code, 1);
  EXPECT_EQ(run({"export", models + "diode.mo", "-o", "x.zip"}).code, 1);
  EXPECT_EQ(run({"export", models + "diode.mo", "--fmi", "1"}).code, 1);
  EXPECT_EQ(run({"export"}).code, 1);
  const Outcome outcome = run({"export", "missing.mo"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "missing.mo")) << outcome.err;
}

TEST_F(Export, AModelWithMistakesLeavesNoFile) {
  test::write_file(scratch / "m.mo", "model m\n  Real x;\nequation\n  der(x) = z;\nend m;\n");
  const Outcome outcome = run({"export", "m.mo"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "m.mo:4:")) << outcome.err;
  EXPECT_FALSE(fs::exists(scratch / "m.fmu"));
  EXPECT_EQ(run({"export", models + "diode.mo", "-o", "no/such/folder.fmu"}).code, 2);
}

TEST_F(Export, AModelAndItsFmuRunAtTheSameToleranceAndInterval) {
  test::write_file(
      scratch / "m.mo",
      "model m\n  Real x(start=1, fixed=true);\nequation\n  der(x) = -x;\n"
      "  annotation(experiment(StopTime=3, Tolerance=1e-7, Interval=0.02));\nend m;\n");
  const std::string plan = run({"run", "m.mo", "--dry-run"}).out;
  EXPECT_TRUE(contains(plan, "tolerance 1e-7")) << plan;
  for (const char* version : {"2", "3"}) {
    ASSERT_EQ(run({"export", "m.mo", "--fmi", version, "-o", "m.fmu"}).code, 0);
    EXPECT_EQ(run({"run", "m.fmu", "--dry-run"}).out, plan);
    const std::string steps = run({"run", "m.fmu", "--interface", "cs", "--dry-run"}).out;
    EXPECT_TRUE(contains(steps, "step 0.02 (the step size")) << steps;
  }
}

TEST_F(Export, AnFmuThatEndsInItsFirstEventHasItsFirstRow) {
  test::write_file(scratch / "m.mo",
                   "model m\n  Real x(start=1, fixed=true);\nequation\n  der(x) = -x;\n"
                   "  when initial() then terminate(\"over\"); end when;\nend m;\n");
  for (const char* version : {"2", "3"}) {
    ASSERT_EQ(run({"export", "m.mo", "--fmi", version, "-o", "m.fmu"}).code, 0);
    const Outcome outcome = run({"run", "m.fmu", "--stop", "1", "-o", "m.csv"});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_EQ(table("m.csv").times.size(), 1U);
  }
}

}  // namespace
}  // namespace bw::cli::export_test
