#include "result/trajectory.h"

#include <gtest/gtest.h>

#include <array>
#include <stdexcept>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::result::trajectory_test {
namespace {

Trajectory two_rows() {
  Trajectory trajectory;
  trajectory.columns({{"a.x", Type::real}, {"a.n", Type::integer}, {"b.y", Type::real}});
  const std::array<Discrete, 1> one{std::int64_t{1}}, two{std::int64_t{2}};
  const std::array first{10.0, 20.0}, second{11.0, 21.0};
  trajectory.row({.time = 0, .reals = first, .discretes = one});
  trajectory.row({.time = 1, .reals = second, .discretes = two});
  return trajectory;
}

TEST(Trajectory, KeepsTheLanesOfARowInTheOrderOfTheColumns) {
  const Trajectory trajectory = two_rows();
  EXPECT_EQ(trajectory.rows(), 2u);
  EXPECT_EQ(trajectory.real("b.y"), (std::vector{20.0, 21.0}));
  EXPECT_EQ(trajectory.cell(1, 0), Cell(11.0));
  EXPECT_EQ(trajectory.cell(1, 1), Cell(Discrete(std::int64_t{2})));
  EXPECT_EQ(trajectory.times().back(), 1.0);
}

TEST(Trajectory, NamesANearColumnWhenTheRequestedOneIsUnknown) {
  const std::string said = test::refusal<InputError>([&] { two_rows().real("b.z"); });
  EXPECT_TRUE(test::contains(said, "'b.z'"));
  EXPECT_TRUE(test::contains(said, "Did you mean"));
}

TEST(Trajectory, DoesNotGiveIntegersAsReals) { EXPECT_THROW(two_rows().real("a.n"), InputError); }

TEST(Trajectory, RefusesARowThatDoesNotFitItsColumns) {
  Trajectory trajectory = two_rows();
  EXPECT_THROW(trajectory.row({.time = 2, .reals = {}, .discretes = {}}), std::logic_error);
  EXPECT_THROW(trajectory.cell(2, 0), std::out_of_range);
}

TEST(Trajectory, ForgetsItsRowsWhenNewColumnsBegin) {
  Trajectory trajectory = two_rows();
  trajectory.columns({{"only", Type::real}});
  EXPECT_EQ(trajectory.rows(), 0u);
  EXPECT_EQ(trajectory.columns().size(), 1u);
}

}  // namespace
}  // namespace bw::result::trajectory_test
