#include "result/kept_rows.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <functional>

namespace bw::result::kept_rows_test {
namespace {

const std::vector<Column> columns = {{"x"}, {"mood", Type::string}};

void keep(KeptRows& rows, int count, double value) {
  KeptRows::Take* take = rows.begin("min", columns);
  const std::vector<Discrete> mood = {std::string("calm")};
  for (int k = 0; k < count; ++k) rows.row(take, {1.0 * k, {&value, 1}, mood});
  KeptRows::end(take);
}

void die_after(KeptRows& rows, const std::function<void()>& work) {
  const pid_t child = ::fork();
  if (child == 0) {
    rows.enter();
    work();
    raise(SIGKILL);
  }
  ::waitpid(child, nullptr, 0);
}

TEST(KeptRowsTest, SurviveTheProcessThatKeptThem) {
  KeptRows rows;
  die_after(rows, [] { keep(*KeptRows::of_this_process(), 3, 0.5); });
  ASSERT_EQ(rows.rows(), 3);
  EXPECT_EQ(rows.last_time(), 2);
  Trajectory read;
  rows.replay(read);
  ASSERT_EQ(read.rows(), 3U);
  EXPECT_EQ(read.columns().size(), 2U);
  EXPECT_EQ(read.real("x"), (std::vector{0.5, 0.5, 0.5}));
  EXPECT_EQ(read.cell(2, 1), Cell(Discrete(std::string("calm"))));
}

TEST(KeptRowsTest, AreOfTheIntegrationThatGotFurther) {
  KeptRows rows;
  keep(rows, 5, 1);
  keep(rows, 2, 2);
  EXPECT_EQ(rows.rows(), 5);
  keep(rows, 4, 3);
  EXPECT_EQ(rows.rows(), 5);
  keep(rows, 5, 4);  // as far, and later
  Trajectory read;
  rows.replay(read);
  EXPECT_EQ(read.real("x").front(), 4);
  rows.clear();
  EXPECT_EQ(rows.rows(), 0);
}

TEST(KeptRowsTest, SeveralProcessesKeepTheirOwn) {
  KeptRows rows;
  EXPECT_EQ(KeptRows::of_this_process(), nullptr);
  die_after(rows, [] {
    KeptRows& kept = *KeptRows::of_this_process();
    KeptRows::Take* own = kept.begin("", {{"x"}});
    const double x = 7;
    for (int k = 0; k < 100; ++k) {  // more than there are takes, and none is given back
      if (fork() == 0) {
        KeptRows::Take* take = kept.begin("", {{"x"}});
        for (int row = 0; row < k; ++row) kept.row(take, {1.0 * row, {&x, 1}, {}});
        _exit(0);
      }
      ::wait(nullptr);
    }
    kept.row(own, {0, {&x, 1}, {}});
  });
  EXPECT_EQ(rows.rows(), 99);
}

}  // namespace
}  // namespace bw::result::kept_rows_test
