// What the page on equations shows is read as it stands there, and what it says of refusals holds.

#include <gtest/gtest.h>

#include <cctype>
#include <set>
#include <sstream>
#include <utility>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/flatten/functions.h"
#include "equation/sort/plan.h"
#include "equation/text/refusals.h"
#include "support/scratch_folder.h"

namespace {

std::string page() { return bw::test::read_file(BW_SOURCE "/docs/equations.md"); }

// Between the fences that begin so.
std::vector<std::string> listings(const std::string& fence) {
  std::vector<std::string> all;
  const std::string text = page(), begin = "```" + fence + "\n";
  for (std::size_t at = text.find(begin); at != std::string::npos; at = text.find(begin, at + 1)) {
    const std::size_t from = at + begin.size();
    all.push_back(text.substr(from, text.find("```", from) - from));
  }
  return all;
}

std::string outcome(const std::string& text) {
  try {
    const auto read = bw::equation::read_model(text, "m.mo");
    bw::equation::make_plan(read.model);
    return read.warnings.empty() ? "fine" : read.warnings[0].sentence;
  } catch (const bw::InputError& error) {
    return error.what();
  }
}

TEST(EquationsPage, ShowsModelsThatAreFine) {
  const auto all = listings("modelica");
  EXPECT_GE(all.size(), 9U);
  for (const std::string& one : all) EXPECT_EQ(outcome(one), "fine") << one;
}

TEST(EquationsPage, ShowsMistakesAsTheyAreReported) {
  const auto wrong = listings("modelica wrong"), said = listings("text");
  ASSERT_EQ(wrong.size(), said.size());
  for (std::size_t i = 0; i < wrong.size(); ++i) EXPECT_EQ(outcome(wrong[i]) + "\n", said[i]);
}

TEST(EquationsPage, NamesEveryWordThatIsRefused) {
  const std::string text = page();
  for (const std::string_view word : bw::equation::refused_words())
    EXPECT_NE(text.find("`" + std::string(word) + "`"), std::string::npos) << word;
}

// All that stands between backquotes, outside of listings: "size" alone stands in sentences, too.
std::set<std::string> words_in_code() {
  std::set<std::string> words;
  std::istringstream lines(page());
  std::string word;
  bool is_listing = false;
  for (std::string line; std::getline(lines, line);) {
    if (line.starts_with("```")) is_listing = !is_listing;
    bool is_code = false;
    for (const char c : line + "\n") {
      const bool is_letter = std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_';
      if (is_letter && is_code && !is_listing) word += c;
      if (!is_letter && !word.empty()) words.insert(std::exchange(word, {}));
      if (c == '`') is_code = !is_code;
    }
  }
  return words;
}

TEST(EquationsPage, NamesEveryFunction) {
  const std::set<std::string> words = words_in_code();
  EXPECT_FALSE(words.contains("sentences"));
  for (const std::string& name : bw::equation::function_names())
    EXPECT_TRUE(words.contains(name)) << name;
}

}  // namespace
