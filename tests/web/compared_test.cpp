#include "web/compared.h"

#include <gtest/gtest.h>

#include "support/web/page_numbers.h"

namespace bw::web::compared_test {
namespace {

using Json = nlohmann::json;
using test::decoded;
using test::table;

Json compared(const result::Table& a, const result::Table& b,
              const result::CompareOptions& options = {}) {
  return compared_curves(a, b, options, result::compare(a, b, options));
}

TEST(PageOfTwoResults, MeetAtCommonTimes) {
  const result::Table a = table(5, [](double i) { return i; });
  const result::Table b = table(3, [](double i) { return i + 0.25; });
  const Json column = compared(a, b)["columns"][0];
  EXPECT_EQ(decoded(column["difference"]), (std::vector<double>{-0.25, -0.25, -0.25}));
  EXPECT_EQ(decoded(column["other"]), (std::vector<double>{0.25, 1.25, 2.25}));
}

TEST(PageOfTwoResults, TheLimitIsThatOfTheComparison) {
  const result::Table a = table(3, [](double i) { return i; });
  const result::Table b = table(3, [](double i) { return i + 0.25; });
  const result::CompareOptions options{.relative = 0.1, .absolute = 0.05};
  const Json column = compared(a, b, options)["columns"][0];
  const std::vector<double> limit = decoded(column["limit"]);
  EXPECT_DOUBLE_EQ(limit[0], 0.1 * 0.25 + 0.05);
  EXPECT_DOUBLE_EQ(limit[2], 0.1 * 2.25 + 0.05);
  EXPECT_EQ(column["beyond"], 2);
  EXPECT_EQ(compared(a, a)["columns"][0]["beyond"], 0);
}

TEST(PageOfTwoResults, AColumnOfOneResultStandsAlone) {
  const result::Table a = table(3, [](double i) { return i; });
  result::Table b = a;
  b.columns[0].name = "other";
  const Json column = compared(a, b)["columns"][0];
  EXPECT_EQ(column["other"], nullptr);
  EXPECT_EQ(decoded(column["values"]), (std::vector<double>{0, 1, 2}));
}

}  // namespace
}  // namespace bw::web::compared_test
