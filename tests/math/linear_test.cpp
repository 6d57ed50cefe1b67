#include "math/linear.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace bw::math::linear_test {
namespace {

using Values = std::vector<double>;

Matrix matrix(const std::vector<Values>& rows) {
  Matrix m(rows.size());
  for (std::size_t r = 0; r < rows.size(); ++r)
    for (std::size_t c = 0; c < rows.size(); ++c) m.at(r, c) = rows[r][c];
  return m;
}

TEST(Linear, AMatrixBeginsWithZerosAndLiesColumnAfterColumn) {
  Matrix m(2);
  EXPECT_EQ(m.values, (Values{0, 0, 0, 0}));
  m.at(0, 1) = 5;
  EXPECT_EQ(m.values, (Values{0, 0, 5, 0}));
}

TEST(Linear, ASmallSystemIsSolved) {
  const auto x = solve(matrix({{2, 1}, {-1, 3}}), Values{5, 1});
  ASSERT_TRUE(x);
  EXPECT_NEAR((*x)[0], 2, 1e-15);
  EXPECT_NEAR((*x)[1], 1, 1e-15);
}

TEST(Linear, AZeroOnTheDiagonalIsNoObstacle) {
  const auto x = solve(matrix({{0, 1}, {1, 0}}), Values{3, 4});
  ASSERT_TRUE(x);
  EXPECT_EQ(*x, (Values{4, 3}));
}

TEST(Linear, NothingIsSolvedByNothing) {
  const auto x = solve(Matrix(0), {});
  ASSERT_TRUE(x);
  EXPECT_TRUE(x->empty());
}

TEST(Linear, ASingularMatrixHasNoSolution) {
  EXPECT_FALSE(solve(matrix({{0}}), Values{1}));
  EXPECT_FALSE(solve(matrix({{1, -1}, {-1, 1}}), Values{1, 0}));
  EXPECT_FALSE(solve(matrix({{1, 2, 3}, {4, 5, 6}, {7, 8, 9}}), Values{1, 1, 1}));
  EXPECT_FALSE(solve(matrix({{0, 0}, {0, 0}}), Values{0, 0}));
}

TEST(Linear, WhatIsSingularUpToRoundingIsSingular) {
  EXPECT_FALSE(solve(matrix({{0.1, 0.3}, {0.1 * 3, 0.3 * 3}}), Values{1, 1}));
}

TEST(Linear, WhatIsZeroWithinTheNoiseIsSingular) {
  EXPECT_TRUE(solve(matrix({{1e-12}}), Values{1}));
  EXPECT_FALSE(solve(matrix({{1e-12}}), Values{1}, 1e-10));
  EXPECT_FALSE(solve(matrix({{1, -1}, {-1, 1 + 1e-12}}), Values{1, 1}, 1e-10));
  EXPECT_FALSE(solve(matrix({{1e6, 0}, {0, 1e-12}}), Values{1, 1}, 1e-10));
  EXPECT_TRUE(solve(matrix({{1, 0}, {0, 1e-9}}), Values{1, 1}, 1e-10));
  EXPECT_FALSE(solve(matrix({{1}}), Values{1}, std::numeric_limits<double>::infinity()));
}

TEST(Linear, WhatIsNotFiniteHasNoSolution) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (std::size_t place = 0; place < 4; ++place) {
      Matrix m = matrix({{2, 1}, {1, 3}});
      m.values[place] = bad;
      EXPECT_FALSE(solve(m, Values{1, 1})) << bad << " at " << place;
      if (place < 2) {
        Values b = {1, 1};
        b[place] = bad;
        EXPECT_FALSE(solve(matrix({{2, 1}, {1, 3}}), b)) << bad << " right at " << place;
      }
    }
}

TEST(Linear, ASolutionThatOverflowsIsNone) {
  EXPECT_FALSE(solve(matrix({{1e-200}}), Values{1e200}));
}

TEST(Linear, RandomSystemsAreSolvedToRounding) {
  std::mt19937_64 random(20240601);
  std::normal_distribution<double> normal;
  for (int trial = 0; trial < 200; ++trial) {
    const std::size_t n = 1 + random() % 20;
    Matrix m(n);
    Values x(n), b(n, 0.0);
    for (double& v : m.values) v = normal(random);
    for (double& v : x) v = normal(random);
    for (std::size_t r = 0; r < n; ++r)
      for (std::size_t c = 0; c < n; ++c) b[r] += m.at(r, c) * x[c];
    const auto found = solve(m, b);
    ASSERT_TRUE(found);
    for (std::size_t r = 0; r < n; ++r) {
      double left = 0, size = std::abs(b[r]);
      for (std::size_t c = 0; c < n; ++c) {
        left += m.at(r, c) * (*found)[c];
        size += std::abs(m.at(r, c) * (*found)[c]);
      }
      EXPECT_NEAR(left, b[r], 1e-13 * size);
    }
  }
}

}  // namespace
}  // namespace bw::math::linear_test
