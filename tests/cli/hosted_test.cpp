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

TEST_F(Hosted, RefusesFilesWithoutACommand) {
  EXPECT_EQ(run({"__hosted", "none"}).code, 1);
  EXPECT_TRUE(contains(run({"__hosted", "none"}).err, "'none' cannot be read"));
  EXPECT_EQ(run_words({}).code, 1);
  EXPECT_EQ(run({"__hosted"}).code, 1);
}

}  // namespace
}  // namespace bw::cli::hosted_test
