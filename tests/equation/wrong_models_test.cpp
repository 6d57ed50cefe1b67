// Models with the mistakes that people make: the messages, and that one mistake is reported once.

#include <gtest/gtest.h>

#include "base/error.h"
#include "equation/check/read_model.h"
#include "equation/sort/plan.h"
#include "support/contains.h"
#include "support/equation/model_text.h"
#include "support/refusal.h"

namespace bw::equation::wrong_models_test {
namespace {

using test::complaint;
using test::complaint_about_text;
using test::contains;

std::size_t mistakes_in(const std::string& said) {
  std::size_t count = 0;
  for (std::size_t at = said.find("m.mo:"); at != std::string::npos;
       at = said.find("m.mo:", at + 1))
    if (at == 0 || said[at - 1] == '\n') ++count;
  return count;
}

struct Wrong {
  std::string body, place, sentence;
};

void expect_one_mistake_each(const std::vector<Wrong>& all) {
  for (const auto& [body, place, sentence] : all) {
    SCOPED_TRACE(body);
    const std::string said = complaint(body);
    EXPECT_TRUE(contains(said, place + ": " + sentence));
    EXPECT_EQ(mistakes_in(said), 1U) << said;
  }
}

TEST(WrongModels, ThatSetAStateInTwoWhens) {
  expect_one_mistake_each(
      {{"Real x(start=0);\nequation\n der(x) = 1; when time > 1 then reinit(x, 5); end when;\n "
        "when "
        "time > 2 then reinit(x, 7); end when;",
        "m.mo:5:21", "'x' is set by 'reinit' in two whens"}});
}

TEST(WrongModels, ThatAskForWhatNobodyKnows) {
  const std::string input = "'u' is an input, whose derivative is not known.";
  const std::string discrete = "'d' changes at events only and has no derivative.";
  const std::string times = "The times of 'sample' can depend on parameters and constants only.";
  expect_one_mistake_each({
      {"input Real u;\nReal x = der(u);", "m.mo:3:6", input},
      {"input Real u; Real x;\ninitial equation\n x = der(u);\nequation\n der(x) = 1;", "m.mo:4:2",
       input},
      {"input Real u; discrete Real d;\nequation\n when time > 1 then\n d = der(u);\n end when;",
       "m.mo:5:2", input},
      {"discrete Real d;\nReal x = der(d);\nequation\n when time > 1 then d = 1; end when;",
       "m.mo:3:10", discrete},
      {"Real d, e;\nequation\n when time > 1 then\n d = 1; e = der(d);\n end when;", "m.mo:5:9",
       "'d' is a state, because it occurs in der(), but a when assigns it"},
      {"Real x;\nReal y = pre(x);\nequation\n der(x) = 1;", "m.mo:3:6",
       "'x' changes continuously: outside of a when 'pre'"},
      {"Integer n;\nequation\n when time > 1 then n = 1; end when;\n when time > 2 then n = 2; end "
       "when;",
       "m.mo:5:21", "'n' is assigned in two whens."},
      {"Real x;\nBoolean b = x == 2;\nequation\n der(x) = 1;", "m.mo:3:13",
       "Reals that change with time are hardly ever exactly equal"},
      {"Real x;\nequation\n der(x) = 1;\n when time > 1 then\n assert(sample(x, 1), \"a\");\n end "
       "when;",
       "m.mo:6:2", times},
  });
}

// The reader cannot distinguish it from Integers that change at events; sorting can.
TEST(WrongModels, ThatCompareIntegersWhichChangeWithoutEvents) {
  const auto refusal = [](const std::string& body) -> std::string {
    return test::refusal<InputError>([&] { make_plan(test::read_body(body).model); });
  };
  const std::string sentence = ": 'sign(time - 1) == 1' compares continuous variables for equality";
  EXPECT_TRUE(contains(refusal("Real x;\nBoolean b = sign(time - 1) == 1;\nequation\n x = 1;"),
                       "m.mo:3:9" + sentence));
  EXPECT_TRUE(contains(refusal("Real x = 1;\nequation\n assert(sign(time - 1) == 1, \"a\");"),
                       "m.mo:4:2" + sentence));
}

TEST(WrongModels, WithOneMistakeThatOthersWouldFollowFrom) {
  std::string nested;
  for (int i = 0; i < 250; ++i) nested += "if time > " + std::to_string(i) + " then ";
  nested += "x = 1; ";
  for (int i = 0; i < 250; ++i) nested += "else x = 2; end if; ";
  expect_one_mistake_each({
      {"Real x;\nequation\n" + nested, "m.mo:4:3675", "This is nested more than 200 levels deep."},
      {"Real x;\nequation\n if time > 1 then\n x = nobody;\n else x = 2; end if;", "m.mo:5:6",
       "'nobody' is not declared."},
      {"Real x;\nequation\n if time > 1 then\n x = ;\n else x = 2; end if;", "m.mo:5:6",
       "Expected a value, found ';'."},
      {"Real x, y;\nalgorithm\n x := nobody;\n y := x;", "m.mo:4:7", "'nobody' is not declared."},
      {"Real x, y;\nalgorithm\n if nobody then x := 1; else x := 2; end if;\n y := x;", "m.mo:4:5",
       "'nobody' is not declared."},
      {"Real end;\nReal x;\nequation\n x = 1;", "m.mo:2:6",
       "Expected the name of a variable, found 'end'"},
      {"Real end;\nReal x;\nequation\n end = 1; x = 2*end;", "m.mo:2:6",
       "Expected the name of a variable, found 'end'"},
  });
}

TEST(WrongModels, ThatAskForAnythingTooLarge) {
  std::string strings = "constant String a0 = \"0123456789\";";
  for (int k = 0; k < 40; ++k)
    strings += "constant String a" + std::to_string(k + 1) + " = a" + std::to_string(k) + " + a" +
               std::to_string(k) + ";";
  EXPECT_TRUE(contains(complaint(strings + "Real x = 1;"), "is too large here"));
  EXPECT_TRUE(contains(complaint("Real x[2, 2] = [1, 2; 3, 4]; Real y = "
                                 "sum(x[fill(1, 1000000), fill(1, 1000000)]);"),
                       "is too large here"));
}

TEST(WrongModels, WithSomethingMissing) {
  expect_one_mistake_each({
      {"Real x\nReal y;\nequation\n x = 1; y = 2;", "m.mo:2:6",
       "Expected ';' after the declaration, found 'Real'."},
      {"parameter Real k\nparameter Real m = 1;\nReal x;\nequation\n m*der(x) = -k*x;", "m.mo:2:16",
       "Expected ';' after the declaration, found 'parameter'."},
      {"Real x, y;\nequation\n der(x) = -x\n y = 2*x;", "m.mo:4:12",
       "Expected ';' after the equation, found 'y'."},
      {"Real x;\nequation\n x = 1", "m.mo:4:6", "Expected ';' after the equation, found 'end'."},
      {"Real x\nequation\n x = 1;", "m.mo:2:6",
       "Expected ';' after the declaration, found 'equation'."},
      {"Real x(start = 1 fixed = true);\nequation\n der(x) = -x;", "m.mo:2:16",
       "Expected ',' or ')' after the attributes, found 'fixed'."},
      {"Real x[3;\nequation\n x = {1, 2, 3};", "m.mo:2:8",
       "Expected ',' or ']' after the subscripts, found ';'."},
      {"Real x;\nequation\n x = (1 + 2;", "m.mo:4:11",
       "Expected ')' to close the parenthesis, found ';'."},
      {"Real x;\nequation\n x = max(1, 2;", "m.mo:4:13",
       "Expected ',' or ')' after the arguments of 'max', found ';'."},
      {"Real x;\nequation\n if time > 1\n x = 1;\n else\n x = 2;\n end if;", "m.mo:4:12",
       "Expected 'then' after the condition, found 'x'."},
      {"Real x;\nequation\n x = if time > 1 then 2;", "m.mo:4:6",
       "An if in an expression needs an else"},
      {"Real x;\nequation\n if time > 1 then x = 1; else x = 2;", "m.mo:4:2",
       "This 'if' does not end: found 'end M' before 'end if'."},
      {"parameter k = 1;\nReal x = k;", "m.mo:2:11", "'k' has no type. Write it in front"},
      {"x = 1;", "m.mo:2:1", "Equations come after 'equation'."},
      {"Real x;\nequation\n der x = -x;", "m.mo:4:2", "'der' needs parentheses, as in der(x)."},
      {"Real x = sin;", "m.mo:2:10", "'sin' is a function: write its arguments in parentheses"},
      {"Real x;\nequation\n assert(x < 1); x = 1;", "m.mo:4:2",
       "An argument is missing: write assert("},
      {"constant Real c; Real x = c;", "m.mo:2:15", "The constant 'c' has no value."},
      {"Real x = .", "m.mo:3:1", "Expected a name after the dot, found 'end'"},
  });
}

TEST(WrongModels, WithTheWrongSign) {
  expect_one_mistake_each({
      {"Real x;\nalgorithm\n x = 3;", "m.mo:4:4", "Use ':=' in an algorithm"},
      {"Real x;\nequation\n x := 3;", "m.mo:4:4", "Use '=' in an equation section"},
      {"Real x;\nequation\n x == 3;", "m.mo:4:2",
       "Write an equation with a single '='; '==' compares"},
      {"Real x;\nequation\n x += 1;", "m.mo:4:4", "'+=' is not Modelica"},
      {"Real x;\nequation\n x = 2x;", "m.mo:4:6", "A number is followed by a name."},
      {"Real x;\nequation\n x = x**2;", "m.mo:4:8", "Expected a value, found '*'. A power is"},
      {"Real x;\nequation\n x = 2^-1;", "m.mo:4:8", "Put a signed number within an expression"},
      {"Real x;\nequation\n x = 1,5;", "m.mo:4:6",
       "Expected ';' after the equation, found ','. A decimal point is written '.'."},
      {"Real x;\nequation\n x = 3 if time > 1 else 4;", "m.mo:4:6",
       "Expected ';' after the equation, found 'if'. A choice is written 'if c then a else b'."},
      {"Real x;\nequation\n x = time > 1 ? 3 : 4;", "m.mo:4:15",
       "'?' is not Modelica: a choice is"},
      {"Real x;\nequation\n x = if 2 != 1 then 1 else 2;", "m.mo:4:11", "'!=' is not Modelica"},
      {"Real x;\nequation\n x' = -x;", "m.mo:4:2", "A derivative is written der(x)."},
      {"Real x;\nequation\n x = 2 \u2013 1;", "m.mo:4:8", "'\u2013' is not Modelica: minus is"},
      {"Real x;\nequation\n x = 2\u00B7x;", "m.mo:4:7", "'\u00B7' is not Modelica: a product is"},
      {"Real x;\nequation\n x = 1; # one", "m.mo:4:9", "A comment begins with '//', not '#'."},
      {"Real x[3];\nequation\n for i in 1..3 loop x[i] = i; end for;", "m.mo:4:13",
       "Expected 'loop' after the range of the loop, found '.3'. A range is written 1:3."},
      {"Real x;\nequation\n for i = 1:3 loop x = i; end for;", "m.mo:4:8",
       "Expected 'in' and a range, as in 'for i in 1:10'"},
      {"Real x[3];\nequation\n for i in 1:3 loop x(i) = i; end for;", "m.mo:4:20",
       "'x' is a variable, not a function."},
  });
}

TEST(WrongModels, WithTheWrongWord) {
  expect_one_mistake_each({
      {"real x;\nequation\n x = 1;", "m.mo:2:1",
       "'real' is not a supported type. Did you mean 'Real'?"},
      {"double x;\nequation\n x = 1;", "m.mo:2:1",
       "'double' is not a supported type. Write 'Real'."},
      {"int n = 1;", "m.mo:2:1", "'int' is not a supported type. Write 'Integer'."},
      {"Real x = sinn(time);", "m.mo:2:10", "There is no function 'sinn'. Did you mean 'sin'?"},
      {"Real x = ln(time);", "m.mo:2:10",
       "There is no function 'ln': the natural logarithm is log(x)."},
      {"Real x;\nequation\n derivative(x) = -x;", "m.mo:4:2",
       "There is no function 'derivative': the derivative by time is der(x)."},
      {"Real x = sin(time, 2);", "m.mo:2:10", "'sin' takes 1 argument, but there are 2."},
      {"Real x = atan2(1);", "m.mo:2:10", "'atan2' takes 2 arguments, but there are 1."},
      {"Real x = y;", "m.mo:2:10", "'y' is not declared. Known: x, time."},
      {"Real x = t;", "m.mo:2:10", "'t' is not declared. The time of the simulation is 'time'."},
      {"Real x;\nequation\n dx = -x;", "m.mo:4:2",
       "'dx' is not declared. The derivative of 'x' by time is written der(x)."},
      {"Real x = pi;", "m.mo:2:10", "'pi' is not declared. The constant is written Modelica."},
      {"Real x(start = 1, fixed = True);\nequation\n der(x) = 1;", "m.mo:2:27",
       "'True' is not declared. Write true."},
      {"Real x(strat = 1) = 2;", "m.mo:2:8",
       "'strat' is not an attribute of a variable. Did you mean 'start'?"},
      {"Real x(unit = m) = 2;", "m.mo:2:8",
       "The unit must be a string in quotes, as in unit = \"m\"."},
      {"Real x(start = \"1\") = 2;", "m.mo:2:8", "'start' of 'x' is Real, but this is String."},
      {"Real x;\nequation\n if time > 1 then x = 1; else x = 2; endif;", "m.mo:4:38",
       "'end if' is written in two words."},
      {"Real x;\nequation\n if time > 1 then x = 1; elsif time > 0.5 then x = 3; else x = 2; "
       "end if;",
       "m.mo:4:26", "'elsif' is written 'elseif'."},
      {"Real x;\nequation\n if time > 1 then x = 1; else if time > 2 then x = 2; else x = 3; end "
       "if;",
       "m.mo:4:2",
       "This 'if' does not end: found 'end M' before 'end if'. 'else if' begins another if"},
      {"Real gr\u00F6\u00DFe;\nequation\n gr\u00F6\u00DFe = 1;", "m.mo:2:6",
       "'gr\u00F6\u00DFe' is not a name"},
  });
}

TEST(WrongModels, WithTypesThatDoNotFit) {
  expect_one_mistake_each({
      {"Boolean b = time > 1;\nReal x = b + 1;", "m.mo:3:10",
       "'+' needs numbers, but here are Boolean and Integer."},
      {"Boolean b;\nequation\n b = 1;", "m.mo:4:2",
       "The sides of an equation must have the same type, but here are Boolean and Integer."},
      {"Integer i;\nequation\n i = time;", "m.mo:4:2", "An Integer cannot be equal to a Real."},
      {"Real x = if 1 then 2 else 3;", "m.mo:2:13",
       "A condition must be a Boolean, but this is Integer."},
      {"Real x;\nequation\n when time then x = 1; end when;", "m.mo:4:7",
       "The condition of a when must be a Boolean"},
      {"Real x[3] = {1, 2};", "m.mo:2:13", "'x' is an array of 3, but this is an array of 2."},
      {"Real x[3];\nequation\n x[1:2] = {1, 2}; x[4] = 3;", "m.mo:4:21",
       "'x' has the elements 1 to 3, but here is 4."},
      {"Real x[3];\nequation\n for i in 1:3 loop x[i + 1] = i; end for;", "m.mo:4:22",
       "'x' has the elements 1 to 3, but here is 4 (i = 3)."},
      {"Real x[2];\nequation\n x = 1;", "m.mo:4:2",
       "The sides of an equation must have the same shape"},
      {"Real x; Real x;\nequation\n x = 1;", "m.mo:2:14",
       "'x' is declared twice, first in line 2."},
  });
}

TEST(WrongModels, WithValuesThatAreNone) {
  expect_one_mistake_each({
      {"parameter Real p = 1/0; Real x = p;", "m.mo:2:16",
       "The value of 'p' is not a finite number. Is there a division by 0?"},
      {"parameter Integer n = 99999999999; Real x = n;", "m.mo:2:23",
       "The largest Integer is 2147483647."},
      {"parameter Integer n = 2000000000 + 2000000000; Real x = n;", "m.mo:2:19",
       "The value of 'n' is 4e9, but the largest Integer is 2147483647."},
      {"Real x = 1e999;", "m.mo:2:10", "This number is too large for a double."},
  });
}

TEST(WrongModels, ThatDivideByAParameterAreWarnedOf) {
  const auto read = test::read_body("parameter Real a = 0; parameter Real p = 1/a; Real x = p;");
  ASSERT_EQ(read.warnings.size(), 1U);
  EXPECT_TRUE(contains(read.warnings[0].sentence, "The value of 'p' is not a finite number."));
}

TEST(WrongModels, WithEquationsForWhatIsKnown) {
  const std::string nothing = "This equation contains no unknown";
  expect_one_mistake_each({
      {"parameter Real p = 1; Real x = p;\nequation\n p = 2;", "m.mo:4:2", nothing},
      {"parameter Real p = 1; Real x = p;\nequation\n der(p) = 2;", "m.mo:4:2", nothing},
      {"input Real u; Real x = u;\nequation\n u = 2;", "m.mo:4:2", nothing},
      {"input Real u; Real x = u;\nalgorithm\n u := 2;", "m.mo:4:2",
       "Parameters, constants and inputs cannot be assigned."},
      {"input Real u = 3; Real x = u;", "m.mo:2:16", "The input 'u' gets its value from outside."},
  });
}

TEST(WrongModels, WithEventsInTheWrongPlace) {
  expect_one_mistake_each({
      {"Real x, d;\nequation\n der(x) = 1;\n when x > 1 then\n when x > 2 then\n d = 1;\n end "
       "when;\n end when;",
       "m.mo:6:2", "A when is not allowed inside a when."},
      {"Real x;\nequation\n der(x) = 1;\n reinit(x, 0);", "m.mo:5:2",
       "'reinit' is allowed only in a when"},
      {"Real x, y;\nequation\n der(x) = 1; y = 2;\n when x > 1 then\n reinit(y, 0);\n end when;",
       "m.mo:6:2", "'y' is not a state"},
      {"Real x;\nequation\n der(x) = 1;\n when x > 1 then\n x = 0;\n end when;", "m.mo:4:2",
       "'x' is a state, because it occurs in der(), but a when assigns it"},
      {"Real x;\nequation\n der(x) = 1;\n terminate(\"x\");", "m.mo:5:2",
       "'terminate' is allowed only in a when"},
      {"Real x;\nequation\n when sample(0, 1) then\n x = pre(x) + 1;\n else\n x = 3;\n end when;",
       "m.mo:6:2", "A when has no else."},
      {"discrete Real d = time;", "m.mo:2:15", "'d' changes at events only"},
      {"Real x, y;\nequation\n if time > 1 then\n x = 1; y = 2;\n else\n x = 1;\n end if;",
       "m.mo:4:2",
       "All branches of an if must have the same number of equations, but here are 2 and 1."},
      {"Real x;\nequation\n if time > 1 then\n x = 1;\n end if;", "m.mo:4:2",
       "All branches of an if must have the same number of equations, but here are 1 and 0; a "
       "missing else has none."},
  });
}

TEST(WrongModels, ThatDoNotEnd) {
  const std::vector<std::pair<std::string, std::string>> all{
      {"model M\n  Real x;\nequation\n  x = 1;\n", "m.mo:4:8: Missing end of the model: 'end M;'."},
      {"model M\n  Real x = 1;\nend\n", "m.mo:3:3: Expected the name of the model after 'end'"},
      {"model M\n  Real x = 1;\nend M", "m.mo:3:5: Expected ';' after the end of the model"},
      {"model M\n  Real x = 1;\nend N;", "m.mo:3:5: The model is called 'M'"},
      {"model M\n  Real x = 1; /* one\nend M;", "m.mo:2:15: Missing end of a comment"},
      {"model M\n  Real x = 1 \"one;\nend M;", "m.mo:2:14: Missing closing quote"},
      {"model M\n  Real x = 1;\nend M;\nmodel N\nend N;", "m.mo:4:1: A file contains one model."},
  };
  for (const auto& [text, sentence] : all) {
    SCOPED_TRACE(text);
    const std::string said = complaint_about_text(text);
    EXPECT_TRUE(contains(said, sentence));
    EXPECT_EQ(mistakes_in(said), 1U) << said;
  }
}

TEST(WrongModels, ThatAreNoText) {
  using namespace std::string_literals;
  EXPECT_TRUE(contains(complaint_about_text("\x7F"
                                            "ELF\0\1"s),
                       "The file is not text"));
  EXPECT_TRUE(contains(complaint_about_text("\xFF\xFEm\0o\0"s), "Save it as UTF-8"));
  EXPECT_EQ(complaint_about_text("\x1B[2J").find('\x1B'), std::string::npos);
}

TEST(RightModels, MayHaveAByteOrderMarkWindowsLinesTabsAndNoBreakSpaces) {
  EXPECT_EQ(complaint_about_text(
                "\xEF\xBB\xBFmodel M\r\n\tReal\u00A0x;\r\nequation\r\n\tx = 1;\r\nend M;\r\n"),
            "accepted");
}

TEST(RightModels, MayCallTheirVariablesAsOtherLanguagesCallTheirWords) {
  EXPECT_EQ(complaint("Real elif, endif; equation elif = 1; endif = 2*elif;"), "accepted");
}

TEST(WrongModels, InWindowsLinesShowNoCarriageReturn) {
  EXPECT_EQ(complaint_about_text("model M\r\n\tReal x = y;\r\nend M;\r\n"),
            "m.mo:2:11: 'y' is not declared. Known: x, time.\n  \tReal x = y;\n  \t         ^");
}

TEST(WrongModels, WithPartsOfLibraries) {
  expect_one_mistake_each({
      {"Modelica.Blocks.Sources.Sine s(freq = 1);\nReal x = s.y;", "m.mo:2:1",
       "'Modelica.Blocks.Sources.Sine' is a class of a library"},
      {"Real x = Modelica.Math.Vectors.sort({1, 2});", "m.mo:2:10",
       "'Modelica.Math.Vectors.sort' belongs to a library"},
      {"Real x = max(1, 2, 3);", "m.mo:2:10",
       "'max' takes at most 2 arguments, but there are 3. For more, write max({a, b, c})."},
      {"Boolean b = time > 1;\nReal x = if b = true then 1 else 2;", "m.mo:3:15",
       "Expected 'then' after the condition, found '='. '==' compares."},
      {"Real x[3];\nequation\n for i in 1:3 loop x[i] = 1; end loop;", "m.mo:4:30",
       "A 'for' ends with 'end for'."},
  });
}

TEST(WrongModels, WithAWordOfTheLanguageAsAName) {
  expect_one_mistake_each({{"Real flow;\nReal p;\nequation\n flow = 1;\n p = 2*flow;", "m.mo:2:6",
                            "Expected the name of a variable, found 'flow', which is a keyword."}});
}

TEST(WrongModels, KeepTheDeclarationsBehindAMistake) {
  const std::string said = complaint("Real x(;\nReal y;\nReal z;\nequation\n x = y + z + nobody;");
  EXPECT_EQ(mistakes_in(said), 2U) << said;
  EXPECT_TRUE(contains(said, "'nobody' is not declared"));
}

}  // namespace
}  // namespace bw::equation::wrong_models_test
