#include "ode/integrator.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "math/step_controller.h"

namespace bw::ode {
namespace {

// A circle: x' = -y, y' = x, with the solution (cos t, sin t).
class Circle final : public Equations {
 public:
  std::size_t size() const override { return 2; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    latest = std::max(latest, t);
    ++evaluations;
    dx[0] = -x[1];
    dx[1] = x[0];
  }
  double latest = 0;
  long evaluations = 0;
};

double error_at(double t, std::span<const double> x) {
  return std::max(std::abs(x[0] - std::cos(t)), std::abs(x[1] - std::sin(t)));
}

// The largest error on the way, also between the steps.
double path_error(const MethodKind& method, const Setup& setup) {
  Circle circle;
  const auto integrator = method.make(circle, setup);
  const std::vector<double> start = {1, 0}, nominals = {1, 1};
  integrator->restart(setup.start, start, nominals);
  double largest = 0;
  std::vector<double> x(2);
  while (integrator->time() < setup.stop) {
    EXPECT_FALSE(integrator->step(setup.stop));
    for (const double share : {0.25, 0.5, 0.75, 1.0}) {
      const double before = integrator->previous_time();
      const double t = before + share * (integrator->time() - before);
      integrator->interpolate(t, x);
      largest = std::max(largest, error_at(t, x));
    }
  }
  EXPECT_EQ(integrator->time(), setup.stop);
  return largest;
}

TEST(Methods, HaveDifferentNamesAndSayWhereTheyComeFrom) {
  std::set<std::string_view> names;
  for (const MethodKind* kind : methods()) {
    EXPECT_TRUE(names.insert(kind->name).second);
    EXPECT_GT(kind->summary.size(), 20U);
    EXPECT_GT(kind->source.size(), 10U);
    EXPECT_EQ(find_method(kind->name), kind);
  }
  EXPECT_EQ(find_method("rk9"), nullptr);
}

TEST(Methods, EulerHasOrderOne) {
  const double coarse = path_error(*find_method("euler"), {0, 5, {}, 1e-3});
  const double fine = path_error(*find_method("euler"), {0, 5, {}, 5e-4});
  EXPECT_NEAR(std::log2(coarse / fine), 1, 0.02);
}

// With steps of one size (the largest allowed) and a tolerance that is never felt.
TEST(Methods, DormandPrinceHasOrderFiveAtItsStepsAndFourBetween) {
  ode::Setup setup{0, 4, {.relative = 0.5, .absolute = 1e3}, 0, 0.1};
  const double coarse = path_error(*find_method("dopri5"), setup);
  setup.largest_step = 0.05;
  const double fine = path_error(*find_method("dopri5"), setup);
  const double order = std::log2(coarse / fine);
  EXPECT_GT(order, 4.5);
  EXPECT_LT(order, 5.6);
}

TEST(Methods, DormandPrincesErrorFollowsTheTolerance) {
  double before = 0;
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const double error = path_error(*find_method("dopri5"), {0, 10, {.relative = tolerance}});
    EXPECT_LT(error, 60 * tolerance) << tolerance;
    EXPECT_GT(error, 0.1 * tolerance) << tolerance;
    if (before > 0) {
      EXPECT_NEAR(std::log10(before / error), 2, 0.7) << tolerance;
    }
    before = error;
  }
}

TEST(Methods, NoMethodLooksBeyondTheLimit) {
  for (const MethodKind* kind : methods()) {
    Circle circle;
    const auto integrator = kind->make(circle, {0, 10, {}, 0.3});
    const std::vector<double> start = {1, 0}, nominals = {1, 1};
    integrator->restart(0, start, nominals);
    for (const double limit : {0.1, 0.1000001, 1.0, 7.77, 10.0}) {
      while (integrator->time() < limit) ASSERT_FALSE(integrator->step(limit)) << kind->name;
      EXPECT_EQ(integrator->time(), limit) << kind->name;
      EXPECT_LE(circle.latest, limit) << kind->name;
    }
  }
}

TEST(Methods, ALimitDoesNotMakeTheNextStepsSmall) {
  Circle circle;
  const auto integrator = find_method("dopri5")->make(circle, {0, 100, {}});
  const std::vector<double> start = {1, 0}, nominals = {1, 1};
  integrator->restart(0, start, nominals);
  while (integrator->time() < 10) integrator->step(10);
  integrator->step(10 + 1e-9);
  ASSERT_EQ(integrator->time(), 10 + 1e-9);
  integrator->step(100);
  EXPECT_GT(integrator->time() - integrator->previous_time(), 0.1);
}

TEST(Methods, AShortenedStepIsTheMethodsOwn) {
  for (const MethodKind* kind : methods()) {
    Circle circle, other;
    const auto a = kind->make(circle, {0, 10, {}, 0.5}), b = kind->make(other, {0, 10, {}, 0.5});
    const std::vector<double> start = {1, 0}, nominals = {1, 1};
    for (const auto& integrator : {a.get(), b.get()}) integrator->restart(0, start, nominals);
    a->step(10);
    const double t = a->time() / 3;
    ASSERT_FALSE(a->shorten(t));
    EXPECT_EQ(a->time(), t);
    while (b->time() < t) b->step(t);
    EXPECT_EQ(a->state()[0], b->state()[0]) << kind->name;
  }
}

TEST(Methods, GoingBackGivesTheSameAgain) {
  for (const MethodKind* kind : methods()) {
    Circle circle;
    const auto integrator = kind->make(circle, {0, 10, {}, 0.5});
    const std::vector<double> start = {1, 0}, nominals = {1, 1};
    integrator->restart(0, start, nominals);
    integrator->step(10);
    const auto memory = integrator->clone();
    integrator->step(10);
    const double t = integrator->time(), x = integrator->state()[0];
    integrator->step(10);
    integrator->assign(*memory);
    integrator->step(10);
    EXPECT_EQ(integrator->time(), t) << kind->name;
    EXPECT_EQ(integrator->state()[0], x) << kind->name;
  }
}

// x' = sqrt(1 - t): no number beyond t = 1; x2' = 0.
class Root final : public Equations {
 public:
  std::size_t size() const override { return 2; }
  void derivatives(double t, std::span<const double>, std::span<double> dx) override {
    dx[0] = 0;
    dx[1] = std::sqrt(1 - t);
  }
};

TEST(Methods, ADerivativeThatIsNoNumberIsTroubleWithTheNameOfItsState) {
  for (const MethodKind* kind : methods()) {
    Root root;
    const auto integrator = kind->make(root, {0, 2, {}, 0.05});
    const std::vector<double> start = {1, 0}, nominals = {1, 1};
    integrator->restart(0, start, nominals);
    Trouble trouble;
    for (int k = 0; k < 100000 && !trouble; ++k) trouble = integrator->step(2);
    EXPECT_EQ(trouble.kind, Trouble::Kind::not_finite) << kind->name;
    EXPECT_EQ(trouble.states, std::vector<std::size_t>{1}) << kind->name;
    EXPECT_NEAR(trouble.time, 1, 0.051) << kind->name;
  }
}

// x' = x^2 from 1: infinite at t = 1.
class Explosion final : public Equations {
 public:
  std::size_t size() const override { return 2; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = 1;
    dx[1] = x[1] * x[1];
  }
};

TEST(Methods, StepsThatTheClockCannotFeelAreTroubleWithTheNameOfTheState) {
  Explosion explosion;
  const auto integrator = find_method("dopri5")->make(explosion, {0, 2, {}});
  const std::vector<double> start = {0, 1}, nominals = {1, 1};
  integrator->restart(0, start, nominals);
  Trouble trouble;
  for (int k = 0; k < 100000 && !trouble; ++k) trouble = integrator->step(2);
  EXPECT_EQ(trouble.kind, Trouble::Kind::step_too_small);
  EXPECT_EQ(trouble.states.at(0), 1U);
  EXPECT_NEAR(trouble.time, 1, 1e-4);
}

TEST(Methods, NoStatesAreNoTrouble) {
  class Nothing final : public Equations {
   public:
    std::size_t size() const override { return 0; }
    void derivatives(double, std::span<const double>, std::span<double>) override {}
  } nothing;
  for (const MethodKind* kind : methods()) {
    const auto integrator = kind->make(nothing, {0, 2, {}, 0.5});
    integrator->restart(0, {}, {});
    while (integrator->time() < 2) ASSERT_FALSE(integrator->step(2)) << kind->name;
  }
}

TEST(StepController, KeepsWhatIsWithinTheToleranceAndRejectsNaN) {
  math::StepController controller(4);
  double h = 1;
  EXPECT_TRUE(controller.judge(1.0, h));
  EXPECT_LT(h, 1);
  h = 1;
  EXPECT_TRUE(controller.judge(0, h));
  EXPECT_EQ(h, 10);
  h = 1;
  EXPECT_FALSE(controller.judge(std::nan(""), h));
  EXPECT_EQ(h, 0.1);
  h = 1;
  EXPECT_FALSE(controller.judge(1e9, h));
  EXPECT_EQ(h, 0.2);
  h = 1;
  EXPECT_TRUE(controller.judge(1e-3, h));
  EXPECT_EQ(h, 1) << "after a rejection a step does not grow";
}

}  // namespace
}  // namespace bw::ode
