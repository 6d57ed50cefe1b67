#include "model/isolated/letter.h"

#include <gtest/gtest.h>

#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace bw::model::letter_test {
namespace {

TEST(Letter, EveryBitArrives) {
  const std::vector<double> reals{-0.0, std::numeric_limits<double>::signaling_NaN(), 1e-310};
  const std::vector<Discrete> discretes{std::int64_t{-7}, std::string("a\0b", 3), std::string()};
  Letter letter;
  letter.put(SignalsIn{reals, discretes});
  letter.put(true);
  Signals arrived;
  OpenedLetter opened(letter.bytes());
  opened.get(arrived);
  EXPECT_TRUE(opened.get<bool>());
  EXPECT_EQ(std::memcmp(arrived.reals.data(), reals.data(), 3 * sizeof(double)), 0);
  EXPECT_EQ(arrived.discretes, discretes);
}

TEST(Letter, ADamagedOneIsNoticed) {
  Letter letter;
  letter.put(std::string_view("hello"));
  letter.put(std::span<const double>());
  for (std::size_t length = 0; length < 13; ++length) {
    OpenedLetter cut(letter.bytes().substr(0, length));
    EXPECT_THROW((void)cut.text(), Garbled) << length;
  }
  OpenedLetter opened(letter.bytes());
  EXPECT_EQ(opened.text(), "hello");
  std::vector<double> two(2);
  EXPECT_THROW(opened.get(std::span(two)), Garbled);
  Letter huge;
  huge.put(std::numeric_limits<std::uint64_t>::max());
  EXPECT_THROW((void)OpenedLetter(huge.bytes()).text(), Garbled);
}

}  // namespace
}  // namespace bw::model::letter_test
