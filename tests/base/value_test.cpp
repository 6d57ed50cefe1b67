#include "base/value.h"

#include <gtest/gtest.h>

#include <limits>

namespace bw::value_test {
namespace {

constexpr Type all_types[] = {Type::real,        Type::integer, Type::boolean,
                              Type::enumeration, Type::string,  Type::binary};

TEST(Values, TypesAreCalledAsInModelica) {
  std::string names;
  for (const Type type : all_types) names += std::string(name(type)) + " ";
  EXPECT_EQ(names, "Real Integer Boolean Enumeration String Binary ");
}

TEST(Values, OnlyRealsAreReal) {
  for (const Type type : all_types) EXPECT_EQ(is_real(type), type == Type::real);
}

TEST(Values, AreWrittenAsOneWouldTypeThem) {
  EXPECT_EQ(text(Value(0.1)), "0.1");
  EXPECT_EQ(text(Value(-2.5e-300)), "-2.5e-300");
  EXPECT_EQ(text(Value(std::int64_t{42})), "42");
  EXPECT_EQ(text(Value(std::numeric_limits<std::int64_t>::min())), "-9223372036854775808");
  EXPECT_EQ(text(Value(true)), "true");
  EXPECT_EQ(text(Value(false)), "false");
  EXPECT_EQ(text(Value(std::string("3 kW"))), "\"3 kW\"");
  EXPECT_EQ(text(Value(std::string())), "\"\"");
}

TEST(Values, ANumberIsNotAText) {
  EXPECT_NE(Discrete(std::int64_t{1}), Discrete(std::string("1")));
  EXPECT_EQ(Discrete(std::string("a")), Discrete(std::string("a")));
}

}  // namespace
}  // namespace bw::value_test
