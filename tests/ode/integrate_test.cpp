#include "ode/integrate.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "ode/integrated_component.h"
#include "support/model/test_models.h"

namespace bw::ode::integrate_test {
namespace {

using test::TestModel;
using Why = IntegrationEnd::Why;
using Span = std::span<double>;
using ConstSpan = std::span<const double>;

std::unique_ptr<TestModel> decay() {
  return std::make_unique<TestModel>(
      std::vector<double>{1}, [](double, ConstSpan x, ConstSpan, Span dx) { dx[0] = -x[0]; });
}

struct Observer final : PointObserver {
  bool accepted(double t, bool at_grid) override {
    EXPECT_TRUE(at_grid);
    times.push_back(t);
    return times.size() != stop_after;
  }
  bool is_wanted() override { return times.size() != unwanted_after; }
  void ended_at(double t) override { ended = t; }

  std::vector<double> times;
  std::size_t stop_after = 0, unwanted_after = 0;
  std::optional<double> ended;
};

class Integrate : public testing::Test {
 protected:
  IntegrationEnd over_one_second(std::unique_ptr<TestModel> model) {
    component_ = make_integrated_component(std::move(model), {});
    const Points points{4, [](std::int64_t k) { return 0.25 * static_cast<double>(k); }};
    return integrate(*component_, points, observer, effort);
  }

  Observer observer;
  Effort effort;

 private:
  std::unique_ptr<model::Component> component_;
};

TEST_F(Integrate, MeetsEveryPointAndTheStart) {
  const IntegrationEnd end = over_one_second(decay());
  EXPECT_EQ(end.why, Why::complete);
  EXPECT_EQ(end.time, 1);
  EXPECT_EQ(observer.times, (std::vector<double>{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(effort.advances, 4);
}

TEST_F(Integrate, StopsWhereTheObserverSaysSo) {
  observer.stop_after = 3;
  const IntegrationEnd end = over_one_second(decay());
  EXPECT_EQ(end.why, Why::stopped);
  EXPECT_EQ(end.time, 0.5);
}

TEST_F(Integrate, IsInterruptedBetweenPoints) {
  observer.unwanted_after = 2;
  const IntegrationEnd end = over_one_second(decay());
  EXPECT_EQ(end.why, Why::interrupted);
  EXPECT_EQ(end.time, 0.25);
  EXPECT_EQ(effort.advances, 1);
}

TEST_F(Integrate, AModelThatEndsTheSimulationIsObservedThere) {
  auto model = decay();
  model->watch([](double t, ConstSpan) { return t - 0.6; },
               [](double, Span) { return model::EventUpdate{.ends = true}; });
  const IntegrationEnd end = over_one_second(std::move(model));
  EXPECT_EQ(end.why, Why::terminated);
  EXPECT_NEAR(end.time, 0.6, 1e-9);
  EXPECT_FALSE(end.reason.empty());
  ASSERT_TRUE(observer.ended);
  EXPECT_EQ(*observer.ended, end.time);
  EXPECT_EQ(observer.times.back(), 0.5);
}

TEST_F(Integrate, AModelThatCannotGoOnThrowsAndItsEffortIsKnown) {
  auto model = std::make_unique<TestModel>(
      std::vector<double>{0},
      [](double t, ConstSpan, ConstSpan, Span dx) { dx[0] = std::sqrt(0.6 - t); });
  EXPECT_THROW((void)over_one_second(std::move(model)), ComponentFailure);
  EXPECT_EQ(effort.advances, 3);
}

}  // namespace
}  // namespace bw::ode::integrate_test
