// `bellwether info` as its users see it.

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/program_test.h"

namespace bw::cli::info_test {
namespace {

using test::contains;
using test::Outcome;

class InfoCommand : public test::ProgramTest {
 protected:
  Outcome info(std::vector<std::string> words) const {
    words.insert(words.begin(), "info");
    return run(words);
  }
};

TEST_F(InfoCommand, ExplainsAnFmuOnStandardOutput) {
  const Outcome outcome = info({BW_TEST_FMUS "/all_types.fmu"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  for (const char* piece :
       {"all_types\n  feed-through of every type of FMI 2.0, with units\n", "(this machine)",
        "start 0, stop 1", "W (kW)", "off=1, on=2, boost=5", "\"a < b & \"c\", äöü\"",
        "7 inputs, 7 outputs, 6 parameters, 1 calculated parameter, 1 constant, 1 local variable",
        "power_out        power_in"})
    EXPECT_TRUE(contains(outcome.out, piece));
}

TEST_F(InfoCommand, ExplainsFmusOfAllVersions) {
  for (const char* version : {"1cs", "1me", "2", "3"}) {
    const std::string file = std::string(BW_TEST_FMUS "/") + version + "/VanDerPol.fmu";
    const Outcome outcome = info({file});
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(contains(outcome.out, "2 continuous states"));
    EXPECT_EQ(info({file, "--json"}).code, 0);
  }
}

TEST_F(InfoCommand, ExplainsASystem) {
  const Outcome outcome = info({BW_EXAMPLES "/lotka_volterra/system.toml"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "Order of evaluation (1 loop)\n  1  loop  prey, predator\n"));
  EXPECT_TRUE(contains(outcome.out, "Connections (2)"));
}

TEST_F(InfoCommand, WritesJson) {
  const Outcome outcome = info({BW_TEST_FMUS "/all_types.fmu", "--json"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(outcome.out.starts_with("{\n  \"kind\": \"fmu\","));
  EXPECT_TRUE(outcome.out.ends_with("}\n"));
}

TEST_F(InfoCommand, AllVariablesAreShownOnDemand) {
  const Outcome outcome = info({BW_TEST_FMUS "/all_types.fmu", "--variables", "all"});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_TRUE(contains(outcome.out, "another name of real_out"));
  const Outcome wrong = info({BW_TEST_FMUS "/all_types.fmu", "--variables", "some"});
  EXPECT_EQ(wrong.code, 1);
  EXPECT_TRUE(contains(wrong.err, "--variables takes only the word all, not 'some'."));
}

TEST_F(InfoCommand, AWrongFileIsASentenceAndExitCode2) {
  const Outcome gone = info({"gone.fmu"});
  EXPECT_EQ(gone.code, 2);
  EXPECT_EQ(gone.out, "");
  EXPECT_TRUE(contains(gone.err, "bellwether: gone.fmu: there is no such file."));
  test::write_file(scratch / "a.fmu", "no zip");
  EXPECT_EQ(info({"a.fmu"}).code, 2);
  EXPECT_EQ(info({}).code, 1);
}

}  // namespace
}  // namespace bw::cli::info_test
