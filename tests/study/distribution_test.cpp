// Quantiles, and samples of a hundred thousand against their distributions (Kolmogorov-Smirnov).

#include "study/design/distribution.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <vector>

#include "study/design/random.h"

namespace bw::study::distribution_test {
namespace {

using Kind = Distribution::Kind;

struct Case {
  std::string name;
  Distribution distribution;
  std::function<double(double)> share;  // below x
};

double between(double x) { return std::clamp(x, 0.0, 1.0); }

std::vector<Case> cases() {
  const double low = normal_distribution(-1), high = normal_distribution(2);
  return {
      {"uniform", {Kind::uniform, {2, 5}}, [](double x) { return between((x - 2) / 3); }},
      {"log_uniform",
       {Kind::log_uniform, {1, 100}},
       [](double x) { return between(std::log10(x) / 2); }},
      {"normal", {Kind::normal, {3, 2}}, [](double x) { return normal_distribution((x - 3) / 2); }},
      {"log_normal",
       {Kind::log_normal, {0.5, 0.25}},
       [](double x) { return normal_distribution((std::log(x) - 0.5) / 0.25); }},
      {"triangular",
       {Kind::triangular, {0, 1, 4}},
       [](double x) { return x < 1 ? x * x / 4 : 1 - (4 - x) * (4 - x) / 12; }},
      {"truncated", {Kind::truncated, {10, 2, 8, 14}}, [=](double x) {
         return (normal_distribution((x - 10) / 2) - low) / (high - low);
       }}};
}

TEST(Distribution, SamplesOfAHundredThousandPassKolmogorovSmirnov) {
  constexpr std::size_t n = 100'000;
  constexpr double critical = 1.95;  // exceeded by one sample of a thousand
  for (const Case& one : cases()) {
    std::vector<double> sample(n);
    for (std::size_t k = 0; k < n; ++k)
      sample[k] = one.distribution.quantile(unit_number(random_bits(7, 3, k)));
    std::sort(sample.begin(), sample.end());
    double largest = 0;
    for (std::size_t k = 0; k < n; ++k) {
      const double share = one.share(sample[k]);
      largest = std::max({largest, std::abs(share - static_cast<double>(k) / n),
                          std::abs(share - static_cast<double>(k + 1) / n)});
    }
    EXPECT_LT(largest * std::sqrt(n), critical) << one.name;
  }
}

TEST(Distribution, TheNormalQuantileIsExactToRounding) {
  EXPECT_NEAR(normal_quantile(0.975), 1.959963984540054, 1e-14);
  EXPECT_NEAR(normal_quantile(1e-10), -6.361340902404056, 1e-12);
  EXPECT_NEAR(normal_quantile(0x1p-33), -6.3379577545537895, 1e-12);
  EXPECT_EQ(normal_quantile(0.5), normal_quantile(0.5));
  for (const double z : {-8.0, -3.0, -0.1, 0.0, 1.5, 4.0})
    EXPECT_NEAR(normal_quantile(normal_distribution(z)), z, 1e-11 * std::exp(z * z / 2)) << z;
}

TEST(Distribution, TruncatedTailsStayInTheirRange) {
  const Distribution far{Kind::truncated, {0, 1, 8, 9}};
  for (const double u : {1e-12, 0.5, 1 - 1e-12}) {
    EXPECT_GE(far.quantile(u), 8);
    EXPECT_LE(far.quantile(u), 9);
  }
  EXPECT_LT(far.quantile(0.5), 8.2);
}

TEST(Distribution, LevelsAreEquallyLikely) {
  Distribution three{Kind::levels, {}, {1, 2, 5}};
  EXPECT_EQ(three.quantile(0.01), 1);
  EXPECT_EQ(three.quantile(0.5), 2);
  EXPECT_EQ(three.quantile(0.999), 5);
}

}  // namespace
}  // namespace bw::study::distribution_test
