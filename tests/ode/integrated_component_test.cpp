#include "ode/integrated_component.h"

#include <gtest/gtest.h>

#include <cmath>

#include "ode/events/event_log.h"
#include "support/contains.h"
#include "support/model/test_models.h"
#include "support/ode/added_method.h"
#include "support/refusal.h"

namespace bw::ode::integrated_component_test {
namespace {

using model::EventUpdate;
using test::contains;
using test::TestModel;
using Status = model::Advance::Status;
using Span = std::span<double>;
using ConstSpan = std::span<const double>;

constexpr double infinity = std::numeric_limits<double>::infinity();

// A component made of a model that the test can still inspect.
class Bench {
 public:
  Bench(std::unique_ptr<TestModel> made, double stop, const Integration& integration = {})
      : model(*made), component(make_integrated_component(std::move(made), integration)) {
    u.reals.resize(model::count_reals(component->shape().inputs));
    u.discretes.resize(component->shape().inputs.size() - u.reals.size(), std::int64_t{0});
    y.resize(component->shape().outputs.size());
    begin(stop);
  }
  void begin(double stop) {
    component->begin(0, stop);
    component->evaluate({u.reals, u.discretes}, {y, {}});
    component->start();
  }
  model::Advance step(double t, double h) {
    return component->advance({u.reals, u.discretes}, t, h, {y, {}});
  }
  model::SolverReport report() { return component->report(model::Probing::forbidden); }

  TestModel& model;
  std::unique_ptr<model::Component> component;
  model::Signals u;
  std::vector<double> y;
};

Integration accurate(double tolerance) {
  Integration integration;
  integration.tolerance.relative = tolerance;
  return integration;
}

// Its dense output needs no further evaluation of the model.
Integration by_dopri5() {
  Integration integration;
  integration.method = find_method("dopri5");
  return integration;
}

std::unique_ptr<TestModel> decay() {
  return std::make_unique<TestModel>(
      std::vector<double>{1}, [](double, ConstSpan x, ConstSpan, Span dx) { dx[0] = -x[0]; });
}

// x' = u
std::unique_ptr<TestModel> integral(std::vector<model::Variable> inputs = {test::variable("u")}) {
  return std::make_unique<TestModel>(
      std::vector<double>{0}, [](double, ConstSpan, ConstSpan u, Span dx) { dx[0] = u[0]; },
      std::move(inputs));
}

// ---- steps ----

TEST(IntegratedComponent, ReachesEveryPointExactlyAndNeverLooksBeyondTheStop) {
  for (const MethodKind* method : test::all_methods()) {
    Integration integration = accurate(1e-6);
    integration.method = method;
    Bench bench(decay(), 1, integration);
    for (int k = 0; k < 10; ++k) {
      const double t = 0.1 * k, end = k == 9 ? 1.0 : 0.1 * (k + 1);
      const model::Advance moved = bench.step(t, end - t);
      EXPECT_EQ(moved.status, Status::completed);
      EXPECT_EQ(moved.reached, end);
      EXPECT_NEAR(bench.y[0], std::exp(-end), method->fixed_step ? 1e-3 : 1e-5);
    }
  }
}

TEST(IntegratedComponent, RowsDoNotChangeTheStepsOfAModelThatNobodyDrives) {
  Bench few(decay(), 10, by_dopri5()), many(decay(), 10, by_dopri5());
  few.step(0, 10);
  for (int k = 0; k < 1000; ++k) many.step(0.01 * k, (k == 999 ? 10.0 : 0.01 * (k + 1)) - 0.01 * k);
  EXPECT_EQ(few.report().work.steps, many.report().work.steps);
  EXPECT_EQ(few.y[0], many.y[0]);
  EXPECT_EQ(few.model.times, many.model.times);
}

TEST(IntegratedComponent, EulersStepIsAThousandthOfTheRunUnlessNamed) {
  Integration integration;
  integration.method = find_method("euler");
  Bench bench(decay(), 10, integration);
  bench.step(0, 10);
  EXPECT_EQ(bench.report().work.steps, 1000);
  integration.step = 0.5;
  Bench coarse(decay(), 10, integration);
  coarse.step(0, 10);
  EXPECT_EQ(coarse.report().work.steps, 20);
  EXPECT_DOUBLE_EQ(coarse.y[0], std::pow(0.5, 20));
}

TEST(IntegratedComponent, ItsStepSizeSurvivesCommunicationPoints) {
  auto model = std::make_unique<TestModel>(
      std::vector<double>{1}, [](double, ConstSpan x, ConstSpan, Span dx) { dx[0] = -x[0]; },
      std::vector<model::Variable>{test::variable("u")});
  Bench bench(std::move(model), 100, by_dopri5());
  for (int k = 0; k < 100; ++k) bench.step(k, 1);
  EXPECT_LE(bench.report().work.steps, 140);
  EXPECT_LE(bench.report().work.rhs_evaluations, 6 * 140 + 2);
}

TEST(IntegratedComponent, RollsBackToWhereItWasSaved) {
  Bench bench(decay(), 10);
  bench.step(0, 1.5);
  std::unique_ptr<model::Snapshot> memory;
  bench.component->save(memory);
  bench.step(1.5, 2);
  const double there = bench.y[0];
  bench.component->restore(*memory);
  bench.step(1.5, 2);
  EXPECT_EQ(bench.y[0], there);
}

// ---- inputs ----

TEST(IntegratedComponent, ASlopeIsFeltAtEveryRightHandSide) {
  Bench bench(integral(), 2);
  bench.u.reals[0] = 1;
  bench.component->set_slopes(std::vector<double>{3});
  bench.step(0, 2);
  EXPECT_NEAR(bench.y[0], 2 + 6, 1e-12);  // the integral of 1 + 3 t
}

TEST(IntegratedComponent, ASlopeIsOfOneStep) {
  Bench bench(integral(), 2);
  bench.component->set_slopes(std::vector<double>{1});
  bench.step(0, 1);
  bench.u.reals[0] = 1;
  bench.step(1, 1);
  EXPECT_NEAR(bench.y[0], 0.5 + 1, 1e-12);
}

TEST(IntegratedComponent, AHeldInputThatJumpsActsFromThePointOn) {
  Bench bench(integral(), 3);
  for (int k = 0; k < 3; ++k) {
    bench.u.reals[0] = k;
    bench.step(k, 1);
  }
  EXPECT_NEAR(bench.y[0], 0 + 1 + 2, 1e-12);
  EXPECT_EQ(bench.report().work.events, 0);
}

TEST(IntegratedComponent, ADiscreteInputThatChangesIsAnEvent) {
  model::Variable level = test::variable("level");
  level.variability = model::Variability::discrete;
  Bench bench(integral({level, test::variable("count", Type::integer)}), 3);
  bench.step(0, 1);
  EXPECT_TRUE(bench.model.events.empty());
  bench.u.discretes[0] = std::int64_t{7};
  bench.step(1, 1);
  bench.u.reals[0] = 4;
  bench.step(2, 1);
  EXPECT_EQ(bench.model.events, (std::vector<double>{1, 2}));
  EXPECT_EQ(bench.model.seen[0].discretes[0], Discrete(std::int64_t{7}));
  EXPECT_EQ(bench.model.seen[1].reals[0], 4);
}

// ---- state events ----

TEST(IntegratedComponent, ABallBouncesWhenItHitsTheFloor) {
  Bench bench(test::bouncing_ball(), 1.9, accurate(1e-8));
  for (int k = 0; k < 19; ++k) bench.step(0.1 * k, (k == 18 ? 1.9 : 0.1 * (k + 1)) - 0.1 * k);
  const auto& bounces = bench.model.events;
  double expected = 1, gap = 1;
  ASSERT_GE(bounces.size(), 1U);
  for (const double bounce : bounces) {
    EXPECT_NEAR(bounce, expected, 1e-9);
    expected += gap;
    gap /= 2;
  }
}

// The bounces come to rest at t = 3: whatever happens there, it ends.
TEST(IntegratedComponent, ABallThatBouncesForEverDoesNotTakeForEver) {
  Bench bench(test::bouncing_ball(), 4, accurate(1e-6));
  EXPECT_THROW(bench.step(0, 4), ComponentFailure);
  EXPECT_LT(bench.model.events.size(), 2000U);
}

TEST(IntegratedComponent, TheEventIsJustBehindTheCrossing) {
  auto model = decay();
  std::vector<double> at;
  model->watch([](double, ConstSpan x) { return x[0] - 0.5; },
               [&](double, Span x) { return at.push_back(x[0]), EventUpdate{}; });
  Bench bench(std::move(model), 2, accurate(1e-10));
  bench.step(0, 2);
  ASSERT_EQ(at.size(), 1U);
  EXPECT_LE(at[0], 0.5);
  EXPECT_NEAR(at[0], 0.5, 1e-10);
  EXPECT_NEAR(bench.model.events[0], std::log(2), 1e-9);
}

TEST(IntegratedComponent, AnEventThatChangesOnlyTheEquationsIsFeltImmediately) {
  double rate = 1;
  auto model = std::make_unique<TestModel>(
      std::vector<double>{0}, [&](double, ConstSpan, ConstSpan, Span dx) { dx[0] = rate; });
  model->watch([](double, ConstSpan x) { return 1 - x[0]; },
               [&](double, Span) { return rate = -2, EventUpdate{}; });
  Bench bench(std::move(model), 2);
  bench.step(0, 2);
  // Down from 1 by 2 t, until the indicator is evaluated again: it is back immediately and stays.
  EXPECT_NEAR(bench.y[0], -1, 1e-9);
}

TEST(IntegratedComponent, ChatteringEndsWithASentenceInsteadOfNever) {
  double rate = 1;
  auto model = std::make_unique<TestModel>(
      std::vector<double>{-1}, [&](double, ConstSpan, ConstSpan, Span dx) { dx[0] = rate; });
  model->watch([](double, ConstSpan x) { return x[0]; },
               [&](double, Span x) { return rate = x[0] > 0 ? -1 : 1, EventUpdate{}; });
  Bench bench(std::move(model), 10);
  const auto failure = test::caught<ComponentFailure>([&] { bench.step(0, 10); });
  ASSERT_TRUE(failure) << "it should not get there";
  EXPECT_EQ(failure->code, BellCode::too_many_events);
  EXPECT_NEAR(failure->time, 1, 1e-6);
  EXPECT_TRUE(contains(failure->what(), "without time advancing"));
}

TEST(IntegratedComponent, TimeEventsThatDoNotMoveOnAreBoundedToo) {
  auto model = decay();
  model->on_event = [](double t, Span) { return EventUpdate{.next_time_event = t}; };
  model->first.next_time_event = 0.5;
  Bench bench(std::move(model), 1);
  EXPECT_THROW(bench.step(0, 1), ComponentFailure);
}

TEST(IntegratedComponent, AContinuousInputThatJumpsOverAThresholdIsAnEvent) {
  auto model = integral();
  TestModel* seen = model.get();
  double last = 0;
  seen->watch([&](double, ConstSpan) { return last - 0.5; },
              [](double, Span) { return EventUpdate{}; });
  Bench bench(std::move(model), 2);
  bench.step(0, 1);
  bench.u.reals[0] = last = 1;
  bench.step(1, 1);
  EXPECT_EQ(bench.model.events, std::vector<double>{1});
}

// ---- other events ----

TEST(IntegratedComponent, TimeEventsAreHitExactlyAndNothingIsEvaluatedBeyondThem) {
  auto model = decay();
  TestModel* seen = model.get();
  model->first.next_time_event = seen->wall = 0.3;
  model->on_event = [seen](double t, Span) {
    seen->wall = t == 0.3 ? 0.7 : infinity;
    return EventUpdate{.next_time_event = seen->wall};
  };
  Bench bench(std::move(model), 1);
  bench.step(0, 0.5);
  bench.step(0.5, 0.5);
  EXPECT_EQ(bench.model.events, (std::vector<double>{0.3, 0.7}));
}

TEST(IntegratedComponent, AnEventAtTheCommunicationPointIsHandledBeforeOutputsAreRead) {
  auto model = decay();
  model->first.next_time_event = 0.5;
  model->on_event = [](double, Span x) { return x[0] = 42, EventUpdate{.states_changed = true}; };
  Bench bench(std::move(model), 1);
  bench.step(0, 0.5);
  EXPECT_EQ(bench.y[0], 42);
}

TEST(IntegratedComponent, ACompletedStepMayAskForAnEvent) {
  auto model = decay();
  bool requested = false;
  model->on_step = [&](double) { return model::StepEnd{.event = !std::exchange(requested, true)}; };
  Bench bench(std::move(model), 1);
  bench.step(0, 1);
  ASSERT_EQ(bench.model.events.size(), 1U);
  EXPECT_EQ(bench.model.events[0], bench.model.completed[0]);
}

TEST(IntegratedComponent, StepsAreCompletedInTheirOrderAndNotBeforeRowsWithinAreRead) {
  Bench bench(decay(), 10);
  bench.step(0, 1e-3);
  for (const double t : bench.model.completed) EXPECT_LE(t, 1e-3);
  bench.step(1e-3, 9.999);
  EXPECT_TRUE(std::is_sorted(bench.model.completed.begin(), bench.model.completed.end()));
}

TEST(IntegratedComponent, AModelMayEndTheSimulation) {
  auto model = decay();
  model->first.next_time_event = 0.25;
  model->on_event = [](double, Span) { return EventUpdate{.ends = true}; };
  Bench bench(std::move(model), 1);
  const model::Advance moved = bench.step(0, 1);
  EXPECT_EQ(moved.status, Status::terminated);
  EXPECT_EQ(moved.reached, 0.25);
  EXPECT_TRUE(moved.has_outputs);
  EXPECT_NEAR(bench.y[0], std::exp(-0.25), 1e-4);
  EXPECT_TRUE(contains(bench.component->reason(), "t = 0.25"));
}

// ---- what is remembered of events ----

TEST(IntegratedComponent, RemembersItsEventsAndForgetsThoseThatWereRolledBack) {
  using Kind = model::EventMark::Kind;
  auto model = integral();
  model->watch([](double, ConstSpan x) { return x[0] - 0.5; },
               [](double, Span) { return EventUpdate{}; });
  model->first.next_time_event = 0.25;
  Bench bench(std::move(model), 3);
  bench.u.reals[0] = 1;
  bench.step(0, 1);
  std::unique_ptr<model::Snapshot> memory;
  bench.component->save(memory);
  bench.u.reals[0] = -1;
  bench.step(1, 1);
  const auto marks = bench.report().events;
  ASSERT_EQ(marks.size(), 3U);
  EXPECT_EQ(marks[0], (model::EventMark{0.25, Kind::time}));
  EXPECT_EQ(marks[1], (model::EventMark{marks[1].time, Kind::state, 0, true}));
  EXPECT_EQ(marks[2], (model::EventMark{marks[2].time, Kind::state, 0, false}));
  EXPECT_NEAR(marks[1].time, 0.5, 1e-12);
  EXPECT_NEAR(marks[2].time, 1.5, 1e-12);
  bench.component->restore(*memory);
  EXPECT_EQ(bench.report().events.size(), 2U);
}

TEST(EventLog, CopiesThatGoOnDifferentlyKeepTheirOwnEntries) {
  EventLog log;
  log.add({1});
  EventLog early = log;
  log.add({2});
  EventLog late = log;
  log = early;
  log.add({3});
  ASSERT_EQ(late.marks().size(), 2U);
  EXPECT_EQ(late.marks()[1].time, 2);
  EXPECT_EQ(log.marks()[1].time, 3);
  EXPECT_EQ(early.marks().size(), 1U);
}

// ---- trouble ----

TEST(IntegratedComponent, AStateThatIsNoNumberIsNamed) {
  Bench bench(std::make_unique<TestModel>(
                  std::vector<double>{0},
                  [](double t, ConstSpan, ConstSpan, Span dx) { dx[0] = std::sqrt(1 - t); }),
              2);
  const auto failure = test::caught<ComponentFailure>([&] { bench.step(0, 2); });
  ASSERT_TRUE(failure) << "it should not get there";
  EXPECT_EQ(failure->code, BellCode::nan);
  EXPECT_EQ(failure->subject, "m.x1");
  EXPECT_NEAR(failure->time, 1, 1e-6);
}

TEST(IntegratedComponent, AnIndicatorThatIsNoNumberIsNamed) {
  auto model = decay();
  model->watch([](double, ConstSpan) { return std::nan(""); }, {});
  Bench bench(std::move(model), 2);
  const std::string said = test::refusal<ComponentFailure>([&] { bench.step(0, 2); });
  EXPECT_TRUE(contains(said, "event indicator 1"));
}

}  // namespace
}  // namespace bw::ode::integrated_component_test
