#include "ode/events/event_march.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "support/ode/added_method.h"
#include "support/ode/hybrid_models.h"

namespace bw::ode::event_march_test {
namespace {

using Kind = model::EventMark::Kind;
using Why = MarchEnd::Why;
using test::ConstNumbers;
using test::MutableNumbers;
using test::Numbers;
using test::TestModel;

// A model that is marched to the end by one method.
struct Journey {
  Journey(std::unique_ptr<TestModel> made, double stop, double tolerance,
          std::string_view method = "dopri5", double absolute = 0)
      : Journey(std::move(made), stop, tolerance, *find_method(method), absolute) {}
  Journey(std::unique_ptr<TestModel> made, double stop, double tolerance, const MethodKind& method,
          double absolute = 0)
      : model(std::move(made)), march(*model, method, setup(stop, tolerance, absolute)) {
    std::vector<double> x(model->shape().states.size());
    model->begin(0, stop, {});
    march.start({}, x, model->start(x));
    end = march.advance(stop);
  }
  static Setup setup(double stop, double tolerance, double absolute) {
    Setup setup{0, stop, {}};
    setup.tolerance.relative = tolerance;
    if (absolute > 0) setup.tolerance.absolute = absolute;
    return setup;
  }
  std::vector<double> times(Kind kind = Kind::state) const {
    std::vector<double> found;
    for (const model::EventMark& mark : march.event_marks())
      if (mark.kind == kind) found.push_back(mark.time);
    return found;
  }

  std::unique_ptr<TestModel> model;
  EventMarch march;
  MarchEnd end;
};

void expect_near(const std::vector<double>& found, const std::vector<double>& expected,
                 double relative) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    EXPECT_NEAR(found[i], expected[i], relative * std::max(1.0, std::abs(expected[i]))) << i;
}

// ---- the reference problems ----

TEST(EventMarch, ThreeRootsInOneStepAreThreeEvents) {
  for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
    const Journey journey(test::triple_root(), 12, tolerance);
    ASSERT_TRUE(journey.end.good());
    expect_near(journey.times(), {2, 6, 10}, 1e-13);
    EXPECT_NEAR(journey.march.state()[0], 120, 1e-11);
  }
}

TEST(EventMarch, TwoCrossingsOfANearGrazeAreFound) {
  for (const double tolerance : {1e-10, 1e-12, 1e-14}) {
    const Journey journey(test::near_graze(), 3, tolerance);
    expect_near(journey.times(), test::near_graze_events, 1e4 * tolerance + 1e-11);
  }
}

// A method knows nothing of events and gets them all the same: a new one, too.
TEST(EventMarch, ABallBouncesToItsRestByAMethodThatIsAddedToTheTable) {
  const Journey journey(test::ball(0.1), 3, 1e-6, test::heun);
  ASSERT_TRUE(journey.end.good());
  expect_near(journey.times(), test::ball_bounces, 1e-13);
  EXPECT_EQ(journey.march.state()[0], 0);
}

TEST(EventMarch, ABallBouncesToItsRest) {
  for (const double tolerance : {1e-3, 1e-6, 1e-10}) {
    const Journey journey(test::ball(0.1), 3, tolerance);
    ASSERT_TRUE(journey.end.good());
    expect_near(journey.times(), test::ball_bounces, 1e-13);
    EXPECT_EQ(journey.march.state()[0], 0);
  }
}

TEST(EventMarch, ABallWithoutRestRingsZenoWithTheTimeItDoesNotPass) {
  const Journey journey(test::ball(0), 3, 1e-6);
  EXPECT_EQ(journey.end.why, Why::zeno);
  EXPECT_NEAR(journey.end.limit, test::ball_limit, 1e-11);
  EXPECT_LT(journey.times().size(), 100U);
}

TEST(EventMarch, StickAndSlipTakeTurns) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10, 1e-13}) {
    const Journey journey(test::stick_slip(), 30, tolerance);
    expect_near(journey.times(), test::stick_slip_events, 10 * tolerance);
    EXPECT_NEAR(journey.march.state()[0], 0.6584367553112861933581085, 100 * tolerance);
  }
}

TEST(EventMarch, ATankRunsEmptyOnce) {
  for (const double tolerance : {1e-4, 1e-7, 1e-10}) {
    const double absolute = 1e-3 * tolerance;
    const Journey journey(test::torricelli(), 8, tolerance, "dopri5", absolute);
    ASSERT_TRUE(journey.end.good());
    ASSERT_EQ(journey.times().size(), 1U);
    EXPECT_NEAR(journey.times()[0], test::torricelli_empty, 20 * std::sqrt(absolute));
    EXPECT_EQ(journey.march.state()[0], 0);
  }
}

// ---- several events ----

// z = product of (t - roots): whatever lies in a step, all roots are found, in their order.
TEST(EventMarch, AllRootsOfRandomPolynomialsAreFound) {
  std::mt19937 dice(7);  // NOLINT: the same roots each time
  for (int round = 0; round < 500; ++round) {
    const std::size_t count = 1 + dice() % 5;
    std::vector<double> roots;
    while (roots.size() < count) {
      const double root = std::uniform_real_distribution(0.5, 9.5)(dice);
      if (std::none_of(roots.begin(), roots.end(),
                       [&](double other) { return std::abs(other - root) < 0.01; }))
        roots.push_back(root);
    }
    std::sort(roots.begin(), roots.end());
    auto model = std::make_unique<TestModel>(
        Numbers{0}, [](double, ConstNumbers, ConstNumbers, MutableNumbers dx) { dx[0] = 1; });
    model->watch(
        [roots](double, ConstNumbers x) {
          double z = 1;
          for (const double root : roots) z *= x[0] - root;
          return z;
        },
        [](double, MutableNumbers) { return model::EventUpdate{}; });
    const Journey journey(std::move(model), 10, 1e-6);
    expect_near(journey.times(), roots, 1e-12);
    if (HasFailure()) return;
  }
}

// A switch that throws another one at the same time.
TEST(EventMarch, AnEventThatMovesAnotherIndicatorIsHandledUntilNothingChanges) {
  std::vector<double> thrown;
  auto model = std::make_unique<TestModel>(
      Numbers{0, 0}, [](double, ConstNumbers, ConstNumbers, MutableNumbers dx) { dx[0] = 1; });
  model->watch_all(
      2,
      [](double, ConstNumbers x, MutableNumbers z) {
        z[0] = x[0] - 1;
        z[1] = x[1] - 0.5;
      },
      [&](double t, MutableNumbers x) {
        thrown.push_back(t);
        x[1] = 1;
        return model::EventUpdate{.states_changed = true};
      });
  const Journey journey(std::move(model), 2, 1e-6);
  ASSERT_EQ(thrown.size(), 2U);
  EXPECT_EQ(thrown[0], thrown[1]);
  EXPECT_EQ(journey.march.event_marks().size(), 1U);
}

TEST(EventMarch, EventsThatMakeEachOtherForEverAreChattering) {
  auto model = std::make_unique<TestModel>(
      Numbers{0, 0, 0}, [](double, ConstNumbers, ConstNumbers, MutableNumbers dx) { dx[0] = 1; });
  model->watch_all(
      3,
      [](double, ConstNumbers x, MutableNumbers z) {
        z[0] = x[0] - 1;
        z[1] = x[1] - 0.5;
        z[2] = x[2] - 0.5;
      },
      [&, first = true](double, MutableNumbers x) mutable {
        x[first ? 1 : 2] = 1 - x[first ? 1 : 2];
        first = !first;
        return model::EventUpdate{.states_changed = true};
      });
  const Journey journey(std::move(model), 2, 1e-6);
  EXPECT_EQ(journey.end.why, Why::too_many_events);
  EXPECT_NEAR(journey.end.time, 1, 1e-12);
}

// ---- jumps that nothing announces ----

TEST(EventMarch, AJumpOfTheEquationsIsFoundAndPassedByARestart) {
  for (const double tolerance : {1e-5, 1e-7, 1e-10, 1e-12}) {
    auto model = std::make_unique<TestModel>(
        Numbers{110}, [](double t, ConstNumbers y, ConstNumbers, MutableNumbers dy) {
          const bool even = std::fmod(std::floor(t), 2) == 0;
          dy[0] = 55 - (even ? 1.5 : 0.5) * y[0];
        });
    const Journey journey(std::move(model), 20, tolerance);
    ASSERT_TRUE(journey.end.good());
    std::vector<double> whole;
    for (int k = 1; k <= 20; ++k) whole.push_back(k);
    EXPECT_EQ(journey.times(Kind::discontinuity), whole);
    double y = 110;
    for (int k = 0; k < 20; ++k) {
      const double rate = k % 2 == 0 ? 1.5 : 0.5;
      y = 55 / rate + (y - 55 / rate) * std::exp(-rate);
    }
    EXPECT_NEAR(journey.march.state()[0] / y, 1, 10 * tolerance);
    EXPECT_LT(journey.march.statistics().rhs_evaluations, 10000);
  }
}

}  // namespace
}  // namespace bw::ode::event_march_test
