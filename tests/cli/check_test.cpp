// `bellwether check` as its users see it.

#include <gtest/gtest.h>

#include <string>

#include "fmi/description/rules.h"
#include "support/contains.h"
#include "support/fmi/check_bench.h"
#include "support/make_zip.h"
#include "support/program_test.h"

namespace bw::test::check_test {
namespace {

const std::string decay = BW_TEST_FMUS "/decay.fmu";

testing::AssertionResult reports(const Outcome& outcome, const std::string& rule) {
  return contains(outcome.out, "\"rule\": \"" + rule + "\"");
}

class CheckCommand : public ProgramTest {
 protected:
  Outcome check(std::vector<std::string> words) const {
    words.insert(words.begin(), "check");
    return run(words);
  }
  std::string fmu_of(const std::string& description) const {
    write_file(scratch / "made.fmu",
               make_zip({{.name = "modelDescription.xml", .bytes = description}}));
    return scratch / "made.fmu";
  }
};

TEST_F(CheckCommand, AGoodFmuEndsWithZeroAndAVerdict) {
  const Outcome outcome = check({decay});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "decay.fmu: 0 errors, "));
  EXPECT_TRUE(contains(outcome.out, "no rule is violated.\n"));
}

TEST_F(CheckCommand, AGoodFmuCanBeRun) {
  const Outcome outcome = check({decay, "--run"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
}

TEST_F(CheckCommand, ABadFmuEndsWithTwoAndReportsRuleAndPlace) {
  const Outcome outcome = check({fmu_of(changed(good_2, {{"name=\"k\"", "name=\"u\""}}))});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.out, "error    variable-name-twice  modelDescription.xml:24: "));
  EXPECT_TRUE(contains(outcome.out, "made.fmu: 1 error, "));
  EXPECT_TRUE(contains(outcome.out, "rules are violated.\n"));
}

TEST_F(CheckCommand, FindingsCanBeHadAsJson) {
  const Outcome outcome =
      check({fmu_of(changed(good_2, {{"name=\"k\"", "name=\"u\""}})), "--json"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.out, "\"verdict\": \"bad\""));
  EXPECT_TRUE(reports(outcome, "variable-name-twice"));
  EXPECT_TRUE(contains(outcome.out, "\"line\": 24"));
}

TEST_F(CheckCommand, AFileThatIsNotThereIsNamed) {
  const Outcome outcome = check({"gone.fmu"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "gone.fmu"));
}

TEST_F(CheckCommand, RunningWithoutLoadingIsRefused) {
  EXPECT_EQ(check({decay, "--run", "--no-load"}).code, 1);
}

TEST_F(CheckCommand, OpeningASandboxThatIsNotThereIsRefused) {
  for (const char* without : {"--no-sandbox", "--no-load"}) {
    const Outcome outcome = check({decay, "--allow", "network", without});
    EXPECT_EQ(outcome.code, 1) << outcome.out;
    EXPECT_TRUE(contains(outcome.err, std::string("there is none with ") + without)) << outcome.err;
  }
  EXPECT_EQ(check({decay, "--run", "--no-sandbox", "--allow", "network"}).code, 1);
  EXPECT_EQ(check({decay, "--allow", "network"}).code, 0);  // its library is loaded in one
}

TEST_F(CheckCommand, ASystemIsCheckedWithAllItsComponents) {
  write_file(scratch / "good.toml", "[components]\na = \"" + decay + "\"\n");
  const Outcome good = check({"good.toml"});
  EXPECT_EQ(good.code, 0) << good.out;
  EXPECT_TRUE(contains(good.out, "good.toml: 0 errors"));
  write_file(scratch / "bad.toml",
             "[components]\na = \"" + decay + "\"\n[connections]\n\"a.nothing\" = \"a.nobody\"\n");
  const Outcome bad = check({"bad.toml"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_TRUE(contains(bad.out, "error    variable-unknown"));
  EXPECT_TRUE(reports(check({"bad.toml", "--json"}), "variable-unknown"));
}

TEST_F(CheckCommand, ATableIsCheckedAsAComponent) {
  write_file(scratch / "s.toml", "[components]\nw = \"w.csv\"\na = \"" + decay +
                                     "\"\n[connections]\n\"a.u\" = \"w.u\"\n");
  write_file(scratch / "w.csv", "time,u\n0,1\n");
  EXPECT_EQ(check({"s.toml"}).code, 0);
  write_file(scratch / "w.csv", "time,u\n0,high\n");
  EXPECT_TRUE(contains(check({"s.toml"}).out, "takes a number, not 'high'"));
  write_file(scratch / "w.csv", "time,u\n1,1\n0,1\n");
  const Outcome bad = check({"s.toml", "--no-load"});
  EXPECT_EQ(bad.code, 2);
  EXPECT_TRUE(contains(bad.out, "w.csv:3:1: the time decreases from 1 to 0."));
  EXPECT_TRUE(reports(check({"s.toml", "--no-load", "--json"}), "system"));
}

TEST_F(CheckCommand, WhatASystemLeavesToGuessIsReported) {
  write_file(scratch / "units.toml",
             "[components]\na = \"" BW_TEST_FMUS "/all_types.fmu\"\nb = \"" BW_TEST_FMUS
             "/all_types.fmu\"\n[connections]\n\"b.real_in\" = \"a.power_out\"\n");
  const Outcome outcome = check({"units.toml", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.out;
  EXPECT_TRUE(reports(outcome, "system-doubtful"));
}

TEST_F(CheckCommand, EveryRuleIsListed) {
  const Outcome outcome = run({"list", "rules"});
  EXPECT_EQ(outcome.code, 0);
  for (const RuleRow& kind : fmi::rule_rows()) EXPECT_TRUE(contains(outcome.out, kind.key));
}

}  // namespace
}  // namespace bw::test::check_test
