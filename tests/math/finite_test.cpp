#include "math/finite.h"

#include <gtest/gtest.h>

#include <limits>
#include <vector>

namespace bw::math::finite_test {
namespace {

using Values = std::vector<double>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double infinity = std::numeric_limits<double>::infinity();

TEST(Finite, FiniteMeansEveryOne) {
  EXPECT_TRUE(all_finite({}));
  EXPECT_TRUE(all_finite(Values{0.0, -0.0, 1e308, -1e308, 1e308, 5e-324}));
  for (const double bad : {nan, -nan, infinity, -infinity})
    for (std::size_t place = 0; place < 9; ++place) {
      Values values(9, 1e308);
      values[place] = bad;
      EXPECT_FALSE(all_finite(values)) << bad << " at " << place;
    }
}

TEST(Finite, OppositeInfinitiesDoNotCancel) {
  EXPECT_FALSE(all_finite(Values{infinity, -infinity}));
}

}  // namespace
}  // namespace bw::math::finite_test
