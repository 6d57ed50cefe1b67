#include "result/compare/compare.h"

#include <gtest/gtest.h>

#include <cmath>

namespace bw::result::compare_test {
namespace {

Comparison compared(const std::string& a, const std::string& b,
                    const CompareOptions& options = {}) {
  return compare(parse_csv(a, "a.csv"), parse_csv(b, "b.csv"), options);
}

bool same(const std::string& a, const std::string& b, const CompareOptions& options = {}) {
  const bool forwards = compared(a, b, options).same;
  EXPECT_EQ(compared(b, a, options).same, forwards) << "the order must not matter";
  return forwards;
}

TEST(Compare, FindsAResultTheSameAsItself) {
  const std::string text = "t,x,s\n0,1,up\n1,2,down\n1,-3,down\n";
  const Comparison c = compared(text, text);
  EXPECT_TRUE(c.same);
  EXPECT_TRUE(c.same_grid);
  EXPECT_FALSE(c.largest.has_value());
  EXPECT_EQ(c.times, 3u);
  EXPECT_EQ(c.values, 6u);
}

TEST(Compare, ReportsTheFirstAndTheLargestDifference) {
  const Comparison c = compared("t,x,y\n0,1,1\n1,1,1\n2,1,1\n", "t,y,x\n0,1,1\n1,1.1,1\n2,1,1.5\n");
  EXPECT_FALSE(c.same);
  EXPECT_EQ(c.beyond, 2u);
  EXPECT_EQ(c.first->column, "y");
  EXPECT_EQ(c.first->time, 1);
  EXPECT_EQ(c.largest->column, "x");
  EXPECT_EQ(c.largest->time, 2);
  EXPECT_EQ(std::get<double>(c.largest->b), 1.5);
  EXPECT_NEAR(c.largest->measure, 0.5 / (1e-6 * 1.5 + 1e-6 * 1.5), 1e-3);
  EXPECT_EQ(c.columns[0].name, "x");
  EXPECT_EQ(c.columns[0].beyond, 1u);
}

TEST(Compare, WeighsByTheValueAndByTheLargestValueOfTheColumn) {
  EXPECT_TRUE(same("t,x\n0,1\n1,0\n", "t,x\n0,1\n1,9e-7\n"));
  EXPECT_FALSE(same("t,x\n0,1\n1,0\n", "t,x\n0,1\n1,2e-6\n"));
  EXPECT_TRUE(same("t,x\n0,1000\n", "t,x\n0,1000.0019\n"));
  EXPECT_FALSE(same("t,x\n0,1000\n", "t,x\n0,1000.0021\n"));
  EXPECT_TRUE(same("t,x\n0,1e-30\n", "t,x\n0,1.0000001e-30\n"));
  EXPECT_FALSE(same("t,x\n0,1e-30\n", "t,x\n0,2e-30\n"));
}

TEST(Compare, TakesTheTolerancesItIsGiven) {
  EXPECT_TRUE(same("t,x\n0,1\n", "t,x\n0,1.05\n", {.relative = 0.1, .absolute = {}}));
  EXPECT_TRUE(same("t,x\n0,0\n", "t,x\n0,1e-3\n", {.relative = 0, .absolute = 1e-2}));
  EXPECT_FALSE(same("t,x\n0,0\n", "t,x\n0,1e-3\n", {.relative = 1e-6, .absolute = 1e-9}));
  EXPECT_TRUE(same("t,x\n0,1\n", "t,x\n0,1\n", {.relative = 0, .absolute = 0}));
  EXPECT_FALSE(same("t,x\n0,1\n", "t,x\n0,1.0000000000000002\n", {.relative = 0, .absolute = 0}));
}

TEST(Compare, NamesTheColumnsThatOneResultLacks) {
  const std::string a = "t,x,y\n0,1,2\n", b = "t,x,z\n0,1,2\n";
  const Comparison c = compared(a, b);
  EXPECT_FALSE(c.same);
  EXPECT_EQ(c.only_in_a, std::vector<std::string>{"y"});
  EXPECT_EQ(c.only_in_b, std::vector<std::string>{"z"});
  EXPECT_TRUE(same(a, b, {.absolute = {}, .only_common = true}));
}

TEST(Compare, LeavesEstimatedErrorsOut) {
  const std::string rough = "t,x,error(x)\n0,1,0\n1,2,1e-3\n",
                    fine = "t,x,error(x)\n0,1,0\n1,2,1e-9\n";
  EXPECT_TRUE(same(rough, fine));
  EXPECT_TRUE(same(rough, "t,x\n0,1\n1,2\n")) << "one of them was not estimated";
  EXPECT_FALSE(same("t,error(x)\n0,1\n", "t,error(x)\n0,2\n")) << "a column of that name only";
  const Comparison c = compared(rough, fine);
  EXPECT_EQ(c.values, 2u);
  EXPECT_EQ(describe(c),
            "a.csv and b.csv are the same within the tolerance: 0 of 2 values in 1 common columns "
            "differ.\nColumns of estimated errors were not compared.\n");
}

TEST(Compare, NeverCallsResultsTheSameThatHaveNoColumnInCommon) {
  EXPECT_FALSE(same("t,x\n0,1\n", "t,y\n0,1\n", {.absolute = {}, .only_common = true}));
  EXPECT_TRUE(same("t\n0\n1\n", "t\n0\n1\n"));
}

TEST(Compare, InterpolatesTheFinerResultAtTheTimesOfTheCoarser) {
  const std::string coarse = "t,x\n0,0\n1,1\n2,4\n",
                    fine = "t,x\n0,0\n0.5,0.25\n1,1\n1.5,2.25\n2,4\n";
  EXPECT_TRUE(same(coarse, fine));
  const Comparison c = compared(coarse, fine);
  EXPECT_FALSE(c.same_grid);
  EXPECT_EQ(c.times, 3u);
  const Comparison between = compared("t,x\n0,0\n0.75,1.5\n2,4\n", "t,x\n0,0\n0.5,1\n1,2\n2,4\n");
  EXPECT_TRUE(between.same);
  EXPECT_FALSE(same("t,x\n0,0\n0.75,1.6\n2,4\n", "t,x\n0,0\n0.5,1\n1,2\n2,4\n"));
}

TEST(Compare, TakesRoundedTimesForTheSameGrid) {
  const Comparison c = compared("t,x\n0,0\n0.3,1\n1,0\n", "t,x\n0,0\n0.30000000000000004,1\n1,0\n");
  EXPECT_TRUE(c.same && c.same_grid);
}

TEST(Compare, HoldsTheSidesOfAJumpApart) {
  const std::string a = "t,x\n0,0\n1,0\n1,5\n2,5\n";
  EXPECT_TRUE(same(a, "t,x\n0,0\n0.5,0\n1,0\n1,5\n1.5,5\n2,5\n"));
  EXPECT_FALSE(same(a, "t,x\n0,0\n0.5,0\n1,0\n1,4\n1.5,5\n2,5\n"));
  EXPECT_FALSE(same(a, "t,x\n0,0\n0.5,0\n1,1\n1,5\n1.5,5\n2,5\n"));
}

TEST(Compare, AcceptsEitherSideOfAJumpWhereTheOtherResultHasOneRow) {
  const std::string jump = "t,x\n0,0\n1,0\n1,5\n2,5\n";
  EXPECT_TRUE(same(jump, "t,x\n0,0\n1,5\n2,5\n"));
  EXPECT_TRUE(same(jump, "t,x\n0,0\n1,0\n2,5\n"));
  EXPECT_FALSE(same(jump, "t,x\n0,0\n1,2\n2,5\n"));
}

TEST(Compare, SeesAJumpThatTheOtherResultPassesSmoothly) {
  EXPECT_FALSE(same("t,x\n0,0\n1,0\n1,5\n2,5\n", "t,x\n0,0\n0.5,1\n1.5,4\n2,5\n"));
}

TEST(Compare, ReportsDifferentRangesAndComparesWhatBothHave) {
  const Comparison c = compared("t,x\n0,0\n1,1\n2,2\n", "t,x\n0,0\n1,1\n");
  EXPECT_FALSE(c.same);
  EXPECT_FALSE(c.same_range);
  EXPECT_EQ(c.beyond, 0u);
  EXPECT_EQ(c.times, 2u);
  EXPECT_EQ(c.stop_a, 2);
  EXPECT_EQ(c.stop_b, 1);
  const Comparison apart = compared("t,x\n0,0\n1,1\n", "t,x\n2,0\n3,1\n");
  EXPECT_FALSE(apart.same);
  EXPECT_EQ(apart.times, 0u);
}

TEST(Compare, NeverCallsResultsTheSameThatHaveNoRows) {
  EXPECT_FALSE(same("t,x\n", "t,x\n0,1\n"));
  EXPECT_FALSE(same("t,x\n", "t,x\n"));
  EXPECT_FALSE(same("t\n", "t\n"));
  EXPECT_EQ(describe(compared("t,x\n", "t,x\n")),
            "There is nothing to compare: neither a.csv nor b.csv has a row.\n");
}

TEST(Compare, FindsNanEqualToNanOnly) {
  EXPECT_TRUE(same("t,x\n0,nan\n1,1\n", "t,x\n0,NaN\n1,1\n"));
  EXPECT_FALSE(same("t,x\n0,nan\n1,1\n", "t,x\n0,0\n1,1\n"));
  EXPECT_TRUE(same("t,x\n0,inf\n1,inf\n", "t,x\n0,inf\n0.5,inf\n1,inf\n"));
  EXPECT_FALSE(same("t,x\n0,inf\n", "t,x\n0,-inf\n"));
  EXPECT_FALSE(same("t,x\n0,1e308\n", "t,x\n0,inf\n"));
}

TEST(Compare, FindsTextsEqualOrNot) {
  EXPECT_TRUE(same("t,s\n0,up\n2,down\n", "t,s\n0,up\n1,up\n2,down\n"));
  EXPECT_FALSE(same("t,s\n0,up\n", "t,s\n0,down\n"));
  EXPECT_TRUE(same("t,s\n0,\"12\"\n", "t,s\n0,12\n"));
  const Comparison c = compared("t,s\n0,up\n", "t,s\n0,down\n");
  EXPECT_EQ(std::get<std::string>(c.first->a), "up");
  EXPECT_TRUE(std::isinf(c.largest->measure));
}

TEST(Compare, WalksAMillionRowsOfDifferentGridsOnce) {
  Table a, b;
  a.columns.resize(1);
  b.columns.resize(1);
  a.columns[0].name = b.columns[0].name = "x";
  for (int i = 0; i <= 1'000'000; ++i) {
    a.times.push_back(i);
    a.columns[0].numbers.push_back(2.0 * i);
    if (i % 3 == 2) continue;
    b.times.push_back(i);
    b.columns[0].numbers.push_back(2.0 * i);
  }
  const Comparison c = compare(a, b);
  EXPECT_TRUE(c.same);
  EXPECT_EQ(c.times, b.times.size());
}

TEST(Compare, DescribesItselfInWords) {
  EXPECT_EQ(describe(compared("t,x\n0,1\n", "t,x\n0,1.0000001\n")),
            "a.csv and b.csv are the same within the tolerance: 0 of 1 values in 1 common columns "
            "differ.\n"
            "Largest difference: x at t = 0: 1 and 1.0000001 (0.05 times the tolerance).\n");
  EXPECT_EQ(
      describe(compared("t,x,p\n0,1,0\n1,1,0\n", "t,x\n0,1\n0.5,2\n1.5,1\n")),
      "a.csv and b.csv differ: 1 of 2 values in 1 common columns differ.\n"
      "First difference: x at t = 1: 1 and 1.5.\n"
      "Largest difference: x at t = 1: 1 and 1.5 (143 000 times the tolerance).\n"
      "The times differ: 0 to 1 in a.csv, 0 to 1.5 in b.csv.\n"
      "The results have rows at different times (2 and 3 rows); they were compared at 2 times, "
      "with linear interpolation of the finer result.\n"
      "Only in a.csv: p.\n");
  EXPECT_NE(describe(compared("t,s\n0,up\n", "t,s\n0,down\n"))
                .find("Largest difference: s at t = 0: \"up\" and \"down\".\n"),
            std::string::npos);
}

}  // namespace
}  // namespace bw::result::compare_test
