#include "math/least_change.h"

#include <gtest/gtest.h>

#include <vector>

namespace bw::math::least_change_test {
namespace {

TEST(LeastChange, TakesTheShortestOfAllSolutions) {
  LeastChange least;
  least.factorise(std::vector{1.0, 1.0, 2.0, 2.0}, std::vector{1.0, 1.0});
  std::vector b{1.0, 2.0};
  ASSERT_TRUE(least.solve(b));
  EXPECT_NEAR(b[0], 0.5, 1e-15);
  EXPECT_NEAR(b[1], 0.5, 1e-15);
}

// In units of 1 and 3 the shortest is (1, 9)/10.
TEST(LeastChange, MeasuresChangesInTheUnitsOfTheUnknowns) {
  LeastChange least;
  least.factorise(std::vector{1.0, 1.0, 2.0, 2.0}, std::vector{1.0, 3.0});
  std::vector b{1.0, 2.0};
  ASSERT_TRUE(least.solve(b));
  EXPECT_NEAR(b[0], 0.1, 1e-15);
  EXPECT_NEAR(b[1], 0.9, 1e-15);
}

// However large another equation is.
TEST(LeastChange, SeesEquationsThatContradictEachOther) {
  LeastChange least;
  least.factorise(std::vector{1.0, 1.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 1.0},
                  std::vector{1.0, 1.0, 1.0});
  std::vector b{1.0, 1.5, 1e9};
  EXPECT_FALSE(least.solve(b));
}

}  // namespace
}  // namespace bw::math::least_change_test
