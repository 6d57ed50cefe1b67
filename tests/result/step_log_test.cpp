#include "result/history/step_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace bw::result::step_log_test {
namespace {

TEST(StepLog, FewStepsAreKeptAsTheyAre) {
  StepLog log;
  log.accepted(0, 1, 0.5);
  log.rejected();
  log.rejected();
  log.accepted(1, 1.5, 0.25);
  const auto spans = log.spans();
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(spans[0].rejected, 0);
  EXPECT_EQ(spans[1].rejected, 2);
  EXPECT_EQ(spans[1].shortest, 0.5);
  EXPECT_EQ(spans[1].error, 0.25);
}

TEST(StepLog, ManyStepsKeepTheirExtremesAndCounts) {
  StepLog log;
  constexpr long steps = 100'000;
  double t = 0;
  for (long i = 0; i < steps; ++i) {
    const double h = i == 54'321 ? 1e-6 : i == 54'322 ? 7 : 1;
    if (i % 10 == 0) log.rejected();
    log.accepted(t, t + h, i == 777 ? 0.99 : std::nan(""));
    t += h;
  }
  const auto spans = log.spans();
  EXPECT_LE(spans.size(), StepLog::most);
  EXPECT_GE(spans.size(), StepLog::most / 2);
  double shortest = 9, longest = 0, error = 0, end = 0;
  long counted = 0, rejected = 0;
  for (const StepSpan& span : spans) {
    EXPECT_EQ(span.begin, end);
    end = span.end;
    shortest = std::min(shortest, span.shortest);
    longest = std::max(longest, span.longest);
    error = std::fmax(error, span.error);
    counted += span.steps;
    rejected += span.rejected;
  }
  EXPECT_NEAR(shortest, 1e-6, 1e-10);
  EXPECT_EQ(longest, 7);
  EXPECT_EQ(error, 0.99);
  EXPECT_EQ(counted, steps);
  EXPECT_EQ(rejected, steps / 10);
  EXPECT_EQ(end, t);
}

TEST(StepLog, AStepThatIsRolledBackIsNone) {
  StepLog log;
  log.accepted(0, 1, 0);
  log.accepted(1, 2, 0);
  log.rolled_back();
  EXPECT_EQ(log.spans().size(), 1U);
  log.accepted(1, 1.5, 0);
  EXPECT_EQ(log.spans().back().end, 1.5);
}

}  // namespace
}  // namespace bw::result::step_log_test
