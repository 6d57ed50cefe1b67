// Every command of the table, found where a user finds it: in `bellwether --help`; and one that is
// added to the table of a program which only the tests have (tests/cli/added_command.cpp).

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/error.h"
#include "support/contains.h"
#include "support/program.h"
#include "support/scratch_folder.h"

namespace bw::cli::commands_test {
namespace {

using test::contains;
using test::Outcome;

struct Listed {
  std::string name, help;
};

std::vector<Listed> listed_in(const std::string& help) {
  const std::string heading = "Commands:\n";
  std::vector<Listed> all;
  std::istringstream lines(help.substr(help.find(heading) + heading.size()));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Listed listed;
    words >> listed.name;
    std::getline(words >> std::ws, listed.help);
    if (listed.name.empty()) break;  // what follows the list
    if (line.starts_with("   "))     // the help goes on
      all.back().help += " " + listed.name + (listed.help.empty() ? "" : " " + listed.help);
    else
      all.push_back(listed);
  }
  return all;
}

std::string in_one_line(std::string text) {
  std::ranges::replace(text, '\n', ' ');
  return text;
}

struct ProgramAndCommands {
  std::string name, program, commands;
};

class Commands : public testing::TestWithParam<ProgramAndCommands> {
 protected:
  Outcome run(const std::vector<std::string>& words) const {
    return test::run_program(words,
                             {.folder = scratch.path().string(), .program = GetParam().program});
  }
  const test::ScratchFolder scratch;
  const std::vector<Listed> commands = listed_in(run({"--help"}).out);
};

TEST_P(Commands, AreListedInTheOrderOfTheTable) {
  std::string names;
  for (const Listed& command : commands) names += command.name + " ";
  EXPECT_EQ(names, GetParam().commands);
}

TEST_P(Commands, ExplainThemselves) {
  for (const Listed& command : commands) {
    EXPECT_NE(command.help, "") << command.name;
    const Outcome outcome = run({command.name, "--help"});
    EXPECT_EQ(outcome.code, 0) << command.name << outcome.err;
    EXPECT_EQ(outcome.err, "") << command.name;
    EXPECT_TRUE(outcome.out.starts_with("Usage: bellwether " + command.name)) << outcome.out;
    EXPECT_TRUE(contains(in_one_line(outcome.out), command.help.substr(1) + ".")) << outcome.out;
  }
}

TEST_P(Commands, RefuseAnUnknownOption) {
  for (const Listed& command : commands)
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{command.name, "a", "b", "--no-such-option"},
          std::vector<std::string>{command.name, "--no-such-option", "a", "b"}}) {
      const Outcome outcome = run(words);
      EXPECT_EQ(outcome.code, 1) << command.name << outcome.err;
      EXPECT_EQ(outcome.out, "") << command.name;
      EXPECT_TRUE(contains(outcome.err, "--no-such-option")) << command.name;
    }
}

TEST_P(Commands, NeedTheirArguments) {
  for (const Listed& command : commands) {
    if (command.name == "explain") continue;  // lists what it can explain
    const Outcome outcome = run({command.name});
    EXPECT_EQ(outcome.code, 1) << command.name << outcome.err;
    EXPECT_TRUE(contains(outcome.err, " is missing: ")) << command.name << outcome.err;
  }
}

const ProgramAndCommands all[] = {
    {"Bellwether", BW_PROGRAM,
     "run resume study report compare info check convert export list explain "},
    {"WithAnAddedOne", BW_PROGRAM_WITH_ADDED_COMMAND, "export count "}};

INSTANTIATE_TEST_SUITE_P(Programs, Commands, testing::ValuesIn(all),
                         [](const auto& of) { return of.param.name; });

TEST(AddedCommand, DoesWhatItsFileSays) {
  const test::ScratchFolder scratch;
  test::write_file(scratch / "a", "12345");
  const auto run = [&](const std::vector<std::string>& words) {
    return test::run_program(
        words, {.folder = scratch.path().string(), .program = BW_PROGRAM_WITH_ADDED_COMMAND});
  };
  EXPECT_EQ(run({"count", "a"}).out, "5\n");
  EXPECT_EQ(run({"count", "a", "--lines"}).out, "0\n");
  const Outcome missing = run({"count", "b"});
  EXPECT_EQ(missing.code, static_cast<int>(ExitCode::input));
  EXPECT_TRUE(contains(missing.err, "bellwether: b: ")) << missing.err;
  EXPECT_TRUE(contains(run({"cuont", "a"}).err, "Did you mean count?"));
}

}  // namespace
}  // namespace bw::cli::commands_test
