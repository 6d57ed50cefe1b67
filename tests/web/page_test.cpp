#include "web/page.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::web::page_test {
namespace {

using test::contains;

constexpr const char* summary =
    R"({"verdict": "trusted", "headline": "1 % of the tolerance", "statistics": {}, "provenance": {}})";

TEST(Page, IsOneFileThatAsksForNothing) {
  const std::string page = make_page({.title = "tank", .summary = summary});
  EXPECT_TRUE(page.starts_with("<!DOCTYPE html>"));
  EXPECT_TRUE(contains(page, "default-src 'none'"));
  EXPECT_TRUE(contains(page, "new Dygraph"));
  for (const char* name :
       {"{{title}}", "{{data}}", "{{headline}}", "{{report.css}}", "{{report.js}}", "{{plot.js}}"})
    EXPECT_FALSE(contains(page, name)) << name;
  for (const char* function : {"showVerdict()", "class Plot", "class Multiples", "class Plane",
                               "function logPlot", "function brief"})
    EXPECT_TRUE(contains(page, function)) << function;
  EXPECT_FALSE(contains(page, "src=\"http"));
  EXPECT_FALSE(contains(page, "href=\"http"));
}

TEST(Page, HostileNamesAreText) {
  const std::string hostile = "</script><script>alert(1)</script>{{data}}&";
  result::Table rows;
  rows.times = {0, 1};
  rows.columns.push_back({.name = hostile, .unit = "<blink>", .numbers = {1, 2}});
  const std::string page = make_page({.title = hostile, .summary = summary, .rows = &rows});
  EXPECT_FALSE(contains(page, "<script>alert"));
  EXPECT_FALSE(contains(page, "<blink>"));
  EXPECT_TRUE(contains(page, "\\u003c/script>"));
  EXPECT_TRUE(contains(page, "&lt;/script&gt;"));
}

TEST(Page, TakesUnitsFromTheSummaryWhereTheRowsHaveNone) {
  result::Table rows;
  rows.times = {0, 1};
  rows.columns.push_back({.name = "x", .numbers = {1, 2}});
  rows.columns.push_back({.name = "y", .unit = "m", .numbers = {1, 2}});
  std::string known = summary;
  known.insert(1, R"("variables": {"x": {"unit": "kg", "description": "of water"},
                                   "y": {"unit": "km", "description": null}}, )");
  const std::string page = make_page({.summary = known, .rows = &rows});
  EXPECT_TRUE(contains(page, R"("name":"x","unit":"kg")"));
  EXPECT_TRUE(contains(page, R"("description":"of water")"));
  EXPECT_TRUE(contains(page, R"("name":"y","unit":"m")"));
}

TEST(Page, OfManyEventsHasTheFirst) {
  std::string events = "[";
  for (int i = 0; i < 5000; ++i) events += (i == 0 ? "" : ",") + std::string("{\"time\":1}");
  std::string many = summary;
  many.insert(1, "\"events\": " + events + "], ");
  const std::string page = make_page({.summary = many});
  EXPECT_TRUE(contains(page, "\"events\":5000"));
  EXPECT_LT(page.size(), make_page({.summary = summary}).size() + 40'000);
}

TEST(Page, BytesThatAreNoTextAreReplaced) {
  result::Table rows;
  rows.times = {0};
  rows.columns.push_back({.name = "x\xff", .numbers = {1}});
  EXPECT_TRUE(contains(make_page({.rows = &rows}), "x\\ufffd"));
}

TEST(Page, ExplainsWhatItShows) {
  const std::string page = make_page({.summary = summary, .explain = [](const std::string& code) {
                                        return Explained{.meaning = "meaning of " + code};
                                      }});
  EXPECT_TRUE(contains(page, "meaning of trusted"));
}

TEST(Page, RefusesWhatIsNoSummary) {
  for (const char* text : {"{", "[]", "3", "{\"verdict\": \"trusted\"}", "null",
                           R"({"verdict": 1, "headline": 2, "statistics": {}, "provenance": 3})"})
    EXPECT_TRUE(contains(test::refusal<InputError>(
                             [&] { (void)make_page({.summary = text, .summary_file = "s.json"}); }),
                         "'s.json' is not a summary"))
        << text;
}

}  // namespace
}  // namespace bw::web::page_test
