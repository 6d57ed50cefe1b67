#include "equation/core/expression.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bw::equation::expression_test {
namespace {

struct Expressions : testing::Test {
  Graph graph;
  Node x = graph.variable(0), y = graph.variable(1);
  Node number(double value) { return graph.constant(value); }
  Node make(Op op, Node a, Node b = no_node, Node c = no_node) { return graph.make(op, a, b, c); }
};

TEST_F(Expressions, EqualOnesAreOneNode) {
  EXPECT_EQ(graph.variable(0), x);
  EXPECT_NE(graph.derivative(0), x);
  EXPECT_EQ(make(Op::add, x, y), make(Op::add, x, y));
  EXPECT_EQ(make(Op::sin, x), make(Op::sin, x));
  EXPECT_EQ(number(2.5), number(2.5));
}

TEST_F(Expressions, SumsAndProductsAreTheSameTheOtherWayRound) {
  EXPECT_EQ(make(Op::add, x, y), make(Op::add, y, x));
  EXPECT_EQ(make(Op::multiply, x, y), make(Op::multiply, y, x));
  EXPECT_NE(make(Op::subtract, x, y), make(Op::subtract, y, x));
}

TEST_F(Expressions, StayTheSameWhenManyComeBetween) {
  const Node product = make(Op::multiply, x, y);
  for (int i = 0; i < 10000; ++i) make(Op::multiply, product, number(i + 0.5));
  EXPECT_EQ(make(Op::multiply, x, y), product);
  EXPECT_LE(graph.size(), 20003U);
}

TEST_F(Expressions, OfConstantsAreFolded) {
  EXPECT_EQ(make(Op::add, number(2), number(3)), number(5));
  EXPECT_EQ(make(Op::sin, number(1)), number(std::sin(1.0)));
  EXPECT_EQ(make(Op::mod, number(-7), number(3)), number(2));
  EXPECT_EQ(make(Op::rem, number(-7), number(3)), number(-1));
  EXPECT_EQ(make(Op::div, number(-7), number(3)), number(-2));
  EXPECT_EQ(make(Op::integer, number(-2.5)), number(-3));
  EXPECT_EQ(make(Op::less_equal, number(1), number(1)), number(1));
  EXPECT_EQ(make(Op::choose, number(0), number(1), number(2)), number(2));
}

TEST_F(Expressions, ThatWouldNotBeFiniteAreLeftToTheRun) {
  EXPECT_EQ(graph[make(Op::divide, number(1), number(0))].op, Op::divide);
  EXPECT_EQ(graph[make(Op::sqrt, number(-1))].op, Op::sqrt);
}

TEST_F(Expressions, LoseWhatChangesNothing) {
  EXPECT_EQ(make(Op::add, x, number(0)), x);
  EXPECT_EQ(make(Op::multiply, number(1), x), x);
  EXPECT_EQ(make(Op::multiply, x, number(0)), number(0));
  EXPECT_EQ(make(Op::negate, make(Op::negate, x)), x);
  EXPECT_EQ(make(Op::subtract, x, x), number(0));
  EXPECT_EQ(make(Op::add, x, make(Op::negate, y)), make(Op::subtract, x, y));
  EXPECT_EQ(make(Op::power, x, number(1)), x);
  EXPECT_EQ(make(Op::choose, make(Op::less, x, y), x, x), x);
  EXPECT_EQ(make(Op::logical_and, number(1), make(Op::less, x, y)), make(Op::less, x, y));
}

TEST_F(Expressions, KeepWhatMayFail) {
  EXPECT_EQ(graph[make(Op::divide, number(0), x)].op, Op::divide);
  EXPECT_EQ(graph[make(Op::divide, x, x)].op, Op::divide);
}

TEST_F(Expressions, HaveOneZero) {
  EXPECT_EQ(number(-0.0), number(0.0));
  EXPECT_FALSE(std::signbit(graph[number(-0.0)].value));
}

TEST_F(Expressions, KnowTheirSymbols) {
  EXPECT_EQ(symbol(Op::add), "+");
  EXPECT_EQ(symbol(Op::less_silent), "<");
  EXPECT_EQ(symbol(Op::tanh), "tanh");
  EXPECT_EQ(symbol(Op::integer_silent), "integer");
  EXPECT_EQ(symbol(Op::change), "change");
}

}  // namespace
}  // namespace bw::equation::expression_test
