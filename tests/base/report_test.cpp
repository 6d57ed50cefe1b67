#include "base/report.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/refusal.h"

namespace bw::report_test {
namespace {

using Severity = Finding::Severity;

std::string refusal(const Report& report) {
  return test::outcome<InputError>([&] { report.refuse(); });
}

TEST(Report, FindingsStayInTheirOrder) {
  Report report;
  report.note("b-rule", {"a.xml", 3, 0}, "first.");
  report.error("a-rule", {"a.xml", 1, 2}, "second.");
  ASSERT_EQ(report.findings().size(), 2U);
  EXPECT_EQ(report.findings()[0].rule, "b-rule");
  EXPECT_EQ(report.findings()[0].severity, Severity::note);
  EXPECT_EQ(report.findings()[1].sentence, "second.");
  EXPECT_EQ(report.findings()[1].place.text(), "a.xml:1:2");
  EXPECT_EQ(report.findings()[1].count, 1);
}

TEST(Report, ItKnowsWhichSeveritiesItHolds) {
  Report report;
  EXPECT_FALSE(report.has(Severity::note));
  report.warning("a-rule", {}, "a.");
  EXPECT_TRUE(report.has(Severity::warning));
  EXPECT_FALSE(report.has(Severity::error));
}

TEST(Report, SeveritiesHaveNames) {
  EXPECT_EQ(name(Severity::note), "note");
  EXPECT_EQ(name(Severity::warning), "warning");
  EXPECT_EQ(name(Severity::error), "error");
}

TEST(Report, ARuleThatIsBrokenEverywhereIsCountedAfterTwentyPlaces) {
  Report report;
  for (int line = 1; line <= 100; ++line) {
    report.warning("often", {"a.xml", line, 0}, "again.");
    if (line == 50) report.error("once", {"a.xml", line, 0}, "wrong.");
  }
  ASSERT_EQ(report.findings().size(), 21U);
  EXPECT_EQ(report.findings()[0].count, 1);
  EXPECT_EQ(report.findings()[19].place.line, 20);
  EXPECT_EQ(report.findings()[19].count, 81);
  EXPECT_EQ(report.findings()[20].count, 1);
}

TEST(Report, AllErrorsAreRefusedAtOnceAndOnlyErrors) {
  Report report;
  report.warning("w", {"a.xml", 1, 0}, "harmless.");
  EXPECT_EQ(refusal(report), "accepted");
  report.error("e", {"a.xml", 2, 0}, "wrong.");
  report.error("f", {"b.xml", 3, 4}, "wrong, too.");
  EXPECT_EQ(refusal(report), "a.xml:2: wrong.\nb.xml:3:4: wrong, too.");
}

TEST(Report, ARefusalSaysHowManyMorePlacesThereAre) {
  Report report;
  for (int line = 1; line <= 25; ++line) report.error("e", {"a.xml", line, 0}, "wrong.");
  EXPECT_TRUE(refusal(report).ends_with("a.xml:20: wrong. (Also in 5 more places.)"));
}

TEST(Report, NoFindingRefusesNothing) {
  const Report report;
  EXPECT_TRUE(report.empty());
  EXPECT_EQ(refusal(report), "accepted");
}

TEST(Report, AllAreListedOneALineInTheOrderFound) {
  Report report;
  report.add({"b.toml", 7, 3}, "second.");
  report.attempt([] { throw InputError("third."); });
  report.add({"a.toml", 1, 0}, "fourth.");
  EXPECT_FALSE(report.empty());
  EXPECT_EQ(refusal(report), "b.toml:7:3: second.\nthird.\na.toml:1: fourth.");
}

TEST(Report, WorkWithoutAMistakeIsDoneAndFindsNothing) {
  Report report;
  int done = 0;
  report.attempt([&] { ++done; });
  EXPECT_EQ(done, 1);
  EXPECT_TRUE(report.empty());
}

TEST(Report, OnlyMistakesOfTheInputAreCollected) {
  Report report;
  EXPECT_THROW(report.attempt([] { throw ComponentFailure("prey", "it broke."); }),
               ComponentFailure);
  EXPECT_THROW(report.attempt([] { throw UsageError("no such option."); }), UsageError);
  EXPECT_THROW(report.attempt([] { throw std::logic_error("a defect"); }), std::logic_error);
  EXPECT_TRUE(report.empty());
}

TEST(Report, RefusingTwiceSaysTheSame) {
  Report report;
  report.add({"a.toml", 1, 1}, "wrong.");
  EXPECT_EQ(refusal(report), refusal(report));
}

TEST(Report, APositionSaysAsMuchAsIsKnown) {
  EXPECT_EQ((Position{"a.toml", 3, 4}.text()), "a.toml:3:4");
  EXPECT_EQ((Position{"a.toml", 3, 0}.text()), "a.toml:3");
  EXPECT_EQ((Position{"a.toml", 0, 4}.text()), "a.toml");
  EXPECT_EQ((Position{"a.toml"}.text()), "a.toml");
}

TEST(Report, MistakesThatWereRefusedTogetherStaySingleOnes) {
  Report inner, outer;
  inner.add({"a.toml", 1, 1}, "wrong.\n  x = 1");
  inner.add({"a.toml", 2, 1}, "wrong, too.");
  outer.attempt([&] { inner.refuse(); });
  ASSERT_EQ(outer.findings().size(), 2U);
  EXPECT_EQ(outer.findings()[0].sentence, "a.toml:1:1: wrong.\n  x = 1");
  EXPECT_EQ(refusal(outer), refusal(inner));
}

TEST(Report, MistakesWithoutARuleAreAllKept) {
  Report report;
  for (int line = 1; line <= 30; ++line) report.add({"a.toml", line, 1}, "wrong.");
  EXPECT_EQ(report.findings().size(), 30U);
}

}  // namespace
}  // namespace bw::report_test
