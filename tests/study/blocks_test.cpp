// Claims: one owner at a time, taken over from the dead and the silent.

#include "study/work/blocks.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <string>

#include "base/error.h"
#include "base/process/process_name.h"
#include "study/design/study.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::study::blocks_test {
namespace {

namespace fs = std::filesystem;

class BlocksTest : public testing::Test {
 protected:
  BlocksTest() {
    test::write_file(scratch_ / "a.mo",
                     "model A Real x(start=1, fixed=true); equation der(x)=-x; end A;");
    study_ = parse_study(
        "[study]\ntarget = \"a.mo\"\n[study.parameters]\np = { uniform = [0, 1] }\n"
        "[study.design]\nkind = \"random\"\nruns = 100\n[study.results]\ny = \"max(x)\"\n",
        scratch_ / "s.toml");
  }
  WorkFolder folder() const { return {scratch_ / "w", study_}; }

  test::ScratchFolder scratch_;
  Study study_;
};

TEST_F(BlocksTest, CoverAllRunsOnce) {
  const WorkFolder here = folder();
  const Blocks blocks(here, 100, 3, "me", 30);
  std::uint64_t next = 0;
  for (const Block& block : blocks.list()) {
    EXPECT_EQ(block.begin, next);
    next = block.end;
  }
  EXPECT_EQ(next, 100U);
  const Blocks grown(here, 250, 3, "me", 30);
  EXPECT_EQ(grown.list().back().end, 250U);
  EXPECT_EQ(grown.list().front().end, blocks.list().front().end);
  const Blocks smaller(here, 50, 3, "me", 30);
  EXPECT_EQ(smaller.list().back().end, 50U);
  EXPECT_NE(smaller.list().back().id, blocks.list()[smaller.list().size() - 1].id);
}

TEST_F(BlocksTest, AnOwnerThatMayLiveKeepsItsBlock) {
  const WorkFolder here = folder();
  Blocks mine(here, 100, 1, "elsewhere-1", 30), other(here, 100, 1, "elsewhere-2", 30);
  const auto claim = mine.claim(0);
  ASSERT_TRUE(claim);
  EXPECT_FALSE(other.claim(0));
  mine.release(*claim);
  EXPECT_TRUE(other.claim(0));
  EXPECT_FALSE(mine.claim(0));
}

TEST_F(BlocksTest, TheSilentAndTheDeadLoseTheirs) {
  const WorkFolder here = folder();
  Blocks silent(here, 100, 1, "elsewhere-1", 30), other(here, 100, 1, own_name(), 30);
  ASSERT_TRUE(silent.claim(0));
  EXPECT_FALSE(other.claim(0));
  fs::last_write_time(here.claims() / "0.0.0",
                      fs::file_time_type::clock::now() - std::chrono::seconds(31));
  const auto taken = other.claim(0);
  ASSERT_TRUE(taken);
  EXPECT_EQ(taken->attempt, 1);
  std::string dead = own_name();  // with another start time it was an earlier process
  dead.back() = dead.back() == '1' ? '2' : '1';
  EXPECT_FALSE(may_live(dead));
  EXPECT_TRUE(may_live(own_name()));
  EXPECT_TRUE(may_live("another-machine-12-34"));
  Blocks gone(here, 100, 1, dead, 30);
  ASSERT_TRUE(gone.claim(1));
  EXPECT_TRUE(other.claim(1));
}

TEST_F(BlocksTest, FinishedBlocksAreNotClaimed) {
  const WorkFolder here = folder();
  Blocks mine(here, 100, 1, "me", 30), other(here, 100, 1, "other", 30);
  mine.finish(*mine.claim(2));
  EXPECT_FALSE(other.claim(2));
  EXPECT_TRUE(other.is_done(2));
}

TEST_F(BlocksTest, ReopenedBlocksAreClaimedAgain) {
  const WorkFolder here = folder();
  Blocks mine(here, 100, 1, "elsewhere-1", 30);
  mine.finish(*mine.claim(2));
  fs::last_write_time(here.claims() / "0.2.0",
                      fs::file_time_type::clock::now() - std::chrono::seconds(31));
  Blocks other(here, 100, 1, "elsewhere-2", 30);
  ASSERT_TRUE(other.is_done(2));
  other.reopen(2);
  EXPECT_FALSE(other.is_done(2));
  EXPECT_TRUE(other.claim(2));
}

TEST_F(BlocksTest, WhatCannotBeWrittenOnceIsRefusedWithTheReason) {
  const std::string file = scratch_ / "once";
  EXPECT_TRUE(write_once(file, "a"));
  EXPECT_FALSE(write_once(file, "b"));
  EXPECT_EQ(test::read_file(file), "a");
  EXPECT_TRUE(test::contains(
      test::refusal<InputError>([&] { (void)write_once(scratch_ / "none/once", "a"); }),
      "No such file"));
}

TEST_F(BlocksTest, ADifferentStudyHasAnotherFolder) {
  const WorkFolder here = folder();
  test::write_file(scratch_ / "a.mo",
                   "model A Real x(start=2, fixed=true); equation der(x)=-x; end A;");
  EXPECT_NE(folder().path(), here.path());
}

TEST_F(BlocksTest, DamagedPlansAndUnwritableFoldersAreRefused) {
  const WorkFolder here = folder();
  test::write_file((here.path() / "plan-0").string(), "nonsense");
  EXPECT_TRUE(test::contains(test::refusal<InputError>([&] { Blocks(here, 100, 1, "me", 30); }),
                             "is damaged"));
  test::write_file(scratch_ / "file", "");
  EXPECT_TRUE(test::contains(
      test::refusal<InputError>([&] { WorkFolder(scratch_ / "file", study_); }), "--work FOLDER"));
}

}  // namespace
}  // namespace bw::study::blocks_test
