#include "model/stepping_component.h"

#include <gtest/gtest.h>

#include "support/model/test_components.h"

namespace bw::model::stepping_component_test {
namespace {

// u = 2 in every step; x' = u.
struct Stepping {
  explicit Stepping(std::unique_ptr<test::TestComponent> made, double step)
      : inner(*made), component(make_stepping_component(std::move(made), step)) {}
  Advance advance(double t, double h) {
    const SignalsIn in{u.reals, u.discretes};
    return component->advance(in, t, h, {y.reals, y.discretes});
  }
  test::TestComponent& inner;
  std::unique_ptr<Component> component;
  Signals u{{2.0}, {}}, y{{0.0, 0.0}, {}};
};

TEST(SteppingComponent, MakesAsManyStepsOfItsSizeAsFit) {
  Stepping stepping(std::make_unique<test::Integrator>("x", 0.0), 0.1);
  const Advance done = stepping.advance(1.0, 0.5);
  EXPECT_EQ(done.status, Advance::Status::completed);
  EXPECT_EQ(done.reached, 1.5);
  ASSERT_EQ(stepping.inner.steps.size(), 5u);
  for (std::size_t k = 0; k < 5; ++k) {
    EXPECT_EQ(stepping.inner.steps[k].h, 0.1) << "always the same number, to the last bit";
    EXPECT_NEAR(stepping.inner.steps[k].t, 1.0 + 0.1 * static_cast<double>(k), 1e-15);
  }
  EXPECT_NEAR(stepping.y.reals[0], 1.0, 1e-15);
}

TEST(SteppingComponent, RoundsToWholeSteps) {
  Stepping stepping(std::make_unique<test::Integrator>("x", 0.0), 0.1);
  stepping.advance(0, 0.3 - 1e-12);
  EXPECT_EQ(stepping.inner.steps.size(), 3u);
  stepping.advance(0.3, 0.1 + 1e-12);
  EXPECT_EQ(stepping.inner.steps.size(), 4u);
}

TEST(SteppingComponent, StopsWhereAStepIsNotCompleted) {
  Stepping stepping(std::make_unique<test::Failing>("weak", 0.25, test::Failing::How::discard),
                    0.1);
  const Advance done = stepping.advance(0, 0.5);
  EXPECT_EQ(done.status, Advance::Status::discarded);
  EXPECT_EQ(done.reached, 0.25);
  EXPECT_EQ(stepping.inner.steps.size(), 3u);
  EXPECT_EQ(stepping.component->reason(), "it had enough.");
}

TEST(SteppingComponent, IsRolledBackAsTheOneInside) {
  Stepping stepping(std::make_unique<test::Integrator>("x", 0.0), 0.1);
  std::unique_ptr<Snapshot> begin;
  stepping.component->save(begin);
  stepping.advance(0, 0.4);
  stepping.component->restore(*begin);
  stepping.advance(0, 0.2);
  EXPECT_NEAR(stepping.y.reals[0], 0.4, 1e-15);
}

}  // namespace
}  // namespace bw::model::stepping_component_test
