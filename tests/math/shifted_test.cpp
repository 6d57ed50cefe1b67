#include "math/shifted.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "math/colours.h"

namespace bw::math::shifted_test {
namespace {

using Complex = std::complex<double>;

// Neighbours only; every third row has no diagonal.
Pattern chain(std::size_t n) {
  Pattern pattern;
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<std::size_t> row;
    if (i > 0) row.push_back(i - 1);
    if (i % 3 != 0) row.push_back(i);
    if (i + 1 < n) row.push_back(i + 1);
    pattern.add_row(row);
  }
  return pattern;
}

Pattern full(std::size_t n) {
  Pattern pattern;
  std::vector<std::size_t> row;
  for (std::size_t i = 0; i < n; ++i) row.push_back(i);
  for (std::size_t i = 0; i < n; ++i) pattern.add_row(row);
  return pattern;
}

std::vector<double> random_values(std::size_t count) {
  std::mt19937 dice(7);
  std::uniform_real_distribution<double> values(-1, 1);
  std::vector<double> result(count);
  for (double& value : result) value = values(dice);
  return result;
}

// (s I - J) x, entry by entry.
template <class Number>
std::vector<Number> multiplied(const Pattern& pattern, std::span<const double> j, Number shift,
                               std::span<const Number> x) {
  std::vector<Number> b(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    b[i] = shift * x[i];
    for (std::size_t e = pattern.begins[i]; e < pattern.begins[i + 1]; ++e)
      b[i] -= j[e] * x[pattern.columns[e]];
  }
  return b;
}

template <class Number>
void expect_solved(const Shifted& factors, const Pattern& pattern, std::span<const double> j,
                   Number shift) {
  std::vector<Number> x(pattern.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = shift * std::cos(static_cast<double>(i));
  std::vector<Number> b = multiplied<Number>(pattern, j, shift, x);
  ASSERT_TRUE(factors.solve(std::span<Number>(b)));
  for (std::size_t i = 0; i < x.size(); ++i) EXPECT_LT(std::abs(b[i] - x[i]), 1e-12) << i;
}

TEST(Shifted, SolvesFullMatricesOfAllSizes) {
  for (const std::size_t n : {1U, 2U, 3U, 4U, 8U, 16U, 17U, 60U}) {
    const Pattern pattern = full(n);
    const std::vector<double> j = random_values(n * n);
    Shifted factors(n, nullptr);
    ASSERT_TRUE(factors.factorise(j, 5.0));
    expect_solved(factors, pattern, j, 5.0);
    ASSERT_TRUE(factors.factorise(j, Complex(4, 3)));
    expect_solved(factors, pattern, j, Complex(4, 3));
  }
}

TEST(Shifted, SolvesSparseMatricesOfAllSizes) {
  for (const std::size_t n : {1U, 2U, 20U, 30U, 1000U}) {
    const Pattern pattern = chain(n);
    const std::vector<double> j = random_values(pattern.entries());
    Shifted factors(n, &pattern);
    ASSERT_TRUE(factors.factorise(j, 3.0));
    expect_solved(factors, pattern, j, 3.0);
    ASSERT_TRUE(factors.factorise(j, Complex(2, 3)));
    expect_solved(factors, pattern, j, Complex(2, 3));
  }
}

TEST(Shifted, ACopySolvesTheSame) {
  const Pattern pattern = chain(50);
  const std::vector<double> j = random_values(pattern.entries());
  Shifted factors(50, &pattern), other(50, &pattern);
  ASSERT_TRUE(factors.factorise(j, Complex(2, 3)));
  const Shifted copy(factors);
  other = factors;
  ASSERT_TRUE(factors.factorise(j, 9.0));
  expect_solved(copy, pattern, j, Complex(2, 3));
  expect_solved(other, pattern, j, Complex(2, 3));
  expect_solved(factors, pattern, j, 9.0);
}

// 3e7 beside 1e-11 in one matrix is typical of stiff chemistry, and no reason to give up.
TEST(Shifted, ManyMagnitudesAreNoSingularity) {
  const std::vector<double> j = {-0.04, 1e4, 1e-9, 0.04, -3e7, 1e-9, 0, 3e7, 0};
  Shifted factors(3, nullptr);
  ASSERT_TRUE(factors.factorise(j, 1e-11));
  std::vector<double> b = {1e-11, 0, 0};
  EXPECT_TRUE(factors.solve(b));
}

TEST(Shifted, WhatHasNoInverseIsReported) {
  Shifted dense(2, nullptr);
  EXPECT_FALSE(dense.factorise(std::vector<double>{1, 0, 0, 3}, 1.0));
  EXPECT_FALSE(dense.factorise(std::vector<double>{1, 0, 0, std::nan("")}, 2.0));
  EXPECT_FALSE(dense.factorise(std::vector<double>{1, 0, 0, 3}, INFINITY));
  const Pattern pattern = chain(40);
  Shifted sparse(40, &pattern);
  EXPECT_FALSE(sparse.factorise(std::vector<double>(pattern.entries(), 0.0), 0.0));
}

TEST(Shifted, NothingIsNoTrouble) {
  Shifted factors(0, nullptr);
  EXPECT_TRUE(factors.factorise(std::span<const double>{}, 1.0));
  EXPECT_TRUE(factors.solve(std::span<double>{}));
}

TEST(Colours, ColumnsOfOneColourShareNoRow) {
  const Pattern pattern = chain(100);
  const auto groups = colours(pattern);
  EXPECT_EQ(groups.size(), 3U);
  std::vector<int> met(pattern.entries());
  for (const auto& places : groups) {
    std::vector<bool> rows(100);
    for (const Place& place : places) {
      EXPECT_FALSE(rows[place.row]);
      rows[place.row] = true;
      EXPECT_EQ(pattern.columns[place.entry], place.column);
      ++met[place.entry];
    }
  }
  EXPECT_EQ(met, std::vector<int>(pattern.entries(), 1));
}

}  // namespace
}  // namespace bw::math::shifted_test
