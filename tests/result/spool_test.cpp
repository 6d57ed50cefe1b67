#include "result/spool.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <filesystem>
#include <limits>

#include "base/error.h"
#include "result/descriptor.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::result::spool_test {
namespace {

Descriptor opened(const std::string& path) {
  return Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666));
}

TEST(Spool, WritesWholeRowsWhenItsBufferIsFull) {
  const test::ScratchFolder folder;
  const Descriptor file = opened(folder / "rows");
  Spool spool(file.get(), "rows", 64);
  for (int i = 0; i < 6; ++i) {
    spool.put("0123456789abcde\n");
    spool.end_row();
  }
  spool.put("a row that is not finished, but fills");
  const std::string written = test::read_file(folder / "rows");
  EXPECT_EQ(written.size() % 16, 0u);
  EXPECT_GE(written.size(), 64u);
  spool.flush();
  EXPECT_EQ(test::read_file(folder / "rows").size(), 6 * 16 + 37u);
  EXPECT_EQ(spool.size(), 6 * 16 + 37u);
}

TEST(Spool, TakesATextLongerThanItsBuffer) {
  const test::ScratchFolder folder;
  const Descriptor file = opened(folder / "rows");
  Spool spool(file.get(), "rows", 64);
  const std::string text(1000, 'x');
  spool.put('<');
  spool.put(text);
  spool.put('>');
  spool.flush();
  EXPECT_EQ(test::read_file(folder / "rows"), "<" + text + ">");
}

TEST(Spool, WritesTheShortestNumbers) {
  const test::ScratchFolder folder;
  const Descriptor file = opened(folder / "rows");
  Spool spool(file.get(), "rows");
  constexpr double inf = std::numeric_limits<double>::infinity();
  for (const double v : {0.1, -0.0, 1e22, 5e-324, inf, -inf, -std::nan("")}) {
    spool.put(v);
    spool.put(' ');
  }
  spool.put(std::numeric_limits<std::int64_t>::min());
  spool.flush();
  EXPECT_EQ(test::read_file(folder / "rows"),
            "0.1 -0 1e+22 5e-324 inf -inf nan -9223372036854775808");
}

TEST(Spool, RestartsWithAnEmptyFile) {
  const test::ScratchFolder folder;
  const Descriptor file = opened(folder / "rows");
  Spool spool(file.get(), "rows");
  spool.put("a first attempt\n");
  spool.flush();
  spool.put("and more");
  spool.restart();
  spool.put("again\n");
  spool.flush();
  EXPECT_EQ(test::read_file(folder / "rows"), "again\n");
}

TEST(Spool, SaysWhichFileAndWhyWhenTheDiskIsFull) {
  const Descriptor full(::open("/dev/full", O_WRONLY | O_CLOEXEC));
  if (!full.is_open()) GTEST_SKIP() << "no /dev/full";
  Spool spool(full.get(), "lv.csv.partial");
  spool.put("row\n");
  for (int attempt = 0; attempt < 2; ++attempt) {  // it never pretends to have recovered
    const auto error = test::caught<Error>([&] { spool.flush(); });
    ASSERT_TRUE(error);
    EXPECT_EQ(error->exit_code(), ExitCode::stopped);
    EXPECT_STREQ(error->what(),
                 "The rows cannot be written to 'lv.csv.partial': No space left on device.");
  }
  EXPECT_TRUE(spool.broken());
}

// The limit of a file's size holds for the whole process, so a child gets it.
constexpr std::size_t size_limit = 1000;
const std::string row = "0123456789abcde\n";

template <typename Write>
[[noreturn]] void write_within_the_limit(const std::string& path, Write write) {
  ::signal(SIGXFSZ, SIG_IGN);
  const rlimit limit{size_limit, size_limit};
  ::setrlimit(RLIMIT_FSIZE, &limit);
  const Descriptor file = opened(path);
  Spool spool(file.get(), path, 256);
  try {
    write(spool);
  } catch (const Error& error) {
    const bool named = std::string(error.what()).find("File too large") != std::string::npos;
    ::_exit(named && spool.size() == test::read_file(path).size() ? 0 : 2);
  }
  ::_exit(1);
}

// What is in the file after a write came upon the limit.
template <typename Write>
std::string kept_at_a_size_limit(Write write) {
  const test::ScratchFolder folder;
  const pid_t child = ::fork();
  if (child == 0) write_within_the_limit(folder / "rows", write);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 0);
  return test::read_file(folder / "rows");
}

TEST(Spool, KeepsAllWholeRowsThatFitWhenAWriteStopsInTheMiddle) {
  const std::string kept = kept_at_a_size_limit([](Spool& spool) {
    for (int i = 0; i < 1000; ++i) {
      spool.put(row);
      spool.end_row();
    }
  });
  EXPECT_EQ(kept.size(), size_limit / row.size() * row.size());
}

TEST(Spool, TakesOffABrokenRowThatWasWrittenInPieces) {
  const std::string kept = kept_at_a_size_limit([](Spool& spool) {
    spool.put(row);
    spool.end_row();
    spool.put(std::string(2 * size_limit, 'x'));
  });
  EXPECT_EQ(kept, row);
}

TEST(Spool, RewritesBytesOfAHeaderWhenTheRowsBeforeAreInTheFile) {
  const test::ScratchFolder folder;
  const Descriptor file = opened(folder / "rows");
  Spool spool(file.get(), "rows");
  spool.put("rows: 0\n");
  spool.put(row);
  spool.end_row();
  spool.rewrite(6, "1");
  EXPECT_EQ(test::read_file(folder / "rows"), "rows: 1\n" + row);
  spool.put(row);
  spool.flush();
  EXPECT_EQ(test::read_file(folder / "rows"), "rows: 1\n" + row + row);
}

TEST(Spool, WritesThroughAPipeThatDoesNotBlock) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe2(ends.data(), O_CLOEXEC), 0);
  ::fcntl(ends[1], F_SETFL, O_NONBLOCK);
  const Descriptor from(ends[0]);
  Descriptor to(ends[1]);
  const std::string bytes(1'000'000, 'x');  // more than a pipe holds
  const pid_t child = ::fork();
  if (child == 0) ::_exit(write_fully(to.get(), bytes.data(), bytes.size()));
  to.close();
  std::size_t arrived = 0;
  std::array<char, 4096> block;
  for (ssize_t n; (n = ::read(from.get(), block.data(), block.size())) > 0;)
    arrived += static_cast<std::size_t>(n);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(arrived, bytes.size());
}

}  // namespace
}  // namespace bw::result::spool_test
