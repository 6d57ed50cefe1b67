// Each mistake in an otherwise good description is found, by its rule and in its line.

#include "fmi/check_description.h"

#include <gtest/gtest.h>

#include <set>

#include "support/check_bench.h"

namespace bw::test {
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

TEST(CheckDescription, finds_nothing_in_good_descriptions) {
  EXPECT_EQ(told(findings_in(good_1)), "");
  EXPECT_EQ(told(findings_in(good_2)), "");
  EXPECT_EQ(told(findings_in(good_3)), "");
}

class CheckSeed : public testing::TestWithParam<Seed> {};

TEST_P(CheckSeed, is_found) {
  const std::vector<Finding> found = findings_in(changed(GetParam().base, GetParam().changes));
  const Finding* finding = find_rule(found, GetParam().rule);
  ASSERT_NE(finding, nullptr) << "found instead:\n" << told(found);
  EXPECT_EQ(finding->place.file, "modelDescription.xml");
  EXPECT_EQ(finding->place.line, GetParam().line) << finding->sentence;
}

INSTANTIATE_TEST_SUITE_P(Descriptions, CheckSeed, testing::ValuesIn(all_seeds()),
                         [](const auto& info) { return info.param.name; });

TEST(CheckDescription, has_at_least_sixty_seeds_and_their_names_differ) {
  std::set<std::string> names;
  for (const Seed& seed : all_seeds()) names.insert(seed.name);
  EXPECT_GE(names.size(), 60U);
  EXPECT_EQ(names.size(), all_seeds().size());
}

// Rules for other files, the library and the run have tests of their own.
TEST(CheckDescription, every_rule_for_descriptions_has_a_seed) {
  std::set<std::string_view> seeded;
  const std::vector<Seed> seeds = all_seeds();
  for (const Seed& seed : seeds) seeded.insert(seed.rule);
  for (const fmi::RuleKind& kind : fmi::rule_kinds()) {
    if (kind.rule >= fmi::Rule::archive || kind.rule == fmi::Rule::terminal_name_twice ||
        kind.rule == fmi::Rule::build_source_missing)
      continue;
    EXPECT_TRUE(seeded.contains(kind.key)) << kind.key;
  }
}

}  // namespace
}  // namespace bw::test
