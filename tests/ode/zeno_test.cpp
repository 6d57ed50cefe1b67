#include "ode/events/zeno.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

namespace bw::ode::zeno_test {
namespace {

using model::EventMark;

// Bounces whose intervals shrink by `ratio`, to `least` at the smallest; nothing: all passed.
std::optional<double> bounces(int count, double ratio, double least, bool impacts = true,
                              double first = 1) {
  std::vector<EventMark> marks;
  double t = 0, interval = first;
  for (int k = 0; k < count; ++k) {
    t += interval;
    interval = std::max(interval * ratio, least);
    // The event is looked at before it is handled.
    marks.push_back({.time = t, .rises = true});
    if (const auto limit = zeno_limit(marks, 10)) return limit;
    marks.back().moved_states = impacts;
  }
  return {};
}

TEST(Zeno, ASteadyFactorHasALimit) {
  const auto limit = bounces(200, 0.7, 0);
  ASSERT_TRUE(limit);
  EXPECT_NEAR(*limit, 1 / (1 - 0.7), 1e-9);
}

TEST(Zeno, IntervalsThatSettleAtRoundingSizeAreZenoToo) {
  for (const double ratio : {0.3, 0.7, 0.9}) {
    const auto limit = bounces(500, ratio, 1e-6);
    ASSERT_TRUE(limit) << ratio;
    EXPECT_NEAR(*limit, 1 / (1 - ratio), 1e-3);
  }
}

TEST(Zeno, OtherFastEventsAreNot) {
  EXPECT_FALSE(bounces(2000, 0.7, 1e-4));            // intervals that somebody may mean
  EXPECT_FALSE(bounces(2000, 1, 1e-6, true, 1e-6));  // that never shrank
  EXPECT_FALSE(bounces(2000, 0.7, 1e-6, false));     // switching, not impacts
  EXPECT_FALSE(bounces(12, 0.7, 0));                 // too few
}

}  // namespace
}  // namespace bw::ode::zeno_test
