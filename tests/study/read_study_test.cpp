// The file of a study, and what is wrong with it.

#include <gtest/gtest.h>

#include <string>

#include "base/error.h"
#include "study/design/parameter_reader.h"
#include "study/design/study.h"
#include "support/contains.h"
#include "support/refusal.h"
#include "support/scratch_folder.h"

namespace bw::study::read_study_test {
namespace {

using test::contains;

const std::string head = "[study]\ntarget = \"a.mo\"\n";
const std::string results = "[study.results]\npeak = \"max(x)\"\n";

std::string mistake(const std::string& text) {
  return test::refusal<InputError>([&] { (void)parse_study(text, "s.toml"); });
}
std::string of_parameter(const std::string& text) {
  return mistake(head + "[study.parameters]\n" + text +
                 "\n[study.design]\nkind = \"random\"\nruns = 3\n" + results);
}

TEST(ReadStudy, ReadsAllOfIt) {
  const Study study = parse_study(
      "[study]\ntarget = \"sub/a.toml\"\ntime-limit = \"2 min\"\ncall-timeout = 3\n"
      "[study.parameters]\n\"room.area\" = { from = 10, to = 50, steps = 9 }\n"
      "heater.gain = { normal = [2.0, 0.1], unit = \"kW\" }\n"
      "[study.design]\nkind = \"sobol\"\nruns = 64\nseed = 7\n"
      "[study.results]\npeak = \"max(room.T)\"\n[run]\nstop = \"1 h\"\ntolerance = 1e-5\n",
      "f/s.toml");
  EXPECT_EQ(study.run.target, "f/sub/a.toml");
  EXPECT_EQ(study.run.stop, 3600);
  EXPECT_EQ(study.time_limit, 120);
  EXPECT_EQ(study.call_timeout, 3);
  ASSERT_EQ(study.parameters.size(), 2U);
  EXPECT_EQ(study.parameters[0].distribution.levels.size(), 9U);
  EXPECT_EQ(study.parameters[1].name, "heater.gain");
  EXPECT_EQ(study.parameters[1].unit, "kW");
  EXPECT_EQ(study.design.runs, 64U);
  EXPECT_EQ(study.design.seed, 7U);
  EXPECT_EQ(study.results.front().expression, "max(room.T)");
}

TEST(ReadStudy, SaysWhatIsWrongWithParameters) {
  EXPECT_TRUE(
      contains(of_parameter("a = { from = 2, to = 1 }"), "has an empty range: from 2 to 1"));
  EXPECT_TRUE(contains(of_parameter("a = { normal = [1, 0] }"), "standard deviation above 0"));
  EXPECT_TRUE(contains(of_parameter("a = { triangular = [1, 5, 2] }"), "rising order"));
  EXPECT_TRUE(contains(of_parameter("a = { values = [] }"), "at least one value"));
  EXPECT_TRUE(contains(of_parameter("a = { form = 1, to = 2 }"), "Did you mean 'from'?"));
  EXPECT_TRUE(contains(of_parameter("a = { from = 0, to = 2, log = true }"), "needs from > 0"));
  EXPECT_TRUE(contains(of_parameter("a = { values = [1], normal = [1, 2] }"), "described twice"));
  EXPECT_TRUE(contains(of_parameter("a = { uniform = [1, 1000], log = true }"),
                       "is described by uniform and has 'log', which belongs to from"));
  EXPECT_TRUE(contains(of_parameter("a = { values = [1], steps = 3 }"), "has 'steps'"));
  EXPECT_TRUE(contains(of_parameter("a = { values = [1], to = 3 }"), "has 'to'"));
  EXPECT_TRUE(contains(of_parameter("a = { from = 1, to = 2, log = 1 }"), "neither true nor"));
  EXPECT_TRUE(contains(of_parameter("a = 3"), "must say how it varies"));
  EXPECT_TRUE(contains(of_parameter("a = { truncated = [0, 1, 3, 2] }"), "truncated from 3 to 2"));
  EXPECT_TRUE(contains(of_parameter("a = { truncated = [0, 0.01, 3, 4] }"), "has no values"));
}

TEST(ReadStudy, SaysWhatIsWrongWithTheRest) {
  EXPECT_TRUE(contains(mistake("x = 1\n"), "no section [study]"));
  EXPECT_TRUE(contains(mistake(head + results), "there are no parameters"));
  const std::string a = head + "[study.parameters]\na = { values = [1] }\n";
  EXPECT_TRUE(contains(mistake(a), "there are no results"));
  EXPECT_TRUE(contains(mistake(a + "[study.design]\nkind = \"sobel\"\n" + results), "'sobol'?"));
  EXPECT_TRUE(
      contains(mistake(a + "[study.design]\nkind = \"random\"\n" + results), "runs = 1024"));
  EXPECT_TRUE(contains(mistake(a + "[study.design]\nruns = 5\n" + results), "takes no runs"));
  EXPECT_TRUE(contains(mistake(a + results + "[run]\noutput = \"a.csv\"\n"), "writes one table"));
  EXPECT_TRUE(
      contains(mistake(a + "[study.results]\na = \"max(x)\"\n"), "the name of a parameter"));
  for (const char* name : {"run", "verdict", "codes", "cost", "", "error(b)"})
    EXPECT_TRUE(
        contains(mistake(a + "[study.results]\nb = \"max(x)\"\n\"" + name + "\" = \"min(x)\"\n"),
                 "; choose another one"))
        << name;
  EXPECT_TRUE(contains(mistake(a + "[study.design]\nkind = \"list\"\n" + results), "needs a CSV"));
  const std::string grid = head + "[study.parameters]\na = { normal = [1, 2] }\n" + results;
  EXPECT_TRUE(contains(mistake(grid), "is part of a grid and needs values"));
}

TEST(ReadStudy, ValuesMayBeWords) {
  const Study study = parse_study(head +
                                      "[study.parameters]\nmode = { values = [\"low\", \"high\"] "
                                      "}\non = { values = [true] }\n" +
                                      results,
                                  "s.toml");
  EXPECT_EQ(Points(study.design, study.parameters).settings(1),
            (std::vector<std::string>{"mode=high", "on=true"}));
}

TEST(ReadStudy, AListIsATableOfRuns) {
  const test::ScratchFolder folder;
  test::write_file(folder / "runs.csv", "a,mode\n1.5,low\n2,high\n");
  const Study study = parse_study(
      head + "[study.design]\nkind = \"list\"\nfile = \"runs.csv\"\n" + results, folder / "s.toml");
  const Points points(study.design, study.parameters);
  ASSERT_EQ(points.runs(), 2U);
  EXPECT_EQ(points.settings(1), (std::vector<std::string>{"a=2", "mode=high"}));
  test::write_file(folder / "runs.csv", "a,mode\n1.5\n");
  EXPECT_TRUE(
      contains(test::refusal<InputError>([&] { (void)read_list_file(folder / "runs.csv", {}); }),
               "must have 2 values"));
  test::write_file(folder / "runs.csv", "a,mode\n1.5,low,3\n");
  EXPECT_TRUE(
      contains(test::refusal<InputError>([&] { (void)read_list_file(folder / "runs.csv", {}); }),
               "the row has more than 2 values"));
  test::write_file(folder / "runs.csv", "a,a\n1,2\n");
  EXPECT_TRUE(
      contains(test::refusal<InputError>([&] { (void)read_list_file(folder / "runs.csv", {}); }),
               "'a' has two columns"));
}

TEST(ReadStudy, AListTakesUnitsOnly) {
  const test::ScratchFolder folder;
  test::write_file(folder / "runs.csv", "room.area,gain\n1.5,1\n2,2\n");
  const auto read = [&](const std::string& parameters) {
    return parse_study(head + "[study.design]\nkind = \"list\"\nfile = \"runs.csv\"\n" +
                           "[study.parameters]\n" + parameters + results,
                       folder / "s.toml");
  };
  const auto wrong = [&](const std::string& parameters) {
    return test::refusal<InputError>([&] { (void)read(parameters); });
  };
  EXPECT_EQ(read("room.area = { unit = \"cm2\" }\n").parameters[0].unit, "cm2");
  EXPECT_EQ(read("\"room.area\" = { unit = \"cm2\" }\n").parameters[0].unit, "cm2");
  EXPECT_TRUE(contains(wrong("room.aera = { unit = \"cm2\" }\n"), "has no column in the list"));
  EXPECT_TRUE(contains(wrong("gain = { unti = \"W\" }\n"), "key 'unti' has no meaning here"));
  EXPECT_TRUE(contains(wrong("gain = { from = 1, to = 2 }\n"), "takes its values from the list"));
  EXPECT_TRUE(contains(wrong("gain = 3\n"), "takes its values from the list"));
  EXPECT_TRUE(contains(wrong("gain = { unit = 3 }\n"), "has a unit that is no string"));
}

TEST(ReadStudy, OnlyWhatMattersChangesItsIdentity) {
  const std::string a =
      head + "[study.parameters]\na = { normal = [1, 2] }\nb = { normal = [1, 2] }\n";
  const auto identity = [&](const std::string& design, const std::string& more = "") {
    return parse_study(a + "[study.design]\n" + design + results + more, "s.toml").identity;
  };
  const std::string random = "kind = \"random\"\nruns = 5\n";
  EXPECT_EQ(identity(random), identity("kind = \"random\"\nruns = 500\n"));
  EXPECT_EQ(identity(random), identity("# more\n" + random));
  EXPECT_NE(identity(random), identity(random + "seed = 2\n"));
  EXPECT_NE(identity(random), identity(random, "[run]\nstop = 1\n"));
  EXPECT_NE(identity("kind = \"latin-hypercube\"\nruns = 5\n"),
            identity("kind = \"latin-hypercube\"\nruns = 6\n"));
  const auto with_runs = [&](const std::string& range) {
    return parse_study(head + "[study.parameters]\nruns = { uniform = " + range +
                           " }\n[study.design]\n" + random +
                           "[study.results]\nsamples = \"max(x)\"\n",
                       "s.toml")
        .identity;
  };
  EXPECT_NE(with_runs("[0, 1]"), with_runs("[0, 2]"));  // a parameter of this name
  EXPECT_TRUE(contains(with_runs("[0, 1]"), "samples="));
}

}  // namespace
}  // namespace bw::study::read_study_test
