// Help as it is read: groups, one style of defaults, wrapped at words.

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::help_test {
namespace {

using test::contains;
using test::Outcome;
using test::Words;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

std::string words_of(const std::string& text) {
  std::string all;
  std::istringstream stream(text);
  for (std::string word; stream >> word;) all += word + " ";
  return all;
}

class HelpTest : public test::ProgramTest {
 protected:
  Outcome at_width(const Words& words, int width) const {
    test::Circumstances narrow = here();
    narrow.environment = {"COLUMNS=" + std::to_string(width)};
    return test::run_program(words, narrow);
  }
  const Words commands = {"run",   "resume",  "report", "compare", "info",
                          "check", "convert", "export", "list"};
};

TEST_F(HelpTest, TheFirstSentenceSaysWhatTheProgramIs) {
  const std::string text = words_of(run({"--help"}).out);
  EXPECT_TRUE(contains(text,
                       "Bellwether is a co-simulation master, ODE solver and flat-Modelica "
                       "simulator that estimates the global error of every result."));
  EXPECT_TRUE(contains(text, "bellwether help COMMAND"));
}

TEST_F(HelpTest, OptionsOfARunStandInSixGroupsWithFiveExamples) {
  const std::string text = run({"run", "--help"}).out;
  std::size_t at = 0;
  for (const char* heading :
       {"\nArguments:\n", "\nSimulation:\n", "\nAccuracy:\n", "\nOutput:\n", "\nComponents:\n",
        "\nMaster algorithm:\n", "\nDiagnosis:\n", "\nExamples:\n"}) {
    EXPECT_GT(text.find(heading), at) << heading;
    at = std::min(text.find(heading), text.size());
  }
  const auto lines = lines_of(text.substr(at));
  EXPECT_EQ(std::ranges::count_if(
                lines, [](const std::string& line) { return line.starts_with("  bellwether "); }),
            5);
  EXPECT_TRUE(contains(words_of(text), "relative tolerance of the result (default 1e-4)"));
}

TEST_F(HelpTest, EveryExampleIsUnderstood) {
  for (const std::string& line : lines_of(run({"run", "--help"}).out)) {
    if (!line.starts_with("  bellwether ")) continue;
    EXPECT_EQ(shell(BW_PROGRAM + line.substr(12) + " 2> message"), 2) << line;  // no such file
    EXPECT_TRUE(contains(contents("message"), "there is no such file")) << contents("message");
  }
}

TEST_F(HelpTest, IsWrappedAtWordsToTheWidth) {
  for (const std::string& command : commands) {
    const std::string wide = at_width({command, "--help"}, 100).out;
    for (const int width : {60, 78}) {
      const std::string text = at_width({"help", command}, width).out;
      EXPECT_EQ(words_of(text), words_of(wide)) << "a word was broken";
      for (const std::string& line : lines_of(text))
        EXPECT_TRUE(line.size() <= static_cast<std::size_t>(width) || contains(line, "bellwether"))
            << line;
    }
  }
}

TEST_F(HelpTest, ItIsTheSameByEveryNameAndWithoutTracesOfALibrary) {
  for (const std::string& command : commands) {
    const std::string text = run({command, "--help"}).out;
    EXPECT_EQ(run({"help", command}).out, text);
    EXPECT_EQ(run({command, "-h"}).out, text);
    for (const char* trace : {"{false}", "TEXT", "REQUIRED", ":INT", "FLOAT", "Subcommand"})
      EXPECT_FALSE(contains(text, trace)) << trace;
  }
  EXPECT_EQ(run({"help"}).out, run({"--help"}).out);
  EXPECT_EQ(run({"-V"}).out, run({"--version"}).out);
}

}  // namespace
}  // namespace bw::cli::help_test
