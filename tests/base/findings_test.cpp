#include "base/findings.h"

#include <gtest/gtest.h>

#include "support/refusal.h"

namespace bw::findings_test {
namespace {

std::string refusal(const Findings& findings) {
  return test::outcome<InputError>([&] { findings.refuse(); });
}

TEST(Findings, NoFindingRefusesNothing) {
  const Findings findings;
  EXPECT_TRUE(findings.empty());
  EXPECT_EQ(refusal(findings), "accepted");
}

TEST(Findings, AllAreReportedOneALineInTheOrderFound) {
  Findings findings;
  findings.add({"b.toml", 7, 3}, "second.");
  findings.attempt([] { throw InputError("third."); });
  findings.add({"a.toml", 1, 0}, "fourth.");
  EXPECT_FALSE(findings.empty());
  EXPECT_EQ(refusal(findings), "b.toml:7:3: second.\nthird.\na.toml:1: fourth.");
}

TEST(Findings, WorkWithoutAMistakeIsDoneAndFindsNothing) {
  Findings findings;
  int done = 0;
  findings.attempt([&] { ++done; });
  EXPECT_EQ(done, 1);
  EXPECT_TRUE(findings.empty());
}

TEST(Findings, OnlyMistakesOfTheInputAreCollected) {
  Findings findings;
  EXPECT_THROW(findings.attempt([] { throw ComponentFailure("prey", "it broke."); }),
               ComponentFailure);
  EXPECT_THROW(findings.attempt([] { throw UsageError("no such option."); }), UsageError);
  EXPECT_THROW(findings.attempt([] { throw std::logic_error("a defect"); }), std::logic_error);
  EXPECT_TRUE(findings.empty());
}

TEST(Findings, RefusingTwiceSaysTheSame) {
  Findings findings;
  findings.add({"a.toml", 1, 1}, "wrong.");
  EXPECT_EQ(refusal(findings), refusal(findings));
}

TEST(Findings, APositionSaysAsMuchAsIsKnown) {
  EXPECT_EQ((Position{"a.toml", 3, 4}.text()), "a.toml:3:4");
  EXPECT_EQ((Position{"a.toml", 3, 0}.text()), "a.toml:3");
  EXPECT_EQ((Position{"a.toml", 0, 4}.text()), "a.toml");
  EXPECT_EQ((Position{"a.toml"}.text()), "a.toml");
}

}  // namespace
}  // namespace bw::findings_test
