#include "run/publish/step_history.h"

#include <gtest/gtest.h>

#include <cmath>

#include "result/read_csv.h"
#include "support/model/test_components.h"
#include "support/scratch_folder.h"

namespace bw::run::step_history_test {
namespace {

TEST(StepHistory, ReportsEveryTriedStepAndItsCriticalSignal) {
  const test::ScratchFolder scratch;
  const std::string file = scratch / "steps.csv";
  const cosim::Coupling coupling = test::lotka_volterra_components();
  StepHistory history(file);
  history.add({.outcome = cosim::Tried::Outcome::inaccurate,
               .t = 0,
               .h = 0.5,
               .iterations = 3,
               .error = 4,
               .slope = 5,
               .critical = 1},
              false, coupling);
  history.add({.t = 0, .h = 0.25, .error = 0.5, .slope = 0.25}, true, coupling);
  history.publish();
  const result::Table table = result::read_csv(file);
  EXPECT_EQ(table.times, (std::vector<double>{0, 0}));
  EXPECT_EQ(table.find("h")->numbers, (std::vector<double>{0.5, 0.25}));
  EXPECT_EQ(table.find("iterations")->numbers, (std::vector<double>{3, 1}));
  EXPECT_EQ(table.find("error")->numbers, (std::vector<double>{4, 0.5}));
  EXPECT_EQ(table.find("slope_error")->numbers, (std::vector<double>{5, 0.25}));
  EXPECT_EQ(table.find("accepted")->numbers, (std::vector<double>{0, 1}));
  EXPECT_EQ(table.find("critical")->texts, (std::vector<std::string>{"predator.s", ""}));
}

TEST(StepHistory, KeepsSpansWithoutAFile) {
  const cosim::Coupling coupling = test::lotka_volterra_components();
  StepHistory history("");
  history.add({.outcome = cosim::Tried::Outcome::inaccurate, .t = 0, .h = 0.5, .error = 4}, false,
              coupling);
  history.add({.t = 0, .h = 0.25, .error = 0.5}, true, coupling);
  history.add({.t = 0.25, .h = 0.25}, true, coupling);
  history.add({.t = 0.5, .h = 0.25}, true, coupling);
  history.rolled_back();
  history.publish();
  const std::vector<result::StepSpan> spans = history.spans();
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(spans[0].rejected, 1);
  EXPECT_EQ(spans[0].error, 0.5);
  EXPECT_TRUE(std::isnan(spans[1].error));  // no error test
  EXPECT_EQ(spans[1].end, 0.5);
}

}  // namespace
}  // namespace bw::run::step_history_test
