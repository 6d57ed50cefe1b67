#include "run/execute/unwritten.h"

#include <gtest/gtest.h>

#include <stdexcept>

#include "result/read_csv.h"
#include "result/spool.h"
#include "run/run.h"
#include "support/model/two_states.h"
#include "support/scratch_folder.h"

namespace bw::run::unwritten_test {
namespace {

TEST(UnwrittenRowsTest, TheNewestAreWrittenOnce) {
  int first = 0, second = 0;
  const UnwrittenRows one([&] { ++first; });
  {
    const UnwrittenRows two([&] { ++second; });
    write_unwritten_rows();
    write_unwritten_rows();
  }
  EXPECT_EQ(first, 0);
  EXPECT_EQ(second, 1);
}

TEST(UnwrittenRowsTest, WhatIsGoneIsNotWrittenAndAFailureGoesNoFurther) {
  {
    const UnwrittenRows gone([] { FAIL(); });
  }
  write_unwritten_rows();
  const UnwrittenRows failing([] { throw std::runtime_error("the disk is full"); });
  write_unwritten_rows();
}

// As the program does it for an FMU that does not return.
TEST(UnwrittenRowsTest, ARunThatIsUnderWayHasThoseOfItsIntegration) {
  const test::ScratchFolder scratch;
  test::TwoStates model;
  RunSpec spec{.stop = 2000, .tolerance = 1e-6, .interval = 0.1};
  spec.output = scratch / "a.csv";
  std::size_t rows = 0;
  spec.on_progress = [&](const Progress& progress) {
    if (rows > 0 || progress.time.value_or(0) < 1) return;
    write_unwritten_rows();
    result::Spool::rescue();
    const result::Table table = result::read_csv(scratch / "a.csv.partial");
    rows = table.times.size();
    EXPECT_DOUBLE_EQ(table.times.back(), *progress.time);
  };
  try {
    run(spec, model);
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): a rescued file is not written
  }
  EXPECT_GT(rows, 10U);
}

}  // namespace
}  // namespace bw::run::unwritten_test
