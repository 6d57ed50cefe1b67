#include "equation/sort/pantelides.h"

#include <gtest/gtest.h>

namespace bw::equation::pantelides_test {
namespace {

constexpr std::uint32_t none = unmatched;

int rises(const Derivatives& all, std::uint32_t equation) {
  int count = 0;
  while (all.of_equation[equation] != none) equation = all.of_equation[equation], ++count;
  return count;
}

TEST(Pantelides, DifferentiatesThePendulumAsPublished) {
  // x, y, their derivatives as variables of their own, and the force
  enum : std::uint32_t { x, y, u, v, du, dv, f };
  Derivatives all;
  all.of_variable = {u, v, du, dv, none, none, none};
  all.of_equation = {none, none, none};
  all.variables_in = {{du, f, x}, {dv, f, y}, {x, y}};
  ASSERT_TRUE(differentiate_structure(all, std::vector<bool>(7, true)));
  EXPECT_EQ(rises(all, 0), 0);
  EXPECT_EQ(rises(all, 1), 0);
  EXPECT_EQ(rises(all, 2), 2);
}

TEST(Pantelides, DifferentiatesWithTheConstraintWhatItIsTiedTo) {
  // der(a) = p, p = z, a = time: p and z follow from the derivative of a
  enum : std::uint32_t { a, da, p, z };
  Derivatives all;
  all.of_variable = {da, none, none, none};
  all.of_equation = {none, none, none};
  all.variables_in = {{da, p}, {p, z}, {a}};
  ASSERT_TRUE(differentiate_structure(all, std::vector<bool>(4, true)));
  EXPECT_EQ(rises(all, 2), 1);
  EXPECT_EQ(rises(all, 0), 0);
}

TEST(Pantelides, LeavesARegularSystemAsItIs) {
  Derivatives all;
  all.of_variable = {1, none};
  all.of_equation = {none};
  all.variables_in = {{0, 1}};
  ASSERT_TRUE(differentiate_structure(all, {true, true}));
  EXPECT_EQ(all.of_equation.size(), 1U);
  EXPECT_EQ(all.of_variable.size(), 2U);
}

TEST(Pantelides, EndsWhereDerivativesDoNotHelp) {
  Derivatives all;  // two equations for one variable, none for the other
  all.of_variable = {none, none};
  all.of_equation = {none, none};
  all.variables_in = {{0}, {0}};
  EXPECT_FALSE(differentiate_structure(all, {true, true}));
}

TEST(Pantelides, DoesNotDifferentiateWhatMayNotBe) {
  Derivatives all;  // x is a state and given, together with something discrete
  all.of_variable = {1, none, none};
  all.of_equation = {none, none, none};
  all.variables_in = {{1}, {0, 2}, {2}};
  EXPECT_FALSE(differentiate_structure(all, {true, true, false}));
}

}  // namespace
}  // namespace bw::equation::pantelides_test
