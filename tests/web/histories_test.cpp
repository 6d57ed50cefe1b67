#include "web/histories.h"

#include <gtest/gtest.h>

#include <cmath>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/web/page_numbers.h"

namespace bw::web::histories_test {
namespace {

using Json = nlohmann::json;
using test::decoded;

result::Table with_errors(std::vector<double> values, std::vector<double> errors) {
  result::Table rows;
  for (std::size_t i = 0; i < values.size(); ++i) rows.times.push_back(static_cast<double>(i));
  rows.columns.push_back({.name = "x", .numbers = std::move(values)});
  rows.columns.push_back({.name = "error(x)", .numbers = std::move(errors)});
  return rows;
}

TEST(PageHistories, ErrorsAreInTolerances) {
  const result::Table rows = with_errors({0, -10, 10}, {1e-3, 1e-3, std::nan("")});
  const Json summary = {{"tolerance", 0.01}, {"absolute_tolerance_per_variable", {{"x", 0.1}}}};
  const Json history = error_history(rows, summary, 2);
  const std::vector<double> error = decoded(history["error"]);
  EXPECT_DOUBLE_EQ(error[0], 1e-3 / 0.1);
  EXPECT_DOUBLE_EQ(error[1], 1e-3 / 0.2);
  EXPECT_TRUE(std::isnan(error[2]));
  EXPECT_EQ(decoded(history["time"]), (std::vector<double>{0, 0.5, 1}));
}

TEST(PageHistories, WithoutErrorColumnsThereIsNoHistoryOfErrors) {
  result::Table rows = with_errors({1}, {1});
  rows.columns.pop_back();
  const Json summary = {{"tolerance", 0.01}, {"absolute_tolerance_per_variable", {{"x", 0.1}}}};
  EXPECT_TRUE(error_history(rows, summary, 1).is_null());
  EXPECT_TRUE(error_history(with_errors({1}, {1}), Json::object(), 1).is_null());
}

TEST(PageHistories, StepsComeFromAFile) {
  result::Table steps;
  steps.times = {0, 0, 0.5};
  steps.columns = {{.name = "h", .numbers = {1, 0.5, 0.5}},
                   {.name = "error", .numbers = {4, 0.5, 0}},
                   {.name = "accepted", .numbers = {0, 1, 1}}};
  const Json made = steps_of(spans_of(steps), 1);
  EXPECT_EQ(decoded(made["time"]), (std::vector<double>{0.5, 1}));
  EXPECT_EQ(decoded(made["rejected"]), (std::vector<double>{1, 0}));
  EXPECT_TRUE(std::isnan(decoded(made["error"])[1]));
  EXPECT_TRUE(steps_of({}, 1).is_null());
  steps.columns.pop_back();
  EXPECT_TRUE(
      test::contains(test::refusal<InputError>([&] { (void)spans_of(steps); }), "accepted"));
}

TEST(PageHistories, EigenvaluesComeFromAFile) {
  result::Table file;
  file.times = {0, 1};
  file.columns = {{.name = "re1", .numbers = {-1, -2}}, {.name = "im1", .numbers = {3, 4}}};
  const Json made = eigenvalues_of(path_of(file), 1);
  EXPECT_EQ(made["count"], 1);
  EXPECT_EQ(decoded(made["real"]), (std::vector<double>{-1, -2}));
  EXPECT_EQ(decoded(made["imaginary"]), (std::vector<double>{3, 4}));
  EXPECT_TRUE(eigenvalues_of({}, 1).is_null());
  file.columns[0].name = "x";
  EXPECT_TRUE(test::contains(test::refusal<InputError>([&] { (void)path_of(file); }), "re1"));
}

}  // namespace
}  // namespace bw::web::histories_test
