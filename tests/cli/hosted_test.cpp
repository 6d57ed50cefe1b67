// Commands for another program, which passes the words in a file.

#include <gtest/gtest.h>

#include <string>

#include "support/contains.h"
#include "support/program_test.h"
#include "support/scratch_folder.h"

namespace bw::cli::hosted_test {
namespace {

using test::contains;
using test::Outcome;

class Hosted : public test::ProgramTest {
 protected:
  Outcome run_words(const test::Words& words) const {
    std::string bytes;
    for (const std::string& word : words) bytes += word + '\0';
    test::write_file(scratch / "words", bytes);
    return run({"__hosted", "words"});
  }
};

TEST_F(Hosted, RunsTheWordsOfTheFileAndShowsErrors) {
  const Outcome outcome = run_words({"run", test::lotka_volterra, "--stop", "5", "-o", "lv.csv"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_NE(table("lv.csv").find("error(prey.x)"), nullptr);
}

TEST_F(Hosted, HasNoErrorColumnsWhereNothingIsEstimated) {
  const Outcome outcome = run_words({"run", test::lotka_volterra, "--stop", "5", "-o", "lv.csv",
                                     "--master", "jacobi", "--step", "0.1"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(table("lv.csv").find("error(prey.x)"), nullptr);
}

TEST_F(Hosted, ChecksFilesThatAreWrittenLater) {
  const Outcome missing = run_words(
      {"run", test::lotka_volterra, "--stop", "5", "-o", "lv.csv", "--later-output", "gone/x.csv"});
  EXPECT_EQ(missing.code, 2);
  EXPECT_TRUE(contains(missing.err, "folder 'gone' does not exist"));
  const Outcome twice = run_words(
      {"run", test::lotka_volterra, "--stop", "5", "-o", "lv.csv", "--later-summary", "lv.csv"});
  EXPECT_EQ(twice.code, 1);
  EXPECT_TRUE(contains(twice.err, "which this run writes, too"));
}

TEST_F(Hosted, RefusesFilesWithoutACommand) {
  EXPECT_EQ(run({"__hosted", "none"}).code, 1);
  EXPECT_TRUE(contains(run({"__hosted", "none"}).err, "'none' cannot be read"));
  EXPECT_EQ(run_words({}).code, 1);
  EXPECT_EQ(run({"__hosted"}).code, 1);
}

TEST_F(Hosted, EndsWhereItsParentHasEndedBefore) {
  EXPECT_EQ(run_words({"list", "methods"}).code, 0);
  const Outcome outcome = run({"__hosted", "words", "1"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(contains(outcome.err, "has ended"));
}

}  // namespace
}  // namespace bw::cli::hosted_test
