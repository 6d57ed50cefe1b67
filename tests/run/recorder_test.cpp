#include "run/execute/recorder.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/cosim/marching.h"
#include "support/model/test_components.h"

namespace bw::run::recorder_test {
namespace {

using Times = std::vector<double>;

// Its output, and a record that is the root of 0.55 - t: not a number from 0.6 on.
class Witness final : public test::TestComponent {
 public:
  Witness() : TestComponent("w", {}, {test::variable("y")}) {
    shape_of_it_.name = "w";
    shape_of_it_.outputs = {test::variable("y")};
    shape_of_it_.records = {test::variable("mood", Type::string), test::variable("root")};
  }
  const model::ComponentShape& shape() const override { return shape_of_it_; }
  void get_records(const model::SignalsOut& values) override {
    values.reals[0] = std::sqrt(0.55 - state_);
    values.discretes[0] = std::string(state_ > 0.25 ? "late" : "early");
  }

 private:
  void move(double h) override { state_ += h; }
  void answer(const model::SignalsOut& y) override { y.reals[0] = state_; }
  model::ComponentShape shape_of_it_;
};

class RecorderTest : public testing::Test {
 protected:
  RecorderTest() : coupling_(made()) {}

  static cosim::Coupling made() {
    test::Kit kit;
    kit.add<Witness>();
    return kit.couple({});
  }

  const result::Trajectory& march(const RowRule& rule, const cosim::Grid& grid,
                                  const std::vector<Recorded>& recorded) {
    recorded_ = recorded;
    recorder_.emplace(coupling_, recorded_, rule, spec_, rows_);
    test::march(coupling_, *cosim::find_master("jacobi"), grid, *recorder_);
    return rows_;
  }
  Times times(const RowRule& rule, const cosim::Grid& grid) {
    const auto seen = march(rule, grid, {output}).times();
    return {seen.begin(), seen.end()};
  }

  const Recorded output{{"w.y", Type::real}, 0, true, 0};
  const Recorded mood{{"w.mood", Type::string}, 0, false, 0};
  const Recorded root{{"w.root", Type::real}, 0, false, 1};

  cosim::Coupling coupling_;
  std::vector<Recorded> recorded_;
  RunSpec spec_;
  result::Trajectory rows_;
  std::optional<Recorder> recorder_;
};

TEST_F(RecorderTest, EveryStepIsARowAndTheStartIsOne) {
  EXPECT_EQ(times({RowRule::Kind::every_step, 0, 1, 0}, {0, 1, 0.5, 2}),
            (Times{0, 0.25, 0.5, 0.75, 1}));
  EXPECT_EQ(recorder_->steps(), 4);
  EXPECT_EQ(recorder_->rows(), 5);
  EXPECT_EQ(recorder_->time(), 1);
}

TEST_F(RecorderTest, GridRowsStandAtTheEndsOfIntervals) {
  EXPECT_EQ(times({RowRule::Kind::grid, 0, 1, 0}, {0, 1, 0.5, 2}), (Times{0, 0.5, 1}));
  EXPECT_EQ(recorder_->steps(), 4);
}

TEST_F(RecorderTest, AnIntervalPicksTheFirstPointAtOrAfter) {
  EXPECT_EQ(times({RowRule::Kind::at_or_after, 0, 1, 0.375}, {0, 1, 0.25, 1}),
            (Times{0, 0.5, 0.75, 1}));
}

TEST_F(RecorderTest, AnIntervalOfWholeStepsPicksEachOfThoseInSpiteOfRounding) {
  const Times rows = times({RowRule::Kind::at_or_after, 0, 3, 0.1}, {0, 3, 0.01, 1});
  ASSERT_EQ(rows.size(), 31U);
  for (std::size_t k = 0; k < rows.size(); ++k)
    EXPECT_NEAR(rows[k], 0.1 * static_cast<double>(k), 1e-12);
}

TEST_F(RecorderTest, TheStopIsAlwaysARow) {
  EXPECT_EQ(times({RowRule::Kind::at_or_after, 0, 1, 0.75}, {0, 1, 0.25, 1}), (Times{0, 0.75, 1}));
}

TEST_F(RecorderTest, RowsBeginAtTheStartTimeWhateverItIs) {
  EXPECT_EQ(times({RowRule::Kind::at_or_after, -1, 0, 0.5}, {-1, 0, 0.25, 1}),
            (Times{-1, -0.5, 0}));
}

TEST_F(RecorderTest, ColumnsKeepTheirOrderAcrossLanes) {
  const auto& rows =
      march({RowRule::Kind::every_step, 0, 0.5, 0}, {0, 0.5, 0.25, 1}, {root, mood, output});
  ASSERT_EQ(rows.columns().size(), 3U);
  EXPECT_EQ(rows.columns()[0].name, "w.root");
  EXPECT_EQ(std::get<double>(rows.cell(0, 0)), std::sqrt(0.55));
  EXPECT_EQ(std::get<Discrete>(rows.cell(0, 1)), Discrete(std::string("early")));
  EXPECT_EQ(std::get<Discrete>(rows.cell(2, 1)), Discrete(std::string("late")));
  EXPECT_EQ(std::get<double>(rows.cell(2, 2)), 0.5);
  const auto last = recorder_->last_row();
  EXPECT_EQ(last[2].first, "w.y");
  EXPECT_EQ(std::get<double>(last[2].second), 0.5);
}

TEST_F(RecorderTest, ARecordedValueThatIsNotFiniteEndsTheMarchWithoutARow) {
  const auto& rows = march({RowRule::Kind::every_step, 0, 1, 0}, {0, 1, 0.25, 1}, {output, root});
  EXPECT_EQ(recorder_->not_finite(), "w.root");
  EXPECT_EQ(rows.rows(), 3U);
  EXPECT_EQ(recorder_->time(), 0.5);  // as far as the result goes
  for (const auto& [name, cell] : recorder_->last_row())
    EXPECT_TRUE(std::isfinite(std::get<double>(cell)))
        << name << ": the last good row, not the bad";
}

TEST_F(RecorderTest, AnInterruptEndsTheMarchAfterTheStep) {
  std::atomic<bool> interrupt{true};
  spec_.interrupt = &interrupt;
  EXPECT_EQ(times({RowRule::Kind::every_step, 0, 1, 0}, {0, 1, 0.25, 1}), Times{0});
}

TEST_F(RecorderTest, ProgressIsReportedFromTheFirstPointOn) {
  std::vector<Progress> seen;
  spec_.on_progress = [&](const Progress& progress) { seen.push_back(progress); };
  march({RowRule::Kind::every_step, 0, 1, 0}, {0, 1, 1e-4, 1}, {output});
  ASSERT_FALSE(seen.empty());
  EXPECT_EQ(seen.front().time, 0);
  EXPECT_EQ(seen.front().fraction, 0);
  EXPECT_GT(seen.back().fraction, 0);
  EXPECT_LT(seen.size(), 1000U);
}

// What a march reports of points, without one.
TEST_F(RecorderTest, APointThatIsRolledBackIsNoRow) {
  RowRule rule{RowRule::Kind::every_step, 0, 3, 0};
  rule.rolled_back = true;
  recorded_ = {output};
  Recorder recorder(coupling_, recorded_, rule, spec_, rows_);
  for (const double t : {0.0, 1.0, 2.0}) recorder.accepted(t, false);
  recorder.rolled_back();
  EXPECT_EQ(recorder.rows(), 2);
  EXPECT_EQ(recorder.last_row_time(), 1) << "the one before it, again";
  recorder.accepted(1.5, false);
  recorder.accepted(3, true);
  recorder.finish();
  EXPECT_EQ(Times(rows_.times().begin(), rows_.times().end()), (Times{0, 1, 1.5, 3}));
  EXPECT_EQ(recorder.rows(), 4);
  EXPECT_EQ(recorder.steps(), 3);
}

TEST_F(RecorderTest, ARolledBackRowIsDueAgain) {
  RowRule rule{RowRule::Kind::at_or_after, 0, 3, 1};
  rule.rolled_back = true;
  recorded_ = {output};
  Recorder recorder(coupling_, recorded_, rule, spec_, rows_);
  for (const double t : {0.0, 0.5, 1.25}) recorder.accepted(t, false);
  recorder.rolled_back();
  for (const double t : {0.75, 1.125, 1.5, 2.5, 3.0}) recorder.accepted(t, false);
  recorder.finish();
  EXPECT_EQ(Times(rows_.times().begin(), rows_.times().end()), (Times{0, 1.125, 2.5, 3}));
}

TEST_F(RecorderTest, RowsMayCombineBothSolutionsOfAnErrorTest) {
  recorded_ = {output};
  Recorder recorder(coupling_, recorded_, {RowRule::Kind::every_step, 0, 2, 0}, spec_, rows_);
  model::Signals y = coupling_.now();
  recorder.accepted(0, true);
  recorder.whole_step(1, {{5.0}, {}});
  y.reals[0] = 4.0;  // of the half steps
  coupling_.accept(y);
  recorder.accepted(1, false);
  recorder.accepted(2, true);  // not tested: as it is
  recorder.finish();
  EXPECT_EQ(rows_.real("w.y"), (std::vector<double>{0, 3, 4}));
}

TEST_F(RecorderTest, TimesMayBeInAnotherUnit) {
  RowRule rule{RowRule::Kind::every_step, 0, 7200, 0};
  rule.time_unit = 3600;
  recorded_ = {output};
  Recorder recorder(coupling_, recorded_, rule, spec_, rows_);
  for (const double t : {0.0, 3600.0, 7200.0}) recorder.accepted(t, false);
  EXPECT_EQ(Times(rows_.times().begin(), rows_.times().end()), (Times{0, 1, 2}));
  EXPECT_EQ(recorder.last_row_time(), 7200) << "reported in seconds, as all times of the run";
}

}  // namespace
}  // namespace bw::run::recorder_test
