// Each mistake in an otherwise good description is found, by its rule and in its line.

#include "fmi/check/check_description.h"

#include <gtest/gtest.h>

#include <set>

#include "support/fmi/check_bench.h"
#include "support/scratch_folder.h"

namespace bw::test::check_description_test {
namespace {

std::vector<Finding> findings_in(const std::string& xml) {
  Report report;
  fmi::check_description(xml, "modelDescription.xml", report);
  return report.findings();
}

std::vector<Seed> all_seeds() {
  std::vector<Seed> all;
  for (const auto* seeds : {&seeds_of_document(), &seeds_of_variables(), &seeds_of_whole()})
    all.insert(all.end(), seeds->begin(), seeds->end());
  return all;
}

TEST(CheckDescription, FindsNothingInGoodDescriptions) {
  EXPECT_EQ(findings_text(findings_in(good_1)), "");
  EXPECT_EQ(findings_text(findings_in(good_2)), "");
  EXPECT_EQ(findings_text(findings_in(good_3)), "");
}

class CheckSeed : public testing::TestWithParam<Seed> {};

TEST_P(CheckSeed, IsFound) {
  const std::vector<Finding> found = findings_in(changed(GetParam().base, GetParam().changes));
  const Finding* finding = find_rule(found, GetParam().rule);
  ASSERT_NE(finding, nullptr) << "found instead:\n" << findings_text(found);
  EXPECT_EQ(finding->place.file, "modelDescription.xml");
  EXPECT_EQ(finding->place.line, GetParam().line) << finding->sentence;
}

INSTANTIATE_TEST_SUITE_P(Descriptions, CheckSeed, testing::ValuesIn(all_seeds()),
                         [](const auto& tested) { return tested.param.name; });

TEST(CheckDescription, HasAtLeastSixtySeedsAndTheirNamesDiffer) {
  std::set<std::string> names;
  for (const Seed& seed : all_seeds()) names.insert(seed.name);
  EXPECT_GE(names.size(), 60U);
  EXPECT_EQ(names.size(), all_seeds().size());
}

// Here, or in the tests of archives, runs and the command.
TEST(CheckDescription, EveryRuleHasATest) {
  std::string tests;
  for (const char* file :
       {"support/fmi/check_seeds_document.cpp", "support/fmi/check_seeds_variables.cpp",
        "support/fmi/check_seeds_whole.cpp", "fmi/check_archive_test.cpp", "fmi/check_run_test.cpp",
        "cli/check_test.cpp"})
    tests += read_file(std::string(BW_SOURCE "/tests/") + file);
  for (const RuleRow& kind : fmi::rule_rows())
    EXPECT_NE(tests.find('"' + std::string(kind.key) + '"'), std::string::npos) << kind.key;
}

}  // namespace
}  // namespace bw::test::check_description_test
