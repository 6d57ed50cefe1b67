// Every command of the table, found where a user finds it: in `bellwether --help`.

#include <gtest/gtest.h>

#include <sstream>

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
  const std::string heading = "Subcommands:\n";
  std::vector<Listed> all;
  std::istringstream lines(help.substr(help.find(heading) + heading.size()));
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    Listed listed;
    words >> listed.name;
    std::getline(words >> std::ws, listed.help);
    if (!listed.name.empty()) all.push_back(listed);
  }
  return all;
}

class Commands : public testing::Test {
 protected:
  Outcome run(const std::vector<std::string>& words) const {
    return test::run_program(words, {.folder = scratch.path().string()});
  }
  const test::ScratchFolder scratch;
  const std::vector<Listed> commands = listed_in(run({"--help"}).out);
};

TEST_F(Commands, AreListedInTheOrderOfTheTable) {
  std::string names;
  for (const Listed& command : commands) names += command.name + " ";
  EXPECT_EQ(names, "run compare info check convert export list ");
}

TEST_F(Commands, ExplainThemselves) {
  for (const Listed& command : commands) {
    EXPECT_NE(command.help, "") << command.name;
    const Outcome outcome = run({command.name, "--help"});
    EXPECT_EQ(outcome.code, 0) << command.name << outcome.err;
    EXPECT_EQ(outcome.err, "") << command.name;
    EXPECT_TRUE(outcome.out.starts_with(command.help + "\nUsage: bellwether " + command.name))
        << outcome.out;
  }
}

TEST_F(Commands, RefuseAnUnknownOption) {
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

TEST_F(Commands, NeedTheirArguments) {
  for (const Listed& command : commands) {
    const Outcome outcome = run({command.name});
    EXPECT_EQ(outcome.code, 1) << command.name << outcome.err;
    EXPECT_TRUE(contains(outcome.err, "is required")) << command.name << outcome.err;
  }
}

}  // namespace
}  // namespace bw::cli::commands_test
