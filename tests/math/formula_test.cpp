#include "math/formula.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::math::formula_test {
namespace {

using test::contains;

const std::vector<std::string> names = {"x", "v", "two-mass.x", "a[1]", "der(x)", "tank.level"};
const std::vector<double> values = {3, -2, 5, 7, 11, 13};

double value(const char* text) { return Formula(text, names)(values); }

std::string refusal(const std::string& text) {
  return test::refusal<UsageError>([&] { Formula(text, names); });
}

TEST(Formula, ComputesWhatAPersonExpects) {
  EXPECT_EQ(value("x + v"), 1);
  EXPECT_EQ(value("x^2 + v^2"), 13);
  EXPECT_EQ(value("2 * x - v / 4 + 1.5e1"), 21.5);
  EXPECT_EQ(value("(x + 1) * (v - 1)"), -12);
  EXPECT_EQ(value("x - 1 - 1"), 1);
  EXPECT_EQ(value("12 / x / 2"), 2);
}

TEST(Formula, PowersBindTightestAndFromTheRight) {
  EXPECT_EQ(value("-x^2"), -9);
  EXPECT_EQ(value("2^x^2"), 512);
  EXPECT_EQ(value("2^-x"), 0.125);
  EXPECT_EQ(value("3 * -x"), -9);
}

TEST(Formula, KnowsAFewFunctions) {
  EXPECT_EQ(value("sin(x) + cos( v )"), std::sin(3.0) + std::cos(-2.0));
  EXPECT_EQ(value("exp(v) * log(x) - sqrt(x)"), std::exp(-2.0) * std::log(3.0) - std::sqrt(3.0));
  EXPECT_EQ(value("abs(v)"), 2);
}

TEST(Formula, NamesMayHoldDotsBracketsAndHyphens) {
  EXPECT_EQ(value("two-mass.x-x"), 2);
  EXPECT_EQ(value("a[1]*der(x)"), 77);
  EXPECT_EQ(value("tank.level"), 13);
  EXPECT_EQ(Formula("a[1] + x + x", names).variables(), (std::vector<std::size_t>{0, 3}));
}

TEST(Formula, WhatIsWrongIsReportedWithItsPlace) {
  EXPECT_TRUE(contains(refusal("x + y"), "no variable is called 'y' in \"x + y\" (character 5)."));
  EXPECT_TRUE(contains(refusal("x +"), "is missing at the end of"));
  EXPECT_TRUE(contains(refusal("(x + v"), "a parenthesis is not closed"));
  EXPECT_TRUE(contains(refusal("x v"), "an operator (+ - * / ^) is missing before"));
  EXPECT_TRUE(contains(refusal("1 + 2"), "there is no variable in"));
  EXPECT_TRUE(contains(refusal(""), "is missing at the end of"));
  EXPECT_TRUE(contains(refusal("x * * v"), "is expected in"));
  EXPECT_TRUE(contains(refusal("x - --v"), "two signs"));
  EXPECT_TRUE(contains(refusal("tank.levl"), "Did you mean 'tank.level'?"));
  EXPECT_TRUE(contains(refusal("1e999 * x"), "a number is expected"));
}

TEST(Formula, EndlessBracketsAndPowersAreRefused) {
  EXPECT_TRUE(contains(refusal(std::string(100000, '(') + "x"), "nested parentheses"));
  std::string powers = "x";
  for (int i = 0; i < 100000; ++i) powers += "^x";
  EXPECT_TRUE(contains(refusal(powers), "powers"));
}

}  // namespace
}  // namespace bw::math::formula_test
