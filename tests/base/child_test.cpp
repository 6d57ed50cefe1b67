#include "base/process/child.h"

#include <gtest/gtest.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <thread>

#include "base/process/belongings.h"
#include "base/process/whereabouts.h"
#include "support/processes.h"

namespace bw::child_test {
namespace {

using namespace std::chrono_literals;
using Wanted = Child::Wanted;

class ChildTest : public test::LeavesNoProcess {};

void wait_for(Child& child) {
  while (!child.listen()) {
    pollfd ready{child.fd(), POLLIN, 0};
    poll(&ready, 1, 50);
  }
}

Child::Outcome outcome_of(const Child::Job& job) {
  const auto child = Child::start(job);
  if (child == nullptr) return {};
  wait_for(*child);
  return child->outcome();
}

// As if a component were called.
std::string in_prey(void (*misdeed)()) {
  Visited prey("prey");
  prey.set_time(0.5);
  const Visit visit(prey, "fmi2DoStep");
  misdeed();
  return "came back";
}

TEST_F(ChildTest, BringsTheBytesOfItsJob) {
  const pid_t here = getpid();
  const Child::Outcome outcome = outcome_of([here](const Wanted& wanted) {
    return std::string("a\0b", 3) + (getpid() == here ? " here" : " elsewhere") +
           (wanted() ? " wanted" : "");
  });
  EXPECT_TRUE(outcome.delivered);
  EXPECT_EQ(outcome.bytes, std::string("a\0b", 3) + " elsewhere wanted");
}

TEST_F(ChildTest, AnEmptyMessageIsOne) {
  EXPECT_TRUE(outcome_of([](const Wanted&) { return ""; }).delivered);
}

TEST_F(ChildTest, AMessageMayBeLargerThanThePipe) {
  const auto outcome = outcome_of([](const Wanted&) { return std::string(20'000'000, 'x') + "y"; });
  ASSERT_TRUE(outcome.delivered);
  EXPECT_EQ(outcome.bytes.size(), 20'000'001U);
  EXPECT_EQ(outcome.bytes.back(), 'y');
}

TEST_F(ChildTest, ACrashIsReportedWithComponentCallAndTime) {
  for (const bool in_component : {true, false}) {
    const auto outcome = outcome_of([&](const Wanted&) -> std::string {
      if (in_component) return in_prey([] { raise(SIGSEGV); });
      raise(SIGFPE);
      return "";
    });
    EXPECT_FALSE(outcome.delivered);
    EXPECT_EQ(outcome.component, in_component ? "prey" : "");
    EXPECT_EQ(outcome.time, in_component ? 0.5 : 0);
    EXPECT_EQ(outcome.reason,
              in_component
                  ? "component 'prey' crashed (signal 11, SIGSEGV) in fmi2DoStep at t = 0.5."
                  : "something outside of all components crashed (signal 8, SIGFPE).");
  }
}

TEST_F(ChildTest, ARequestToEndThatItsComponentRaisesIsACrash) {
  EXPECT_EQ(outcome_of([](const Wanted&) { return in_prey([] { raise(SIGTERM); }); }).reason,
            "component 'prey' crashed (signal 15, SIGTERM) in fmi2DoStep at t = 0.5.");
}

TEST_F(ChildTest, WhatForeignCodeTakesFromItComesBack) {
  const auto outcome = outcome_of([](const Wanted&) {
    rlimit limit{};
    getrlimit(RLIMIT_NOFILE, &limit);
    limit.rlim_cur = 3;
    setrlimit(RLIMIT_NOFILE, &limit);
    return belongings::restore();
  });
  EXPECT_EQ(outcome.bytes, "limits");
}

TEST_F(ChildTest, AnAbortIsACrash) {
  EXPECT_EQ(outcome_of([](const Wanted&) { return in_prey([] { std::abort(); }); }).reason,
            "component 'prey' crashed (signal 6, SIGABRT) in fmi2DoStep at t = 0.5.");
}

int depth_of_no_return(long depth) {
  volatile char room[4096];
  room[0] = static_cast<char>(depth);
  return depth == 0 ? 0 : depth_of_no_return(depth - 1) + room[0];
}

TEST_F(ChildTest, AStackWithoutEndIsACrash) {
  const auto outcome =
      outcome_of([](const Wanted&) { return in_prey([] { depth_of_no_return(1L << 40); }); });
  EXPECT_EQ(outcome.reason,
            "component 'prey' crashed (signal 11, SIGSEGV) in fmi2DoStep at t = 0.5.");
}

TEST_F(ChildTest, ExitIsReportedWithItsCode) {
  EXPECT_EQ(outcome_of([](const Wanted&) { return in_prey([] { std::exit(0); }); }).reason,
            "component 'prey' ended the process (exit code 0) in fmi2DoStep at t = 0.5.");
  EXPECT_EQ(outcome_of([](const Wanted&) -> std::string { std::exit(3); }).reason,
            "something outside of all components ended the process (exit code 3).");
}

TEST_F(ChildTest, ExitHandlersOfTheParentAreNotRunByAChild) {
  static const pid_t parent = getpid();
  std::atexit([] {
    if (getpid() != parent) _exit(99);
  });
  EXPECT_EQ(outcome_of([](const Wanted&) { return in_prey([] { std::exit(0); }); }).component,
            "prey");
}

TEST_F(ChildTest, TheHardestEndsAreReportedWithComponentCallAndTime) {
  EXPECT_EQ(outcome_of([](const Wanted&) { return in_prey([] { _exit(7); }); }).reason,
            "component 'prey' ended the process (exit code 7) in fmi2DoStep at t = 0.5.");
  EXPECT_EQ(outcome_of([](const Wanted&) { return in_prey([] { raise(SIGKILL); }); }).reason,
            "component 'prey' was killed (signal 9, SIGKILL) in fmi2DoStep at t = 0.5, by another "
            "process or because memory was short.");
}

TEST_F(ChildTest, AnExceptionIsReported) {
  const auto outcome =
      outcome_of([](const Wanted&) -> std::string { throw std::logic_error("so."); });
  EXPECT_FALSE(outcome.delivered);
  EXPECT_EQ(outcome.reason, "so.");
  EXPECT_EQ(outcome_of([](const Wanted&) -> std::string { throw 42; }).reason,
            "an unknown exception.");
}

TEST_F(ChildTest, WhoIsDismissedCanComeToAnEnd) {
  const auto child = Child::start([](const Wanted& wanted) {
    while (wanted()) std::this_thread::sleep_for(1ms);
    return "what I got";
  });
  EXPECT_FALSE(child->listen());
  child->dismiss();
  wait_for(*child);
  EXPECT_EQ(child->outcome().bytes, "what I got");
}

TEST_F(ChildTest, WhoHangsIsEndedAndSaysWhere) {
  const auto child = Child::start([](const Wanted&) {
    return in_prey([] {
      for (;;) std::this_thread::sleep_for(1h);
    });
  });
  std::this_thread::sleep_for(100ms);
  child->end();
  EXPECT_TRUE(child->listen());
  EXPECT_EQ(child->outcome().reason,
            "component 'prey' did not return from fmi2DoStep at t = 0.5 and was ended.");
}

TEST_F(ChildTest, RequestsFromOutsideAreForTheParent) {
  const auto outcome = outcome_of([](const Wanted&) {
    const pid_t self = getpid();
    for (const int request : {SIGINT, SIGTERM, SIGHUP}) {
      const pid_t outside = fork();
      if (outside == 0) _exit(kill(self, request));
      waitpid(outside, nullptr, 0);
    }
    return "still here";
  });
  EXPECT_EQ(outcome.bytes, "still here");
}

TEST_F(ChildTest, ASignalHandlerOfTheParentIsNotRunByAChild) {
  struct sigaction action {
  }, before{};
  action.sa_handler = [](int) { _exit(99); };
  sigaction(SIGSEGV, &action, &before);
  const auto outcome = outcome_of([](const Wanted&) { return in_prey([] { raise(SIGSEGV); }); });
  sigaction(SIGSEGV, &before, nullptr);
  EXPECT_EQ(outcome.component, "prey");
}

// A process that holds the pipe for longer than the child lives.
TEST_F(ChildTest, AGrandchildDoesNotKeepTheParentWaiting) {
  const auto begin = std::chrono::steady_clock::now();
  const auto outcome = outcome_of([](const Wanted&) -> std::string {
    if (fork() == 0) {
      std::this_thread::sleep_for(3s);
      _exit(0);
    }
    _exit(5);
  });
  EXPECT_EQ(outcome.reason, "something outside of all components ended the process (exit code 5).");
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 2s);
}

TEST_F(ChildTest, WhatTheParentHasNotYetPrintedIsPrintedOnce) {
  std::FILE* file = std::tmpfile();
  std::fputs("parent ", file);
  const auto outcome = outcome_of([file](const Wanted&) {
    std::fputs("child", file);
    return "";
  });
  EXPECT_TRUE(outcome.delivered);
  std::fflush(file);
  std::fseek(file, 0, SEEK_SET);
  char text[64] = "";
  EXPECT_NE(std::fgets(text, sizeof text, file), nullptr);
  EXPECT_STREQ(text, "parent child");
  std::fclose(file);
}

TEST_F(ChildTest, ThatCannotBeStartedIsNone) {
  EXPECT_EQ(Child::start([](const Wanted&) { return ""; },
                         [] {
                           errno = EAGAIN;
                           return -1;
                         }),
            nullptr);
  EXPECT_EQ(errno, EAGAIN);
}

TEST_F(ChildTest, EndsWithItsOwner) {
  for (int k = 0; k < 20; ++k)
    EXPECT_NE(Child::start([](const Wanted&) {
                for (;;) std::this_thread::sleep_for(1h);
                return "";
              }),
              nullptr);
}

// The child of a child that is killed: its pipe to us closes when all who hold it are gone.
TEST_F(ChildTest, DiesWithItsParent) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  auto parent = Child::start([&](const Wanted&) -> std::string {
    const auto child = Child::start([&](const Wanted&) {
      if (write(ends[1], "x", 1) != 1) return "";
      for (;;) std::this_thread::sleep_for(1h);
      return "";
    });
    for (;;) std::this_thread::sleep_for(1h);
  });
  close(ends[1]);
  char letter = 0;
  EXPECT_EQ(read(ends[0], &letter, 1), 1);
  parent.reset();
  EXPECT_EQ(read(ends[0], &letter, 1), 0);
  close(ends[0]);
}

TEST(OtherThreads, AreSeen) {
  EXPECT_FALSE(has_other_threads());
  std::thread other([] { std::this_thread::sleep_for(100ms); });
  EXPECT_TRUE(has_other_threads());
  other.join();
  EXPECT_FALSE(has_other_threads());
}

}  // namespace
}  // namespace bw::child_test
