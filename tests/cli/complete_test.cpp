// Completion: what the program answers, and bash itself with the installed script.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::complete_test {
namespace {

using test::contains;
using test::Outcome;
using test::Words;

class Completion : public test::ProgramTest {
 protected:
  void SetUp() override {
    test::write_file(scratch / "m.mo",
                     "model m parameter Real gain = 1; Real x(start=1, fixed=true); equation "
                     "der(x) = -gain*x; end m;");
    test::write_file(scratch / "broken.toml", "[components\n");
    test::write_file(scratch / "notes.txt", "");
    std::filesystem::create_directory(scratch / "models");
    test::write_file(scratch / "models/my system.toml", "[components]\nm = \"../m.mo\"\n");
    ASSERT_EQ(run({"__generate", "completion", "scripts"}).code, 0);
  }

  std::string answer(Words words) const {
    words.insert(words.begin(), "__complete");
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_EQ(outcome.err, "");
    return outcome.out;
  }

  // What bash would offer, between bars. `words`: as bash breaks them, at = and :.
  std::string in_bash(const std::string& words) const {
    test::write_file(scratch / "try.sh", "PATH=$(dirname '" BW_PROGRAM
                                         "'):$PATH\n"
                                         "source scripts/bash/bellwether\n"
                                         "COMP_WORDS=(bellwether " +
                                             words +
                                             ")\n"
                                             "COMP_CWORD=$((${#COMP_WORDS[@]} - 1))\n"
                                             "_bellwether bellwether\n"
                                             "printf '%s|' \"${COMPREPLY[@]}\" > offered\n");
    EXPECT_EQ(shell("bash try.sh 2> errors"), 0) << contents("errors");
    EXPECT_EQ(contents("errors"), "");
    return contents("offered");
  }
};

TEST_F(Completion, OffersCommandsWithTheirHelp) {
  const std::string all = answer({""});
  EXPECT_TRUE(all.starts_with("run\tsimulate ")) << all;
  EXPECT_TRUE(contains(all, "\nhelp\t"));
  EXPECT_TRUE(answer({"co"}).starts_with("compare\t"));
  EXPECT_TRUE(contains(answer({"help", "r"}), "run\t"));
}

TEST_F(Completion, OffersOptionsAndTheWordsTheyTake) {
  EXPECT_TRUE(contains(answer({"run", "m.mo", "--tol"}), "--tolerance\trelative tolerance"));
  EXPECT_EQ(answer({"run", "m.mo", "--master", "gauss"}), "gauss-seidel\n");
  EXPECT_EQ(answer({"run", "m.mo", "--hold=m"}), "--hold=mean\n");
  EXPECT_TRUE(contains(answer({"run", "m.mo", "--method", ""}), "dopri5\n"));
  EXPECT_TRUE(contains(answer({"list", ""}), "masters\n"));
  EXPECT_TRUE(contains(answer({"run", "m.mo", ""}), "--stop\t"));
}

TEST_F(Completion, OffersFilesByExtensionAndFolders) {
  EXPECT_EQ(answer({"run", ""}), ":files\nbroken.toml\nm.mo\nmodels/\nscripts/\n");
  EXPECT_EQ(answer({"run", "models/"}), ":files\nmodels/my system.toml\n");
  EXPECT_EQ(answer({"compare", "n"}), ":files\n");
}

TEST_F(Completion, OffersTheVariablesOfTheTarget) {
  EXPECT_EQ(answer({"run", "m.mo", "--record", ""}), "gain\nx\n");
  EXPECT_EQ(answer({"run", "m.mo", "--record", "gain,!"}), "gain,!gain\ngain,!x\n");
  EXPECT_EQ(answer({"run", "models/my system.toml", "--set", "m.g"}), ":go-on\nm.gain=\n");
}

TEST_F(Completion, IsSilentWhereNothingCanBeOffered) {
  EXPECT_EQ(answer({"run", "broken.toml", "--record", ""}), "");
  EXPECT_EQ(answer({"run", "gone.fmu", "--set", "a"}), "");
  EXPECT_EQ(answer({"nothing", "x"}), "");
  EXPECT_EQ(answer({"run", "m.mo", "--stop", ""}), "");
  EXPECT_EQ(answer({}), "");
}

TEST_F(Completion, BashOffersTheSame) {
  EXPECT_EQ(in_bash("co"), "compare|convert|");
  EXPECT_EQ(in_bash("run m.mo --tol"), "--tolerance|");
  EXPECT_EQ(in_bash("run models/"), "models/my system.toml|");
  EXPECT_EQ(in_bash("run m.mo --record g"), "gain|");
  EXPECT_EQ(in_bash("run m.mo --set g"), "gain=|");
  EXPECT_EQ(in_bash("run m.mo --hold = m"), "mean|");  // bash keeps what stands before the =
  EXPECT_EQ(in_bash("run m.mo --hold = ''"), "constant|mean|trapezoid|");
}

TEST_F(Completion, FishOffersTheSame) {
  if (shell("command -v fish > found") != 0) GTEST_SKIP() << "fish is not installed";
  const std::string with_script =
      "PATH=$(dirname '" BW_PROGRAM
      "'):$PATH fish --no-config -c 'source scripts/fish/bellwether.fish; complete -C ";
  EXPECT_EQ(shell(with_script + "\"bellwether run m.mo --set g\"' > offered"), 0);
  EXPECT_EQ(contents("offered"), "gain=\n");
  EXPECT_EQ(shell(with_script + "\"bellwether run m.mo --hold=m\"' > offered"), 0);
  EXPECT_EQ(contents("offered"), "--hold=mean\n");
}

TEST_F(Completion, TheScriptsOfOtherShellsAreWellFormed) {
  EXPECT_EQ(shell("bash -n scripts/bash/bellwether"), 0);
  EXPECT_EQ(shell("! command -v zsh > zsh || zsh -n scripts/zsh/_bellwether"), 0);
  EXPECT_EQ(shell("! command -v fish > fish || fish -n scripts/fish/bellwether.fish"), 0);
  EXPECT_TRUE(contents("scripts/zsh/_bellwether").starts_with("#compdef bellwether\n"));
  EXPECT_TRUE(contains(contents("scripts/fish/bellwether.fish"), "complete -c bellwether"));
}

}  // namespace
}  // namespace bw::cli::complete_test
