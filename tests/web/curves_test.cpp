#include "web/curves.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

namespace bw::web::curves_test {
namespace {

using Json = nlohmann::json;

std::vector<double> decoded(const std::string& text) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned group = 0, bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6U | static_cast<unsigned>(digits.find(c));
    bits += 6;
    if (bits >= 8) bits -= 8, bytes += static_cast<char>(group >> bits & 255U);
  }
  std::vector<double> numbers(bytes.size() / sizeof(double));
  std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
  return numbers;
}

result::Table table(std::size_t rows, double (*f)(double)) {
  result::Table made;
  result::TableColumn x{.name = "x", .unit = "m"};
  for (std::size_t i = 0; i < rows; ++i) {
    made.times.push_back(static_cast<double>(i));
    x.numbers.push_back(f(static_cast<double>(i)));
  }
  made.columns.push_back(x);
  return made;
}

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

TEST(PageCurves, TwoResultsMeetAtCommonTimes) {
  const result::Table a = table(5, [](double i) { return i; });
  const result::Table b = table(3, [](double i) { return i + 0.25; });
  const Json curves = compared_curves(a, b);
  const Json& column = curves["columns"][0];
  EXPECT_EQ(decoded(column["difference"]), (std::vector<double>{-0.25, -0.25, -0.25}));
  EXPECT_EQ(decoded(column["other"]), (std::vector<double>{0.25, 1.25, 2.25}));
}

}  // namespace
}  // namespace bw::web::curves_test
