#include "base/process/heartbeat.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <thread>

#include "base/process/whereabouts.h"

namespace bw::heartbeat_test {
namespace {

using heartbeat::Whereabouts;

// A process that dies inside a call; its id.
template <class End>
pid_t dead_in_prey(End end) {
  heartbeat::prepare();
  const pid_t child = fork();
  if (child == 0) {
    heartbeat::enter_process();
    Visited prey("prey");
    prey.set_time(0.25);
    const Visit visit(prey, "fmi2DoStep");
    end();
    _exit(1);
  }
  waitpid(child, nullptr, 0);
  return child;
}

TEST(Heartbeat, ThePositionOutlivesItsProcess) {
  for (void (*end)() : {+[] { raise(SIGKILL); }, +[] { _exit(0); }, +[] { std::exit(0); }}) {
    const pid_t child = dead_in_prey(end);
    const Whereabouts position = heartbeat::position(child);
    EXPECT_EQ(position.component, "prey");
    EXPECT_EQ(position.call, "fmi2DoStep");
    EXPECT_EQ(position.time, 0.25);
    heartbeat::forget(child);
    EXPECT_EQ(heartbeat::position(child).component, "");
  }
}

TEST(Heartbeat, CountsCallsAndKnowsWhenNoneIsMade) {
  const pid_t self = getpid();
  EXPECT_TRUE(heartbeat::positions(self).empty());
  Visited prey(std::string(300, 'x'));
  std::uint64_t before = 0;
  {
    const Visit visit(prey, "fmi2DoStep");
    before = heartbeat::position(self).calls;
    EXPECT_EQ(heartbeat::position(self).component.size(), 104U) << "a long name is cut";
  }
  EXPECT_TRUE(heartbeat::positions(self).empty());
  const Visit again(prey, "fmi2GetReal");
  EXPECT_EQ(heartbeat::position(self).calls, before + 1);
}

TEST(Heartbeat, ThreadsHaveMarksOfTheirOwnAndGiveThemBack) {
  Visited prey("prey"), fox("fox");
  const Visit visit(prey, "a");
  std::size_t beside = 0;
  for (int k = 0; k < 3000; ++k) {  // more than there are marks
    std::thread other([&] {
      heartbeat::claim();
      const Visit second(fox, "b");
      beside = heartbeat::positions(getpid()).size();
    });
    other.join();
    ASSERT_EQ(beside, 2U);
  }
  EXPECT_EQ(heartbeat::positions(getpid()).size(), 1U);
}

TEST(Heartbeat, AnUnknownCallIsNoDisaster) {
  Visited prey("prey");
  const char* nowhere = reinterpret_cast<const char*>(8);
  whereabouts().enter(prey.mark(), nowhere);
  EXPECT_EQ(heartbeat::position(getpid()).call, "a call");
  whereabouts().enter(reinterpret_cast<const ComponentMark*>(nowhere), "x");
  EXPECT_EQ(heartbeat::position(getpid()).component, "");
  whereabouts().leave();
}

TEST(Heartbeat, MarksOfComponentsAreUsedAgain) {
  for (int k = 0; k < 40'000; ++k) {
    const Visited prey("prey");
    ASSERT_NE(prey.mark()->process, 0);
  }
}

}  // namespace
}  // namespace bw::heartbeat_test
