#include "math/dominant_pair.h"

#include <gtest/gtest.h>

#include <vector>

namespace bw::math::dominant_pair_test {
namespace {

// Rows of a full matrix.
DominantPair found(const std::vector<std::vector<double>>& rows, int rounds = 20) {
  PowerIteration power(rows.size());
  return power.improve(
      [&](std::span<const double> v, std::span<double> into) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          into[i] = 0;
          for (std::size_t j = 0; j < v.size(); ++j) into[i] += rows[i][j] * v[j];
        }
      },
      rounds);
}

TEST(DominantPair, IsTheLargestOfRealEigenvalues) {
  const DominantPair pair = found({{-100, 3}, {0, -2}});
  EXPECT_NEAR(pair.size, 100, 1e-6);
  EXPECT_EQ(pair.turning, 0);
}

TEST(DominantPair, IsOneOfAComplexPair) {
  const DominantPair pair = found({{-3, 4, 0}, {-4, -3, 0}, {0, 0, -0.1}});
  EXPECT_NEAR(pair.size, 5, 1e-9);
  EXPECT_NEAR(pair.turning, 0.8, 1e-9);
}

TEST(DominantPair, IsRoughlyKnownAfterTwoRounds) {
  EXPECT_NEAR(found({{-1e4, 1, 2}, {0, -10, 1}, {3, 0, -1}}, 2).size, 1e4, 100);
}

// The slow mode has vanished from the vector, and the fast one does not act on it.
TEST(DominantPair, FollowsAModeThatBecomesTheFastestOne) {
  PowerIteration power(2);
  double slow = -1;
  const auto multiply = [&](std::span<const double> v, std::span<double> into) {
    into[0] = -1e3 * v[0];
    into[1] = slow * v[1];
  };
  EXPECT_NEAR(power.improve(multiply, 100).size, 1e3, 1e-6);
  slow = -1e5;
  EXPECT_NEAR(power.improve(multiply, 2).size, 1e5, 100);
}

TEST(DominantPair, OfNothingIsNothing) { EXPECT_EQ(found({{0, 0}, {0, 0}}).size, 0); }

}  // namespace
}  // namespace bw::math::dominant_pair_test
