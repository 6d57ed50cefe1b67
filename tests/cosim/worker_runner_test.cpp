#include "cosim/certify/worker_runner.h"

#include <gtest/gtest.h>
#include <signal.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "base/error.h"
#include "base/process/whereabouts.h"
#include "cosim/chain/path_bytes.h"
#include "support/contains.h"
#include "support/processes.h"

namespace bw::cosim::worker_runner_test {
namespace {

using namespace std::chrono_literals;
using test::contains;
using End = Path::End;
using Wanted = std::function<bool()>;
using Settings = WorkerRunner::Settings;

class WorkerRunnerTest : public test::LeavesNoProcess {};

ChainOrder order_of(int steps) {
  ChainOrder order;
  order.steps = steps;
  return order;
}

std::vector<ChainOrder> orders_of(const std::vector<int>& steps) {
  std::vector<ChainOrder> orders;
  for (const int n : steps) orders.push_back(order_of(n));
  return orders;
}

// Every field is something that depends on the order.
Path some_path(const ChainOrder& order, const Wanted& = {}) {
  Path path;
  double x = 1;
  for (int k = 0; k < 1000 * order.steps; ++k) path.reals.push_back(x = std::sin(3 * x) + 1e-9 * k);
  path.reals.push_back(std::log(x - 9));  // NaN
  path.rows = static_cast<std::size_t>(order.steps);
  path.time = x;
  path.discretes = {std::int64_t{order.steps},
                    std::string(static_cast<std::size_t>(order.steps), 'd')};
  path.events = {{x, 1, "signal"}};
  path.components = {{order.steps, 2, 3, 0.1, 0.2, 0.3}};
  path.bells = {{BellCode::nan, Severity::error, x, "subject", x, 1, "sentence.", order.steps}};
  return path;
}

// Where it was made.
Path process(const ChainOrder& order, const Wanted& = {}) {
  Path path;
  path.jumps = getpid();
  path.rows = static_cast<std::size_t>(order.steps);
  return path;
}

[[noreturn]] void sleep_for_ever() {
  for (;;) std::this_thread::sleep_for(1h);
}

// Runs every chain in a child but the first.
Settings eager(int processes) { return {.processes = processes, .worth_a_process = 0}; }
Settings always(int processes) { return {.processes = processes, .always_fork = true}; }

// As if a component were called.
void in_prey(void (*misdeed)()) {
  Visited prey("prey");
  prey.set_time(0.5);
  const Visit visit(prey, "fmi2DoStep");
  misdeed();
}

// ---- results ----

TEST_F(WorkerRunnerTest, WhereAChainIsComputedDoesNotShowInItsPath) {
  for (const Settings& settings :
       {Settings{}, eager(1), eager(2), eager(5), always(1), always(3)}) {
    WorkerRunner runner(some_path, settings);
    runner.expect(orders_of({1, 2, 3, 4, 5, 6}));
    for (const int steps : {1, 2, 3, 5, 6, 40})
      EXPECT_EQ(to_bytes(runner.run(order_of(steps))), to_bytes(some_path(order_of(steps))));
  }
}

TEST_F(WorkerRunnerTest, BeforeTheFirstRollbackItPreparesOnce) {
  int prepared = 0;
  Settings settings = always(2);
  settings.before_rollback = [&prepared] { ++prepared; };
  WorkerRunner runner(some_path, settings);
  (void)runner.run(order_of(1));
  EXPECT_EQ(prepared, 0);
  ChainOrder rolls_back = order_of(2);
  rolls_back.rolls_back = true;
  runner.expect({rolls_back});
  EXPECT_EQ(prepared, 1);
  (void)runner.run(rolls_back);
  EXPECT_EQ(prepared, 1);
}

// It would do so in every other chain.
TEST_F(WorkerRunnerTest, AComponentThatClosesDescriptorsEndsAllChains) {
  Settings settings = always(2);
  settings.culprits = "one of the components 'a' and 'b'";
  const auto close_all = [](const ChainOrder&, const Wanted&) {
    for (int descriptor = 3; descriptor < 256; ++descriptor) close(descriptor);
    return Path{};
  };
  WorkerRunner runner(close_all, settings);
  try {
    (void)runner.run(order_of(1));
    FAIL();
  } catch (const ComponentFailure& failure) {
    EXPECT_EQ(failure.code, BellCode::fmu_error);
    EXPECT_TRUE(contains(failure.what(), "one of the components 'a' and 'b' closed or replaced"));
  }
}

TEST_F(WorkerRunnerTest, ManyOrdersRequestedInAnyOrder) {
  std::vector<int> steps;
  for (int n = 1; n <= 30; ++n) steps.push_back(n);
  WorkerRunner runner(some_path, always(4));
  runner.expect(orders_of(steps));
  for (int k = 0; k < 30; ++k) {
    const int n = 7 * k % 31;
    if (n == 0) continue;
    EXPECT_EQ(to_bytes(runner.run(order_of(n))), to_bytes(some_path(order_of(n))));
  }
}

TEST_F(WorkerRunnerTest, APathMayBeLargerThanThePipe) {
  WorkerRunner runner(
      [](const ChainOrder&, const Wanted&) {
        Path path;
        path.reals.assign(1'000'000, 0.1);
        return path;
      },
      always(2));
  runner.expect(orders_of({1, 2, 3}));
  for (const int steps : {3, 1, 2}) EXPECT_EQ(runner.run(order_of(steps)).reals.size(), 1'000'000U);
}

TEST_F(WorkerRunnerTest, OrdersThatDifferInAnythingAreNotTheSame) {
  const auto described = [](const ChainOrder& order, const Wanted&) {
    Path path;
    path.reals = {static_cast<double>(order.options.iterations), order.event_resolution,
                  static_cast<double>(order.options.hold), order.locates_events ? 1.0 : 0.0};
    path.subject = order.base != nullptr ? order.base->name : "";
    return path;
  };
  std::vector<ChainOrder> orders(6, order_of(1));
  orders[1].options.iterations = 2;
  orders[2].event_resolution = 1e-9;
  orders[3].options.hold = Hold::mean;
  orders[4].locates_events = true;
  orders[5].base = masters().front();
  WorkerRunner runner(described, always(6));
  runner.expect(orders);
  for (std::size_t k = orders.size(); k-- > 0;)
    EXPECT_EQ(to_bytes(runner.run(orders[k])), to_bytes(described(orders[k], {}))) << k;
}

// ---- where ----

// Keeps paths by their number of steps.
struct Shelf final : PathStore {
  bool contains(const ChainOrder& order) const override { return paths.contains(order.steps); }
  std::optional<Path> find(const ChainOrder& order) const override {
    const auto known = paths.find(order.steps);
    return known == paths.end() ? std::nullopt : std::optional(known->second);
  }
  void keep(const ChainOrder& order, const Path& path) override { paths[order.steps] = path; }
  std::map<int, Path> paths;
};

TEST_F(WorkerRunnerTest, WhatIsInTheStoreIsNotComputedAndWhatIsFinishedGoesThere) {
  for (Settings settings : {Settings{}, eager(2), always(2)}) {
    Shelf shelf;
    shelf.paths[2] = some_path(order_of(7));
    settings.store = &shelf;
    WorkerRunner runner(some_path, settings);
    runner.expect(orders_of({1, 2, 3}));
    for (const int steps : {1, 2, 3})
      EXPECT_EQ(to_bytes(runner.run(order_of(steps))),
                to_bytes(some_path(order_of(steps == 2 ? 7 : steps))));
    ASSERT_EQ(shelf.paths.size(), 3U);
    EXPECT_EQ(to_bytes(shelf.paths[3]), to_bytes(some_path(order_of(3))));
  }
}

TEST_F(WorkerRunnerTest, ShortChainsStartNoProcess) {
  int forks = 0;
  Settings settings{.processes = 4};
  settings.fork = [&] { return ++forks, ::fork(); };
  WorkerRunner runner(process, settings);
  runner.expect(orders_of({1, 2, 4}));
  for (const int steps : {1, 2, 4}) EXPECT_EQ(runner.run(order_of(steps)).jumps, getpid());
  EXPECT_EQ(forks, 0);
}

TEST_F(WorkerRunnerTest, TheFirstChainSaysHowLongOthersTake) {
  WorkerRunner runner(
      [](const ChainOrder& order, const Wanted&) {
        if (order.steps == 1) std::this_thread::sleep_for(10ms);
        return process(order);
      },
      {.processes = 2, .worth_a_process = 1});
  EXPECT_EQ(runner.run(order_of(1)).jumps, getpid());
  EXPECT_NE(runner.run(order_of(1000)).jumps, getpid());
}

TEST_F(WorkerRunnerTest, OneProcessIsThisOne) {
  WorkerRunner runner(process, eager(1));
  for (const int steps : {1, 2, 4}) EXPECT_EQ(runner.run(order_of(steps)).jumps, getpid());
}

TEST_F(WorkerRunnerTest, WhereOneInstanceIsAllowedEachChainHasAProcess) {
  WorkerRunner runner(process, always(1));
  long before = getpid();
  for (const int steps : {1, 2, 4}) {
    const long now = runner.run(order_of(steps)).jumps;
    EXPECT_NE(now, getpid());
    EXPECT_NE(now, before);
    before = now;
  }
}

TEST_F(WorkerRunnerTest, WhileOtherThreadsLiveNoProcessIsStarted) {
  WorkerRunner runner(process, eager(2));
  runner.run(order_of(1));
  std::atomic<bool> stop = false;
  std::thread other([&] { stop.wait(false); });
  EXPECT_EQ(runner.run(order_of(2)).jumps, getpid());
  stop = true;
  stop.notify_one();
  other.join();
  EXPECT_NE(runner.run(order_of(3)).jumps, getpid());
}

// ---- ahead of time ----

// Waits until the given number of chains has begun, by a pipe with a byte for each.
class Begun {
 public:
  Begun() { EXPECT_EQ(pipe(ends_), 0); }
  ~Begun() { close(ends_[0]), close(ends_[1]); }
  Begun(const Begun&) = delete;
  Begun& operator=(const Begun&) = delete;
  void notify() const { EXPECT_EQ(write(ends_[1], "x", 1), 1); }
  void wait_for(int count) const {
    for (char letter = 0; count > 0; --count) EXPECT_EQ(read(ends_[0], &letter, 1), 1);
  }

 private:
  int ends_[2]{};
};

TEST_F(WorkerRunnerTest, ExpectedChainsAreComputedAtTheSameTime) {
  const Begun begun;
  WorkerRunner runner(
      [&](const ChainOrder& order, const Wanted&) {
        begun.notify();
        std::this_thread::sleep_for(300ms);
        return process(order);
      },
      always(3));
  runner.expect(orders_of({1, 2, 3}));
  begun.wait_for(3);
  const auto begin = std::chrono::steady_clock::now();
  for (const int steps : {1, 2, 3}) EXPECT_EQ(runner.run(order_of(steps)).rows, steps);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, 800ms);
}

TEST_F(WorkerRunnerTest, AnExpectedChainIsComputedOnce) {
  const Begun begun;
  int forks = 0;
  Settings settings = always(2);
  settings.fork = [&] { return ++forks, ::fork(); };
  WorkerRunner runner(process, settings);
  runner.expect(orders_of({1, 2, 3, 4, 5}));
  EXPECT_EQ(forks, 2);
  runner.expect(orders_of({2, 3, 4}));
  for (const int steps : {2, 1, 3, 4}) runner.run(order_of(steps));
  EXPECT_EQ(forks, 4) << "5 is expected no longer";
}

TEST_F(WorkerRunnerTest, WhatIsNotRequestedIsForgotten) {
  const Begun begun;
  {
    WorkerRunner runner(
        [&](const ChainOrder& order, const Wanted&) {
          begun.notify();
          if (order.steps > 1) sleep_for_ever();
          return process(order);
        },
        always(3));
    runner.expect(orders_of({1, 2, 3}));
    begun.wait_for(3);
    EXPECT_EQ(runner.run(order_of(1)).rows, 1U);
  }
  EXPECT_FALSE(test::has_children());
}

TEST_F(WorkerRunnerTest, WhatIsNeededNowTakesThePlaceOfWhatIsNot) {
  WorkerRunner runner(
      [&](const ChainOrder& order, const Wanted&) {
        if (order.steps < 10) sleep_for_ever();
        return process(order);
      },
      always(2));
  runner.expect(orders_of({1, 2}));
  EXPECT_EQ(runner.run(order_of(10)).rows, 10U) << "though both are expected";
  runner.expect(orders_of({11, 12}));
  EXPECT_EQ(runner.run(order_of(12)).rows, 12U);
  EXPECT_EQ(runner.run(order_of(11)).rows, 11U);
}

// ---- trouble ----

TEST_F(WorkerRunnerTest, ACrashLosesOneChainAndNamesTheComponent) {
  WorkerRunner runner(
      [](const ChainOrder& order, const Wanted&) {
        if (order.steps == 2) in_prey([] { raise(SIGSEGV); });
        return process(order);
      },
      always(2));
  runner.expect(orders_of({1, 2, 3}));
  EXPECT_TRUE(runner.run(order_of(1)).complete());
  const Path path = runner.run(order_of(2));
  EXPECT_EQ(path.end, End::lost);
  EXPECT_EQ(path.subject, "prey");
  EXPECT_EQ(path.time, 0.5);
  EXPECT_EQ(path.reason, "component 'prey' crashed (signal 11, SIGSEGV) in fmi2DoStep at t = 0.5.");
  EXPECT_TRUE(runner.run(order_of(3)).complete());
}

TEST_F(WorkerRunnerTest, ExitLosesOneChainAndNamesTheComponent) {
  WorkerRunner runner(
      [](const ChainOrder& order, const Wanted&) {
        in_prey([] { std::exit(0); });
        return process(order);
      },
      always(2));
  const Path path = runner.run(order_of(2));
  EXPECT_EQ(path.end, End::lost);
  EXPECT_EQ(path.reason,
            "component 'prey' ended the process (exit code 0) in fmi2DoStep at t = 0.5.");
}

TEST_F(WorkerRunnerTest, AnExceptionEndsThePathHereAndThere) {
  for (const Settings& settings : {eager(1), always(1)}) {
    WorkerRunner runner(
        [](const ChainOrder& order, const Wanted&) -> Path {
          if (order.steps == 1) throw ComponentFailure("prey", "it cannot go on.");
          if (order.steps == 2) throw std::logic_error("a mistake.");
          throw 42;
        },
        settings);
    const Path failed = runner.run(order_of(1));
    EXPECT_EQ(failed.end, End::component_failed);
    EXPECT_EQ(failed.subject, "prey");
    EXPECT_EQ(failed.reason, "it cannot go on.");
    const Path lost = runner.run(order_of(2));
    EXPECT_EQ(lost.end, End::lost);
    EXPECT_EQ(lost.reason, "a mistake.");
    EXPECT_EQ(runner.run(order_of(3)).end, End::lost);
  }
}

// Exit code and words.
std::string error_of(WorkerRunner& runner, int steps) {
  try {
    (void)runner.run(order_of(steps));
    return "none";
  } catch (const Error& error) {
    return std::to_string(static_cast<int>(error.exit_code())) + " " + error.what();
  }
}

// As where no descriptor is left for a component: that is no matter of step sizes.
TEST_F(WorkerRunnerTest, AnErrorEndsTheRunWithItsExitCodeIfItsChainIsRequested) {
  for (const Settings& settings : {eager(1), always(2)}) {
    WorkerRunner runner(
        [](const ChainOrder& order, const Wanted&) -> Path {
          if (order.steps == 2) throw InputError("too many open files.");
          if (order.steps == 3) throw Error(ExitCode::stopped, "no space left.");
          return process(order);
        },
        settings);
    runner.expect(orders_of({1, 2, 3}));
    EXPECT_TRUE(runner.run(order_of(1)).complete());
    EXPECT_EQ(error_of(runner, 2), "2 too many open files.");
    EXPECT_EQ(error_of(runner, 3), "4 no space left.");
  }
}

pid_t no_process() {
  errno = EAGAIN;
  return -1;
}

TEST_F(WorkerRunnerTest, WithoutProcessesChainsAreComputedHere) {
  Settings settings = eager(3);
  settings.fork = no_process;
  WorkerRunner runner(process, settings);
  runner.expect(orders_of({1, 2, 3}));
  for (const int steps : {1, 2, 3}) EXPECT_EQ(runner.run(order_of(steps)).jumps, getpid());
}

TEST_F(WorkerRunnerTest, WithoutProcessesOneInstancePerProcessIsNotPossible) {
  Settings settings = always(3);
  settings.fork = no_process;
  WorkerRunner runner(process, settings);
  runner.expect(orders_of({1, 2, 3}));
  const Path path = runner.run(order_of(1));
  EXPECT_EQ(path.end, End::lost);
  EXPECT_TRUE(contains(path.reason, "one instance per process")) << path.reason;
  EXPECT_TRUE(contains(path.reason, "unavailable")) << path.reason;
}

TEST_F(WorkerRunnerTest, WhereTheSystemGivesFewProcessesThoseAheadOfTimeGiveTheirs) {
  int living = 0;
  Settings settings = always(3);
  settings.fork = [&] { return living < 2 ? (++living, ::fork()) : (living = 0, no_process()); };
  WorkerRunner runner(
      [](const ChainOrder& order, const Wanted&) {
        if (order.steps < 10) sleep_for_ever();
        return process(order);
      },
      settings);
  runner.expect(orders_of({1, 2}));
  EXPECT_EQ(runner.run(order_of(10)).rows, 10U);
}

// ---- interruption ----

// Interrupted once the chains are under way.
class Interruption {
 public:
  Wanted wanted() {
    return [this] { return ++calls_ < 5; };
  }

 private:
  int calls_ = 0;
};

TEST_F(WorkerRunnerTest, AnInterruptedChainBringsWhatItGot) {
  Interruption interruption;
  Settings settings = always(2);
  settings.wanted = interruption.wanted();
  WorkerRunner runner(
      [](const ChainOrder& order, const Wanted& wanted) {
        while (wanted()) std::this_thread::sleep_for(1ms);
        Path path = process(order);
        path.end = End::interrupted;
        path.reals = {1, 2, 3};
        return path;
      },
      settings);
  runner.expect(orders_of({1, 2, 3}));
  const Path path = runner.run(order_of(1));
  EXPECT_EQ(path.end, End::interrupted);
  EXPECT_EQ(path.reals.size(), 3U);
  EXPECT_FALSE(test::has_children());
  EXPECT_EQ(runner.run(order_of(3)).end, End::interrupted);
}

TEST_F(WorkerRunnerTest, AChainThatHangsIsEndedOnInterruptionAndSaysWhere) {
  Interruption interruption;
  Settings settings = always(2);
  settings.wanted = interruption.wanted();
  settings.patience = 100ms;
  WorkerRunner runner(
      [](const ChainOrder& order, const Wanted&) {
        in_prey(sleep_for_ever);
        return process(order);
      },
      settings);
  runner.expect(orders_of({1, 2, 3}));
  const Path path = runner.run(order_of(1));
  EXPECT_EQ(path.end, End::interrupted);
  EXPECT_EQ(path.subject, "prey");
  EXPECT_EQ(path.reason,
            "component 'prey' did not return from fmi2DoStep at t = 0.5 and was ended.");
  EXPECT_FALSE(test::has_children());
}

TEST_F(WorkerRunnerTest, AnInterruptedRunStartsNothing) {
  Settings settings = always(2);
  settings.wanted = [] { return false; };
  settings.fork = [] { return ADD_FAILURE() << "started", -1; };
  WorkerRunner runner(process, settings);
  runner.expect(orders_of({1, 2}));
  EXPECT_EQ(runner.run(order_of(1)).end, End::interrupted);
}

}  // namespace
}  // namespace bw::cosim::worker_runner_test
