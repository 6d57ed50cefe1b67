// Components and models whose inputs come from a table.

#include <gtest/gtest.h>

#include <cmath>

#include "model/table/driven_component.h"
#include "model/table/driven_model.h"
#include "ode/integrated_component.h"
#include "support/model/test_components.h"
#include "support/model/test_models.h"

namespace bw::model::driven_test {
namespace {

using test::TestModel;
using ConstSpan = std::span<const double>;
using Span = std::span<double>;

std::shared_ptr<const Timetable> table(std::vector<double> times, Timetable::Reals reals) {
  return std::make_shared<Timetable>(std::move(times), std::vector{std::move(reals)},
                                     std::vector<std::vector<Discrete>>{});
}

// x' = u, integrated to `stop` with u from the table.
double integral(const std::shared_ptr<const Timetable>& of, double stop, Bells& bells,
                std::vector<double>* events = nullptr, double tolerance = 1e-6) {
  auto model = std::make_unique<TestModel>(
      std::vector<double>{0}, [](double, ConstSpan, ConstSpan u, Span dx) { dx[0] = u[0]; },
      std::vector<Variable>{test::variable("u")});
  TestModel& seen = *model;
  ode::Integration integration;
  integration.tolerance.relative = tolerance;
  const auto component =
      ode::make_integrated_component(make_driven_model(std::move(model), of, bells), integration);
  EXPECT_TRUE(component->shape().inputs.empty());
  double y = 0;
  component->begin(0, stop);
  component->evaluate({}, {{&y, 1}, {}});
  component->start();
  component->advance({}, 0, stop, {{&y, 1}, {}});
  if (events != nullptr) *events = seen.events;
  return y;
}

TEST(DrivenModel, TheTableIsFeltAtEveryRightHandSide) {
  Bells bells;
  EXPECT_NEAR(integral(table({0, 2}, {{1, 5}}), 2, bells), 6, 1e-12);
  std::vector<double> times, values;
  for (int k = 0; k <= 1000; ++k) {
    times.push_back(k * std::acos(-1.0) / 1000);
    values.push_back(std::sin(times.back()));
  }
  double trapezium = 0;
  for (std::size_t k = 1; k < times.size(); ++k)
    trapezium += (values[k] + values[k - 1]) / 2 * (times[k] - times[k - 1]);
  EXPECT_NEAR(integral(table(times, {values}), times.back(), bells), trapezium, 1e-12);
  EXPECT_TRUE(bells.rung().empty());
}

TEST(DrivenModel, AShortPulseIsNotSteppedOver) {
  Bells bells;
  EXPECT_NEAR(integral(table({0, 50, 50.05, 50.1, 100}, {{0, 0, 1, 0, 0}}), 100, bells), 0.05,
              1e-12);
}

TEST(DrivenModel, AJumpIsATimeEventWithTheValueBehindIt) {
  Bells bells;
  std::vector<double> events;
  EXPECT_NEAR(integral(table({0, 1, 1, 2}, {{0, 2, 10, 10}}), 2, bells, &events), 11, 1e-12);
  EXPECT_EQ(events, std::vector<double>{1});
}

TEST(DrivenModel, HeldColumnsAreStairs) {
  Bells bells;
  std::vector<double> events;
  EXPECT_NEAR(integral(table({0, 1, 2, 3}, {{1, 2, 4, 4}, true}), 3, bells, &events), 7, 1e-12);
  EXPECT_EQ(events, (std::vector<double>{1, 2}));
}

TEST(DrivenModel, ARunThatLeavesTheTableRings) {
  Bells bells;
  EXPECT_NEAR(integral(table({1, 2}, {{3, 3}}), 4, bells), 12, 1e-12);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::input_out_of_table);
}

// ---- components ----

// s' = u, exact while u is held.
class Driven {
 public:
  Driven(const std::shared_ptr<const Timetable>& by, Bells& bells) {
    auto inner = std::make_unique<test::Integrator>("p", 0.0);
    seen = inner.get();
    component = make_driven_component(std::move(inner), by, bells);
    component->begin(0, 2);
    component->evaluate({}, {{&y, 1}, {}});
    component->start();
  }
  test::Integrator* seen;
  std::unique_ptr<Component> component;
  double y = 0;
};

TEST(DrivenComponent, AStepOverAJumpIsMadeInPieces) {
  Bells bells;
  Driven driven(table({0, 0.75, 1.5, 2}, {{1, 3, 5, 5}, true}), bells);
  EXPECT_TRUE(driven.component->shape().inputs.empty());
  const Advance moved = driven.component->advance({}, 0, 2, {{&driven.y, 1}, {}});
  EXPECT_EQ(moved.reached, 2);
  ASSERT_EQ(driven.seen->steps.size(), 3U);
  EXPECT_EQ(driven.seen->steps[1].t, 0.75);
  EXPECT_EQ(driven.seen->steps[1].h, 0.75);
  EXPECT_EQ(driven.y, 0.75 * 1 + 0.75 * 3 + 0.5 * 5);
}

TEST(DrivenComponent, AStepThatBeginsAtAJumpHasTheValueBehindIt) {
  Bells bells;
  Driven driven(table({0, 1, 1, 2}, {{0, 0, 8, 8}}), bells);
  driven.component->advance({}, 0, 1, {{&driven.y, 1}, {}});
  EXPECT_EQ(driven.y, 0);
  driven.component->advance({}, 1, 1, {{&driven.y, 1}, {}});
  EXPECT_EQ(driven.y, 8);
  EXPECT_EQ(driven.seen->steps.size(), 2U);
}

// y = 2 u, z = 3 u + 5 v, with derivatives.
class Linear final : public test::TestComponent {
 public:
  Linear()
      : TestComponent("p", {test::variable("u"), test::variable("v")},
                      {test::variable("y"), test::variable("z")}) {
    shape_.gives_partials = true;
  }
  void get_partials(std::span<double> columns) override {
    const double values[] = {2, 3, 0, 5};
    std::copy_n(values, columns.size(), columns.begin());
  }

 private:
  void answer(const SignalsOut& y) override {
    y.reals[0] = 2 * heard_.reals[0];
    y.reals[1] = 3 * heard_.reals[0] + 5 * heard_.reals[1];
  }
};

TEST(DrivenComponent, HasThePartialDerivativesByTheInputsThatTheTableLeaves) {
  Bells bells;
  const auto component =
      make_driven_component(std::make_unique<Linear>(), table({0, 1}, {{7, 7}}), bells);
  ASSERT_EQ(component->shape().inputs.size(), 1U);
  ASSERT_TRUE(component->shape().gives_partials);
  std::vector<double> columns = {-1, -1};
  component->get_partials(columns);
  EXPECT_EQ(columns, (std::vector<double>{2, 3}));
}

// The same with one step size only.
class Rigid final : public test::TestComponent {
 public:
  Rigid() : TestComponent("r", {test::variable("u")}, {test::variable("s")}) {
    rigid_ = TestComponent::shape();
    rigid_.variable_steps = false;
  }
  const ComponentShape& shape() const override { return rigid_; }

 private:
  void answer(const SignalsOut& y) override { y.reals[0] = heard_.reals[0]; }
  ComponentShape rigid_;
};

TEST(DrivenComponent, AComponentOfOneStepSizeIsNotSplitAndThatIsReported) {
  Bells bells;
  double y = 0;
  const auto component = make_driven_component(std::make_unique<Rigid>(),
                                               table({0, 0.5, 2}, {{1, 3, 3}, true}), bells);
  component->begin(0, 2);
  component->evaluate({}, {{&y, 1}, {}});
  component->start();
  component->advance({}, 0, 1, {{&y, 1}, {}});
  EXPECT_EQ(y, 1);
  ASSERT_EQ(bells.rung().size(), 1U);
  EXPECT_EQ(bells.rung()[0].code, BellCode::input_jump_inside_step);
  component->advance({}, 1, 1, {{&y, 1}, {}});
  EXPECT_EQ(y, 3);
}

// An integrating component takes slopes, so that a ramp of the table is exact over any step.
TEST(DrivenComponent, SlopesReachAComponentThatTakesThem) {
  Bells bells;
  auto inner = ode::make_integrated_component(
      std::make_unique<TestModel>(
          std::vector<double>{0},
          [](double, ConstSpan, ConstSpan u, Span dx) { dx[0] = u[0] + 10 * u[1]; },
          std::vector<Variable>{test::variable("wired"), test::variable("u")}),
      {});
  const auto component =
      make_driven_component(std::move(inner), table({0, 1, 1, 2}, {{0, 2, 5, 5}}), bells);
  ASSERT_EQ(component->shape().inputs.size(), 1U);
  double y = 0;
  const std::vector<double> connected = {100};
  component->begin(0, 2);
  component->evaluate({connected, {}}, {{&y, 1}, {}});
  component->start();
  component->set_slopes(std::vector<double>{1});
  component->advance({connected, {}}, 0, 2, {{&y, 1}, {}});
  EXPECT_NEAR(y, 200 + 2 + 10 * (1 + 5), 1e-9);
}

}  // namespace
}  // namespace bw::model::driven_test
