// Every diagnostic, verdict and rule is explained, with something to do.

#include "inspect/explain.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "base/bell.h"
#include "base/error.h"
#include "fmi/description/rules.h"
#include "inspect/explanations.h"
#include "inspect/text_table.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::inspect::explain_test {
namespace {

using test::contains;

std::vector<Explanation> explained() {
  std::vector<Explanation> rows;
  for (const ExplanationGroup& group : explanation_groups())
    rows.insert(rows.end(), group.rows.begin(), group.rows.end());
  const auto verdicts = verdict_explanations();
  rows.insert(rows.end(), verdicts.begin(), verdicts.end());
  return rows;
}

std::vector<std::string> lines(std::string_view text) {
  std::istringstream stream{std::string(text)};
  std::vector<std::string> all;
  for (std::string line; std::getline(stream, line);) all.push_back(line);
  return all;
}

std::size_t widest(std::string_view text) {
  std::size_t width = 0;
  for (const std::string& line : lines(text)) width = std::max(width, display_width(line));
  return width;
}

TEST(Explain, EveryDiagnosticHasOneRow) {
  const std::vector<Explanation> rows = explained();
  for (const BellKind& kind : bell_kinds())
    EXPECT_EQ(std::ranges::count(rows, kind.name, &Explanation::code), 1) << kind.name;
}

// An option, a key of a file or a change of the model: `in backticks`.
TEST(Explain, EveryRowNamesSomethingConcreteToDo) {
  for (const Explanation& row : explained()) {
    EXPECT_GT(row.meaning.size(), 40u) << row.code;
    EXPECT_FALSE(lines(row.causes).empty()) << row.code;
    EXPECT_GE(std::ranges::count(row.remedy, '`'), 2) << row.code;
    for (const std::string_view text : {row.meaning, row.causes, row.remedy})
      EXPECT_EQ(std::ranges::count(text, '`') % 2, 0) << row.code;
    for (const std::string_view list : {row.causes, row.remedy})
      for (const std::string& line : lines(list)) EXPECT_TRUE(line.ends_with('.')) << line;
    EXPECT_FALSE(row.example.empty()) << row.code;
    EXPECT_LE(widest(row.example), 76u) << row.code;
  }
}

TEST(Explain, PagesExist) {
  for (const Explanation& row : explained()) {
    std::istringstream pages{std::string(row.pages)};
    int count = 0;
    for (std::string page; pages >> page; ++count)
      EXPECT_TRUE(std::filesystem::exists(BW_SOURCE "/docs/" + page)) << row.code << ": " << page;
    EXPECT_GT(count, 0) << row.code;
  }
}

TEST(Explain, SaysMeaningCausesAndWhatToDo) {
  const std::string text = explain("event-near-end", 78);
  EXPECT_TRUE(text.starts_with("event-near-end (warning)\n  An event indicator is so close to"))
      << text;
  EXPECT_TRUE(contains(text, "\nCauses\n  - The run ends at the time of an event.\n")) << text;
  EXPECT_TRUE(contains(text, "\nWhat to do\n  - End the run a little earlier or later: --stop.\n"));
  EXPECT_TRUE(contains(text, "\nExample\n  bellwether run model.mo --stop"));
  EXPECT_TRUE(contains(text, "\nSee also\n  docs/integration.md\n"));
}

TEST(Explain, FitsIntoTheWidthAndBreaksNoWord) {
  for (const std::size_t width : {50u, 60u, 78u})
    for (const BellKind& kind : bell_kinds()) {
      const std::string text = explain(kind.name, width);
      const std::string prose = text.substr(0, text.find("\nExample\n"));
      EXPECT_LE(widest(prose), width) << prose;
    }
  EXPECT_EQ(wrapped("one two three", 9, "- ", "  "), "- one two\n  three\n");
  EXPECT_EQ(wrapped("incomprehensible", 5, "", ""), "incomprehensible\n");
  EXPECT_LE(widest(explain_all(60)), 60u);
}

TEST(Explain, CaseUnderscoresAndBracketsDoNotMatter) {
  const std::string text = explain("tolerance-not-met", 78);
  EXPECT_EQ(explain("Tolerance_Not_Met", 78), text);
  EXPECT_EQ(explain(" [tolerance-not-met] ", 78), text);
}

TEST(Explain, VerdictsAndRulesToo) {
  for (const Explanation& row : verdict_explanations())
    EXPECT_TRUE(explain(row.code, 78).starts_with(std::string(row.code) + " (verdict)\n"));
  for (const RuleRow& rule : fmi::rule_rows())
    EXPECT_TRUE(contains(explain(rule.key, 78), "rule of `bellwether check`")) << rule.key;
  const std::string rule = explain("limits-order", 78);
  EXPECT_TRUE(contains(rule, "Required: min is not above max.")) << rule;
  EXPECT_TRUE(contains(rule, "1.0: 3; 2.0: 2.2.7; 3.0: 2.4.4")) << rule;
  const std::string remedy = explain("ssp-driven-twice", 78);
  EXPECT_TRUE(contains(remedy, "What to do\n")) << remedy;
  EXPECT_TRUE(contains(remedy, "Remove one of both connections")) << remedy;
}

TEST(Explain, AnUnknownCodeGetsTheNearestOne) {
  const auto said = [](const char* code) {
    return test::refusal<UsageError>([&] { (void)explain(code, 78); });
  };
  EXPECT_TRUE(contains(said("tolerance-not-meet"), "Did you mean 'tolerance-not-met'?"));
  EXPECT_TRUE(contains(said("zenno"), "Did you mean 'zeno'?"));
  EXPECT_TRUE(contains(said("trustd"), "Did you mean 'trusted'?"));
}

TEST(Explain, WithoutACodeListsAll) {
  const std::string text = explain_all(78);
  for (const BellKind& kind : bell_kinds())
    EXPECT_TRUE(contains(text, "\n  " + std::string(kind.name) + " ")) << kind.name;
  EXPECT_TRUE(contains(text, "\n  trusted "));
}

}  // namespace
}  // namespace bw::inspect::explain_test
