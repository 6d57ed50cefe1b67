// Records in logs: whole, torn, and the checksum that tells them apart.

#include "study/work/record.h"

#include <gtest/gtest.h>

#include <string>

#include "study/work/crc32.h"

namespace bw::study::record_test {
namespace {

Record record(std::uint64_t run) {
  return {run,  RowVerdict::trusted, {1.5, 2}, {0.1, 0.2}, {0, 0}, "a-code", "", 17, 0.5, 1e-4, 0.2,
          0.01, Scope::coupling};
}

TEST(Record, ChecksumIsTheOneOfTheStandard) {
  EXPECT_EQ(crc32("123456789"), 0xcbf43926U);
  EXPECT_EQ(crc32(""), 0U);
  EXPECT_EQ(crc32("The quick brown fox jumps over the lazy dog"), 0x414fa339U);
}

TEST(Record, ComesBackAsItWas) {
  Frames frames(frame_of(record(7)));
  const std::string frame = frame_of(record(7));
  Frames again(frame);
  Record read;
  ASSERT_TRUE(read_record(again.next(), read));
  EXPECT_EQ(read.run, 7U);
  EXPECT_EQ(read.values, record(7).values);
  EXPECT_EQ(read.codes, "a-code");
  EXPECT_EQ(read.scope, Scope::coupling);
  EXPECT_EQ(again.next(), "");
}

// Cut anywhere, or with any byte changed: the others are found, and nothing wrong is.
TEST(Record, TornRecordsAreSkippedAndCounted) {
  const std::string one = frame_of(record(1)), two = frame_of(record(2)),
                    three = frame_of(record(3));
  for (std::size_t cut = 1; cut < two.size(); ++cut) {
    const std::string log = one + two.substr(0, cut) + three;
    Frames frames(log);
    EXPECT_EQ(run_of(frames.next()), 1U);
    EXPECT_EQ(run_of(frames.next()), 3U) << cut;
    EXPECT_EQ(frames.torn(), 1U);
  }
  for (std::size_t k = 0; k < two.size(); ++k) {
    std::string log = one + two + three;
    log[one.size() + k] = static_cast<char>(log[one.size() + k] ^ 0x41);
    Frames frames(log);
    EXPECT_EQ(run_of(frames.next()), 1U);
    EXPECT_EQ(run_of(frames.next()), 3U) << k;
  }
}

TEST(Record, AnUnfinishedRecordAtTheEndWaits) {
  const std::string one = frame_of(record(1)), log = one + one.substr(0, 20);
  Frames frames(log);
  EXPECT_FALSE(frames.next().empty());
  EXPECT_TRUE(frames.next().empty());
  EXPECT_EQ(frames.read_until(), one.size());
}

}  // namespace
}  // namespace bw::study::record_test
