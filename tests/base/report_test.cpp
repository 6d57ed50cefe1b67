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
  EXPECT_TRUE(refusal(report).ends_with("a.xml:20: wrong. (And so in 5 more places.)"));
}

}  // namespace
}  // namespace bw::report_test
