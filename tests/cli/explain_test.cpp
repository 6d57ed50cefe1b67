// `bellwether explain` as its users see it.

#include <gtest/gtest.h>

#include <regex>
#include <set>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::explain_test {
namespace {

using test::contains;
using test::Outcome;

class ExplainCommand : public test::ProgramTest {};

TEST_F(ExplainCommand, ExplainsADiagnostic) {
  const Outcome outcome = run({"explain", "Event_Not_Located"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_EQ(outcome.err, "");
  EXPECT_TRUE(outcome.out.starts_with("event-not-located (warning)\n")) << outcome.out;
  EXPECT_TRUE(contains(outcome.out, "--error-test step-doubling"));
}

TEST_F(ExplainCommand, ListsAllWithoutACode) {
  const Outcome outcome = run({"explain"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_TRUE(contains(outcome.out, "\n  zeno "));
}

TEST_F(ExplainCommand, ProposesTheNearestCode) {
  const Outcome outcome = run({"explain", "tolerance-not-meet"});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_TRUE(contains(outcome.err, "Did you mean 'tolerance-not-met'?")) << outcome.err;
}

// What the page recommends, the program knows.
TEST_F(ExplainCommand, NamesOnlyOptionsThatExist) {
  const std::string page = run({"explain", "--markdown"}).out;
  std::string help;
  for (const char* command : {"run", "check", "info"}) help += run({command, "--help"}).out;
  const std::regex option("--[a-z][a-z-]+");
  std::set<std::string> seen;
  for (std::sregex_iterator at(page.begin(), page.end(), option), end; at != end; ++at)
    seen.insert(at->str());
  seen.erase("--markdown");
  EXPECT_GT(seen.size(), 15u);
  for (const std::string& name : seen) EXPECT_TRUE(contains(help, name)) << name;
}

}  // namespace
}  // namespace bw::cli::explain_test
