#include "base/process/compilers.h"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

#include "base/error.h"
#include "base/run_control.h"
#include "support/contains.h"
#include "support/scratch_folder.h"

namespace bw::compilers_test {
namespace {

using std::chrono::milliseconds;

TEST(Compilers, ReportsTheCodeAndTheWordsWithoutControlCharacters) {
  const test::ScratchFolder scratch;
  const Ending ending = run_compiler({"/bin/sh", "-c", "printf 'a\\033b\\n' >&2; pwd; exit 3"},
                                     scratch.path(), milliseconds(60'000));
  EXPECT_EQ(ending.code, 3);
  EXPECT_FALSE(ending.is_good());
  EXPECT_TRUE(test::contains(ending.said, "a?b\n"));
  EXPECT_TRUE(test::contains(ending.said, scratch.path().filename().string()));
}

TEST(Compilers, WhatTakesTooLongIsKilledWithAllThatItStarted) {
  const test::ScratchFolder scratch;
  const Ending ending = run_compiler({"/bin/sh", "-c", "(sleep 1; touch late) & echo x; wait"},
                                     scratch.path(), milliseconds(100));
  EXPECT_TRUE(ending.took_too_long);
  EXPECT_FALSE(ending.is_good());
  EXPECT_EQ(ending.said, "x\n");
  std::this_thread::sleep_for(milliseconds(1500));
  EXPECT_FALSE(std::filesystem::exists(scratch / "late"));
}

TEST(Compilers, AProgramThatCannotBeStartedIsAnError) {
  const test::ScratchFolder scratch;
  EXPECT_THROW(run_compiler({"/nowhere/cc"}, scratch.path(), milliseconds(1000)), InputError);
}

TEST(Compilers, WhatNobodyWantsAnyMoreIsKilled) {
  const test::ScratchFolder scratch;
  const std::atomic<bool> unwanted{true};
  const Ending ending =
      run_compiler({"/bin/sh", "-c", "sleep 60"}, scratch.path(), milliseconds(60'000), &unwanted);
  EXPECT_FALSE(ending.is_good());
}

TEST(Compilers, AnInterruptKillsIt) {
  const test::ScratchFolder scratch;
  const std::atomic<bool> interrupt{true};
  const RunControl control{.interrupt = &interrupt};
  const ControlScope scope(control);
  EXPECT_THROW(run_compiler({"/bin/sh", "-c", "sleep 60"}, scratch.path(), milliseconds(60'000)),
               Interrupted);
}

TEST(Compilers, ItsTemporaryFilesAreInItsFolder) {
  const test::ScratchFolder scratch;
  const Ending ending = run_compiler({"/bin/sh", "-c", "printf %s \"$TMPDIR\""}, scratch.path(),
                                     milliseconds(60'000));
  EXPECT_EQ(ending.said, scratch.path().string());
}

}  // namespace
}  // namespace bw::compilers_test
