#include "run/execute/unwritten.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>

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

// As the program does it for an FMU that does not return. Here the run goes on, and its rows
// follow.
TEST(UnwrittenRowsTest, ARunThatIsUnderWayHasThoseOfItsIntegration) {
  const test::ScratchFolder scratch;
  test::TwoStates model;
  std::atomic<bool> interrupt{false};
  RunSpec spec{.stop = 2000, .tolerance = 1e-6, .interval = 0.1};
  spec.output = scratch / "a.csv";
  spec.interrupt = &interrupt;
  spec.on_progress = [&](const Progress& progress) {
    if (interrupt || progress.time.value_or(0) < 1) return;
    write_unwritten_rows();
    interrupt = true;
  };
  run(spec, model);
  const std::string text = test::read_file(scratch / "a.csv.partial");
  const std::size_t again = text.find("\"time\"", 1);
  ASSERT_NE(again, std::string::npos) << text.substr(0, 200);
  EXPECT_GT(std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(again), '\n'), 10);
}

}  // namespace
}  // namespace bw::run::unwritten_test
