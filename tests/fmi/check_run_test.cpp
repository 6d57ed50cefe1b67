// How FMUs behave: good ones have no findings, each misdeed of misbehaving.fmu is found.

#include <gtest/gtest.h>
#include <poll.h>
#include <sys/syscall.h>

#include "base/archive/archive.h"
#include "base/process/child.h"
#include "fmi/check/check.h"
#include "support/base/take_away.h"
#include "support/contains.h"
#include "support/fmi/check_bench.h"
#include "support/fmi/component_bench.h"
#include "support/fmi/forgetful_fmu.h"
#include "support/make_zip.h"
#include "support/program.h"
#include "support/scratch_folder.h"

namespace bw::test::check_run_test {
namespace {

std::vector<Finding> findings_in(const std::filesystem::path& file, double seconds = 60,
                                 fmi::CheckOptions options = {}) {
  Report report;
  options.run = true;
  options.seconds = seconds;
  fmi::check_fmu(file, options, report);
  return report.findings();
}

// misbehaving.fmu with other start values.
std::vector<Finding> findings_after(const std::string& deed, const std::string& place,
                                    const std::string& when = "0.5", double seconds = 60,
                                    const fmi::CheckOptions& options = {}) {
  Bells bells;
  const Archive archive(test_fmu("misbehaving"), bells);
  std::vector<ZipEntry> entries;
  for (const std::string& name : archive.entries())
    entries.push_back({.name = name, .bytes = archive.read(name), .unix_mode = 0100755});
  for (ZipEntry& entry : entries)
    if (entry.name == "modelDescription.xml")
      entry.bytes = changed(entry.bytes, {{"start=\"none\"", "start=\"" + deed + "\""},
                                          {"start=\"step\"", "start=\"" + place + "\""},
                                          {"start=\"0.5\"", "start=\"" + when + "\""}});
  const ScratchFolder scratch;
  write_file(scratch / "misbehaving.fmu", make_zip(entries));
  return findings_in(scratch / "misbehaving.fmu", seconds, options);
}

struct Deed {
  std::string deed, place, when, rule, said;
};
std::ostream& operator<<(std::ostream& out, const Deed& deed) { return out << deed.deed; }

class CheckRun : public testing::TestWithParam<Deed> {};

TEST_P(CheckRun, CatchesIt) {
  const Deed& deed = GetParam();
  const auto found = findings_after(deed.deed, deed.place, deed.when);
  const Finding* finding = find_rule(found, deed.rule);
  ASSERT_NE(finding, nullptr) << findings_text(found);
  EXPECT_TRUE(contains(finding->sentence, deed.said));
  EXPECT_EQ(finding->place.file, "co-simulation");
}

INSTANTIATE_TEST_SUITE_P(
    Misdeeds, CheckRun,
    testing::Values(
        Deed{"nan", "step", "0.5", "run-nan", "'y' is nan at t = 0.5"},
        Deed{"error", "step", "0.5", "run-steps", "fmi2DoStep"},
        Deed{"fatal", "initialise", "0", "run-failed", "returned fatal"},
        Deed{"exception", "step", "0.5", "run-steps", "threw an exception"},
        Deed{"error", "get", "0", "run-get", "reading 'u'"},
        Deed{"error", "save", "0.4", "run-restore", "fmi2GetFMUstate"},
        Deed{"error", "restore", "0.4", "run-restore", "fmi2SetFMUstate"},
        Deed{"terminate-request", "step", "0.5", "run-stop", "ended at t ="},
        Deed{"crash", "step", "0.5", "run-crashed", "(signal 11, SIGSEGV) in fmi2DoStep"},
        Deed{"exit", "step", "0.5", "run-crashed", "ended the process (exit code"},
        Deed{"crash", "initialise", "0", "run-crashed", "fmi2ExitInitializationMode"},
        Deed{"crash", "terminate", "0", "run-crashed", "in fmi2Terminate"},
        Deed{"crash", "free", "0", "run-crashed",
             "fmi2FreeInstance at t = 0 crashed. A program that runs it in its own process "
             "may end there."},
        Deed{"exception", "free", "0", "run-crashed",
             ". A program that runs it in its own process may end there."},
        Deed{"rounding", "step", "0.5", "run-environment", "floating-point"}),
    [](const auto& tested) {
      const std::string& deed = tested.param.deed;
      return deed.substr(0, deed.find('-')) + "_" + tested.param.place;
    });

struct Promise {
  Forgets what;
  std::string name, rule;
};
std::ostream& operator<<(std::ostream& out, const Promise& p) { return out << p.name; }

class CheckPromise : public testing::TestWithParam<Promise> {};

TEST_P(CheckPromise, ThatIsNotKeptIsReported) {
  const ScratchFolder scratch;
  write_file(scratch / "forgetful.fmu", forgetful_fmu(GetParam().what));
  const auto found = findings_in(scratch / "forgetful.fmu");
  if (!GetParam().rule.empty()) {
    EXPECT_NE(find_rule(found, GetParam().rule), nullptr) << findings_text(found);
    return;
  }
  for (const Finding& finding : found)
    EXPECT_EQ(finding.rule, "library-from-sources") << findings_text(found);
}

INSTANTIATE_TEST_SUITE_P(Promises, CheckPromise,
                         testing::Values(Promise{Forgets::nothing, "nothing", ""},
                                         Promise{Forgets::reset, "reset", "run-reset"},
                                         Promise{Forgets::restore, "restore", "run-restore"},
                                         Promise{Forgets::serialise, "serialise", "run-serialise"},
                                         Promise{Forgets::others, "others", "run-again"},
                                         Promise{Forgets::steps, "steps", "run-step-split"},
                                         Promise{Forgets::derivative, "derivative",
                                                 "run-derivatives"},
                                         Promise{Forgets::nominal, "nominal", "run-nominals"},
                                         Promise{Forgets::silence, "silence", "run-warnings"},
                                         Promise{Forgets::category, "category", "run-log-category"},
                                         Promise{Forgets::infinity, "infinity", "run-nan"},
                                         Promise{Forgets::start, "start", "run-set-start"},
                                         Promise{Forgets::parameter, "parameter", "run-set"},
                                         Promise{Forgets::refuses, "refuses", "run-reset-refused"}),
                         [](const auto& tested) { return tested.param.name; });

TEST(CheckRuns, AnFmuThatRequestsItsEndIsNotDrivenOn) {
  const auto found = findings_after("terminate-request", "step", "0.3");
  EXPECT_NE(find_rule(found, "run-stop"), nullptr) << findings_text(found);
  EXPECT_EQ(found.size(), 1U) << findings_text(found);
}

TEST(CheckRuns, AModelThatEndsInItsFirstEventIsNotDrivenOn) {
  const ScratchFolder scratch;
  write_file(scratch / "m.mo",
             "model m\n  Real x(start=1, fixed=true);\nequation\n  der(x) = -x;\n"
             "  when initial() then terminate(\"over\"); end when;\n"
             "  annotation(experiment(StopTime=1));\nend m;\n");
  ASSERT_EQ(Program({"export", "m.mo", "-o", "m.fmu"}, {.folder = scratch.path()}).wait().code, 0);
  const auto found = findings_in(scratch / "m.fmu");
  const auto of_model = std::ranges::find_if(found, [](const Finding& finding) {
    return finding.rule == "run-stop" && finding.place.file.starts_with("model");
  });
  ASSERT_NE(of_model, found.end()) << findings_text(found);
  EXPECT_TRUE(contains(of_model->sentence, "it ends the simulation in its first event"));
}

TEST(CheckRuns, ADescriptionWithErrorsIsNotRun) {
  const ScratchFolder scratch;
  write_file(scratch / "bad.fmu",
             make_zip({{.name = "modelDescription.xml",
                        .bytes = changed(good_2, {{"name=\"k\"", "name=\"u\""}})}}));
  EXPECT_NE(find_rule(findings_in(scratch / "bad.fmu"), "run-skipped"), nullptr);
}

TEST(CheckRuns, WhatTheSandboxRefusesIsNamedWithItsWayOut) {
  const auto found = findings_after("socket", "step");
  ASSERT_NE(find_rule(found, "run-steps"), nullptr) << findings_text(found);
  const Finding* note = find_rule(found, "run-sandbox");
  ASSERT_NE(note, nullptr) << findings_text(found);
  EXPECT_TRUE(contains(note->sentence, "the system answered 'Operation not permitted'"));
  EXPECT_TRUE(contains(note->sentence, "--allow network, processes or files=PATH"));
  fmi::CheckOptions with_network, without;
  with_network.allow.network = true;
  without.sandbox = false;
  EXPECT_EQ(find_rule(findings_after("socket", "step", "0.5", 60, with_network), "run-steps"),
            nullptr);
  EXPECT_EQ(find_rule(findings_after("socket", "step", "0.5", 60, without), "run-sandbox"),
            nullptr);
}

TEST(CheckRuns, AMissingLayerOfTheSandboxIsANote) {
  const auto child = Child::start([](const Child::Wanted&) {
    take_away({SYS_unshare});
    const auto found = findings_in(test_fmu("decay"));
    const Finding* note = find_rule(found, "run-sandbox-incomplete");
    return note != nullptr ? note->sentence : findings_text(found);
  });
  ASSERT_NE(child, nullptr);
  while (!child->listen()) {
    pollfd ready{child->fd(), POLLIN, 0};
    poll(&ready, 1, -1);
  }
  EXPECT_TRUE(contains(child->outcome().bytes, "the sandbox of the FMU has no namespaces ("));
}

TEST(CheckRuns, WhatNeverComesBackIsReportedAfterTheTimeLimit) {
  const auto found = findings_after("hang", "step", "0.5", 1);
  const Finding* finding = find_rule(found, "run-endless");
  ASSERT_NE(finding, nullptr) << findings_text(found);
  EXPECT_TRUE(contains(finding->sentence, "fmi2DoStep"));
}

TEST(CheckRuns, WarningsAreCountedAndTheFirstIsShown) {
  const ScratchFolder scratch;
  write_file(scratch / "forgetful.fmu", forgetful_fmu(Forgets::silence));
  const auto found = findings_in(scratch / "forgetful.fmu");
  const Finding* finding = find_rule(found, "run-warnings");
  ASSERT_NE(finding, nullptr) << findings_text(found);
  EXPECT_EQ(finding->sentence, "it logs 10 warnings, the first one: careful at 0");
}

// decay.fmu with another string in its library.
TEST(CheckRuns, AnotherVersionThanThatOfTheDescriptionIsAFinding) {
  Bells bells;
  const Archive archive(test_fmu("decay"), bells);
  std::vector<ZipEntry> entries;
  const std::string right(
      "\0"
      "2.0\0",
      5),
      wrong(
          "\0"
          "1.9\0",
          5);
  for (const std::string& name : archive.entries()) {
    ZipEntry& entry = entries.emplace_back();
    entry.name = name;
    entry.bytes = archive.read(name);
    entry.unix_mode = 0100755;
    for (auto at = entry.bytes.find(right); at != std::string::npos; at = entry.bytes.find(right))
      entry.bytes.replace(at, right.size(), wrong);
  }
  const ScratchFolder scratch;
  write_file(scratch / "decay.fmu", make_zip(entries));
  const auto found = findings_in(scratch / "decay.fmu");
  const Finding* finding = find_rule(found, "library-version");
  ASSERT_NE(finding, nullptr) << findings_text(found);
  EXPECT_EQ(finding->sentence, "it returns the version '1.9', but its description names FMI 2.0.");
}

TEST(CheckRuns, AnFmuThatIsSlowBreaksNoRule) {
  const ScratchFolder scratch;
  write_file(scratch / "forgetful.fmu", forgetful_fmu(Forgets::haste));
  const auto found = findings_in(scratch / "forgetful.fmu", 1);
  const Finding* finding = find_rule(found, "run-cut");
  ASSERT_NE(finding, nullptr) << findings_text(found);
  EXPECT_TRUE(contains(finding->sentence, "the default experiment was cut at t = "));
  for (const Finding& one : found)
    EXPECT_TRUE(one.rule == "run-cut" || one.rule == "library-from-sources")
        << findings_text(found);
}

// A pendulum that is so stiff that the small Euler steps of the check take hours.
TEST(CheckRuns, AModelThatIsSlowToCheckBreaksNoRule) {
  const ScratchFolder scratch;
  write_file(scratch / "m.mo",
             "model m\n  Real x(start=1, fixed=true), v(start=0, fixed=true);\nequation\n"
             "  der(x) = v;\n  der(v) = -1e14*x;\n"
             "  annotation(experiment(StopTime=1));\nend m;\n");
  ASSERT_EQ(Program({"export", "m.mo", "-o", "m.fmu"}, {.folder = scratch.path()}).wait().code, 0);
  for (const Finding& finding : findings_in(scratch / "m.fmu", 0.4))
    EXPECT_NE(finding.severity, Finding::Severity::error) << finding.sentence;
}

TEST(CheckRuns, GoodFmusRunWithoutAnError) {
  namespace fs = std::filesystem;
  int count = 0;
  for (const std::string name : {"decay", "algebraic", "all_types", "misbehaving", "no_rollback"}) {
    const auto found = findings_in(test_fmu(name));
    EXPECT_EQ(found.empty()                                   ? ""
              : found[0].severity == Finding::Severity::error ? findings_text(found)
                                                              : "",
              "")
        << name;
    ++count;
  }
  for (const std::string folder : {"1cs", "1me", "2", "3"})
    if (fs::exists(fs::path(BW_TEST_FMUS) / folder))
      for (const auto& file : fs::directory_iterator(fs::path(BW_TEST_FMUS) / folder)) {
        if (file.path().extension() != ".fmu") continue;
        for (const Finding& finding : findings_in(file.path()))
          EXPECT_NE(finding.severity, Finding::Severity::error)
              << file.path() << ": " << finding.rule << ": " << finding.sentence;
        ++count;
      }
  EXPECT_GE(count, 5);
}

}  // namespace
}  // namespace bw::test::check_run_test
