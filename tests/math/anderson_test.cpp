#include "math/anderson.h"

#include <gtest/gtest.h>

#include <array>
#include <cmath>

namespace bw::math::anderson_test {
namespace {

// z <- A z + b with |eigenvalues| 0.95, 0.6 and 1.4: by itself it diverges.
int sweeps_until_small(std::size_t depth) {
  Anderson anderson(depth);
  const std::array<double, 3> rates = {0.95, -0.6, 1.4}, b = {1, 2, -3};
  std::array<double, 3> z = {0, 0, 0};
  for (int sweep = 1; sweep <= 200; ++sweep) {
    std::array<double, 3> g{}, r{};
    double most = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      g[i] = rates[i] * z[i] + b[i];
      r[i] = g[i] - z[i];
      most = std::max(most, std::abs(r[i]));
    }
    if (most < 1e-9) return sweep;
    anderson.mix(g, r);
    z = g;
  }
  return 1000;
}

TEST(Anderson, SolvesALinearProblemInAsManySweepsAsItHasUnknowns) {
  EXPECT_LE(sweeps_until_small(4), 6);
  EXPECT_EQ(sweeps_until_small(0), 1000);
}

TEST(Anderson, TheFirstSweepIsThePlainOneAndEqualResidualsDoNoHarm) {
  Anderson anderson(4);
  std::array<double, 2> g = {1, 2}, r = {0.5, 0.5};
  for (int k = 0; k < 6; ++k) {
    anderson.mix(g, r);
    EXPECT_EQ(g[0], 1);
    EXPECT_EQ(g[1], 2);
  }
}

}  // namespace
}  // namespace bw::math::anderson_test
