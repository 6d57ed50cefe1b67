// Sobol points against those of scipy.stats.qmc.Sobol(scramble=False), an independent program with
// the same direction numbers: all of them by a hash, some by their values.

#include "study/design/sobol.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::study::sobol_test {
namespace {

// FNV-1a over the coordinates as 32-bit numbers, least byte first.
std::uint64_t hash_of(std::size_t points, std::size_t dimensions) {
  const Sobol sobol(dimensions);
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (std::size_t k = 0; k < points; ++k)
    for (std::size_t j = 0; j < dimensions; ++j) {
      const std::uint32_t x = sobol.coordinate(k, j);
      for (unsigned byte = 0; byte < 4; ++byte)
        hash = (hash ^ ((x >> (8 * byte)) & 0xffU)) * 0x100000001b3U;
    }
  return hash;
}

TEST(Sobol, ThousandPointsInFiftyDimensionsAreThePublishedOnes) {
  EXPECT_EQ(hash_of(1000, 50), 0xa09ddfd3e2d5c125U);
  const Sobol sobol(50);
  EXPECT_EQ(sobol.coordinate(0, 0), 0U);
  EXPECT_EQ(sobol.coordinate(1, 49), 2147483648U);
  EXPECT_EQ(sobol.coordinate(2, 1), 1073741824U);
  EXPECT_EQ(sobol.coordinate(999, 0), 675282944U);
  EXPECT_EQ(sobol.coordinate(999, 24), 3309305856U);
  EXPECT_EQ(sobol.coordinate(999, 49), 1254096896U);
  EXPECT_EQ(sobol.coordinate(500, 49), 1400897536U);
}

TEST(Sobol, AllDimensionsOfTheTableAreRight) { EXPECT_EQ(hash_of(64, 1111), 0xdeceb4b1a7a9d925U); }

TEST(Sobol, PowersOfTwoFillEveryStratumOnce) {
  const Sobol sobol(20);
  for (std::size_t j = 0; j < 20; ++j) {
    std::vector<int> hits(256, 0);
    for (std::uint64_t k = 0; k < 256; ++k) ++hits[sobol.coordinate(k, j) >> 24U];
    EXPECT_TRUE(std::all_of(hits.begin(), hits.end(), [](int n) { return n == 1; })) << j;
  }
}

TEST(Sobol, MoreDimensionsThanTheTableHasAreRefused) {
  EXPECT_TRUE(test::contains(test::refusal<InputError>([] { Sobol(1112); }), "at most 1111"));
}

}  // namespace
}  // namespace bw::study::sobol_test
