#include "base/pack.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>

namespace bw::pack_test {

struct Sheep {
  int age = 0;
  std::string name;
  std::vector<double> weights;
  std::variant<std::int64_t, std::string> mark;
};

template <class Pack, Is<Sheep> S>
void fields(Pack& pack, S& sheep) {
  pack(sheep.age, sheep.name, sheep.weights, sheep.mark);
}

namespace {

std::string packed(const auto&... values) {
  Packer pack;
  pack(values...);
  return pack.take();
}

TEST(Pack, WhatWasWrittenIsRead) {
  const std::vector<Sheep> flock = {{3, "Dolly", {1.5, -0.0}, "black"}, {-1, "", {}, 7}};
  std::vector<Sheep> read;
  const std::string bytes = packed(flock);
  Unpacker unpack(bytes);
  unpack(read);
  EXPECT_TRUE(unpack.complete());
  ASSERT_EQ(read.size(), 2U);
  EXPECT_EQ(read[0].age, 3);
  EXPECT_EQ(read[0].name, "Dolly");
  EXPECT_EQ(std::get<std::string>(read[0].mark), "black");
  EXPECT_EQ(std::get<std::int64_t>(read[1].mark), 7);
  EXPECT_TRUE(std::signbit(read[0].weights[1]));
  EXPECT_EQ(packed(read), bytes);
}

TEST(Pack, AFlagIsZeroOrOne) {
  std::string bytes = packed(true, std::optional<bool>(false));
  bool flag = false;
  std::optional<bool> other;
  Unpacker unpack(bytes);
  unpack(flag, other);
  EXPECT_TRUE(unpack.complete() && flag && other == false);
  bytes.front() = 2;
  Unpacker wrong(bytes);
  wrong(flag, other);
  EXPECT_FALSE(wrong.complete());
}

TEST(Pack, NumbersKeepTheirBits) {
  const auto odd_nan = std::bit_cast<double>(0xFFF4'0000'0000'1234U);
  const std::vector<double> numbers = {odd_nan, std::numeric_limits<double>::infinity(),
                                       std::numeric_limits<double>::denorm_min()};
  const std::string bytes = packed(numbers, odd_nan);
  std::vector<double> read;
  double last = 0;
  Unpacker unpack(bytes);
  unpack(read, last);
  ASSERT_EQ(read.size(), 3U);
  for (std::size_t k = 0; k < 3; ++k)
    EXPECT_EQ(std::bit_cast<std::uint64_t>(read[k]), std::bit_cast<std::uint64_t>(numbers[k]));
  EXPECT_EQ(std::bit_cast<std::uint64_t>(last), 0xFFF4'0000'0000'1234U);
}

TEST(Pack, AnyMissingByteIsNoticed) {
  const std::string bytes = packed(std::vector<Sheep>{{3, "Dolly", {1.5}, "black"}});
  for (std::size_t length = 0; length < bytes.size(); ++length) {
    const std::vector<char> exact(bytes.begin(), bytes.begin() + static_cast<long>(length));
    Unpacker unpack({exact.data(), exact.size()});  // the sanitizer sees a read beyond the end
    std::vector<Sheep> read;
    unpack(read);
    EXPECT_FALSE(unpack.complete()) << length;
  }
}

TEST(Pack, BytesThatAreLeftAreNoticed) {
  const std::string bytes = packed(1.0, 2.0);
  Unpacker unpack(bytes);
  double one = 0;
  unpack(one);
  EXPECT_FALSE(unpack.complete());
}

TEST(Pack, ACountThatCannotBeRequestsNoMemory) {
  const std::string bytes = packed(std::numeric_limits<std::uint64_t>::max());
  std::string text;
  std::vector<double> numbers;
  std::vector<Sheep> flock;
  Unpacker{bytes}(text);
  Unpacker{bytes}(numbers);
  Unpacker{bytes}(flock);
  EXPECT_TRUE(text.empty() && numbers.empty() && flock.empty());
}

TEST(Pack, AValueMayBeMissing) {
  const std::string bytes = packed(std::optional<int>(7), std::optional<std::string>());
  std::optional<int> seven;
  std::optional<std::string> none = "some";
  Unpacker unpack(bytes);
  unpack(seven, none);
  EXPECT_TRUE(unpack.complete());
  EXPECT_EQ(seven, 7);
  EXPECT_EQ(none, std::nullopt);
  const std::string two = packed(std::uint64_t{2}, 7, 7);
  Unpacker wrong(two);
  wrong(seven);
  EXPECT_FALSE(wrong.complete());
}

TEST(Pack, AChoiceThatDoesNotExistIsNoticed) {
  const std::string bytes = packed(std::uint8_t{2}, std::int64_t{1});
  std::variant<std::int64_t, std::string> mark;
  Unpacker unpack(bytes);
  unpack(mark);
  EXPECT_FALSE(unpack.complete());
}

}  // namespace
}  // namespace bw::pack_test
