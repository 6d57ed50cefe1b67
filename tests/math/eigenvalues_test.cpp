#include "math/eigenvalues.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace bw::math::eigenvalues_test {
namespace {

using Values = std::vector<double>;

TEST(Eigenvalues, OfATriangleAreItsDiagonalTheLargestFirst) {
  Eigenvalues eigenvalues(3);
  ASSERT_TRUE(eigenvalues.compute(Values{-5, 7, 1, 0, 2, 3, 0, 0, -1}));
  EXPECT_NEAR(eigenvalues.values()[0].real(), 2, 1e-14);
  EXPECT_NEAR(eigenvalues.values()[1].real(), -1, 1e-14);
  EXPECT_NEAR(eigenvalues.values()[2].real(), -5, 1e-14);
}

TEST(Eigenvalues, APairStandsWithItsUpperHalfFirst) {
  Eigenvalues eigenvalues(2);
  ASSERT_TRUE(eigenvalues.compute(Values{-0.5, 3, -3, -0.5}));
  EXPECT_NEAR(eigenvalues.values()[0].real(), -0.5, 1e-14);
  EXPECT_NEAR(eigenvalues.values()[0].imag(), 3, 1e-14);
  EXPECT_NEAR(eigenvalues.values()[1].imag(), -3, 1e-14);
}

TEST(Eigenvalues, TheLargestSingularValueIsNoEigenvalue) {
  Eigenvalues eigenvalues(2);
  ASSERT_TRUE(eigenvalues.compute(Values{1, 10, 0, 1}));
  EXPECT_NEAR(eigenvalues.largest_singular_value(), 5 + std::sqrt(26.0), 1e-13);
}

TEST(Eigenvalues, SizesFarFromOneDoNotMatter) {
  Eigenvalues eigenvalues(2);
  for (const double size : {1e-200, 1e200}) {
    ASSERT_TRUE(eigenvalues.compute(Values{-3 * size, 0, 0, 2 * size}));
    EXPECT_NEAR(eigenvalues.values()[0].real() / size, 2, 1e-14);
    EXPECT_NEAR(eigenvalues.largest_singular_value() / size, 3, 1e-14);
  }
}

TEST(Eigenvalues, TheCoordinateThatDoesNotTakePartIsNotNamedWhateverTheUnits) {
  // The first one follows the second: its own mode is the fast one, in any unit.
  Eigenvalues eigenvalues(2);
  for (const double unit : {1e-6, 1.0, 1e6}) {
    ASSERT_TRUE(eigenvalues.compute(Values{-1000, 1000 * unit, 0, -1}));
    EXPECT_EQ(eigenvalues.dominating_coordinates(), (std::vector<std::size_t>{1, 0})) << unit;
  }
}

TEST(Eigenvalues, VectorsThatAreNotIndependentHaveCoordinatesAllTheSame) {
  Eigenvalues eigenvalues(2);
  ASSERT_TRUE(eigenvalues.compute(Values{0, 1, 0, 0}));
  EXPECT_EQ(eigenvalues.dominating_coordinates().size(), 2U);
}

TEST(Eigenvalues, OfNothingAndOfZerosAreThere) {
  Eigenvalues none(0), zeros(2);
  EXPECT_TRUE(none.compute({}));
  EXPECT_TRUE(none.values().empty());
  EXPECT_TRUE(zeros.compute(Values{0, 0, 0, 0}));
  EXPECT_EQ(zeros.values()[1], 0.0);
  EXPECT_EQ(zeros.largest_singular_value(), 0);
  EXPECT_EQ(zeros.dominating_coordinates().size(), 2U);
}

TEST(Eigenvalues, WhatIsNotFiniteHasNone) {
  Eigenvalues eigenvalues(1);
  EXPECT_FALSE(eigenvalues.compute(Values{std::nan("")}));
  EXPECT_FALSE(eigenvalues.compute(Values{std::numeric_limits<double>::infinity()}));
  EXPECT_TRUE(eigenvalues.compute(Values{-2}));
}

}  // namespace
}  // namespace bw::math::eigenvalues_test
