#include "equation/sort/solve_for.h"

#include <gtest/gtest.h>

#include "support/equation/flat_models.h"
#include "support/equation/model_text.h"

namespace bw::equation::solve_for_test {
namespace {

using test::choose;
using test::E;
using test::make;

class SolveFor : public testing::Test {
 protected:
  std::string solve(E left, E right) {
    const Node found = solver_.solve(left.node, right.node, z_.node);
    return found == no_node ? "none" : test::written(m_.model, found);
  }
  std::string isolate(E left, E right) {
    const Node found = solver_.isolate(left.node, right.node, z_.node);
    return found == no_node ? "none" : test::written(m_.model, found);
  }

  test::FlatMaker m_;
  E z_ = m_.real("z"), a_ = m_.real("a"), b_ = m_.real("b");
  Solver solver_{m_.model.graph, [this](Node leaf) { return leaf == z_.node; }};
};

TEST_F(SolveFor, OperationsAreUndone) {
  EXPECT_EQ(isolate(z_ + a_, b_), "(b - a)");
  EXPECT_EQ(isolate(b_, a_ + z_), "(b - a)");
  EXPECT_EQ(isolate(z_ - a_, b_), "(b + a)");
  EXPECT_EQ(isolate(a_ - z_, b_), "(a - b)");
  EXPECT_EQ(isolate(-z_, b_), "(-b)");
  EXPECT_EQ(isolate(2.0 * z_ + a_, b_), "((b - a)/2)");
  EXPECT_EQ(isolate(make(Op::logical_not, z_), a_), "not(a)");
}

TEST_F(SolveFor, AnUnknownThatStandsTwiceIsGathered) {
  EXPECT_EQ(isolate(2.0 * z_, a_ + z_), "none");
  EXPECT_NE(solve(2.0 * z_, a_ + z_), "none");
  EXPECT_EQ(solve(3.0 * z_ - 1.0 * z_, m_.constant(8)), "4");
}

TEST_F(SolveFor, WhatIsNotLinearIsLeftToIteration) {
  EXPECT_EQ(solve(z_ * z_, a_), "none");
  EXPECT_EQ(solve(make(Op::sin, z_) + z_, a_), "none");
}

TEST_F(SolveFor, AnUnknownThatIsNotThereHasNoFormula) {
  EXPECT_FALSE(solver_.contains((a_ + b_).node, z_.node));
  EXPECT_TRUE(solver_.contains((a_ + z_).node, z_.node));
}

TEST_F(SolveFor, AnotherValueTakesThePlaceOfALeaf) {
  EXPECT_EQ(test::written(m_.model, solver_.with((z_ * z_ + a_).node, z_.node, b_.node)),
            "((b*b) + a)");
}

TEST_F(SolveFor, RoundingIsAStep) {
  EXPECT_TRUE(solver_.has_steps((make(Op::floor_silent, z_) + a_).node));
  EXPECT_FALSE(solver_.has_steps((z_ * a_).node));
}

// Deeper than any stack.
TEST_F(SolveFor, ASumOf100000TermsIsSolvedForEachOfThem) {
  constexpr int n = 100'000;
  for (const int place : {0, n / 2, n - 1}) {
    E sum = m_.constant(0);
    for (int i = 0; i < n; ++i) sum = sum + (i == place ? z_ : static_cast<double>(i + 2) * a_);
    const Node found = solver_.solve(sum.node, b_.node, z_.node);
    ASSERT_NE(found, no_node);
    EXPECT_FALSE(solver_.contains(found, z_.node));
    EXPECT_EQ(solver_.isolate(sum.node, b_.node, z_.node), found);
  }
}

}  // namespace
}  // namespace bw::equation::solve_for_test
