#include "result/checkpoint_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::checkpoint_file_test {
namespace {

using test::contains;

class CheckpointFile : public testing::Test {
 protected:
  std::string refusal() const {
    return test::outcome<InputError>([&] { (void)read_checkpoint_file(name); });
  }
  const test::ScratchFolder scratch;
  const std::string name = scratch / "lv.checkpoint";
  const std::string bytes = std::string("rows\0and more\n", 14) + std::string(300, 'x');
};

TEST_F(CheckpointFile, StandsBesideTheResult) {
  EXPECT_EQ(checkpoint_name("lv.csv"), "lv.csv.checkpoint");
  EXPECT_EQ(checkpoint_name("a.b/lv.x.csv"), "a.b/lv.x.csv.checkpoint");
}

TEST_F(CheckpointFile, ResultsOfOneStemHaveOneEach) {
  EXPECT_NE(checkpoint_name("lv.csv"), checkpoint_name("lv.tsv"));
}

TEST_F(CheckpointFile, WhatWasWrittenIsRead) {
  for (const std::string& content : {bytes, std::string(), std::string(1 << 20, '\n')}) {
    write_checkpoint_file(name, content);
    EXPECT_EQ(read_checkpoint_file(name), content);
  }
  EXPECT_FALSE(std::filesystem::exists(begun_checkpoint(name)));
}

TEST_F(CheckpointFile, ACutOneIsRefusedWhereverItIsCut) {
  write_checkpoint_file(name, bytes);
  const std::string whole = test::read_file(name);
  for (std::size_t size = 0; size < whole.size(); ++size) {
    test::write_file(name, whole.substr(0, size));
    const std::string said = refusal();
    EXPECT_TRUE(contains(said, "is incomplete") || contains(said, "is no checkpoint"))
        << size << said;
  }
}

TEST_F(CheckpointFile, AChangedByteIsRefused) {
  write_checkpoint_file(name, bytes);
  const std::string whole = test::read_file(name);
  for (std::size_t at = 0; at < whole.size(); ++at)
    for (const int flip : {1, 0x80}) {
      std::string changed = whole;
      changed[at] = static_cast<char>(changed[at] ^ flip);
      test::write_file(name, changed);
      EXPECT_NE(refusal(), "accepted") << at;
    }
  test::write_file(name, whole + "x");
  EXPECT_TRUE(contains(refusal(), "was changed"));
}

TEST_F(CheckpointFile, SomethingElseIsNoCheckpointAndIsNotRemoved) {
  EXPECT_TRUE(contains(refusal(), "cannot be read: No such file"));
  EXPECT_FALSE(is_checkpoint_file(name));
  test::write_file(name, "my notes about checkpoints");
  EXPECT_TRUE(contains(refusal(), "is no checkpoint"));
  remove_checkpoint_file(name);
  EXPECT_EQ(test::read_file(name), "my notes about checkpoints");
  EXPECT_TRUE(is_something_else(name));
  write_checkpoint_file(name, bytes);
  test::write_file(begun_checkpoint(name), "");  // killed as it began
  for (const std::string& file : {name, begun_checkpoint(name), scratch / "missing"})
    EXPECT_FALSE(is_something_else(file));
  remove_checkpoint_file(name);
  EXPECT_TRUE(std::filesystem::is_empty(scratch.path()));
}

TEST_F(CheckpointFile, AnotherVersionIsSaid) {
  write_checkpoint_file(name, bytes);
  std::string whole = test::read_file(name);
  whole.replace(whole.find("checkpoint 1"), 12, "checkpoint 2");
  test::write_file(name, whole);
  EXPECT_TRUE(contains(refusal(), "another version"));
}

TEST_F(CheckpointFile, WhereItCannotBeWrittenTheOldOneStays) {
  write_checkpoint_file(name, bytes);
  std::filesystem::create_directory(begun_checkpoint(name));
  EXPECT_TRUE(contains(test::outcome<Error>([&] { write_checkpoint_file(name, "new"); }),
                       "cannot be written"));
  EXPECT_EQ(read_checkpoint_file(name), bytes);
}

}  // namespace
}  // namespace bw::result::checkpoint_file_test
