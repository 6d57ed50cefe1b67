#include "model/table_part.h"

#include <gtest/gtest.h>

#include "support/test_parts.h"

namespace bw::model::table_part_test {
namespace {

std::shared_ptr<const Timetable> table(std::vector<double> times,
                                       std::vector<Timetable::Reals> reals,
                                       std::vector<std::vector<Discrete>> discretes = {}) {
  return std::make_shared<Timetable>(std::move(times), std::move(reals), std::move(discretes));
}

PartShape one_real(bool recorded = 0) {
  PartShape shape;
  shape.name = "weather";
  (recorded ? shape.records : shape.outputs).push_back(test::variable("T"));
  return shape;
}

class TablePart : public testing::Test {
 protected:
  std::unique_ptr<Part> made(const std::shared_ptr<const Timetable>& outputs, double stops = 0) {
    return make_table_part(one_real(), {outputs, table({0}, {})}, stops, bells);
  }
  static double evaluated(Part& part) {
    double y = 0;
    part.evaluate({}, {{&y, 1}, {}});
    return y;
  }
  static double after(Part& part, double t, double h) {
    double y = 0;
    part.advance({}, t, h, {{&y, 1}, {}});
    return y;
  }

  Bells bells;
};

TEST_F(TablePart, GivesTheValueAtTheEndOfEachStep) {
  const auto part = made(table({0, 2, 4}, {{{0, 10, 30}}}));
  part->begin(0, 4);
  EXPECT_EQ(evaluated(*part), 0);
  part->start();
  EXPECT_EQ(after(*part, 0, 1), 5);
  EXPECT_EQ(evaluated(*part), 5);
  EXPECT_EQ(after(*part, 1, 2), 20);
  double y = 0;
  part->get_outputs({{&y, 1}, {}});
  EXPECT_EQ(y, 20);
  part->finish();
  EXPECT_TRUE(bells.rung().empty());
}

TEST_F(TablePart, ARunMayBeginWithinTheTable) {
  const auto part = made(table({0, 2}, {{{0, 10}}}));
  part->begin(1, 2);
  EXPECT_EQ(evaluated(*part), 5);
}

TEST_F(TablePart, AtAJumpItGivesTheValueAfterIt) {
  const auto part = made(table({0, 1, 1, 2}, {{{0, 1, 5, 5}}}));
  part->begin(0, 2);
  EXPECT_EQ(after(*part, 0, 0.5), 0.5);
  EXPECT_EQ(after(*part, 0.5, 0.5), 5);
}

TEST_F(TablePart, AStepThatMissesAJumpByRoundingEndsAtIt) {
  const auto part = made(table({0, 0.8, 0.8, 2}, {{{0, 0, 1, 1}}}));
  part->begin(0, 2);
  double t = 0;
  for (int k = 0; k < 7; ++k) t += 0.1;
  ASSERT_LT(t + 0.1, 0.8);
  EXPECT_EQ(after(*part, t, 0.1), 1);
}

TEST_F(TablePart, GoesBackToWhereItWasSaved) {
  const auto part = made(table({0, 10}, {{{0, 10}}}));
  EXPECT_TRUE(part->shape().can_roll_back);
  EXPECT_TRUE(part->shape().variable_steps);
  part->begin(0, 10);
  after(*part, 0, 2);
  std::unique_ptr<Snapshot> saved;
  part->save(saved);
  after(*part, 2, 5);
  part->restore(*saved);
  EXPECT_EQ(evaluated(*part), 2);
  after(*part, 2, 1);
  const Snapshot* earlier = saved.get();
  part->save(saved);
  EXPECT_EQ(saved.get(), earlier);
  after(*part, 3, 1);
  part->restore(*saved);
  EXPECT_EQ(evaluated(*part), 3);
}

TEST_F(TablePart, StopsAtJumpsWhenAskedTo) {
  const auto part = made(table({0, 1, 1, 2, 3, 3}, {{{0, 1, 5, 6, 6, 0}}}), 1e-9);
  part->begin(0, 3);
  double y = 0;
  Advance moved = part->advance({}, 0, 2, {{&y, 1}, {}});
  EXPECT_EQ(moved.status, Advance::Status::event);
  EXPECT_EQ(moved.reached, 1);
  EXPECT_EQ(y, 5);
  moved = part->advance({}, 1, 1, {{&y, 1}, {}});
  EXPECT_EQ(moved.status, Advance::Status::completed);
  EXPECT_EQ(y, 6);
  moved = part->advance({}, 2, 1, {{&y, 1}, {}});
  EXPECT_EQ(moved.status, Advance::Status::event) << "or the new value would be held over the step";
  EXPECT_EQ(moved.reached, 3);
  moved = part->advance({}, 3 - 1e-10, 1e-10, {{&y, 1}, {}});  // short, to get over it
  EXPECT_EQ(moved.status, Advance::Status::completed);
  EXPECT_EQ(y, 0);
}

TEST_F(TablePart, RecordsAreReadWhereItStands) {
  const auto part =
      make_table_part(one_real(true), {table({0, 1}, {}), table({0, 1}, {{{0, 4}}})}, 0, bells);
  part->begin(0, 1);
  part->advance({}, 0, 0.5, {});
  double value = 0;
  part->get_records({{&value, 1}, {}});
  EXPECT_EQ(value, 2);
}

TEST_F(TablePart, DiscreteColumnsAreHeld) {
  PartShape shape;
  shape.outputs = {test::variable("word", Type::string), test::variable("n", Type::integer)};
  const auto part = make_table_part(
      shape,
      {table({0, 1}, {}, {{Discrete("a"), Discrete("b")}, {std::int64_t{1}, std::int64_t{2}}}),
       table({0}, {})},
      0, bells);
  std::vector<Discrete> y(2);
  part->begin(0, 1);
  part->advance({}, 0, 0.9, {{}, y});
  EXPECT_EQ(y, (std::vector<Discrete>{"a", std::int64_t{1}}));
  part->advance({}, 0.9, 0.1, {{}, y});
  EXPECT_EQ(y, (std::vector<Discrete>{"b", std::int64_t{2}}));
}

TEST_F(TablePart, ARunThatLeavesTheTableRings) {
  const auto part = made(table({0, 2}, {{{0, 10}}}));
  part->begin(0, 3);
  EXPECT_EQ(after(*part, 0, 3), 10);
  ASSERT_EQ(bells.rung().size(), 1u);
  EXPECT_EQ(bells.rung()[0].code, BellCode::input_out_of_table);
  EXPECT_EQ(bells.rung()[0].subject, "weather");
  EXPECT_EQ(bells.rung()[0].message,
            "part 'weather': the table goes from t = 0 to 2, the run from 0 to 3; outside of the "
            "table its first and last values were held.");
}

}  // namespace
}  // namespace bw::model::table_part_test
