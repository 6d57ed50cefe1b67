#include "model/solver_bells.h"

#include <gtest/gtest.h>

#include "base/bell.h"
#include "support/contains.h"

namespace bw::model::solver_bells_test {
namespace {

using test::contains;

TEST(SolverBells, NothingToReportIsSilent) {
  Bells bells;
  ring_unresolved({}, "plant", bells);
  ring_vanished({}, "plant", bells);
  EXPECT_TRUE(bells.rung().empty());
}

TEST(SolverBells, AnIntervalIsNamedByItsEnds) {
  Bells bells;
  ring_unresolved(Unresolved{3.29, 3.31, "der(x)"}, "plant", bells);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::unresolved_feature);
  EXPECT_TRUE(contains(bells.rung()[0].message, "plant: between t = 3.29 and 3.31 der(x) may"));
}

TEST(SolverBells, EndsThatPrintAlikeAreOneTime) {
  Bells bells;
  ring_unresolved(Unresolved{3.7123, 3.7123000001, "der(x)"}, "plant", bells);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_TRUE(contains(bells.rung()[0].message, "plant: close to t = 3.7123 der(x) may"));
}

TEST(SolverBells, AVanishedEventHasItsIndicatorAndCount) {
  Bells bells;
  ring_vanished(VanishedEvent{.time = 0.5, .indicator = 1, .value = 2e-9, .count = 3}, "plant",
                bells);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::event_not_reproduced);
  EXPECT_TRUE(contains(bells.rung()[0].message, "event indicator 2"));
  EXPECT_TRUE(contains(bells.rung()[0].message, "3 times"));
}

}  // namespace
}  // namespace bw::model::solver_bells_test
