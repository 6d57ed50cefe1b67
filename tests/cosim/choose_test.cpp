#include "cosim/master/choose.h"

#include <gtest/gtest.h>

namespace bw::cosim::choose_test {
namespace {

constexpr Structure no_loop{}, no_loop_fed{.feed_through = true}, loop{.loop = true},
    fed_loop{.loop = true, .feed_through = true},
    algebraic{.loop = true, .feed_through = true, .algebraic_loop = true};
constexpr double loose = 1e-4, just_not_tight = 1.01e-6, tight = 1e-6;

using Names = std::vector<std::string>;
Names names(const Features& features) {
  Names all;
  for (const BaseChoice& choice : choose_bases(features)) all.emplace_back(choice.base);
  return all;
}

// In the order of the connections it is symmetric and needs one step of each component.
TEST(ChoiceOfBases, WithoutALoopIsMixedAtFirst) {
  EXPECT_EQ(names({no_loop, false, loose}), (Names{"mixed", "gauss-seidel"}));
  EXPECT_EQ(names({no_loop, true, tight}), (Names{"mixed", "gauss-seidel"}));
  EXPECT_EQ(names({no_loop_fed, false, loose}), (Names{"mixed", "gauss-seidel"}));
  EXPECT_EQ(names({no_loop_fed, true, tight}), (Names{"mixed", "gauss-seidel"}));
}

TEST(ChoiceOfBases, InALoopWithoutFeedThroughIsAlternatingAtFirst) {
  EXPECT_EQ(names({loop, false, loose}), (Names{"alternating", "mixed"}));
  EXPECT_EQ(names({loop, false, tight}), (Names{"alternating", "mixed"}));
  EXPECT_EQ(names({loop, true, loose}), (Names{"alternating", "mixed", "ith"}));
}

TEST(ChoiceOfBases, InALoopWithFeedThroughIsGaussSeidelAtFirst) {
  EXPECT_EQ(names({fed_loop, false, loose}), (Names{"gauss-seidel", "mixed"}));
  EXPECT_EQ(names({fed_loop, false, tight}), (Names{"gauss-seidel", "mixed"}));
  EXPECT_EQ(names({fed_loop, true, loose}), (Names{"gauss-seidel", "ith", "mixed"}));
  EXPECT_EQ(names({fed_loop, true, just_not_tight}), (Names{"gauss-seidel", "ith", "mixed"}));
}

TEST(ChoiceOfBases, InALoopWithFeedThroughIsImplicitAtFirstWhereTheToleranceIsTight) {
  EXPECT_EQ(names({fed_loop, true, tight}), (Names{"ith", "gauss-seidel", "mixed"}));
  EXPECT_EQ(names({fed_loop, true, 1e-9}), (Names{"ith", "gauss-seidel", "mixed"}));
}

TEST(ChoiceOfBases, InAnAlgebraicLoopIsImplicitWhereComponentsCanBeRolledBack) {
  for (const double tolerance : {loose, tight}) {
    EXPECT_EQ(names({algebraic, true, tolerance}), (Names{"ith", "gauss-seidel"}));
    EXPECT_EQ(names({algebraic, false, tolerance}), (Names{"gauss-seidel"}));
  }
}

TEST(ChoiceOfBases, RollsNothingBackWhereComponentsCannotBeRolledBack) {
  for (const Structure& structure : {no_loop, no_loop_fed, loop, fed_loop, algebraic})
    for (const double tolerance : {loose, tight})
      for (const BaseChoice& choice : choose_bases({structure, false, tolerance}))
        EXPECT_EQ(find_master(choice.base)->least_iterations, 1) << choice.base;
}

TEST(ChoiceOfBases, NamesMastersThatHaveAnExpansionAndSaysWhy) {
  for (const Structure& structure : {no_loop, no_loop_fed, loop, fed_loop, algebraic})
    for (const bool back : {false, true})
      for (const BaseChoice& choice : choose_bases({structure, back, loose})) {
        const MasterKind* kind = find_master(choice.base);
        ASSERT_NE(kind, nullptr) << choice.base;
        EXPECT_NE(kind->expansion, nullptr);
        EXPECT_EQ(choice.why.rfind("because ", 0), 0u) << choice.why;
        EXPECT_NE(choice.why.back(), '.');
      }
}

TEST(MostChains, AreEightForOneStepMethods) {
  for (const char* base : {"gauss-seidel", "alternating", "ith", "jacobi"})
    EXPECT_EQ(most_chains(base, Hold::constant, fed_loop), 8) << base;
}

TEST(MostChains, AreFewerForMethodsOfTwoSteps) {
  EXPECT_EQ(most_chains("mixed", Hold::constant, loop), 6);
  EXPECT_EQ(most_chains("gauss-seidel", Hold::mean, loop), 6);
  EXPECT_EQ(most_chains("mixed", Hold::constant, fed_loop), 4);
  EXPECT_EQ(most_chains("mixed", Hold::constant, no_loop_fed), 8) << "nothing is extrapolated";
}

TEST(MostChains, AreThreeWhereSomethingBends) {
  const auto choices = choose_bases({loop, false, loose});
  EXPECT_EQ(choices.back().base, "mixed");
  EXPECT_EQ(choices.back().most_chains, 3);
}

}  // namespace
}  // namespace bw::cosim::choose_test
