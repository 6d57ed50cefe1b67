// The rows of a process that dies, whatever it was doing.

#include "result/shared_spool.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <filesystem>
#include <functional>

#include "result/output_file.h"
#include "result/spool.h"
#include "support/scratch_folder.h"

namespace bw::result::shared_spool_test {
namespace {

class SharedRowsTest : public testing::Test {
 protected:
  // Ends by SIGKILL at the latest when `work` returns.
  void die_after(const std::function<void()>& work) const {
    const pid_t child = ::fork();
    if (child == 0) {
      rows_.enter();
      work();
      raise(SIGKILL);
    }
    ::waitpid(child, nullptr, 0);
  }
  std::string name() const { return scratch_ / "rows.csv.partial"; }
  Descriptor opened() const {
    return Descriptor(::open(name().c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
  }

  test::ScratchFolder scratch_;
  SharedRows rows_;
};

void put_row(Spool& spool, const std::string& text) {
  spool.put(text);
  spool.end_row();
}

TEST_F(SharedRowsTest, WholeRowsThatWereInTheBufferReachTheFile) {
  die_after([&] {
    const Descriptor file = opened();
    Spool spool(file.get(), name());
    spool.put("time,x\n");
    spool.end_header();
    put_row(spool, "0,1\n");
    spool.flush();
    put_row(spool, "1,2\n");
    spool.put("2,");
    raise(SIGKILL);
  });
  const auto rescued = rows_.rescue();
  ASSERT_TRUE(rescued.has_value());
  EXPECT_EQ(rescued->file, name());
  EXPECT_EQ(rescued->rows, 2);
  EXPECT_EQ(rescued->last_row, "1,2");
  EXPECT_TRUE(rescued->is_readable);
  EXPECT_EQ(test::read_file(name()), "time,x\n0,1\n1,2\n");
  EXPECT_FALSE(rows_.rescue().has_value());
}

TEST_F(SharedRowsTest, ABegunRowThatIsInTheFileIsTakenOff) {
  die_after([&] {
    const Descriptor file = opened();
    Spool spool(file.get(), name());
    put_row(spool, "0,1\n");
    spool.put(std::string(2 * Spool::usual_capacity, 'x'));  // longer than the buffer
    raise(SIGKILL);
  });
  EXPECT_EQ(rows_.rescue()->file, name());
  EXPECT_EQ(test::read_file(name()), "0,1\n");
}

TEST_F(SharedRowsTest, AHeaderAloneIsNoFile) {
  die_after([&] {
    const Descriptor file = opened();
    Spool spool(file.get(), name());
    spool.put("time,x\n");
    spool.end_header();
    spool.flush();
    spool.put("begun");
    raise(SIGKILL);
  });
  EXPECT_EQ(rows_.rescue()->file, "");
  EXPECT_FALSE(std::filesystem::exists(name()));
}

TEST_F(SharedRowsTest, RowsThatWereDroppedStayDropped) {
  die_after([&] {
    const Descriptor file = opened();
    Spool spool(file.get(), name());
    put_row(spool, "0,1\n");
    spool.flush();
    put_row(spool, "1,1\n");
    spool.restart();
    put_row(spool, "0,2\n");
    raise(SIGKILL);
  });
  EXPECT_EQ(rows_.rescue()->rows, 1);
  EXPECT_EQ(test::read_file(name()), "0,2\n");
}

TEST_F(SharedRowsTest, RowsForStandardOutputGoToTheirStandIn) {
  const std::string stand_in = scratch_ / "lv.csv";
  die_after([&] {
    const auto file = open_output_stream(1, stand_in);
    file->writer().columns({{"x"}});
    const double x = 3;
    file->writer().row({0, {&x, 1}, {}});
    raise(SIGKILL);
  });
  EXPECT_EQ(rows_.requested_name(), stand_in);
  EXPECT_EQ(rows_.rescue()->file, stand_in + ".partial");
  EXPECT_EQ(test::read_file(stand_in + ".partial"), "\"time\",\"x\"\n0,3\n");
}

TEST_F(SharedRowsTest, AFileThatGotItsNameIsLeftAlone) {
  const std::string result = scratch_ / "a.csv";
  die_after([&] {
    const auto file = open_output_file(result);
    file->writer().columns({{"x"}});
    const double x = 3;
    file->writer().row({0, {&x, 1}, {}});
    file->publish();
    raise(SIGKILL);
  });
  EXPECT_FALSE(rows_.rescue().has_value());
  EXPECT_EQ(test::read_file(result), "\"time\",\"x\"\n0,3\n");
}

TEST_F(SharedRowsTest, ARowThatWaitsIsOneUnlessItWasWithdrawn) {
  for (const bool withdrawn : {false, true}) {
    die_after([&] {
      const Descriptor file = opened();
      Spool spool(file.get(), name());
      spool.restart();
      put_row(spool, "0,1\n");
      if (spool.begin_waiting_row()) spool.put("1,2\n");
      spool.end_waiting_row();
      if (withdrawn) spool.drop_waiting_row();
      raise(SIGKILL);
    });
    EXPECT_EQ(rows_.rescue()->rows, withdrawn ? 1 : 2);
    EXPECT_EQ(test::read_file(name()), withdrawn ? "0,1\n" : "0,1\n1,2\n");
  }
}

TEST_F(SharedRowsTest, ARowThatWaitedIsThereOnceWhenItComes) {
  die_after([&] {
    const Descriptor file = opened();
    Spool spool(file.get(), name());
    if (spool.begin_waiting_row()) spool.put("0,1\n");
    spool.end_waiting_row();
    put_row(spool, "0,1\n");
    if (spool.begin_waiting_row()) spool.put(std::string(2 * Spool::usual_capacity, 'x'));
    spool.end_waiting_row();  // too long to wait
    put_row(spool, "1,2\n");
    raise(SIGKILL);
  });
  EXPECT_EQ(rows_.rescue()->rows, 2);
  EXPECT_EQ(test::read_file(name()), "0,1\n1,2\n");
}

TEST_F(SharedRowsTest, RowsThatTheProcessCouldNotWriteAreWrittenForIt) {
  die_after([&] {
    const Descriptor file = opened();
    Spool spool(file.get(), name());
    put_row(spool, "0,1\n");
    spool.flush();
    put_row(spool, "1,2\n");
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{0, 0};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    try {
      spool.flush();
    } catch (const RowsNotWritten&) {
      spool.settle();
    }
  });
  EXPECT_EQ(rows_.rescue()->rows, 2);
  EXPECT_EQ(test::read_file(name()), "0,1\n1,2\n");
}

TEST_F(SharedRowsTest, WhereMemoryIsDamagedTheRowsOfTheFileStay) {
  die_after([&] {
    const Descriptor file = opened();
    Spool spool(file.get(), name());
    spool.put("time,x\n");
    spool.end_header();
    put_row(spool, "0,1\n");
    spool.flush();
    put_row(spool, "1,2\n");
  });
  const auto rescued = rows_.rescue_file(name());
  ASSERT_TRUE(rescued);
  EXPECT_EQ(rescued->rows, 1);
  EXPECT_EQ(rescued->last_row, "0,1");
  EXPECT_EQ(test::read_file(name()), "time,x\n0,1\n");
}

TEST_F(SharedRowsTest, AreOfTheProcessThatEnteredOnly) {
  const Descriptor file = opened();
  Spool spool(file.get(), name());
  put_row(spool, "0,1\n");
  EXPECT_FALSE(rows_.rescue().has_value());
}

}  // namespace
}  // namespace bw::result::shared_spool_test
