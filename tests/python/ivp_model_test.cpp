// An initial value problem as a model, and the record of its integrations: what src/python does
// without Python.

#include "python/ivp_model.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "python/recording.h"
#include "result/result.h"
#include "run/run.h"

namespace bw::python::ivp_model_test {
namespace {

using std::numbers::pi;

IvpProblem oscillator() {
  IvpProblem problem;
  problem.start = {1, 0};
  problem.nominals = {1, 1};
  problem.derivatives = [](double, std::span<const double> x, std::span<double> dx) {
    dx[0] = x[1];
    dx[1] = -x[0];
  };
  return problem;
}

struct Solved {
  result::RunResult result;
  std::vector<Recording> recordings;
};

void solve(IvpModel& model, double start, double stop, Solved& solved) {
  run::RunSpec spec{.target = "ivp", .start = start, .stop = stop, .tolerance = 1e-8};
  Recorder recorder([&] { return model.integrations().size(); });
  spec.stepping.watcher = &recorder;
  solved.result = run::run(spec, model);
  solved.recordings = recorder.take();
}

TEST(IvpModel, RecordsEveryIntegrationFromItsStartToItsEnd) {
  IvpModel model(oscillator());
  Solved solved;
  solve(model, 0, 10, solved);
  EXPECT_EQ(solved.result.verdict, result::Verdict::trusted);
  ASSERT_GE(solved.recordings.size(), 2U);
  for (const Recording& recording : solved.recordings) {
    if (recording.times.empty()) continue;  // an older one
    EXPECT_EQ(recording.times.front(), 0);
    EXPECT_EQ(recording.times.back(), 10);
    const std::size_t steps = recording.times.size() - 1;
    ASSERT_EQ(recording.inside.size(), steps * Recorder::points * 2);
    EXPECT_NEAR(recording.inside[recording.inside.size() - 2], std::cos(10), 1e-7);
  }
}

TEST(IvpModel, RecordsPointsOfTheSolutionBetweenTheSteps) {
  IvpModel model(oscillator());
  Solved solved;
  solve(model, 0, 10, solved);
  const Recording& last = solved.recordings.back();
  const auto places = Recorder::places();
  EXPECT_EQ(places.front(), 0);
  EXPECT_EQ(places.back(), 1);
  for (std::size_t k = 0; k + 1 < last.times.size(); ++k)
    for (std::size_t p = 1; p <= Recorder::points; ++p) {
      const double t = last.times[k] + places[p] * (last.times[k + 1] - last.times[k]);
      EXPECT_NEAR(last.inside[(k * Recorder::points + p - 1) * 2], std::cos(t), 1e-7) << t;
    }
}

TEST(IvpModel, RunsBackwardInTimeWithTheSignOfTheTime) {
  IvpProblem problem = oscillator();
  problem.sign = -1;  // from t = 0 to t = -3
  double latest = -1;
  problem.derivatives = [&](double t, std::span<const double> x, std::span<double> dx) {
    latest = std::max(latest, t);
    dx[0] = x[1];
    dx[1] = -x[0];
  };
  IvpModel model(std::move(problem));
  Solved solved;
  solve(model, 0, 3, solved);
  EXPECT_LE(latest, 0);
  const Recording& last = solved.recordings.back();
  EXPECT_NEAR(last.inside[last.inside.size() - 1], std::sin(3), 1e-7);  // x2 = -sin(t)
}

IvpProblem with_event(int direction, long ends_after) {
  IvpProblem problem = oscillator();
  problem.events = [](double, std::span<const double> x, std::span<double> z) { z[0] = x[0]; };
  problem.kinds = {{direction, ends_after}};
  return problem;
}

TEST(IvpModel, FindsEventsInTheirDirection) {
  IvpModel both(with_event(0, 0)), rising(with_event(1, 0));
  Solved solved, other;
  solve(both, 0, 10, solved);
  solve(rising, 0, 10, other);
  ASSERT_EQ(both.integrations().back().events.size(), 3U);
  ASSERT_EQ(rising.integrations().back().events.size(), 1U);
  EXPECT_NEAR(both.integrations().back().events[0].time, pi / 2, 1e-7);
  EXPECT_NEAR(rising.integrations().back().events[0].time, 3 * pi / 2, 1e-7);
  EXPECT_NEAR(rising.integrations().back().events[0].state[1], 1, 1e-7);
  EXPECT_FALSE(both.integrations().back().ended_by_event);
}

TEST(IvpModel, EndsAtTheRequestedOccurrence) {
  IvpModel model(with_event(0, 2));
  Solved solved;
  solve(model, 0, 10, solved);
  EXPECT_TRUE(model.integrations().back().ended_by_event);
  ASSERT_EQ(model.integrations().back().events.size(), 2U);
  EXPECT_NEAR(solved.recordings.back().times.back(), 3 * pi / 2, 1e-7);
}

TEST(IvpModel, HasCrossedNothingWhereItStartsAtZero) {
  IvpProblem problem = with_event(0, 1);
  problem.start = {0, 1};
  IvpModel model(std::move(problem));
  Solved solved;
  solve(model, 0, 5, solved);
  ASSERT_EQ(model.integrations().back().events.size(), 1U);
  EXPECT_NEAR(model.integrations().back().events[0].time, pi, 1e-7);
}

TEST(IvpModel, PassesExceptionsOfItsFunctionsOn) {
  struct Mine {};
  IvpProblem problem = oscillator();
  problem.derivatives = [](double t, std::span<const double>, std::span<double> dx) {
    if (t > 1) throw Mine{};
    dx[0] = dx[1] = 0;
  };
  IvpModel model(std::move(problem));
  Solved solved;
  EXPECT_THROW(solve(model, 0, 5, solved), Mine);
}

}  // namespace
}  // namespace bw::python::ivp_model_test
