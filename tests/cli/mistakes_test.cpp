// Wrong command lines: the exit code and the one sentence that each prints.

#include <gtest/gtest.h>

#include <filesystem>

#include "support/contains.h"
#include "support/program_test.h"
#include "support/sanitized.h"

namespace bw::cli::mistakes_test {
namespace {

using test::Outcome;
using test::Words;

struct Mistake {
  Words words;
  int code;
  std::string said;  // all of standard error, without "bellwether: " and the last line end
};

#define TIME "a number or a number with a unit, such as 10, 1h or \"90 min\""

const std::vector<Mistake> of_the_program = {
    {{"rnu", "m.mo"}, 1, "there is no command 'rnu'. Did you mean run?"},
    {{"simulate", "m.mo"}, 1, "there is no command 'simulate'. Did you mean run?"},
    {{"con"}, 1, "there is no command 'con'. Did you mean convert?"},
    {{"frobnicate"},
     1,
     "there is no command 'frobnicate'. `bellwether --help` lists the commands."},
    {{"m.mo"}, 1, "'m.mo' is a file, not a command. Did you mean bellwether run m.mo?"},
    {{"system.toml", "--stop", "1"},
     1,
     "'system.toml' is a file, not a command. Did you mean bellwether run system.toml?"},
    {{"a.csv", "b.csv"},
     1,
     "'a.csv' is a file, not a command. Did you mean bellwether compare a.csv?"},
    {{"--verison"}, 1, "unknown option --verison. `bellwether --help` lists the commands."},
    {{"--stop", "1", "run", "m.mo"},
     1,
     "--stop is an option of the command run: bellwether run TARGET --stop ..."},
    {{"help", "rnu"}, 1, "there is no command 'rnu'. Did you mean run?"},
    {{"help", "run", "list"},
     1,
     "'list' is one argument too many. bellwether help takes one COMMAND."},
};

const std::vector<Mistake> of_options = {
    {{"run", "m.mo", "--tol", "1e-3"}, 1, "unknown option --tol. Did you mean --tolerance?"},
    {{"run", "--tol", "1e-3", "m.mo"}, 1, "unknown option --tol. Did you mean --tolerance?"},
    {{"run", "m.mo", "--tol=1e-3"}, 1, "unknown option --tol. Did you mean --tolerance?"},
    {{"run", "m.mo", "--tolerence", "1"},
     1,
     "unknown option --tolerence. Did you mean --tolerance?"},
    {{"run", "m.mo", "--rtol", "1"}, 1, "unknown option --rtol. Did you mean --tolerance?"},
    {{"run", "m.mo", "--atol", "1"},
     1,
     "unknown option --atol. Did you mean --absolute-tolerance?"},
    {{"run", "m.mo", "--end-time", "1"}, 1, "unknown option --end-time. Did you mean --stop?"},
    {{"run", "m.mo", "--max", "1"}, 1, "unknown option --max. Did you mean --max-step?"},
    {{"run", "m.mo", "--error"},
     1,
     "unknown option --error. Did you mean --error-columns or --error-test?"},
    {{"run", "m.mo", "-v"}, 1, "unknown option -v. Did you mean --verbose?"},
    {{"run", "m.mo", "--frobnicate", "7"},
     1,
     "unknown option --frobnicate. `bellwether run --help` lists the options."},
    {{"run", "m.mo", "-stop", "5"}, 1, "unknown option -stop. Did you mean --stop?"},
    {{"run", "m.mo", "-output", "x"}, 1, "unknown option -output. Did you mean --output?"},
    {{"run", "m.mo", "–stop", "5"},
     1,
     "'–stop' begins with a dash that is no hyphen; write --stop."},
    {{"run", "m.mo", "--hlep"}, 1, "unknown option --hlep. Did you mean --help?"},
    {{"list", "masters", "--json"},
     1,
     "unknown option --json. `bellwether list --help` lists the options."},
    {{"info", "m.mo", "--jsno"}, 1, "unknown option --jsno. Did you mean --json?"},
    {{"info", "m.mo", "--json=yes"}, 1, "--json takes no value; it got 'yes'."},
    {{"run", "m.mo", "--stop"}, 1, "--stop needs " TIME "; nothing follows it."},
    {{"run", "m.mo", "--stop="}, 1, "--stop needs " TIME "; nothing follows it."},
    {{"run", "m.mo", "--stop", "--quiet"}, 1, "--stop needs " TIME "; it is followed by --quiet."},
    {{"run", "m.mo", "--master"}, 1, "--master needs the name of a master; nothing follows it."},
    {{"run", "m.mo", "-o"}, 1, "-o needs the name of a file; nothing follows it."},
    {{"run", "m.mo", "--set"}, 1, "--set needs COMPONENT.VARIABLE=VALUE; nothing follows it."},
    {{"run", "m.mo", "--start-value", "x"},
     1,
     "--start-value needs a name and a value; nothing follows it."},
    {{"compare", "a.csv", "b.csv", "--tolerance"},
     1,
     "--tolerance needs a number; nothing follows it."},
};

const std::vector<Mistake> of_values = {
    {{"run", "m.mo", "--stop", "abc"}, 1, "--stop needs " TIME "; it got 'abc'."},
    {{"run", "m.mo", "--stop-time", "abc"}, 1, "--stop-time needs " TIME "; it got 'abc'."},
    {{"run", "m.mo", "--stop", "1,5"}, 1, "--stop needs " TIME "; it got '1,5'."},
    {{"run", "m.mo", "--stop", "3kW"},
     1,
     "--stop needs " TIME "; 'kW' is no unit of time; use ms, s, min, h, d or a."},
    {{"run", "m.mo", "--interval", "5m"},
     1,
     "--interval needs " TIME "; 'm' means metres; write min for minutes."},
    {{"run", "m.mo", "--step", "5 parsecs"},
     1,
     "--step needs " TIME "; the unit 'parsecs' is not known; use ms, s, min, h, d or a."},
    {{"run", "m.mo", "--stop", "5", "min"},
     1,
     "'min' is one argument too many. If it belongs to --stop, write --stop \"5 min\"."},
    {{"run", "m.mo", "--stop", "inf"}, 1, "--stop must be a finite number, not inf."},
    {{"run", "m.mo", "--step", "-1"}, 1, "--step must be a positive number, not -1."},
    {{"run", "m.mo", "--step", "0"}, 1, "--step must be a positive number, not 0."},
    {{"run", "m.mo", "--tolerance", "abc"}, 1, "--tolerance needs a number; it got 'abc'."},
    {{"run", "m.mo", "--tolerance", "1"}, 1, "--tolerance must be below 1 (100 %), not 1."},
    {{"run", "m.mo", "--tolerance", "-1e-3"},
     1,
     "--tolerance must be a positive number, not -0.001."},
    {{"run", "m.mo", "--iterations", "1.5"},
     1,
     "--iterations must be a whole number from 1 to 1000000, not 1.5."},
    {{"run", "m.mo", "--iterations", "many"},
     1,
     "--iterations needs a whole number; it got 'many'."},
    {{"run", "m.mo", "--master", "jacoby"},
     1,
     "--master: there is no master 'jacoby'. Did you mean 'jacobi'?"},
    {{"run", "m.mo", "--method", "dop85"},
     1,
     "--method: there is no method 'dop85'. Did you mean 'dop853'?"},
    {{"run", "m.mo", "--hold", "linear"},
     1,
     "--hold must be constant, mean or trapezoid, not 'linear'."},
    {{"run", "m.mo", "--error-test", "yes"},
     1,
     "--error-test must be none or step-doubling, not 'yes'."},
    {{"run", "m.mo", "--interface", "mee"},
     1,
     "--interface: there is no interface 'mee'. Did you mean 'me'?"},
    {{"run", "m.mo", "--time-unit", "K"},
     1,
     "--time-unit must be a unit of time such as s, min, h or d, not 'K'."},
    {{"compare", "a.csv", "b.csv", "--tolerance", "x"},
     1,
     "--tolerance needs a number; it got 'x'."},
    {{"export", "m.mo", "--fmi", "1"}, 1, "--fmi must be 2 or 3, not '1'."},
    {{"list", "master"}, 1, "there is no list of 'master'. Did you mean 'masters'?"},
    {{"info", "m.mo", "--variables", "some"},
     1,
     "--variables takes only the word all, not 'some'."},
    {{"run", "m.mo", "--record", ""},
     1,
     "--record needs names of variables, such as prey.* or x; it got ''."},
    {{"run", "m.mo", "--set", "x"}, 1, "--set needs COMPONENT.VARIABLE=VALUE; it got 'x'."},
    {{"run", "m.mo", "--stop", "5 sec"}, 1, "--stop needs " TIME "; write s for the unit 'sec'."},
    {{"run", "m.mo", "--record", "z"}, 1, "--record: no variable matches 'z'. Known: x, speed."},
    {{"run", "m.mo", "--record", "x,sped"},
     1,
     "--record: no variable matches 'sped'. Did you mean 'speed'?"},
};

const std::vector<Mistake> of_arguments = {
    {{"run"},
     1,
     "TARGET is missing: a system (.toml, .ssp, .msim), a Modelica model (.mo) or an FMU "
     "(.fmu)."},
    {{"compare", "a.csv"}, 1, "B is missing: another result."},
    {{"run", "m.mo", "n.mo"}, 1, "'n.mo' is one argument too many. bellwether run takes TARGET."},
    {{"run", "m.mo", "x=3"}, 1, "'x=3' is one argument too many. Did you mean --set x=3?"},
    {{"compare", "a.csv", "b.csv", "c.csv"},
     1,
     "'c.csv' is one argument too many. bellwether compare takes A and B."},
    {{"run", "systm.toml"}, 2, "systm.toml: there is no such file. Did you mean system.toml?"},
    {{"info", "sub/modl.mo"}, 2, "sub/modl.mo: there is no such file. Did you mean sub/model.mo?"},
    {{"check", "systm.toml"}, 2, "systm.toml: there is no such file. Did you mean system.toml?"},
    {{"convert", "systm.toml"}, 2, "systm.toml: there is no such file. Did you mean system.toml?"},
    {{"export", "sub/modl.mo"},
     2,
     "sub/modl.mo: there is no such file. Did you mean sub/model.mo?"},
    {{"compare", "a.csv", "result.cvs"},
     2,
     "result.cvs: there is no such file. Did you mean result.csv?"},
    {{"run", "m.mo", "--input", "result.cvs"},
     2,
     "result.cvs: there is no such file. Did you mean result.csv?"},
    {{"run", "gone/quite.toml"}, 2, "gone/quite.toml: there is no such file."},
    {{"run", "sub"},
     2,
     "sub is a folder; name the .toml, .msim, .ssp, .ssd, .mo, .bmo or .fmu file itself."},
};

const std::vector<Mistake> of_pairs = {
    {{"run", "m.mo", "-o", "-", "--summary", "-"},
     1,
     "--output - and --summary - cannot both write to standard output; give one of them a file."},
    {{"run", "m.mo", "--steps", "-"},
     1,
     "--steps cannot write to standard output; give it a file."},
    {{"run", "m.mo", "--interval", "1", "--every-step"},
     1,
     "--interval and --every-step exclude each other; choose one."},
    {{"run", "m.mo", "--min-step", "2", "--max-step", "1"},
     1,
     "--min-step 2 is larger than --max-step 1."},
    {{"run", "m.mo", "--step", "1", "--max-step", "1"},
     1,
     "--max-step cannot be used with --step, which fixes the step; leave one of them out."},
    {{"check", "m.mo", "--run", "--no-load"},
     1,
     "--run loads the library, which --no-load forbids; leave one of them out."},
    {{"run", "--tol", "1", "--stop", "abc", "--master", "jacoby"},
     1,
     "unknown option --tol. Did you mean --tolerance?\n"
     "bellwether: --stop needs " TIME "; it got 'abc'.\n"
     "bellwether: --master: there is no master 'jacoby'. Did you mean 'jacobi'?\n"
     "bellwether: TARGET is missing: a system (.toml, .ssp, .msim), a Modelica model (.mo) or "
     "an FMU (.fmu)."},
};

class WrongCommandLines : public test::ProgramTest {
 protected:
  void SetUp() override {
    const std::string model =
        "model m Real x(start=1, fixed=true); Real speed; equation der(x) = -x; speed = -x; end m;";
    test::write_file(scratch / "m.mo", model);
    std::filesystem::create_directory(scratch / "sub");
    test::write_file(scratch / "sub/model.mo", model);
    test::write_file(scratch / "system.toml", "[components]\nm = \"m.mo\"\n");
    for (const char* name : {"a.csv", "b.csv", "result.csv"})
      test::write_file(scratch / name, "time,x\n0,1\n");
  }
  void check(const std::vector<Mistake>& mistakes) const {
    for (const Mistake& mistake : mistakes) {
      const Outcome outcome = run(mistake.words);
      std::string line;
      for (const std::string& word : mistake.words) line += " " + word;
      EXPECT_EQ(outcome.code, mistake.code) << line;
      EXPECT_EQ(outcome.err, "bellwether: " + mistake.said + "\n") << line;
      EXPECT_EQ(outcome.out, "") << line;
    }
  }
};

TEST_F(WrongCommandLines, NameTheCommandThatWasMeant) { check(of_the_program); }
TEST_F(WrongCommandLines, NameTheOptionThatWasMeantOrWhatItNeeds) { check(of_options); }
TEST_F(WrongCommandLines, SayWhatAValueMustBe) { check(of_values); }
TEST_F(WrongCommandLines, SayWhichArgumentsThereAre) { check(of_arguments); }
TEST_F(WrongCommandLines, SayWhatContradictsAndAllMistakesTogether) { check(of_pairs); }

TEST_F(WrongCommandLines, WithoutAnyWordTheUsageIsShown) {
  const Outcome outcome = run({});
  EXPECT_EQ(outcome.code, 1);
  EXPECT_TRUE(outcome.err.starts_with("Usage: bellwether COMMAND [OPTIONS] ...\nCommands: run, "));
}

class LargeFiles : public test::ProgramTest {};

// A proposal compares letters with letters.
TEST_F(LargeFiles, OfManyAndLongWrongNamesAreAnsweredAtOnce) {
  const std::string name(40'000, 'a');
  test::write_file(scratch / "long.mo", "model M\n  Real " + name + "(start=1);\nequation\n  der(" +
                                            name + "b) = 1;\nend M;\n");
  test::write_file(scratch / "long.toml", "[components]\n" + name + " = 'm.mo'\n[connections]\n'" +
                                              name + "b.x' = '" + name + "c.y'\n");
  std::string many = "[components]\n", connections = "[connections]\n";
  for (int k = 0; k < 5000; ++k) {
    const std::string number = std::to_string(k);
    many += "component" + number + " = 'm.mo'\n";
    connections += "'compnent" + number + ".x' = 'compoment" + number + ".y'\n";
  }
  test::write_file(scratch / "many.toml", many + connections);
  for (const char* file : {"long.mo", "long.toml", "many.toml"}) {
    const Outcome outcome = run({"run", file, "--time-limit", "15"});
    EXPECT_EQ(outcome.code, 2) << file << outcome.err.substr(0, 300);
  }
}

TEST_F(LargeFiles, ThatDoNotFitIntoMemoryAreNoInternalError) {
  if (test::sanitized) GTEST_SKIP() << "needs terabytes of addresses";
  test::write_file(scratch / "m.mo",
                   "model M\n  Real x[300000](each start=1);\nequation\n  for i in 1:300000 loop\n"
                   "    der(x[i]) = -x[i];\n  end for;\nend M;\n");
  EXPECT_EQ(shell("ulimit -v 400000; " BW_PROGRAM " run m.mo 2> said"), 4);
  EXPECT_EQ(contents("said").find("bellwether: there is not enough memory"), 0U)
      << contents("said");
}

}  // namespace
}  // namespace bw::cli::mistakes_test
