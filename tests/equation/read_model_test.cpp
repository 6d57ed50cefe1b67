#include "equation/check/read_model.h"

#include <gtest/gtest.h>

#include "base/error.h"
#include "support/contains.h"
#include "support/equation/model_text.h"
#include "support/sanitized.h"
#include "support/scratch_folder.h"

namespace bw::equation::read_model_test {
namespace {

using test::complaint;
using test::complaint_about_text;
using test::contains;
using test::equations_of;
using test::initial_equations_of;
using test::read_body;
using test::sanitized;
using test::written;

using Lines = std::vector<std::string>;

ReadModel read_file(const std::string& name) {
  const std::string path = std::string(BW_SOURCE) + "/tests/equation/models/" + name;
  return read_model(test::read_file(path), name);
}

TEST(ModelTexts, OfPredatorsAndPreyAreReadAsPrinted) {
  const ReadModel read = read_file("lotka_volterra.mo");
  const FlatModel& model = read.model;
  EXPECT_EQ(model.name, "LotkaVolterra");
  ASSERT_EQ(model.variables.size(), 8U);
  EXPECT_EQ(model.variables[0].name, "A");
  EXPECT_EQ(model.variables[0].description, "Reproduction rate of prey");
  EXPECT_EQ(model.variables[0].variability, Variability::parameter);
  EXPECT_EQ(written(model, model.variables[0].binding), "0.1");
  EXPECT_EQ(written(model, model.variables[6].start), "x0");
  ASSERT_EQ(model.equations.size(), 2U);
  EXPECT_EQ(model.equations[0].text, "der(x) = x*(A-B*y)");
  EXPECT_EQ(written(model, model.equations[0].right), "(x*(A - (B*y)))");
  EXPECT_EQ(model.initial_equations.size(), 2U);
  EXPECT_TRUE(read.warnings.empty());
}

TEST(ModelTexts, OfMath003AreReadAsPrinted) {
  const ReadModel read = read_file("math_003.mo");
  const FlatModel& model = read.model;
  EXPECT_EQ(model.description, "Math_003.mo");
  ASSERT_EQ(model.equations.size(), 4U);
  EXPECT_EQ(written(model, model.equations[0].right),
            "(if ((time < 1) or ((time >= 2) and (time < 5))) then 0 else 1)");
  EXPECT_TRUE(contains(written(model, model.equations[2].right), "(x1 >~ 0)"));
  EXPECT_EQ(model.experiment.start, 0.0);
  EXPECT_EQ(model.experiment.stop, 10.0);
  EXPECT_EQ(model.experiment.interval, 0.01);
  EXPECT_EQ(model.experiment.tolerance, 1e-6);
}

TEST(ModelTexts, WithABitOfEverythingAreRead) {
  EXPECT_EQ(read_file("everything.mo").model.variables.size(), 27U);
}

TEST(ModelTexts, KeepTheirLinesForSentences) {
  const FlatModel model = read_body("Real x;\nequation\n  x = /* why */\n 3;").model;
  ASSERT_EQ(model.lines.size(), 7U);
  EXPECT_EQ(model.lines[2], "equation");
  EXPECT_EQ(model.equations[0].where.text(), "m.mo:4:3");
  EXPECT_EQ(model.equations[0].text, "x = 3");
}

TEST(ModelTexts, MayBeBlocksClassesAndPartial) {
  for (const std::string head :
       {"block", "class", "partial model", "encapsulated model", "within A.B; model"})
    EXPECT_EQ(complaint_about_text(head + " M Real x; equation x = 1; end M;"), "accepted") << head;
}

TEST(ModelTexts, SkipAnnotations) {
  EXPECT_EQ(complaint("Real x annotation(Dialog(group=\"a)\")); equation x = 1 annotation(a=b);"
                      "annotation(Icon(graphics={Line(points={{1,2},{3,4}})}), "
                      "uses(Modelica(version=\"4\")));"),
            "accepted");
}

TEST(ModelTexts, SayTheIntervalByTheirNumberToo) {
  const FlatModel model =
      read_body("Real x=1; annotation(experiment(StopTime=10, NumberOfIntervals=500, __X(a=1)));")
          .model;
  EXPECT_EQ(model.experiment.interval, 0.02);
}

TEST(Mistakes, StandInTheirLineWithACaret) {
  EXPECT_EQ(complaint("  Real alpha;\nequation\n\talpha = 2*alpa;"),
            "m.mo:4:12: 'alpa' is not declared. Did you mean 'alpha'?\n"
            "  \talpha = 2*alpa;\n"
            "  \t          ^~~~");
}

TEST(Mistakes, AreReportedTogether) {
  const std::string said = complaint(
      "Real x; Rael y;\nequation\n x = a + b;\n if x > then x = 1; end if;\n x = 3\n der(x) = c;\n "
      "x = d;");
  for (const char* one : {"m.mo:2:9: 'Rael'", "'a' is not", "'b' is not", "found 'then'",
                          "Expected ';' after the equation, found 'der'", "'d' is not"})
    EXPECT_TRUE(contains(said, one));
}

TEST(Mistakes, OfALoopAreReportedOnce) {
  const std::string said =
      complaint("Real x[9]; equation for i in 1:9 loop x[i] = nobody; end for;");
  EXPECT_EQ(said.find("'nobody'"), said.rfind("'nobody'"));
}

TEST(Mistakes, StopWhenThereAreTooMany) {
  std::string body = "Real x;\nequation\n";
  for (int i = 0; i < 1000; ++i) body += " x = a" + std::to_string(i) + ";\n";
  EXPECT_TRUE(contains(complaint(body), "There may be more."));
}

TEST(Mistakes, InLongLinesShowTheirSurroundings) {
  const std::string said =
      complaint("Real x; equation x = 0" + std::string(5000, ' ') + "+ nobody;");
  EXPECT_TRUE(contains(said, "m.mo:2:5025: 'nobody'"));
  EXPECT_LT(said.size(), 400U);
}

TEST(ModelTexts, NestedTooDeepAreRefused) {
  const std::string open(100'000, '('), close(100'000, ')');
  EXPECT_TRUE(contains(complaint("Real x; equation x = " + open + "1" + close + ";"),
                       "nested more than 200 levels deep"));
  std::string loops;
  for (int i = 0; i < 100'000; ++i) loops += "for i in 1:1 loop ";
  EXPECT_TRUE(contains(complaint("Real x; equation " + loops), "nested more than 200 levels deep"));
}

TEST(ModelTexts, WithChainsOfDefinitionsAreReadOrRefused) {
  std::string sizes = "Real x0[1];", constants = "constant Real c0 = 1;";
  for (int i = 1; i < 3000; ++i) {
    const std::string now = std::to_string(i), before = std::to_string(i - 1);
    sizes = "Real x" + now + "[size(x" + before + ", 1)]; " + sizes;
    constants = "constant Real c" + now + " = c" + before + " + 1; " + constants;
  }
  EXPECT_TRUE(contains(complaint(sizes), "depends on itself, or on too many others"));
  EXPECT_EQ(complaint(constants), "accepted");
  std::string counters = "i in 1:1";
  for (int i = 0; i < 10000; ++i) counters += ", i in 1:1";
  EXPECT_TRUE(
      contains(complaint("Real x = sum(1 for " + counters + ");"), "can have less than 20"));
}

TEST(ModelTexts, OfASumOf100000TermsAreRead) {
  std::string sum = "x";
  for (int i = 0; i < 100'000; ++i) sum += " + x";
  EXPECT_EQ(complaint("Real x; equation x = " + sum + ";"), "accepted");
}

TEST(ModelTexts, ThatAskForTooMuchAreRefused) {
  EXPECT_TRUE(contains(complaint("Real x; equation for i in 1:1000000000 loop x = 1; end for;"),
                       "too large here"));
  EXPECT_TRUE(
      contains(complaint("Real x[100000, 100000, 100000, 100000, 100000];"), "too large here"));
}

std::string rod(int size) {
  return "model Rod parameter Integer n = " + std::to_string(size) +
         "; Real T[n](each start = 20); parameter Real a = 1; equation T[1] = 0; for i in 2:n-1 "
         "loop "
         "der(T[i]) = a*(T[i+1] - 2*T[i] + T[i-1]); end for; T[n] = sin(time); end Rod;";
}

TEST(ModelTexts, OfALongRodAreRead) {
  constexpr int size = sanitized ? 10'000 : 100'000;
  EXPECT_EQ(read_model(rod(size), "m.mo").model.equations.size(), std::size_t{size});
}

std::string repeated(int count, const std::string& before, const std::string& behind) {
  std::string all;
  for (int i = 1; i <= count; ++i) all += before + std::to_string(i) + behind;
  return all;
}

struct Long {
  std::string body;
  std::size_t equations, actions;
};

// Long by other constructs than equations in a loop.
std::vector<Long> long_bodies(int many) {
  const auto all = static_cast<std::size_t>(many);
  const std::string size = std::to_string(many);
  const std::string integers = repeated(many, "Integer n", "(start = 0);");
  return {
      {"Real x[" + size + "] = {" + repeated(many - 1, "", "*time, ") + "1};", all, 0},
      {"Real x[" + size + "](start = {" + repeated(many - 1, "", ", ") + "1}) = zeros(" + size +
           ");",
       all, 0},
      {"Real x[" + size + "]; equation if time > 1 then " + repeated(many, "x[", "] = 1;") +
           " else " + repeated(many, "x[", "] = time;") + " end if;",
       all, 0},
      {integers + " equation when sample(0, 1) then if time > 3 then " +
           repeated(many, "n", " = 1;") + " else " + repeated(many, "n", " = 2;") +
           " end if; end when;",
       0, all},
      {"Integer n; algorithm " + repeated(many, "when time > ", " then n := pre(n) + 1; end when;"),
       0, 1},
      {"Integer n; equation when time > 0 then n = 0; " +
           repeated(many, "elsewhen time > ", " then n = 2;") + " end when;",
       0, all + 1},
      {repeated(many, "parameter Real p", " = 1;"), 0, 0},
      {"Real x = 1; /*" + std::string(100 * all, '*') + "*/", 1, 0},
      {"Real x = 0 " + repeated(many, "+ ", "*time") + ";", 1, 0},
      {"Real x[" + size + "]; algorithm x[1] := time; for i in 2:" + size +
           " loop x[i] := x[i - 1] + i; end for;",
       all, 0},
  };
}

// bench/equation_size measures that it takes time in proportion.
TEST(ModelTexts, ThatAreLongInAnyDimensionAreRead) {
  for (const Long& one : long_bodies(sanitized ? 2'000 : 20'000)) {
    SCOPED_TRACE(one.body.substr(0, 60));
    const FlatModel model = read_body(one.body).model;
    std::size_t actions = 0;
    for (const FlatWhen& when : model.whens)
      for (const WhenBranch& branch : when.branches) actions += branch.actions.size();
    EXPECT_EQ(model.equations.size(), one.equations);
    EXPECT_EQ(actions, one.actions);
  }
}

TEST(ModelTexts, WithNumbersThatShareTheirPartsAreReadQuickly) {
  EXPECT_EQ(complaint("parameter Integer p = 3; Integer m; parameter Real x[9] = ones(9); Real y; "
                      "algorithm m := p; for i in 1:60 loop m := mod(m + m, 7) + 1; end for; y := "
                      "x[m];"),
            "accepted");
}

TEST(ModelTexts, OfLongEquationsAreCutShortForSentences) {
  const FlatModel model = read_body("Real x = 1 + " + std::string(1000, '2') + ".0e-999;").model;
  EXPECT_LT(model.equations[0].text.size(), 400U);
  EXPECT_TRUE(model.equations[0].text.ends_with(" ..."));
}

TEST(ModelTexts, ThatAreEmptyAreNoModels) {
  EXPECT_TRUE(contains(complaint_about_text(""), "Expected 'model' and its name"));
  EXPECT_TRUE(contains(complaint_about_text("model"), "Expected the name of the model"));
  EXPECT_TRUE(
      contains(complaint_about_text("model M Real x;"), "Missing end of the model: 'end M;'"));
  EXPECT_TRUE(contains(complaint_about_text("model M end N;"), "so it ends with 'end M;'"));
  EXPECT_TRUE(
      contains(complaint_about_text("model M end M; model N end N;"), "A file contains one model"));
  EXPECT_TRUE(contains(complaint_about_text("model M end M; x"),
                       "Unexpected text after the end of the model"));
}

}  // namespace
}  // namespace bw::equation::read_model_test
