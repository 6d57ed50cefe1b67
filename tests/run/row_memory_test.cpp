#include "run/plan/row_memory.h"

#include <gtest/gtest.h>

namespace bw::run::row_memory_test {
namespace {

TEST(RowMemory, FewValuesFitEverywhere) {
  EXPECT_EQ(why_rows_do_not_fit(2e7, {}), "");
  EXPECT_EQ(why_rows_do_not_fit(2e7, 1.0), "");
}

TEST(RowMemory, TheLimitIsHalfOfTheFreeMemory) {
  EXPECT_EQ(why_rows_do_not_fit(1e8, 20e9), "");
  EXPECT_EQ(why_rows_do_not_fit(1e9, 20e9), "about 96 GB are needed, 20 GB are free");
}

TEST(RowMemory, WhereItIsUnknownManyValuesDoNotFit) {
  EXPECT_EQ(why_rows_do_not_fit(1e9, {}), "about 96 GB are needed, how much is free is unknown");
}

TEST(RowMemory, NoMachineHoldsEverything) { EXPECT_NE(why_rows_do_not_fit(1e15), ""); }

}  // namespace
}  // namespace bw::run::row_memory_test
