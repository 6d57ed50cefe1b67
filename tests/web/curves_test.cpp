#include "web/curves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "support/web/page_numbers.h"

namespace bw::web::curves_test {
namespace {

using Json = nlohmann::json;
using test::decoded;
using test::table;

TEST(PageCurves, FewRowsKeepEveryBit) {
  for (const std::size_t rows : {1U, 2U, 3U, 4U, 100U}) {
    const result::Table t = table(rows, [](double i) { return std::sin(i) / 3; });
    const Json curves = curves_of(t);
    EXPECT_EQ(decoded(curves["columns"][0]["values"]), t.columns[0].numbers);
    EXPECT_EQ(decoded(curves["time"]), t.times);
    EXPECT_EQ(curves["rows_per_point"], 1);
  }
}

TEST(PageCurves, ManyRowsKeepTheirPeaks) {
  result::Table t = table(100'000, [](double i) { return std::sin(i / 1e4); });
  t.columns[0].numbers[54'321] = 7;
  t.columns[0].numbers[54'322] = -7;
  const Json curves = curves_of(t, 1, 1000);
  const std::vector<double> values = decoded(curves["columns"][0]["values"]);
  EXPECT_LE(values.size(), 600U);
  EXPECT_EQ(std::ranges::max(values), 7);
  EXPECT_EQ(std::ranges::min(values), -7);
  EXPECT_EQ(decoded(curves["time"]).size(), values.size());
  EXPECT_EQ(decoded(curves["time"]).back(), 99'999);
  EXPECT_EQ(curves["rows"], 100'000);
  EXPECT_GT(curves["rows_per_point"], 1);
}

TEST(PageCurves, NotANumberHidesNoNeighbour) {
  result::Table t = table(1000, [](double) { return 2.0; });
  for (std::size_t i = 0; i < 1000; i += 2)
    t.columns[0].numbers[i] = std::numeric_limits<double>::quiet_NaN();
  for (const double value : decoded(curves_of(t, 1, 200)["columns"][0]["values"]))
    EXPECT_EQ(value, 2);
}

TEST(PageCurves, ErrorColumnsBelongToTheirVariable) {
  result::Table t = table(3, [](double i) { return i + 0.5; });
  t.columns.push_back({.name = "error(x)", .numbers = {0.1, 0.2, 0.3}});
  t.columns.push_back({.name = "error(y)", .numbers = {1, 2, 3}});  // there is no y
  t.columns.push_back({.name = "state", .is_text = true, .texts = {"a", "b", "c"}});
  const Json curves = curves_of(t);
  ASSERT_EQ(curves["columns"].size(), 2U);
  EXPECT_EQ(decoded(curves["columns"][0]["error"]), (std::vector<double>{0.1, 0.2, 0.3}));
  EXPECT_EQ(curves["columns"][1]["name"], "error(y)");
  EXPECT_EQ(curves["left_out"], Json({"state"}));
}

TEST(PageCurves, TimesAreInTheUnitOfTheRows) {
  const Json curves = curves_of(table(3, [](double i) { return i; }), 2);
  EXPECT_EQ(decoded(curves["time"]), (std::vector<double>{0, 0.5, 1}));
  EXPECT_EQ(curves["columns"][0]["discrete"], true);
}

}  // namespace
}  // namespace bw::web::curves_test
