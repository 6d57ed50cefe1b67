// Logs while they are written, and all of them together.

#include "study/work/logs.h"

#include <gtest/gtest.h>

#include <string>

#include "study/statistics/collection.h"
#include "support/scratch_folder.h"

namespace bw::study::logs_test {
namespace {

Record made(std::uint64_t run, RowVerdict verdict = RowVerdict::trusted, double seconds = 0) {
  Record record{run, verdict, {static_cast<double>(run)}, {0.5}};
  record.seconds = seconds;
  return record;
}

TEST(Logs, AreReadWhileTheyGrow) {
  const test::ScratchFolder folder;
  LogWriter writer(folder / "one");
  DoneRuns done(folder.path(), 10);
  done.refresh();
  EXPECT_EQ(done.count(), 0U);
  writer.append(made(3));
  done.refresh();
  writer.append(made(4));
  LogWriter(folder / "two").append(made(3));
  done.refresh();
  EXPECT_EQ(done.count(), 2U);
  EXPECT_TRUE(done.has(4));
  writer.append(made(99));  // of a larger study
  done.refresh();
  EXPECT_EQ(done.count(), 2U);
}

TEST(Logs, CollectionCountsWhatWasComputedTwice) {
  const test::ScratchFolder folder;
  LogWriter one(folder / "one"), two(folder / "two");
  one.append(made(0, RowVerdict::trusted, 1));
  two.append(made(0, RowVerdict::trusted, 2));  // another time is no difference
  one.append(made(1, RowVerdict::failed));
  two.append(made(1));
  const std::string torn = frame_of(made(2));
  test::write_file(folder / "three", torn.substr(0, torn.size() - 1));
  const Collection all(folder.path(), 3);
  EXPECT_EQ(all.recorded(), 2U);
  EXPECT_EQ(all.twice(), 2U);
  EXPECT_EQ(all.different(), 1U);
  EXPECT_EQ(all.torn(), 1U);
  Record read;
  ASSERT_TRUE(all.read(1, read));
  EXPECT_EQ(read.ending, RowVerdict::trusted);
  EXPECT_FALSE(all.read(2, read));
}

}  // namespace
}  // namespace bw::study::logs_test
