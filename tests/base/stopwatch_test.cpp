// No test here says how long something may take: only that what passed is not less than it was, for
// a clock never runs slower than the work between two readings.
#include "base/stopwatch.h"

#include <gtest/gtest.h>

#include <chrono>
#include <stdexcept>

namespace bw::stopwatch_test {
namespace {

using Clock = std::chrono::steady_clock;

// Waits until so much has passed by the same clock; returns what has.
double wait(double seconds) {
  const Clock::time_point begin = Clock::now();
  double passed = 0;
  do passed = std::chrono::duration<double>(Clock::now() - begin).count();
  while (passed <= seconds);
  return passed;
}

constexpr double longer_than_sampled = 5e-6;

TEST(Stopwatch, IsAtZeroBeforeTheFirstCall) { EXPECT_EQ(Stopwatch().seconds(), 0); }

TEST(Stopwatch, DoesTheWorkOnceWhetherItIsTimedOrNot) {
  Stopwatch watch;
  int done = 0;
  for (int k = 0; k < 1000; ++k) watch.time([&] { ++done; });
  EXPECT_EQ(done, 1000);
}

TEST(Stopwatch, GivesBackWhatTheWorkGivesBack) {
  Stopwatch watch;
  int value = 0;
  for (int k = 0; k < 200; ++k) {
    EXPECT_EQ(watch.time([&] { return k; }), k);
    int& same = watch.time([&]() -> int& { return value; });
    EXPECT_EQ(&same, &value);
  }
}

TEST(Stopwatch, EveryLongCallIsTimed) {
  Stopwatch watch;
  double really = 0;
  for (int k = 0; k < 200; ++k) {
    const double before = watch.seconds();
    watch.time([&] { really += wait(longer_than_sampled); });
    EXPECT_GT(watch.seconds(), before);
  }
  EXPECT_GE(watch.seconds(), really);
}

TEST(Stopwatch, OfShortCallsAtLeastOneInSixtyFourIsTimed) {
  Stopwatch watch;
  int timed = 0;
  for (int k = 0; k < 1 + 64 * 50; ++k) {
    const double before = watch.seconds();
    watch.time([&] { wait(0); });
    if (watch.seconds() > before) ++timed;
  }
  EXPECT_GE(timed, 51);
}

// After a short call the next sample stands for 64; after a long one (the machine was busy) each
// call is measured. In both cases none of these equal calls is missing.
TEST(Stopwatch, ASampleStandsForTheCallsThatWereNotTimed) {
  Stopwatch watch;
  watch.time([] {});
  for (int k = 0; k < 64; ++k) watch.time([] { wait(longer_than_sampled); });
  EXPECT_GE(watch.seconds(), 64 * longer_than_sampled);
}

// One sample of 20 ms among short calls was once counted 64 times.
TEST(Stopwatch, AnOutlierDoesNotStandForOtherCalls) {
  Stopwatch watch;
  const Clock::time_point begin = Clock::now();
  for (int k = 0; k < 64; ++k) watch.time([] {});
  watch.time([] { wait(0.02); });
  const double really = std::chrono::duration<double>(Clock::now() - begin).count();
  EXPECT_LE(watch.seconds(), really + 64 * 1e-4);
}

TEST(Stopwatch, NeverRunsBackwards) {
  Stopwatch watch;
  for (int k = 0; k < 500; ++k) {
    const double before = watch.seconds();
    watch.time([&] { wait(k % 7 == 0 ? longer_than_sampled : 0); });
    EXPECT_GE(watch.seconds(), before);
  }
}

TEST(Stopwatch, CountsTheTimeOfWorkThatThrows) {
  Stopwatch watch;
  const auto work = [] {
    wait(longer_than_sampled);
    throw std::runtime_error("no");
  };
  EXPECT_THROW(watch.time(work), std::runtime_error);
  EXPECT_GE(watch.seconds(), longer_than_sampled);
}

TEST(Stopwatch, GoesOnAfterWorkThatThrew) {
  Stopwatch watch;
  for (int k = 0; k < 200; ++k)
    EXPECT_THROW(watch.time([] { throw std::runtime_error("no"); }), std::runtime_error);
  int done = 0;
  for (int k = 0; k < 100; ++k) watch.time([&] { ++done; });
  EXPECT_EQ(done, 100);
}

}  // namespace
}  // namespace bw::stopwatch_test
