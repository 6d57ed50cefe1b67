#include "base/archive/sha3.h"

#include <gtest/gtest.h>

namespace bw::sha3_test {
namespace {

// FIPS 202 and its examples; 135 to 137 bytes end before, at and behind a block.
TEST(Sha3, IsThatOfTheStandard) {
  EXPECT_EQ(sha3_256(""), "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
  EXPECT_EQ(sha3_256("abc"), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
  EXPECT_EQ(sha3_256(std::string(200, '\xa3')),
            "79f38adec5c20307a98ef76e8324afbfd46cfd81b22e3973c65fa1bd9de31787");
  const std::pair<std::size_t, const char*> blocks[] = {
      {135, "8094bb53c44cfb1e67b7c30447f9a1c33696d2463ecc1d9c92538913392843c9"},
      {136, "3fc5559f14db8e453a0a3091edbd2bc25e11528d81c66fa570a4efdcc2695ee1"},
      {137, "f8d6846cedd2ccfadf15c5879ef95af724d799eed7391fb1c91f95344e738614"}};
  for (const auto& [size, digest] : blocks) EXPECT_EQ(sha3_256(std::string(size, 'a')), digest);
}

}  // namespace
}  // namespace bw::sha3_test
