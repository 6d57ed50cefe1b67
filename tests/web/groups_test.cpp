#include "web/groups.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "support/web/page_numbers.h"

namespace bw::web::groups_test {
namespace {

using test::decoded;
constexpr double inf = std::numeric_limits<double>::infinity();
const double nan = std::nan("");

TEST(PageGroups, AnUnknownErrorOfAGroupIsNotHiddenByOthers) {
  const Groups groups(60, 1, 40);  // two rows to a group of 20 points at least
  ASSERT_GT(groups.size(), 1U);
  std::vector<double> errors(60, 0.5);
  errors[1] = nan;
  errors[groups.size() + 1] = -1;
  errors[2 * groups.size()] = inf;
  const std::vector<double> shown = decoded(groups.largest(errors));
  EXPECT_TRUE(std::isnan(shown[0]));
  EXPECT_TRUE(std::isnan(shown[2]));
  EXPECT_EQ(shown[4], inf);
  EXPECT_EQ(shown[6], 0.5);
}

TEST(PageGroups, SingleErrorsThatAreNoneAreUnknown) {
  const Groups groups(3, 1, 1000);
  const std::vector<double> shown = decoded(groups.largest(std::vector<double>{-1e-9, 0, nan}));
  EXPECT_TRUE(std::isnan(shown[0]));
  EXPECT_EQ(shown[1], 0);
  EXPECT_TRUE(std::isnan(shown[2]));
}

TEST(PageGroups, ManyColumnsStayWithinTheNumbersOfAPage) {
  for (const std::size_t columns : {1U, 20U, 1000U, 4000U}) {
    const Groups groups(1'000'000, columns, 300'000);
    const std::size_t points = 2 * ((1'000'000 + groups.size() - 1) / groups.size());
    EXPECT_LE(points * (columns + 1), 310'000U) << columns;
  }
}

}  // namespace
}  // namespace bw::web::groups_test
