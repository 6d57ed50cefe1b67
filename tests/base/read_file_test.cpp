#include "base/read_file.h"

#include <gtest/gtest.h>

#include <cerrno>

#include "support/scratch_folder.h"

namespace bw::read_file_test {
namespace {

TEST(ReadFile, AllBytesAreThere) {
  const test::ScratchFolder scratch;
  const std::string bytes = std::string("a\0b\r\n", 5) + std::string(1'000'000, 'x');
  test::write_file(scratch / "f", bytes);
  EXPECT_EQ(read_file(scratch / "f"), bytes);
  test::write_file(scratch / "empty", "");
  EXPECT_EQ(read_file(scratch / "empty"), "");
}

TEST(ReadFile, WhyItCannotBeReadIsKnown) {
  const test::ScratchFolder scratch;
  EXPECT_EQ(read_file(scratch / "none"), std::nullopt);
  EXPECT_EQ(errno, ENOENT);
  EXPECT_EQ(read_file(scratch / ""), std::nullopt);
  EXPECT_EQ(errno, EISDIR);
}

}  // namespace
}  // namespace bw::read_file_test
