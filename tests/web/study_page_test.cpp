#include "web/study_page.h"

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::web::study_page_test {
namespace {

using test::contains;

const std::string csv =
    "\"run\",\"k\",\"kind\",\"low\",\"error(low)\",\"verdict\",\"codes\",\"cost\"\n"
    "0,1,\"a\",2.5,0.1,\"trusted\",\"\",7\n"
    "1,2,\"b\",3.5,0.3,\"doubtful\",\"stiff\",7\n"
    "2,3,\"b\",,,\"failed\",\"component-crashed stiff\",7\n";

std::string page_of(const std::string& text, const std::string& summary = "") {
  const result::Table rows = result::parse_csv(text, "s.csv");
  return make_study_page(
      {.title = "s.csv", .summary = summary, .summary_file = "s.json", .rows = &rows});
}

TEST(StudyPage, KnowsTablesOfStudies) {
  EXPECT_TRUE(is_study_table(result::parse_csv(csv, "s.csv")));
  EXPECT_FALSE(is_study_table(result::parse_csv("\"time\",\"x\"\n0,1\n1,2\n", "x.csv")));
}

TEST(StudyPage, CountsVerdictsAndCodes) {
  const std::string page = page_of(csv);
  EXPECT_TRUE(contains(page, "3 runs: 1 trusted, 1 doubtful, 1 failed"));
  EXPECT_TRUE(contains(page, R"("code":"stiff","count":2,"first_run":1.0)"));
  EXPECT_TRUE(contains(page, R"("code":"component-crashed","count":1)"));
}

TEST(StudyPage, HasMeansAndHistogramsOfWhatOccurs) {
  const std::string page = page_of(csv);
  EXPECT_TRUE(contains(page, R"("count":2,"mean":3.0,"numerical_error":0.2,"without_error":0)"))
      << page.substr(page.find("statistics"), 200);
  EXPECT_TRUE(contains(page, R"("high":3.5,"low":2.5)"));
  EXPECT_TRUE(contains(page, R"("words":["a","b","b"])"));
}

TEST(StudyPage, TextsCannotBecomeMarkup) {
  std::string text = csv;
  text.replace(text.find("\"a\""), 3, "\"</script><b>\"");
  EXPECT_FALSE(contains(page_of(text), "</script><b>"));
}

TEST(StudyPage, RefusesResultsThatAreTexts) {
  for (const std::string number : {"0.1", "2.5"}) {
    std::string text = csv;
    text.replace(text.find(number), number.size(), "many");
    EXPECT_TRUE(contains(test::refusal<InputError>([&] { page_of(text); }), "result 'low'"));
  }
}

TEST(StudyPage, IsOneFileThatAsksForNothing) {
  const std::string page = page_of(csv);
  EXPECT_TRUE(contains(page, "default-src 'none'"));
  for (const char* function : {"function histogram", "function scatter", "function brief"})
    EXPECT_TRUE(contains(page, function)) << function;
  EXPECT_FALSE(contains(page, "{{"));
}

TEST(StudyPage, RefusesTheSummaryOfAnother) {
  EXPECT_TRUE(contains(test::refusal<InputError>([] { page_of(csv, "{}"); }), "not a summary"));
  const std::string other =
      R"({"verdicts": {}, "codes": {}, "design": "grid", "recorded": 3, "results": {"high": {}}})";
  EXPECT_TRUE(contains(test::refusal<InputError>([&] { page_of(csv, other); }), "another study"));
  const std::string own =
      R"({"verdicts": {}, "codes": {}, "design": "grid", "recorded": 3, "results": {"low": {}}})";
  EXPECT_TRUE(contains(page_of(csv, own), R"("design":"grid")"));
}

TEST(StudyPage, TheHeadlineHasWhatTheEstimatesDoNotCover) {
  const std::string summary =
      R"({"verdicts": {}, "codes": {}, "design": "grid", "recorded": 3, "results": {"low": {}},
          "limits": "coupling error only"})";
  EXPECT_TRUE(contains(page_of(csv, summary), "1 doubtful, 1 failed  (coupling error only)"));
}

}  // namespace
}  // namespace bw::web::study_page_test
