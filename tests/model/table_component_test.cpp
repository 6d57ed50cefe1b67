#include "model/table/table_component.h"

#include <gtest/gtest.h>

#include "support/model/test_components.h"

namespace bw::model::table_component_test {
namespace {

std::shared_ptr<const Timetable> table(std::vector<double> times,
                                       std::vector<Timetable::Reals> reals,
                                       std::vector<std::vector<Discrete>> discretes = {}) {
  return std::make_shared<Timetable>(std::move(times), std::move(reals), std::move(discretes));
}

ComponentShape one_real(bool recorded = 0) {
  ComponentShape shape;
  shape.name = "weather";
  (recorded ? shape.records : shape.outputs).push_back(test::variable("T"));
  return shape;
}

class TableComponent : public testing::Test {
 protected:
  std::unique_ptr<Component> made(const std::shared_ptr<const Timetable>& outputs,
                                  double stops = 0) {
    return make_table_component(one_real(), {outputs, table({0}, {})}, stops, bells);
  }
  static double evaluated(Component& component) {
    double y = 0;
    component.evaluate({}, {{&y, 1}, {}});
    return y;
  }
  static double after(Component& component, double t, double h) {
    double y = 0;
    component.advance({}, t, h, {{&y, 1}, {}});
    return y;
  }

  Bells bells;
};

TEST_F(TableComponent, GivesTheValueAtTheEndOfEachStep) {
  const auto component = made(table({0, 2, 4}, {{{0, 10, 30}}}));
  component->begin(0, 4);
  EXPECT_EQ(evaluated(*component), 0);
  component->start();
  EXPECT_EQ(after(*component, 0, 1), 5);
  EXPECT_EQ(evaluated(*component), 5);
  EXPECT_EQ(after(*component, 1, 2), 20);
  double y = 0;
  component->get_outputs({{&y, 1}, {}});
  EXPECT_EQ(y, 20);
  component->finish();
  EXPECT_TRUE(bells.rung().empty());
}

TEST_F(TableComponent, ARunMayBeginWithinTheTable) {
  const auto component = made(table({0, 2}, {{{0, 10}}}));
  component->begin(1, 2);
  EXPECT_EQ(evaluated(*component), 5);
}

TEST_F(TableComponent, AtAJumpItGivesTheValueAfterIt) {
  const auto component = made(table({0, 1, 1, 2}, {{{0, 1, 5, 5}}}));
  component->begin(0, 2);
  EXPECT_EQ(after(*component, 0, 0.5), 0.5);
  EXPECT_EQ(after(*component, 0.5, 0.5), 5);
}

TEST_F(TableComponent, AStepThatMissesAJumpByRoundingEndsAtIt) {
  const auto component = made(table({0, 0.8, 0.8, 2}, {{{0, 0, 1, 1}}}));
  component->begin(0, 2);
  double t = 0;
  for (int k = 0; k < 7; ++k) t += 0.1;
  ASSERT_LT(t + 0.1, 0.8);
  EXPECT_EQ(after(*component, t, 0.1), 1);
}

TEST_F(TableComponent, RollsBackToWhereItWasSaved) {
  const auto component = made(table({0, 10}, {{{0, 10}}}));
  EXPECT_TRUE(component->shape().can_roll_back);
  EXPECT_TRUE(component->shape().variable_steps);
  component->begin(0, 10);
  after(*component, 0, 2);
  std::unique_ptr<Snapshot> saved;
  component->save(saved);
  after(*component, 2, 5);
  component->restore(*saved);
  EXPECT_EQ(evaluated(*component), 2);
  after(*component, 2, 1);
  const Snapshot* earlier = saved.get();
  component->save(saved);
  EXPECT_EQ(saved.get(), earlier);
  after(*component, 3, 1);
  component->restore(*saved);
  EXPECT_EQ(evaluated(*component), 3);
}

TEST_F(TableComponent, StopsAtJumpsWhenRequested) {
  const auto component = made(table({0, 1, 1, 2, 3, 3}, {{{0, 1, 5, 6, 6, 0}}}), 1e-9);
  component->begin(0, 3);
  double y = 0;
  Advance moved = component->advance({}, 0, 2, {{&y, 1}, {}});
  EXPECT_EQ(moved.status, Advance::Status::event);
  EXPECT_EQ(moved.reached, 1);
  EXPECT_EQ(y, 5);
  moved = component->advance({}, 1, 1, {{&y, 1}, {}});
  EXPECT_EQ(moved.status, Advance::Status::completed);
  EXPECT_EQ(y, 6);
  moved = component->advance({}, 2, 1, {{&y, 1}, {}});
  EXPECT_EQ(moved.status, Advance::Status::event) << "or the new value would be held over the step";
  EXPECT_EQ(moved.reached, 3);
  moved = component->advance({}, 3 - 1e-10, 1e-10, {{&y, 1}, {}});  // short, to get over it
  EXPECT_EQ(moved.status, Advance::Status::completed);
  EXPECT_EQ(y, 0);
}

TEST_F(TableComponent, RecordsAreReadWhereItStands) {
  const auto component = make_table_component(
      one_real(true), {table({0, 1}, {}), table({0, 1}, {{{0, 4}}})}, 0, bells);
  component->begin(0, 1);
  component->advance({}, 0, 0.5, {});
  double value = 0;
  component->get_records({{&value, 1}, {}});
  EXPECT_EQ(value, 2);
}

TEST_F(TableComponent, DiscreteColumnsAreHeld) {
  ComponentShape shape;
  shape.outputs = {test::variable("word", Type::string), test::variable("n", Type::integer)};
  const auto component = make_table_component(
      shape,
      {table({0, 1}, {}, {{Discrete("a"), Discrete("b")}, {std::int64_t{1}, std::int64_t{2}}}),
       table({0}, {})},
      0, bells);
  std::vector<Discrete> y(2);
  component->begin(0, 1);
  component->advance({}, 0, 0.9, {{}, y});
  EXPECT_EQ(y, (std::vector<Discrete>{"a", std::int64_t{1}}));
  component->advance({}, 0.9, 0.1, {{}, y});
  EXPECT_EQ(y, (std::vector<Discrete>{"b", std::int64_t{2}}));
}

TEST_F(TableComponent, ARunThatLeavesTheTableRings) {
  const auto component = made(table({0, 2}, {{{0, 10}}}));
  component->begin(0, 3);
  EXPECT_EQ(after(*component, 0, 3), 10);
  ASSERT_EQ(bells.rung().size(), 1u);
  EXPECT_EQ(bells.rung()[0].code, BellCode::input_out_of_table);
  EXPECT_EQ(bells.rung()[0].subject, "weather");
  EXPECT_EQ(bells.rung()[0].message,
            "component 'weather': the table goes from t = 0 to 2, the run from 0 to 3; outside of "
            "the table its first and last values were held.");
}

TEST_F(TableComponent, ARunMayEndBehindTheTableByRounding) {
  made(table({0.3, 2}, {{{0, 10}}}))->begin(0.3 - 1e-7, 2 + 1e-10);
  EXPECT_TRUE(bells.rung().empty());
}

}  // namespace
}  // namespace bw::model::table_component_test
