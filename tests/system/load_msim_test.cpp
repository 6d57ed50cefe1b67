#include "system/load_msim.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "base/error.h"
#include "base/text.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::system::load_msim_test {
namespace {

using test::contains;
using Words = std::vector<std::string>;

System load(std::string_view text) { return load_msim(text, "some/where/p.msim"); }

std::string complaint(std::string_view text) {
  return test::refusal<InputError>([&] { load(text); });
}

long lines(const std::string& text) { return 1 + std::count(text.begin(), text.end(), '\n'); }

// Two components and all keys whose absence is remarked, on lines 1 to 5.
std::string project(const std::string& rest) {
  return "simulator 0 0 Prey #ff8c00 \"fmus/Prey.fmu\"\n"
         "simulator 1 0 Predator #008000 \"fmus/Predator.fmu\"\n"
         "tEnd 100 s\nhStart 0.1 s\nhOutputMin 1 s\n" +
         rest;
}

std::string setting(const System& system, std::string_view key) {
  for (const Setting& s : system.settings) {
    if (s.key != key) continue;
    std::string all;
    for (const Value& value : s.values) all += (all.empty() ? "" : " ") + text(value);
    return all;
  }
  return "not set";
}

std::string remarks(const System& system) {
  std::string all;
  for (const Remark& r : system.remarks)
    all += r.subject + " @" + std::to_string(r.position.line) + ": " + r.sentence + "\n";
  return all;
}

TEST(Msim, AWholeProjectIsRead) {
  const System s = load(R"(# Created: today
# a comment of "any" kind
tStart               0 a
tEnd                 100 s
hMax                 10 s
hMin                 1e-08 s
hFallBackLimit       1e-06 s
hStart               0.01 s
hOutputMin           10 ms
outputTimeUnit       min
adjustStepSize       yes
preventOversteppingOfEndTime yes
absTol               1e-07
relTol               1e-06
MasterMode           GAUSS_SEIDEL
ErrorControlMode     STEP_DOUBLING
maxIterations        5
writeInternalVariables no
writeUnconnectedFileReaderVars no

simulator 0 0 Prey #ffff8c00 "fmus with blanks/Prey.fmu"
simulator 1 0 Predator #008000 Predator.fmu
graph Predator.y Prey.y
graph	Prey.x	Predator.x 1.5 -2 0.8 #000000
parameter Prey.A   0.1
)");
  EXPECT_EQ(s.file, "some/where/p.msim");
  ASSERT_EQ(s.components.size(), 2u);
  EXPECT_EQ(s.components[0].name, "Prey");
  EXPECT_EQ(s.components[0].file, "some/where/fmus with blanks/Prey.fmu");
  EXPECT_EQ(s.components[0].position.text(), "some/where/p.msim:21:1");
  EXPECT_EQ(s.components[1].file, "some/where/Predator.fmu");
  ASSERT_EQ(s.connections.size(), 2u);
  EXPECT_EQ(s.connections[0].target.text(), "Prey.y");
  EXPECT_EQ(s.connections[0].source.text(), "Predator.y");
  EXPECT_EQ(s.connections[0].gain, 1);
  EXPECT_EQ(s.connections[0].offset, 0);
  EXPECT_EQ(s.connections[0].unit, as_is) << "MasterSim converts nothing";
  EXPECT_EQ(s.connections[1].offset, 1.5);
  EXPECT_EQ(s.connections[1].gain, -2);
  ASSERT_EQ(s.parameters.size(), 1u);
  EXPECT_EQ(s.parameters[0].target.text(), "Prey.A");
  EXPECT_EQ(s.parameters[0].value, Value(std::string("0.1")));
  const std::vector<std::pair<std::string, std::string>> expected = {
      {"start", "0"},          {"stop", "100"},
      {"first-step", "0.01"},  {"min-step", "1e-08"},
      {"max-step", "10"},      {"fallback-step", "1e-06"},
      {"interval", "0.01"},    {"time-unit", "\"min\""},
      {"tolerance", "1e-06"},  {"absolute-tolerance", "1e-07"},
      {"iterations", "5"},     {"master", "\"gauss-seidel\""},
      {"interface", "\"cs\""}, {"error-test", "\"step-doubling\""}};
  for (const auto& [key, value] : expected) EXPECT_EQ(setting(s, key), value) << key;
  EXPECT_EQ(s.settings.size(), expected.size());
  EXPECT_EQ(remarks(s), "") << "everything in it has its effect";
}

TEST(Msim, LeftOutKeysHaveMasterSimsDefaultsAndThoseThatMatterAreReported) {
  const System s = load("simulator 0 0 a #000000 a.fmu\n");
  EXPECT_EQ(setting(s, "start"), "0");
  EXPECT_EQ(setting(s, "stop"), "31536000") << "one year";
  EXPECT_EQ(setting(s, "step"), "600");
  EXPECT_EQ(setting(s, "interval"), "600");
  EXPECT_EQ(setting(s, "master"), "\"gauss-seidel\"");
  EXPECT_EQ(setting(s, "tolerance"), "1e-05");
  EXPECT_EQ(setting(s, "absolute-tolerance"), "1e-06");
  EXPECT_EQ(setting(s, "iterations"), "not set");
  EXPECT_EQ(s.remarks.size(), 3u) << remarks(s);
  EXPECT_TRUE(contains(remarks(s), "tEnd is missing; MasterSim's default is used: one year."));
  EXPECT_TRUE(contains(remarks(s), "hStart is missing"));
  EXPECT_TRUE(contains(remarks(s), "hOutputMin is missing"));
}

TEST(Msim, TimesAreInSeconds) {
  for (const auto& [words, seconds] :
       std::vector<std::pair<std::string, std::string>>{{"1500 ms", "1.5"},
                                                        {"2 s", "2"},
                                                        {"2 min", "120"},
                                                        {"2 h", "7200"},
                                                        {"2 d", "172800"},
                                                        {"2 a", "63072000"},
                                                        {"\t1e2\ts  # a comment", "100"}}) {
    const System s = load("simulator 0 0 a #0 a.fmu\nhStart 1 s\nhOutputMin 1 s\ntEnd " + words);
    EXPECT_EQ(setting(s, "stop"), seconds) << words;
    EXPECT_EQ(remarks(s), "") << words;
  }
}

TEST(Msim, ATimeNeedsAUnitOfTime) {
  EXPECT_TRUE(contains(complaint(project("hMax 10\n")),
                       "p.msim:6:6: hMax needs a unit of time: 'hMax 10 s'."));
  EXPECT_TRUE(contains(complaint(project("hMax 10 m\n")),
                       "p.msim:6:9: 'm' is not a unit of time (hMax); known are"));
  EXPECT_TRUE(contains(complaint(project("hMax soon s\n")), "hMax must be a time, not 'soon s'."));
  EXPECT_TRUE(contains(complaint(project("hMax 1,5 s\n")), "hMax must be a time, not '1,5 s'."));
  EXPECT_TRUE(contains(complaint(project("hMax inf s\n")), "hMax must be a time"));
  EXPECT_TRUE(contains(complaint(project("hMax -1 s\n")), "hMax must be more than 0"));
  EXPECT_TRUE(contains(complaint(project("outputTimeUnit K\n")), "must be a unit of time like"));
}

TEST(Msim, EveryMistakeIsReportedWithItsLine) {
  const std::string said = complaint(project(R"(hMni 1 s
absTol much
relTol 0
MasterMode GAUSS_SEIDL
ErrorControlMode SOMETIMES
adjustStepSize Yes
maxIterations 0
maxIterations 2.5
graph Prey.x
graph Pray.x Predator.x
graph Prey.x Predator.x zero 1
parameter Prey.A
parameter Perdator.B 1
outputOnly
simulator 3 0 x #000000
simulator 3 0 Prey #000000 other.fmu
simulator 4 -1 other #000000 other.mo
tEnd
)"));
  for (const char* piece :
       {":6:1: the keyword 'hMni' is not known. Did you mean 'hMin'?",
        ":7:8: absTol must be a number, not 'much'.",
        ":8:8: relTol must be between 0 and 1, not '0'.",
        ":9:12: MasterMode must be GAUSS_JACOBI, GAUSS_SEIDEL or NEWTON, not 'GAUSS_SEIDL'.",
        ":10:18: ErrorControlMode must be", ":11:16: adjustStepSize must be yes or no, not 'Yes'.",
        ":12:15: maxIterations must be a whole number from 1", ":13:15: maxIterations must be",
        ":14:1: a connection is written 'graph component.output component.input'",
        ":15:7: there is no component 'Pray' (in 'Pray.x'). Did you mean 'Prey'?",
        ":16:25: the offset of a connection must be a finite number, not 'zero'.",
        ":17:1: a parameter is written", ":18:11: there is no component 'Perdator'",
        ":19:1: write 'outputOnly", ":20:1: a component is written",
        ":21:15: there are two components 'Prey'; the other one is at", ":22:13: the cycle must be",
        ":22:30: 'other.mo' is neither", ":23:1: tEnd has no value"})
    EXPECT_TRUE(contains(said, piece));
  EXPECT_EQ(lines(said), 19) << said;
}

TEST(Msim, AnInputIsDrivenOnce) {
  EXPECT_TRUE(contains(complaint(project("graph Prey.x Predator.x\ngraph Prey.z Predator.x\n")),
                       ":7:14: input 'Predator.x' is connected twice; the other connection is at "
                       "some/where/p.msim:6:1."));
}

TEST(Msim, AProjectHasComponents) {
  EXPECT_TRUE(
      contains(complaint("simulator 0 0 \"\" #0 a.fmu\n"), ":1:15: a component needs a name"));
  EXPECT_TRUE(contains(complaint("tEnd 1 s\n"), "there are no components"));
  EXPECT_TRUE(contains(complaint(""), "there are no components"));
}

TEST(Msim, ContradictionsAreRefusedAsByMasterSim) {
  EXPECT_TRUE(contains(complaint(project("ErrorControlMode STEP_DOUBLING\n")),
                       ":6:1: ErrorControlMode STEP_DOUBLING chooses the steps and needs "
                       "adjustStepSize yes"));
  for (const char* rest :
       {"", "ErrorControlMode CHECK\n", "MasterMode GAUSS_JACOBI\nmaxIterations 3\n"})
    EXPECT_TRUE(contains(complaint(project("adjustStepSize yes\n" + std::string(rest))),
                         ":6:1: adjustStepSize yes needs an error test or an iteration"));
  EXPECT_TRUE(contains(complaint(project("MasterMode NEWTON\n")),
                       ":6:1: MasterMode NEWTON iterates, so maxIterations must be 2 or more"));
  EXPECT_TRUE(contains(complaint(project("tStart 200 s\n")),
                       ":3:1: tEnd (100 s) must be later than tStart (200 s)."));
  EXPECT_TRUE(
      contains(complaint(project("adjustStepSize yes\nmaxIterations 2\nhMin 2 s\nhMax 1 s\n")),
               "hMin (2 s)"));
}

TEST(Msim, AFixedStepIsHStartAndWhatThenHasNoEffectIsReported) {
  const System s = load(project("hMax 30 min\nhMin 1e-5 s\nhFallBackLimit 0.01 s\nabsTol 1e-6\n"));
  EXPECT_EQ(setting(s, "step"), "0.1");
  for (const char* key : {"first-step", "min-step", "max-step", "fallback-step", "error-test"})
    EXPECT_EQ(setting(s, key), "not set") << key;
  EXPECT_EQ(s.remarks.size(), 2u) << remarks(s);
  EXPECT_TRUE(contains(remarks(s), "hMax, hMin, hFallBackLimit @6: "));
  EXPECT_TRUE(contains(remarks(s), "absTol @9: absTol has no effect on the steps"));
}

TEST(Msim, StepsBelowTheFallbackLimitAreNotIterated) {
  const System s = load(project("hFallBackLimit 1 s\nmaxIterations 3\n"));
  EXPECT_EQ(setting(s, "iterations"), "not set");
  EXPECT_TRUE(contains(remarks(s),
                       "maxIterations @7: maxIterations has no effect, because hStart "
                       "(0.1 s) is shorter than hFallBackLimit (1 s)"));
  EXPECT_EQ(setting(load(project("hFallBackLimit 0.1 s\nmaxIterations 3\n")), "iterations"), "3");
}

TEST(Msim, JacobiNeverIterates) {
  const System s = load(project("MasterMode GAUSS_JACOBI\nmaxIterations 3\n"));
  EXPECT_EQ(setting(s, "master"), "\"jacobi\"");
  EXPECT_EQ(setting(s, "iterations"), "not set");
  EXPECT_TRUE(contains(remarks(s), "maxIterations @7"));
}

TEST(Msim, ACheckThatOnlyCountsIsReported) {
  const System s = load(project("ErrorControlMode CHECK\n"));
  EXPECT_EQ(setting(s, "error-test"), "not set");
  EXPECT_TRUE(contains(remarks(s), "ErrorControlMode @6: ErrorControlMode CHECK has no effect"));
}

TEST(Msim, NewtonHasItsFallbackHere) {
  const System s = load(
      project("MasterMode NEWTON\nmaxIterations 4\nadjustStepSize true\nhFallBackLimit 1 ms\n"));
  EXPECT_EQ(setting(s, "master"), "\"newton\"");
  EXPECT_EQ(setting(s, "iterations"), "4");
  EXPECT_EQ(setting(s, "fallback-step"), "0.001");
  EXPECT_EQ(setting(s, "max-step"), "1800");
  EXPECT_TRUE(contains(remarks(s), "hFallBackLimit @9"));
}

TEST(Msim, TheFirstStepLiesBetweenTheLimits) {
  const std::string adaptive = "adjustStepSize 1\nErrorControlMode ADAPT_STEP\n";
  const System s = load(project(adaptive + "hMax 0.01 s\n"));
  EXPECT_EQ(setting(s, "first-step"), "0.01");
  EXPECT_TRUE(contains(remarks(s), "hStart @4: hStart (0.1 s) is not between hMin and hMax"));
}

TEST(Msim, AStepOfZeroIsAThousandthOfTheRun) {
  const System s =
      load("simulator 0 0 a #0 a.fmu\ntStart 1 s\ntEnd 3 s\nhStart 0 s\nhOutputMin 1 s\n");
  EXPECT_EQ(setting(s, "step"), "0.002");
  EXPECT_TRUE(contains(remarks(s), "hStart @4: hStart is 0"));
}

TEST(Msim, WhatMasterSimPassesOverInSilenceIsReported) {
  const System s = load(project("preventOversteppingOfEndTime no\ntEnd 50 s soon\n"));
  EXPECT_EQ(setting(s, "stop"), "50");
  EXPECT_TRUE(contains(remarks(s), "preventOversteppingOfEndTime @6"));
  EXPECT_TRUE(contains(remarks(s), "tEnd @3: tEnd is given twice; the later line is used"));
  EXPECT_TRUE(contains(remarks(s), "tEnd @7: 'soon' after the value of tEnd has no effect."));
}

TEST(Msim, ValuesOfParametersAreTexts) {
  const System s = load(project(R"(parameter Prey.path   C:\\new\\x
parameter Prey.two one\ntwo
parameter Prey.words  "  with blanks "
parameter Prey.a.b[1] 3 kW
parameter "Prey.odd name" 1
)"));
  const Words expected = {"C:\\new\\x", "one\ntwo", "  with blanks ", "3 kW", "1"};
  ASSERT_EQ(s.parameters.size(), expected.size());
  for (std::size_t i = 0; i < expected.size(); ++i)
    EXPECT_EQ(s.parameters[i].value, Value(expected[i]));
  EXPECT_EQ(s.parameters[3].target.variable, "a.b[1]");
  EXPECT_EQ(s.parameters[4].target.variable, "odd name");
}

TEST(Msim, AParameterWithoutEffectIsReportedAndLeftOut) {
  const System s =
      load(project("graph Prey.x Predator.x\nsimulator 2 0 t #0 t.csv\n"
                   "parameter Predator.x 1\nparameter t.column 1\n"
                   "parameter Prey.A 1\nparameter Prey.A 2\n"));
  ASSERT_EQ(s.parameters.size(), 1u);
  EXPECT_EQ(s.parameters[0].value, Value(std::string("2")));
  EXPECT_TRUE(
      contains(remarks(s), "Predator.x @8: Predator.x has no effect, because the connection at"));
  EXPECT_TRUE(
      contains(remarks(s), "t.column @9: t.column has no effect: component 't' is a table."));
  EXPECT_TRUE(contains(remarks(s), "Prey.A @10: Prey.A is given twice"));
}

TEST(Msim, NamesWithBlanksStandInQuotesAndDotsBecomeUnderscores) {
  const System s =
      load(project("simulator 2 0 \"heat pump\" #0 \"a b.fmu\"\n"
                   "simulator 3 0 room.north #0 c.fmu\n"
                   "graph \"heat pump.T out\" room.north.T.in\n"));
  EXPECT_EQ(s.components[2].name, "heat pump");
  EXPECT_EQ(s.components[3].name, "room_north");
  ASSERT_EQ(s.connections.size(), 1u);
  EXPECT_EQ(s.connections[0].source.component, "heat pump");
  EXPECT_EQ(s.connections[0].source.variable, "T out");
  EXPECT_EQ(s.connections[0].target.component, "room_north");
  EXPECT_EQ(s.connections[0].target.variable, "T.in");
  EXPECT_TRUE(
      contains(remarks(s), "room.north @7: component 'room.north' is called 'room_north' here"));
  EXPECT_TRUE(
      contains(complaint(project("graph \"Prey.x Predator.x\n")), ":6:7: missing closing quote"));
}

TEST(Msim, PathsOfWindowsAreUnderstoodWhereTheyCanBe) {
  const System s = load("simulator 0 0 a #0 \"..\\models\\A.FMU\"\n");
  EXPECT_EQ(s.components[0].file.lexically_normal(), "some/models/A.FMU");
  EXPECT_TRUE(contains(complaint("simulator 0 0 a #0 C:\\models\\a.fmu\n"),
                       ":1:20: 'C:\\models\\a.fmu' is a Windows path"));
  EXPECT_EQ(load("simulator 0 0 a #0 /opt/a.fmu\n").components[0].file, "/opt/a.fmu");
}

TEST(Msim, WindowsLineEndsAndAByteOrderMarkAreFine) {
  const System s =
      load("\xEF\xBB\xBFsimulator 0 0 a #0 \"a.fmu\"\r\ntEnd 2 s\r\n\r\nhStart 1 s\r\n");
  EXPECT_EQ(s.components[0].name, "a");
  EXPECT_EQ(setting(s, "stop"), "2");
}

TEST(Msim, ALineThatIsNotUtf8IsRefusedButForComments) {
  EXPECT_EQ(load("# f\xFCr\nsimulator 0 0 gr\xC3\xBC\xC3\x9F #0 a.fmu\n").components[0].name,
            "gr\xC3\xBC\xC3\x9F");
  for (const char* name : {"f\xFCr", "\xC0\x80", "\xED\xA0\x80", "\xF5\x80\x80\x80", "\xE2\x82"})
    EXPECT_TRUE(contains(complaint("simulator 0 0 " + std::string(name) + " #0 a.fmu\n"),
                         ":1:1: the line is not encoded in UTF-8"));
}

TEST(Msim, ComponentsAreInTheOrderOfTheirCycles) {
  const System s = load(
      "simulator 0 1 b #0 b.fmu\nsimulator 1 0 a #0 a.fmu\nsimulator 2 1 c #0 c.fmu\n"
      "tEnd 1 s\nhStart 1 s\nhOutputMin 1 s\ngraph a.y b.u\n");
  EXPECT_EQ(s.components[0].name, "a");
  EXPECT_EQ(s.components[1].name, "b");
  EXPECT_EQ(s.components[2].name, "c");
  EXPECT_EQ(remarks(s), "");
}

TEST(Msim, AConnectionBackToALowerCycleIsReported) {
  const std::string text =
      "simulator 0 0 a #0 a.fmu\nsimulator 1 1 b #0 b.fmu\n"
      "tEnd 1 s\nhStart 1 s\nhOutputMin 1 s\n"
      "graph a.y b.u\ngraph b.y a.u\ngraph b.z a.v\n";
  const System s = load(text);
  EXPECT_EQ(s.remarks.size(), 1u);
  EXPECT_TRUE(contains(remarks(s), "simulator @7: cycles have no effect"));
  EXPECT_EQ(remarks(load(text + "MasterMode GAUSS_JACOBI\n")), "") << "there the order is all one";
}

TEST(Msim, AllOutputsAreRecordedOrAllVariables) {
  EXPECT_EQ(setting(load(project("")), "record"), "not set");
  EXPECT_EQ(setting(load(project("writeInternalVariables yes\n")), "record"), "\"*\"");
}

TEST(Msim, OfATableOnlyConnectedColumnsAreRecorded) {
  const std::string table =
      project("simulator 2 0 t #0 t.TSV\ngraph t.a Prey.u\ngraph t.a Predator.u\n");
  EXPECT_EQ(setting(load(table), "record"), "\"!t.*\" \"t.a\"");
  EXPECT_EQ(setting(load(table + "writeInternalVariables yes\n"), "record"),
            "\"*\" \"!t.*\" \"t.a\"");
  EXPECT_EQ(setting(load(table + "writeUnconnectedFileReaderVars yes\n"), "record"), "not set");
}

TEST(Msim, OutputOnlyRecordsWhatItNames) {
  const System s =
      load(project("outputOnly Prey.x\noutputOnly \"Predator.y z\"\n"
                   "writeInternalVariables yes\n"));
  EXPECT_EQ(setting(s, "record"), "\"Prey.x\" \"Predator.y z\"");
  EXPECT_EQ(s.remarks.size(), 1u);
  EXPECT_TRUE(contains(remarks(s), "outputOnly @6"));
  EXPECT_TRUE(contains(complaint(project("outputOnly Pray.x\n")), "there is no component 'Pray'"));
}

// Whatever bytes a file has, it is a system or an InputError.
TEST(Msim, ADamagedFileIsASystemOrAComplaint) {
  const std::string whole = project(
      "adjustStepSize yes\nmaxIterations 3\ngraph Prey.x \"Predator.x\" 1 2\n"
      "parameter Prey.A \"a\\\\b\\n\"\noutputOnly Prey.x\n");
  std::mt19937 random(1);  // NOLINT(cert-msc51-cpp): the same in every run
  for (int trial = 0; trial < 2000; ++trial) {
    std::string text = whole;
    for (int change = 0; change < 3 && !text.empty(); ++change) {
      const std::size_t at = random() % text.size();
      switch (random() % 4) {
        case 0: text[at] = static_cast<char>(random() % 256); break;
        case 1: text.erase(at, random() % 9); break;
        case 2: text.insert(at, 1, "\" \t\n.#\\"[random() % 7]); break;
        default: text.resize(at + 1);
      }
    }
    EXPECT_NO_THROW({
      try {
        load(text);
      } catch (const InputError&) {
      }
    });
  }
}

}  // namespace
}  // namespace bw::system::load_msim_test
