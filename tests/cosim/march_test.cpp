#include "cosim/march/march.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "support/cosim/added_master.h"
#include "support/cosim/marching.h"
#include "support/model/test_components.h"

namespace bw::cosim::march_test {
namespace {

using Reason = MarchEnd::Reason;
using test::Clockwork;
using test::connection;
using test::Failing;
using test::Kit;
using Times = std::vector<double>;

class Watcher final : public MarchObserver {
 public:
  bool accepted(double t, bool at_grid) override {
    times.push_back(t);
    if (at_grid) grid.push_back(t);
    return times.size() < stop_after;
  }
  Times times, grid;
  std::size_t stop_after = static_cast<std::size_t>(-1);
};

struct Marched {
  MarchEnd end;
  Tally tally;
  Watcher seen;
  std::vector<test::TestComponent::Step> steps;
};

Marched march_over(const Grid& grid, std::size_t stop_after = static_cast<std::size_t>(-1)) {
  Marched result;
  result.seen.stop_after = stop_after;
  Kit kit;
  const auto& component = kit.add<Clockwork>("a");
  Coupling coupling = kit.couple({});
  const auto [end, tally] = test::march(coupling, *find_master("jacobi"), grid, result.seen);
  result.end = end;
  result.tally = tally;
  result.steps = component.steps;
  EXPECT_EQ(coupling.now().reals[0], static_cast<double>(tally.steps));
  return result;
}

TEST(March, TimesAreMultipliedNeverAccumulated) {
  const Marched run = march_over({.start = 0, .stop = 100, .interval = 0.1});
  ASSERT_EQ(run.seen.times.size(), 1001u);
  double accumulated = 0;
  for (std::size_t k = 0; k <= 1000; ++k) {
    EXPECT_EQ(run.seen.times[k], static_cast<double>(k) / 10);
    if (k < 1000) accumulated += 0.1;
  }
  EXPECT_NE(accumulated, 100) << "or this test would show nothing";
}

TEST(March, TheLastTimeIsExactlyTheStopTime) {
  for (const auto& [stop, interval] : {std::pair(100.0, 0.1), std::pair(1.0, 0.3),
                                       std::pair(1.0 / 3, 1.0 / 30), std::pair(7.7, 1.1)}) {
    const Marched run = march_over({.start = 0, .stop = stop, .interval = interval});
    EXPECT_EQ(run.seen.times.back(), stop);
    EXPECT_EQ(run.end.time, stop);
    EXPECT_EQ(run.end.reason, Reason::reached_stop);
  }
}

TEST(March, TheObserverSeesTheStart) {
  const Marched run = march_over({.start = -2, .stop = 1, .interval = 1});
  EXPECT_EQ(run.seen.times, (Times{-2, -1, 0, 1}));
  EXPECT_EQ(run.seen.grid, run.seen.times);
}

TEST(March, TheLastStepIsShorterWhereTheStopTimeIsNoMultiple) {
  const Marched run = march_over({.start = 0, .stop = 1, .interval = 0.375});
  EXPECT_EQ(run.seen.times, (Times{0, 0.375, 0.75, 1}));
  EXPECT_EQ(run.steps.back().h, 0.25);
}

TEST(March, ATinyRestIsAddedToTheLastStepInsteadOfBeingOne) {
  const Marched stretched = march_over({.start = 0, .stop = 3 + 5e-7, .interval = 1});
  EXPECT_EQ(stretched.seen.times, (Times{0, 1, 2, 3 + 5e-7}));
  const Marched kept = march_over({.start = 0, .stop = 3 + 5e-6, .interval = 1});
  EXPECT_EQ(kept.seen.times, (Times{0, 1, 2, 3, 3 + 5e-6}));
  const Marched shortened = march_over({.start = 0, .stop = 3 - 5e-7, .interval = 1});
  EXPECT_EQ(shortened.seen.times, (Times{0, 1, 2, 3 - 5e-7}));
}

TEST(March, TheRestIsMeasuredInIntervalsNotInSeconds) {
  const Marched run = march_over({.start = 0, .stop = 3e-9 + 5e-13, .interval = 1e-9});
  EXPECT_EQ(run.seen.times.size(), 5u) << "5e-13 is much of 1e-9";
}

TEST(March, AnIntervalLargerThanTheRunIsOneStep) {
  const Marched run = march_over({.start = 2, .stop = 3, .interval = 50});
  EXPECT_EQ(run.seen.times, (Times{2, 3}));
  EXPECT_EQ(run.steps[0].h, 1);
}

TEST(March, CountsIntervals) {
  EXPECT_EQ((Grid{.start = 0, .stop = 1, .interval = 0.1}.intervals()), 10);
  EXPECT_EQ((Grid{.start = 0, .stop = 1, .interval = 0.3}.intervals()), 4);
  EXPECT_EQ((Grid{.start = 0, .stop = 1, .interval = 5}.intervals()), 1);
  EXPECT_EQ((Grid{.start = 1e6, .stop = 1e6 + 1, .interval = 1e-3}.intervals()), 1000);
  EXPECT_EQ((Grid{.start = 0, .stop = 1e9, .interval = 1e-3}.intervals()), 1'000'000'000'000);
}

TEST(March, SubstepsDivideEveryIntervalAndOnlyItsEndIsOnTheGrid) {
  const Marched run = march_over({.start = 0, .stop = 2.5, .interval = 1, .substeps = 4});
  EXPECT_EQ(run.seen.times,
            (Times{0, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.125, 2.25, 2.375, 2.5}));
  EXPECT_EQ(run.seen.grid, (Times{0, 1, 2, 2.5}));
  EXPECT_EQ(run.tally.steps, 12);
}

TEST(March, SubstepsDoNotMoveTheGrid) {
  const Marched plain = march_over({.start = 0.1, .stop = 5.3, .interval = 0.1});
  for (const int substeps : {2, 3, 7}) {
    const Marched fine =
        march_over({.start = 0.1, .stop = 5.3, .interval = 0.1, .substeps = substeps});
    EXPECT_EQ(fine.seen.grid, plain.seen.grid);
    EXPECT_EQ(fine.tally.steps, plain.tally.steps * substeps);
  }
}

TEST(March, TheComponentsAreGivenTimesThatReachTheNextOneExactly) {
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(0, 1);
  for (int trial = 0; trial < 200; ++trial) {
    const double start = trial % 4 == 0 ? 0 : 20 * unit(random) - 10;
    const double interval = std::pow(10, 3 * unit(random) - 2);
    const Marched run = march_over({.start = start,
                                    .stop = start + interval * (5 + 20 * unit(random)),
                                    .interval = interval,
                                    .substeps = 1 + trial % 3});
    ASSERT_EQ(run.steps.size() + 1, run.seen.times.size());
    for (std::size_t k = 0; k < run.steps.size(); ++k) {
      EXPECT_EQ(run.steps[k].t, run.seen.times[k]);
      EXPECT_EQ(run.steps[k].t + run.steps[k].h, run.seen.times[k + 1]);
      EXPECT_GT(run.steps[k].h, 0);
    }
  }
}

TEST(March, TheObserverMayEndIt) {
  const Marched run = march_over({.start = 0, .stop = 10, .interval = 1}, 4);
  EXPECT_EQ(run.end.reason, Reason::stop_requested);
  EXPECT_EQ(run.end.time, 3);
  EXPECT_EQ(run.tally.steps, 3);
  EXPECT_EQ(run.steps.size(), 3u) << "not one step more";
}

TEST(March, TheObserverMayEndItBeforeItBegins) {
  const Marched run = march_over({.start = 5, .stop = 10, .interval = 1}, 1);
  EXPECT_EQ(run.end.reason, Reason::stop_requested);
  EXPECT_EQ(run.end.time, 5);
  EXPECT_EQ(run.tally.steps, 0);
  EXPECT_TRUE(run.steps.empty());
}

TEST(March, AnObserverThatEndsItAtTheStopTimeChangesNothing) {
  const Marched run = march_over({.start = 0, .stop = 3, .interval = 1}, 4);
  EXPECT_EQ(run.end.reason, Reason::reached_stop);
  EXPECT_EQ(run.end.time, 3);
}

TEST(March, ItEndsWhereAComponentDoes) {
  const std::pair<Failing::How, Reason> ways[] = {
      {Failing::How::discard, Reason::component_discarded},
      {Failing::How::terminate, Reason::component_terminated},
      {Failing::How::nan, Reason::not_finite},
      {Failing::How::infinity, Reason::not_finite}};
  for (const MasterKind* kind : test::all_masters())
    for (const auto& [how, reason] : ways) {
      Kit kit;
      kit.add<Clockwork>("a");
      kit.add<Failing>("b", 2.5, how);
      Coupling coupling = kit.couple({connection(0, 1), connection(1, 0)});
      Watcher seen;
      const auto [end, tally] =
          test::march(coupling, *kind, {.start = 0, .stop = 10, .interval = 1}, seen);
      EXPECT_EQ(end.reason, reason) << kind->name;
      EXPECT_EQ(end.time, 2) << "the last accepted time";
      EXPECT_EQ(tally.steps, 2);
      EXPECT_EQ(seen.times, (Times{0, 1, 2}));
      const int steps_of_a_component = kind->name == "alternating" ? 4 : 2;
      EXPECT_EQ(coupling.now().reals[0], steps_of_a_component) << "the last accepted signals stay";
    }
}

TEST(March, AComponentThatCannotGoOnThrowsThrough) {
  Kit kit;
  kit.add<Failing>("a", 2.5, Failing::How::failure);
  Coupling coupling = kit.couple({});
  Watcher seen;
  EXPECT_THROW(test::march(coupling, *find_master("jacobi"), {.stop = 10}, seen), ComponentFailure);
  EXPECT_EQ(seen.times, (Times{0, 1, 2}));
}

}  // namespace
}  // namespace bw::cosim::march_test
