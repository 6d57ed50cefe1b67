#include "math/extrapolation.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <limits>
#include <numeric>

namespace bw::math::extrapolation_test {
namespace {

// 1 .. k times `first`.
std::vector<int> counts(int k, int first = 1) {
  std::vector<int> n;
  for (int i = 1; i <= k; ++i) n.push_back(i * first);
  return n;
}

double sum_of(const std::vector<double>& weights, const std::vector<double>& y) {
  return std::inner_product(weights.begin(), weights.end(), y.begin(), 0.0);
}

// T_{i,j} = T_{i,j-1} + (T_{i,j-1} - T_{i-1,j-1}) / ((n_i / n_{i-j})^s - 1)
double aitken_neville(const std::vector<int>& n, std::vector<double> y, int s) {
  for (std::size_t j = 1; j < n.size(); ++j)
    for (std::size_t i = n.size() - 1; i >= j; --i)
      y[i] += (y[i] - y[i - 1]) / (std::pow(static_cast<double>(n[i]) / n[i - j], s) - 1);
  return y.back();
}

TEST(ExtrapolationWeights, AreThoseOfAitkenAndNevilleWherePowersAreMultiplesOfTheFirst) {
  for (const int s : {1, 2})
    for (int k = 1; k <= 8; ++k)
      for (int unit = 0; unit < k; ++unit) {  // the weight is what a unit value contributes
        std::vector<double> y(static_cast<std::size_t>(k), 0.0);
        y[static_cast<std::size_t>(unit)] = 1;
        const double weight =
            extrapolation_weights(counts(k), s, s)[static_cast<std::size_t>(unit)];
        EXPECT_NEAR(weight, aitken_neville(counts(k), y, s), 1e-13 * std::abs(weight))
            << "s = " << s << ", k = " << k << ", i = " << unit;
      }
}

TEST(ExtrapolationWeights, MeetTheirConditionsForAnyPowers) {
  for (const auto& [p, s] : {std::pair(1, 1), std::pair(2, 1), std::pair(2, 2)})
    for (int k = 1; k <= 8; ++k) {
      const std::vector<int> n = counts(k);
      const std::vector<double> w = extrapolation_weights(n, p, s);
      ASSERT_EQ(w.size(), n.size());
      EXPECT_NEAR(std::accumulate(w.begin(), w.end(), 0.0), 1, 1e-16 * amplification(w) * k);
      for (int j = 0; j < k - 1; ++j) {
        std::vector<double> powers;
        for (const int count : n) powers.push_back(std::pow(count, -(p + j * s)));
        EXPECT_NEAR(sum_of(w, powers), 0, 4e-16 * amplification(w) * k)
            << "p = " << p << ", s = " << s << ", k = " << k << ", j = " << j;
      }
    }
}

TEST(ExtrapolationWeights, OfOrderTwoWithAllPowersAreNotThoseOfAitkenAndNeville) {
  const std::vector<int> n = counts(3);
  std::vector<double> y;
  for (const int count : n) y.push_back(5 + 2.0 / (count * count) - 3.0 / (count * count * count));
  EXPECT_NEAR(sum_of(extrapolation_weights(n, 2, 1), y), 5, 1e-13);
  EXPECT_GT(std::abs(aitken_neville(n, y, 1) - 5), 0.01);
  EXPECT_GT(std::abs(aitken_neville(n, y, 2) - 5), 0.01);
}

TEST(ExtrapolationWeights, DependOnTheRatiosOfStepsOnly) {
  for (const int factor : {2, 7, 1024}) {
    const std::vector<double> one = extrapolation_weights(counts(5), 2, 1);
    const std::vector<double> other = extrapolation_weights(counts(5, factor), 2, 1);
    for (std::size_t i = 0; i < one.size(); ++i)
      EXPECT_NEAR(one[i], other[i], 1e-15 * std::abs(one[i]));
  }
}

TEST(ExtrapolationWeights, OfOneValueIsOne) {
  EXPECT_EQ(extrapolation_weights(counts(1, 3), 2, 1), std::vector<double>{1.0});
}

TEST(Amplification, IsAsInTheTableOfTheSpecification) {
  const double first_order[] = {9, 28, 92, 302}, second_order[] = {3.1, 6.2, 13, 26};
  for (int k = 3; k <= 6; ++k) {
    EXPECT_NEAR(amplification(extrapolation_weights(counts(k), 1, 1)), first_order[k - 3],
                0.02 * first_order[k - 3]);
    EXPECT_NEAR(amplification(extrapolation_weights(counts(k), 2, 2)), second_order[k - 3],
                0.03 * second_order[k - 3]);
  }
}

TEST(ObservedOrder, IsExactForAPurePower) {
  for (const auto& n : {std::array{1, 2, 3}, std::array{2, 4, 6}, std::array{4, 5, 6}})
    for (const double p : {-5.5, -1.0, 0.5, 1.0, 2.0, 2.7, 4.0, 8.0, 11.0}) {
      const auto y = [&](int i) { return std::pow(n[static_cast<std::size_t>(i)], -p); };
      const double ratio = std::abs((y(0) - y(1)) / (y(1) - y(2)));
      EXPECT_NEAR(observed_order(n, ratio), p, 1e-9) << n[0] << ", " << n[1] << ", " << n[2];
    }
}

TEST(ObservedOrder, OfLogarithmicConvergenceIsZero) {
  const int n[] = {1, 2, 4};
  EXPECT_NEAR(observed_order(n, 1), 0, 1e-7);
}

TEST(ObservedOrder, IsLimited) {
  const int n[] = {1, 2, 3};
  EXPECT_NEAR(observed_order(n, 1e30), 12, 1e-9);
  EXPECT_NEAR(observed_order(n, std::numeric_limits<double>::infinity()), 12, 1e-9);
  EXPECT_NEAR(observed_order(n, 0), -6, 1e-9);
}

TEST(ObservedOrder, OfWhatIsNotANumberIsNone) {
  const int n[] = {1, 2, 3};
  EXPECT_TRUE(std::isnan(observed_order(n, std::numeric_limits<double>::quiet_NaN())));
}

}  // namespace
}  // namespace bw::math::extrapolation_test
