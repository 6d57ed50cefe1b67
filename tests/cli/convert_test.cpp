// `bellwether convert` as its users see it.

#include <gtest/gtest.h>

#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::convert_test {
namespace {

namespace fs = std::filesystem;
using test::contains;
using test::Outcome;

class Convert : public test::ProgramTest {
 protected:
  Convert() {
    fs::create_directory(scratch / "models");
    for (const char* component : {"prey", "predator"})
      fs::create_symlink(BW_EXAMPLES "/lotka_volterra/" + std::string(component) + ".fmu",
                         scratch.path() / "models" / (std::string(component) + ".fmu"));
    test::write_file(scratch / "p.msim",
                     "tEnd 10 s\nhStart 0.1 s\nhOutputMin 1 s\nhMax 1 s\n"
                     "simulator 0 0 prey #000000 \"models/prey.fmu\"\n"
                     "simulator 1 0 predator #000000 \"models/predator.fmu\"\n"
                     "graph predator.y prey.y\ngraph prey.x predator.x\nparameter prey.A 0.2\n");
  }
};

TEST_F(Convert, TheNewFileRunsAsTheOldOne) {
  const Outcome outcome = run({"convert", "p.msim", "-o", "p.toml"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "note: p.msim:4:1: hMax has no effect on the steps"));
  EXPECT_TRUE(contains(contents("p.toml"), "# p.msim:4:1: hMax has no effect on the steps"));
  EXPECT_FALSE(fs::exists(scratch / "p.toml.partial"));
  EXPECT_EQ(run({"run", "p.msim", "-o", "a.csv"}).code, 0);
  const Outcome of_toml = run({"run", "p.toml", "-o", "b.csv"});
  EXPECT_EQ(of_toml.code, 0) << of_toml.err;
  EXPECT_NE(contents("a.csv"), "");
  EXPECT_EQ(contents("a.csv"), contents("b.csv"));
}

TEST_F(Convert, FilesAreNamedFromWhereTheNewFileStands) {
  fs::create_directory(scratch / "sub");
  EXPECT_EQ(run({"convert", "p.msim", "-o", "sub/p.toml"}).code, 0);
  EXPECT_TRUE(contains(contents("sub/p.toml"), "\"../models/prey.fmu\""));
  EXPECT_EQ(run({"run", "sub/p.toml", "-o", "a.csv"}).code, 0);
}

TEST_F(Convert, WithoutAFileItGoesToStandardOutput) {
  for (const std::vector<std::string>& words :
       {std::vector<std::string>{"convert", "p.msim"}, {"convert", "p.msim", "-o", "-"}}) {
    const Outcome outcome = run(words);
    EXPECT_EQ(outcome.code, 0);
    EXPECT_TRUE(contains(outcome.out, "[components]\nprey     = \"models/prey.fmu\"\n"));
    EXPECT_TRUE(contains(outcome.out, "stop               = 10.0\n"));
  }
}

TEST_F(Convert, WhatIsConvertedTwiceIsTheSame) {
  EXPECT_EQ(run({"convert", "p.msim", "-o", "a.toml"}).code, 0);
  EXPECT_EQ(run({"convert", "a.toml", "-o", "b.toml"}).code, 0);
  EXPECT_EQ(run({"convert", "b.toml", "-o", "c.toml"}).code, 0);
  EXPECT_TRUE(contains(contents("a.toml"), contents("b.toml"))) << "but for the remarks";
  EXPECT_EQ(contents("b.toml"), contents("c.toml"));
}

TEST_F(Convert, AProjectBecomesAPackage) {
  const Outcome outcome = run({"convert", "p.msim", "-o", "p.ssp", "--ssp-version", "1.0"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(run({"run", "p.msim", "-o", "a.csv"}).code, 0);
  const Outcome of_package = run({"run", "p.ssp", "-o", "b.csv"});
  EXPECT_EQ(of_package.code, 0) << of_package.err;
  EXPECT_EQ(contents("a.csv"), contents("b.csv"));
}

TEST_F(Convert, OnlyTomlAndPackagesAreWritten) {
  const Outcome outcome = run({"convert", "p.msim", "-o", "q.msim"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "'q.msim': .msim cannot be written; write .toml or .ssp."));
  EXPECT_EQ(run({"convert", "p.msim", "-o", "q"}).code, 1);
  fs::create_directory(scratch / "folder.toml");
  EXPECT_EQ(run({"convert", "p.msim", "-o", "folder.toml"}).code, 1);
}

TEST_F(Convert, TheSourceIsNotOverwritten) {
  test::write_file(scratch / "s.toml", "[components]\na = 'models/prey.fmu'  # a comment\n");
  const std::string before = contents("s.toml");
  const Outcome outcome = run({"convert", "s.toml", "-o", "./s.toml"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "would overwrite the file that is converted"));
  EXPECT_EQ(contents("s.toml"), before);
  fs::create_hard_link(scratch / "s.toml", scratch / "hard.toml");
  EXPECT_EQ(run({"convert", "s.toml", "-o", "hard.toml"}).code, 1);
  EXPECT_EQ(contents("s.toml"), before);
}

TEST_F(Convert, MistakesAreOfTheInput) {
  EXPECT_EQ(run({"convert", "gone.msim"}).code, 2);
  EXPECT_EQ(run({"convert", "p.msim", "-o", "no/such/folder/p.toml"}).code, 2);
  test::write_file(scratch / "wrong.msim", "tEnd 10\n");
  const Outcome outcome = run({"convert", "wrong.msim", "-o", "w.toml"});
  EXPECT_EQ(outcome.code, 2);
  EXPECT_TRUE(contains(outcome.err, "wrong.msim:1:6: tEnd needs a unit of time"));
  EXPECT_FALSE(fs::exists(scratch / "w.toml"));
}

TEST_F(Convert, InfoAndCheckTakeAProject) {
  const Outcome info = run({"info", "p.msim", "--json"});
  EXPECT_EQ(info.code, 0) << info.err;
  EXPECT_TRUE(contains(info.out, "predator"));
  EXPECT_TRUE(contains(info.out, "hMax has no effect on the steps"));
  const Outcome check = run({"check", "p.msim"});
  EXPECT_EQ(check.code, 0) << check.out << check.err;
  test::write_file(scratch / "wrong.msim", "tEnd 10\n");
  EXPECT_EQ(run({"check", "wrong.msim"}).code, 2);
}

}  // namespace
}  // namespace bw::cli::convert_test
