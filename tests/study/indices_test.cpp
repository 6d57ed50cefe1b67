// Sobol indices of functions whose indices are known.

#include "study/statistics/indices.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "study/design/points.h"

namespace bw::study::indices_test {
namespace {

using Function = std::function<double(const std::vector<double>&)>;

Indices indices_of(const Function& f, std::size_t d, double low, double high,
                   std::uint64_t samples) {
  const std::vector<Parameter> parameters(
      d, {"p", "", {Distribution::Kind::uniform, {low, high}}, {}, {}});
  const Points points({.kind = Design::Kind::sensitivity, .samples = samples, .seed = 3},
                      parameters);
  std::vector<double> values, x(d);
  for (std::uint64_t run = 0; run < points.runs(); ++run) {
    for (std::size_t j = 0; j < d; ++j) x[j] = points.number(run, j);
    values.push_back(f(x));
  }
  return sobol_indices(values, d, 1);
}

void expect_within(const Interval& found, double truth, double widest, const std::string& which) {
  EXPECT_LE(found.low, truth + 1e-3) << which;
  EXPECT_GE(found.high, truth - 1e-3) << which;
  EXPECT_NEAR(found.value, truth, widest) << which;
}

// T. Ishigami, T. Homma 1990, with a = 7, b = 0.1.
TEST(Indices, OfIshigamisFunction) {
  constexpr double a = 7, b = 0.1, pi = std::numbers::pi;
  const Indices found = indices_of(
      [](const std::vector<double>& x) {
        return std::sin(x[0]) + a * std::pow(std::sin(x[1]), 2) +
               b * std::pow(x[2], 4) * std::sin(x[0]);
      },
      3, -pi, pi, 4096);
  const double p4 = std::pow(pi, 4), p8 = p4 * p4;
  const double v1 = std::pow(1 + b * p4 / 5, 2) / 2, v2 = a * a / 8;
  const double v13 = b * b * p8 * (1.0 / 18 - 1.0 / 50), v = v1 + v2 + v13;
  const double first[] = {v1 / v, v2 / v, 0}, total[] = {(v1 + v13) / v, v2 / v, v13 / v};
  ASSERT_EQ(found.first.size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    expect_within(found.first[i], first[i], 0.03, "first " + std::to_string(i));
    expect_within(found.total[i], total[i], 0.03, "total " + std::to_string(i));
  }
}

// Sobol's g-function: the product of (|4 x - 2| + a_i) / (1 + a_i).
TEST(Indices, OfTheGFunction) {
  const std::vector<double> a = {0, 1, 4.5, 9, 99, 99};
  const Indices found = indices_of(
      [&](const std::vector<double>& x) {
        double product = 1;
        for (std::size_t i = 0; i < a.size(); ++i)
          product *= (std::abs(4 * x[i] - 2) + a[i]) / (1 + a[i]);
        return product;
      },
      a.size(), 0, 1, 8192);
  double all = 1;
  for (const double ai : a) all *= 1 + 1 / (3 * (1 + ai) * (1 + ai));
  for (std::size_t i = 0; i < a.size(); ++i) {
    const double own = 1 / (3 * (1 + a[i]) * (1 + a[i]));
    expect_within(found.first[i], own / (all - 1), 0.03, "first " + std::to_string(i));
    expect_within(found.total[i], own * (all / (1 + own)) / (all - 1), 0.03,
                  "total " + std::to_string(i));
  }
}

TEST(Indices, SamplesWithoutAResultAreLeftOut) {
  const Indices found = sobol_indices({1, 2, 3, NAN, 5, 6, 1, 2, 4, 2, 3, 1}, 1, 1);
  EXPECT_EQ(found.samples, 3U);
  EXPECT_TRUE(sobol_indices({NAN, 1, 1}, 1, 1).first.empty());
}

TEST(Indices, DrawsWithoutVarianceAreLeftOut) {
  const Indices two = sobol_indices({1, 1, 1, 2, 2, 2}, 1, 1);  // some draws take one of them twice
  ASSERT_EQ(two.first.size(), 1U);
  EXPECT_TRUE(std::isfinite(two.first[0].low));
  EXPECT_LE(two.total[0].low, two.total[0].high);
  const Indices same = sobol_indices({1, 1, 1, 1, 1, 1}, 1, 1);
  EXPECT_TRUE(std::isnan(same.first[0].low));
  EXPECT_TRUE(std::isnan(same.total[0].high));
}

// Of 0.1, the mean of which is rounded.
TEST(SobolIndices, AResultThatDoesNotVaryHasNone) {
  const Indices found = indices_of([](const auto&) { return 0.1; }, 2, 0, 1, 50);
  ASSERT_EQ(found.first.size(), 2U);
  for (const auto* order : {&found.first, &found.total})
    for (const Interval& index : *order)
      for (const double figure : {index.value, index.low, index.high})
        EXPECT_TRUE(std::isnan(figure)) << figure;
}

}  // namespace
}  // namespace bw::study::indices_test
