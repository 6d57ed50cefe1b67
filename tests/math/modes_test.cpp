#include "math/modes.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

// All bases have to give the same; what one of them loses, it has to say.

namespace bw::math::modes_test {
namespace {

using Values = std::vector<double>;
using Basis = Modes::Basis;
using enum Modes::Basis;

// x(t) of x' = J x + p + q t, by steps of `length`.
Values follow(const Modes& modes, Values x, const Values& p, const Values& q, double length,
              int steps) {
  const std::size_t n = x.size();
  Values y(n), terms(8 * n), moved(n);
  modes.to_modes(x, y);
  Modes::Table table;
  modes.prepare(length, table);
  for (int k = 0; k < steps; ++k) {
    for (std::size_t i = 0; i < n; ++i) moved[i] = p[i] + q[i] * k * length;
    modes.to_modes(moved, {terms.data(), n});
    for (std::size_t i = 0; i < n; ++i) moved[i] = q[i] * length;
    modes.to_modes(moved, {terms.data() + n, n});
    modes.advance(table, length, terms, y);
  }
  modes.to_states(y, x);
  return x;
}

Values exponential(const Modes& modes, const Values& x, double t, int steps = 1) {
  const Values none(x.size());
  return follow(modes, x, none, none, t / steps, steps);
}

void expect_near(const Values& a, const Values& b, double most, const char* what) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t i = 0; i < a.size(); ++i) EXPECT_NEAR(a[i], b[i], most) << what << ' ' << i;
}

Modes::Use use(double longest, double loss = 1e-9) {
  return {.longest = longest, .time = 10, .loss = loss};
}

// Two masses with a stiff spring and damping: all bases exist.
Values two_masses(double stiffness) {
  return {0, 1, 0, 0, -stiffness - 1, -0.1, stiffness,  0,
          0, 0, 0, 1, stiffness,      0,    -stiffness, -0.2};
}

TEST(Modes, AllBasesGiveTheSame) {
  for (const double stiffness : {3.0, 1e2, 1e6}) {
    const Values j = two_masses(stiffness), p = {0, 1, 0, 0}, q = {0.5, 0, 0, -1};
    const auto first = Modes::with_basis(j, 4, use(0.5), eigenvectors);
    const auto third = Modes::with_basis(j, 4, use(0.5), none);
    ASSERT_TRUE(first && third);
    EXPECT_EQ(first->dense(), 0U);
    EXPECT_EQ(third->dense(), 4U);
    const double most = 1e-13 * (1 + stiffness);
    expect_near(follow(*first, {1, 0, 0, 2}, p, q, 0.5, 8),
                follow(*third, {1, 0, 0, 2}, p, q, 0.5, 8), most, "step");
    // Any other length than those that were prepared.
    expect_near(follow(*first, {1, 0, 0, 2}, p, q, 0.3137, 8),
                follow(*third, {1, 0, 0, 2}, p, q, 0.3137, 8), most, "other length");
    expect_near(follow(*third, {1, 0, 0, 2}, p, q, 0.5, 8),
                follow(*third, {1, 0, 0, 2}, p, q, 0.125, 32), most, "shorter ones");
  }
}

// x'' = 0 beside an oscillation: the eigenvectors are no basis.
TEST(Modes, ARigidBodyKeepsTheEigenvectorsOfTheOscillation) {
  const double k = 1e6, w = std::sqrt(2 * k);
  const Values j = {0, 1, 0, 0, -k, 0, k, 0, 0, 0, 0, 1, k, 0, -k, 0};
  const auto modes = Modes::of(j, 4, use(1));
  ASSERT_TRUE(modes);
  EXPECT_EQ(modes->dense(), 2U);
  EXPECT_NEAR(std::abs(modes->fastest()), w, 1e-9 * w);
  for (const double t : {1e-3, 0.7, 1.0}) {
    const Values x = exponential(*modes, {1, 1, 0, 0}, t);  // sum 1 + t, difference: oscillates
    const double sum = 1 + t, difference = std::cos(w * t) + std::sin(w * t) / w;
    EXPECT_NEAR(x[0], (sum + difference) / 2, 1e-11);
    EXPECT_NEAR(x[2], (sum - difference) / 2, 1e-11);
  }
}

TEST(Modes, JordanBlocksAreDense) {
  const Values three = {-1, 1, 0, 0, -1, 1, 0, 0, -1};
  const auto modes = Modes::of(three, 3, use(2));
  ASSERT_TRUE(modes);
  EXPECT_EQ(modes->dense(), 3U);
  const Values x = exponential(*modes, {0, 0, 1}, 2);
  expect_near(x, {2 * std::exp(-2.0), 2 * std::exp(-2.0), std::exp(-2.0)}, 1e-14, "jordan");

  // An oscillator that drives another one of the same frequency.
  const double w = 100;
  const Values resonant = {0, 1, 0, 0, -w * w, 0, 0, 0, 0, 0, 0, 1, w * w, 0, -w * w, 0};
  const auto both = Modes::of(resonant, 4, use(1));
  ASSERT_TRUE(both);
  const Values y = exponential(*both, {1, 0, 0, 0}, 1);
  EXPECT_NEAR(y[0], std::cos(w), 1e-11);
  EXPECT_NEAR(y[2], w / 2 * std::sin(w), 1e-9);
}

TEST(Modes, RepeatedEigenvaluesWithTheirEigenvectorsStayDiagonal) {
  const Values twins = {0, 1, 0, 0, -9, 0, 0, 0, 0, 0, 0, 1, 0, 0, -9, 0};
  const auto modes = Modes::of(twins, 4, use(1));
  ASSERT_TRUE(modes);
  EXPECT_EQ(modes->dense(), 0U);
  EXPECT_NEAR(exponential(*modes, {1, 0, 2, 0}, 1)[2], 2 * std::cos(3.0), 1e-14);
}

TEST(Modes, MatricesOfZerosAndOfNothingAreFine) {
  const auto zero = Modes::of(Values(9), 3, use(1));
  ASSERT_TRUE(zero);
  expect_near(exponential(*zero, {1, 2, 3}, 1), {1, 2, 3}, 0, "zero");
  const auto nothing = Modes::of(Values(), 0, use(1));
  ASSERT_TRUE(nothing);
  EXPECT_TRUE(exponential(*nothing, {}, 1).empty());
  EXPECT_FALSE(Modes::of(Values{std::nan("")}, 1, use(1)));
}

// Position and speed have units of their own: a basis does not depend on them.
TEST(Modes, UnitsDoNotMatter) {
  const double w = 1e5;
  const auto modes = Modes::of(Values{0, 1, -w * w, 0}, 2, use(0.1));
  ASSERT_TRUE(modes);
  EXPECT_EQ(modes->dense(), 0U);
  EXPECT_LT(modes->rate(), 1e-10);
  const Values x = exponential(*modes, {1, 0}, 0.1);
  EXPECT_NEAR(x[0], std::cos(w * 0.1), 1e-11);
  EXPECT_NEAR(x[1], -w * std::sin(w * 0.1), 1e-11 * w);
}

TEST(Modes, TheSizesOfModesBoundTheStates) {
  const auto modes = Modes::of(two_masses(50), 4, use(1));
  Values y(4), sizes(4), reach(4);
  modes->to_modes(Values{1, 0, -0.5, 3}, y);
  modes->grow_sizes(y, sizes);
  modes->reach(sizes, reach);
  for (int k = 0; k <= 100; ++k) {
    const Values x = exponential(*modes, {1, 0, -0.5, 3}, 0.03 * k + 1e-6);
    for (std::size_t i = 0; i < 4; ++i) EXPECT_LE(std::abs(x[i]), reach[i]) << k;
  }
  Values rates(4);
  modes->loss_rates(sizes, rates);
  for (const double rate : rates) {
    EXPECT_GT(rate, 0);
    EXPECT_LT(rate, 1e-12);
  }
}

// A basis of eigenvectors that are nearly parallel says what it loses.
TEST(Modes, WhatABadBasisLosesIsMeasured) {
  const Values almost = {-1, 1, 0, -1 + 1e-9};
  const auto bad = Modes::with_basis(almost, 2, use(1), eigenvectors);
  ASSERT_TRUE(bad);
  EXPECT_GT(bad->rate(), 1e-9);
  const auto chosen = Modes::of(almost, 2, use(1));
  ASSERT_TRUE(chosen);
  EXPECT_LT(chosen->rate(), 1e-14);
  EXPECT_NEAR(exponential(*chosen, {0, 1}, 1)[0], std::exp(-1.0), 1e-9);
}

}  // namespace
}  // namespace bw::math::modes_test
