#include "cosim/coupling/crew.h"
#include "support/refusal.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <stdexcept>
#include <string>

namespace bw::cosim::crew_test {
namespace {

std::fenv_t usual() {
  std::fenv_t environment;
  std::fegetenv(&environment);
  return environment;
}

const std::vector<Lane> three_lanes = {{0, 4}, {1, 3}, {2, 5}};

TEST(Crew, DoesEachPieceOnceOnAThreadOfItsLane) {
  Crew crew(3, usual());
  ASSERT_EQ(crew.lanes(), 3U);
  std::array<std::thread::id, 6> where{};
  std::array<int, 6> times{};
  for (int round = 0; round < 500; ++round)
    EXPECT_EQ(crew.run(three_lanes,
                       [&](std::size_t piece) {
                         where[piece] = std::this_thread::get_id();
                         ++times[piece];
                         return true;
                       }),
              Crew::none);
  EXPECT_EQ(times, (std::array<int, 6>{500, 500, 500, 500, 500, 500}));
  EXPECT_EQ(where[0], std::this_thread::get_id());
  EXPECT_EQ(where[0], where[4]);
  EXPECT_EQ(where[1], where[3]);
  EXPECT_EQ(where[2], where[5]);
  EXPECT_EQ(std::set<std::thread::id>(where.begin(), where.end()).size(), 3U);
}

TEST(Crew, LanesAreDoneAtTheSameTime) {
  Crew crew(3, usual());
  std::atomic<int> there = 0;
  EXPECT_EQ(crew.run({{0}, {1}, {2}},
                     [&](std::size_t) {
                       ++there;
                       while (there < 3) std::this_thread::yield();  // none leaves before the last
                       return true;
                     }),
            Crew::none);
}

TEST(Crew, FewerLanesThanThreadsAreEnough) {
  Crew crew(4, usual());
  std::atomic<int> done = 0;
  for (int round = 0; round < 100; ++round)
    crew.run({{0}, {1}}, [&](std::size_t) { return ++done > 0; });
  crew.run({{0}, {1}, {2}, {3}}, [&](std::size_t) { return ++done > 0; });
  EXPECT_EQ(done, 204);
}

TEST(Crew, WakesUpThreadsThatFellAsleep) {
  Crew crew(3, usual());
  for (int round = 0; round < 5; ++round) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
    EXPECT_EQ(crew.run(three_lanes, [](std::size_t) { return true; }), Crew::none);
  }
}

TEST(Crew, OfSeveralPiecesThatFailTheLowestIsReported) {
  Crew crew(3, usual());
  for (int round = 0; round < 200; ++round)
    EXPECT_EQ(crew.run(three_lanes, [](std::size_t piece) { return piece < 3; }), 3U);
}

TEST(Crew, APieceBehindAFailedOneInItsLaneIsLeft) {
  Crew crew(3, usual());
  std::array<std::atomic<bool>, 6> done{};
  EXPECT_EQ(crew.run(three_lanes,
                     [&](std::size_t piece) {
                       done[piece] = true;
                       return piece != 1;
                     }),
            1U);
  EXPECT_FALSE(done[3]);
  for (const std::size_t piece : {0U, 1U, 2U, 4U, 5U}) EXPECT_TRUE(done[piece]) << piece;
}

std::string thrown_by(Crew& crew, const Crew::Job& job) {
  return test::outcome<std::runtime_error>([&] { crew.run(three_lanes, job); });
}

TEST(Crew, TheExceptionOfTheLowestPieceReachesTheCaller) {
  Crew crew(3, usual());
  const auto all_throw = [](std::size_t piece) -> bool {
    throw std::runtime_error(std::to_string(piece));
  };
  const auto some_throw = [](std::size_t piece) -> bool {
    if (piece == 3 || piece == 5) throw std::runtime_error(std::to_string(piece));
    return true;
  };
  for (int round = 0; round < 200; ++round) {
    EXPECT_EQ(thrown_by(crew, all_throw), "0");
    EXPECT_EQ(thrown_by(crew, some_throw), "3");
  }
  EXPECT_EQ(thrown_by(crew, [](std::size_t) { return true; }), "accepted");
}

TEST(Crew, AnExceptionBehindAFailureIsNotThrown) {
  Crew crew(3, usual());
  EXPECT_EQ(crew.run(three_lanes,
                     [](std::size_t piece) -> bool {
                       if (piece == 2) throw std::runtime_error("too late");
                       return piece != 1;
                     }),
            1U);
}

TEST(Crew, FloatingPointWorksOnItsThreadsAsItWasGiven) {
  const std::fenv_t before = usual();
  std::fesetround(FE_UPWARD);
  const std::fenv_t upward = usual();
  std::fesetenv(&before);
  Crew crew(2, upward);
  std::array<int, 2> rounding{};
  crew.run({{0}, {1}}, [&](std::size_t piece) {
    rounding[piece] = std::fegetround();
    return true;
  });
  EXPECT_EQ(rounding, (std::array<int, 2>{FE_TONEAREST, FE_UPWARD}));
}

TEST(Crew, RequestsAreForTheCallersThreadCrashesForTheThreadThatCrashes) {
  Crew crew(2, usual());
  sigset_t masks[2];
  crew.run({{0}, {1}}, [&](std::size_t piece) {
    return pthread_sigmask(SIG_BLOCK, nullptr, &masks[piece]) == 0;
  });
  EXPECT_EQ(sigismember(&masks[0], SIGINT), 0);
  EXPECT_EQ(sigismember(&masks[1], SIGINT), 1);
  EXPECT_EQ(sigismember(&masks[1], SIGTERM), 1);
  EXPECT_EQ(sigismember(&masks[1], SIGSEGV), 0);
}

}  // namespace
}  // namespace bw::cosim::crew_test
