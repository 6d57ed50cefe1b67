// Records, names that are parts of others, and names with computed subscripts.

#include "equation/values/records.h"

#include <gtest/gtest.h>

#include <string>

#include "equation/text/quoted_names.h"
#include "equation/values/name_tree.h"
#include "support/contains.h"
#include "support/equation/base_text.h"

namespace bw::equation::records_test {
namespace {

using test::base_refusal;
using test::base_value;
using test::contains;

constexpr const char* complex = R"(
  record 'Complex'
    Real 're';
    Real 'im' = 0.0;
  end 'Complex';
  record 'Pair'
    'Complex' 'a';
    Real 'v'[2];
  end 'Pair';
  function 'square'
    input 'Complex' 'z';
    output 'Complex' 'w';
  algorithm
    'w'.'re' := 'z'.'re' ^ 2 - 'z'.'im' ^ 2;
    'w'.'im' := 2 * 'z'.'re' * 'z'.'im';
  end 'square';
  function 'total'
    input 'Complex' 'z'[:];
    output Real 's' = 0;
  algorithm
    for 'k' in 1:size('z', 1) loop
      's' := 's' + 'z'['k'].'re' * 'z'['k'].'im';
    end for;
    's' := 's' + sum('z'.'re');
  end 'total';
  function 'pair'
    input Real 'x';
    output 'Pair' 'p'[2];
  algorithm
    'p'[1] := 'Pair'('Complex'('x', 2.0), {3.0, 4.0});
    'p'[2].'a'.'re' := 10 * 'x';
    'p'[2].'a'.'im' := 20;
    'p'[2].'v' := {30, 40};
    'p'[2].'v'[1] := 35;
    if 'x' > 5 then
      'p'[1].'v'[2] := -1;
    end if;
  end 'pair';
  function 'inverse'
    input 'Complex' 'z';
    output 'Complex' 'w';
  algorithm
    'w' := if 'z'.'im' == 0 then 'Complex'(1 / 'z'.'re') else
      'Complex'('z'.'re' / ('z'.'re' ^ 2 + 'z'.'im' ^ 2),
                'im' = -'z'.'im' / ('z'.'re' ^ 2 + 'z'.'im' ^ 2));
  end 'inverse';
)";

TEST(Records, FieldsOfResultsAreRead) {
  EXPECT_EQ(base_value(complex, "Real 'x' = 'square'('Complex'(2.0, 3.0)).'im';", "x"), 12);
  EXPECT_EQ(base_value(complex, "Real 'x' = 'square'('square'('Complex'(1.0, 1.0))).'re';", "x"),
            -4);
  EXPECT_EQ(base_value(complex, "Real 'x' = 'inverse'('Complex'(4.0)).'re';", "x"), 0.25);
  EXPECT_EQ(base_value(complex, "Real 'x' = 'total'(fill('Complex'(1.0, 2.0), 3));", "x"), 9);
  EXPECT_EQ(base_value(complex, "Real 'x' = 'inverse'('Complex'(0.0, time - 2.0)).'im';", "x"),
            0.5);
}

TEST(Records, ArraysOfRecordsAreAssignedByParts) {
  const std::string call = "'pair'(time + 1.0)";
  EXPECT_EQ(base_value(complex, "Real 'x' = " + call + "[1].'a'.'im';", "x"), 2);
  EXPECT_EQ(base_value(complex, "Real 'x' = " + call + "[2].'a'.'re';", "x"), 10);
  EXPECT_EQ(base_value(complex, "Real 'x' = sum(" + call + "[2].'v');", "x"), 75);
  EXPECT_EQ(base_value(complex, "Real 'x' = sum(" + call + ".'v');", "x"), 82);
  EXPECT_EQ(base_value(complex, "Real 'x' = sum('pair'(time + 6.0).'v');", "x"), 77);
}

TEST(Records, PartsThatAreDeclaredAreAWhole) {
  const std::string parts =
      "Real 'z[1].re' = 1.0; Real 'z[1].im' = 2.0; Real 'z[2].re' = 3.0; Real 'z[2].im' = 4.0; ";
  EXPECT_EQ(base_value(complex, parts + "Real 'x' = 'total'('z');", "x"), 18);
  EXPECT_EQ(base_value(complex, parts + "Real 'x' = 'square'('z[2]').'re';", "x"), -7);
  EXPECT_EQ(base_value(complex, parts + "Real 'x' = sum('z'.'im');", "x"), 6);
  EXPECT_EQ(base_value(complex,
                       "Real 'w.re'; Real 'w.im'; equation 'w' = 'square'('Complex'("
                       "1.0, 2.0));",
                       "w.im"),
            4);
}

TEST(Records, SubscriptsWithinNamesAreEvaluated) {
  const std::string parts = "Real 'z.v[1].re' = 1.0; Real 'z.v[2].re' = 3.0; ";
  EXPECT_EQ(base_value("",
                       parts + "Real 'x' = sum('z.v[(1:size(\\'z.v\\', 1))[\\'$i1\\']].re' for "
                               "'$i1' in 1:2);",
                       "x"),
            4);
  EXPECT_EQ(base_value("",
                       "Integer 'n[1]'; Integer 'n[2]'; algorithm for 'i' in 1:2 loop 'n[\\'i\\']' "
                       ":= 10 * 'i'; end for;",
                       "n[2]"),
            20);
  EXPECT_TRUE(contains(base_refusal("", "Real 'z[1]' = 1.0; Real 'x' = 'z[1 + 1 2]';"), "m.bmo"));
}

TEST(Records, AVariableThatIsARecordIsDeclaredByFields) {
  const std::string body =
      "'Complex' 'z' = 'square'('Complex'(1.0, 2.0)); 'Complex' 'u'[2]('re' = 3.0, 'im' = 4.0); "
      "Real 'x' = 'z'.'im' + 'u'[2].'im'; Real 'y' = 'total'('u');";
  EXPECT_EQ(base_value(complex, body, "x"), 8);
  EXPECT_EQ(base_value(complex, body, "y"), 30);
  EXPECT_EQ(base_value(complex, body, "u[2].re"), 3);
  EXPECT_TRUE(contains(base_refusal(complex, "'Complex' 'z'('ab' = 1.0);"), "not a field"));
  EXPECT_TRUE(contains(base_refusal("record 'R' 'R' 'r'; end 'R';", "'R' 'r';"), "itself"));
  EXPECT_TRUE(contains(base_refusal(complex, "'Complex' 'z'[1000, 1000];"), "at most 100000"));
}

TEST(Records, WhatDoesNotFitIsRefused) {
  EXPECT_TRUE(contains(base_refusal(complex, "Real 'x' = 'square'(1.0).'re';"), "'Complex'"));
  EXPECT_TRUE(
      contains(base_refusal(complex, "Real 'x' = 'square'('Complex'(1.0)).'r';"), "no field 'r'"));
  EXPECT_TRUE(contains(base_refusal(complex, "Real 'x' = 'Complex'().'re';"), "missing"));
  EXPECT_TRUE(contains(base_refusal(complex, "Real 'z.re' = 1.0; Real 'x' = 'square'('z').'re';"),
                       "'Complex'"));
  EXPECT_TRUE(contains(base_refusal(complex, "Real 'x' = 2.0 * 'Complex'(1.0);"), "record"));
  EXPECT_TRUE(contains(base_refusal(complex,
                                    "Real 'z[1].re' = 1.0; Real 'z[2].re' = 1.0; Real 'x' = "
                                    "'total'('z');"),
                       "'Complex'"));
}

TEST(Records, ThatContainThemselvesAreRefused) {
  EXPECT_TRUE(contains(base_refusal("record 'R' 'R' 'r'; end 'R'; function 'f' input Real 'x'; "
                                    "output 'R' 'r'; end 'f';",
                                    "Real 'x' = 'f'(1.0).'x';"),
                       "contains itself"));
}

TEST(Records, AMistakeInAComputedNameIsTheOnlyOne) {
  const std::string said = base_refusal(
      complex, "Real 'y'[2]; Real 'z'; equation 'y' = {1.0, 2.0}; 'z' = 'y[(1:2)[)]]';");
  EXPECT_TRUE(contains(said, "found ')'"));
  EXPECT_FALSE(contains(said, "Missing end")) << said;
}

TEST(Records, PathsAreSplitIntoSteps) {
  EXPECT_EQ(end_of_step("a.b"), 1);
  EXPECT_EQ(end_of_step("[1,2].b"), 5);
  EXPECT_EQ(literal_subscripts("[2,13]"), (std::vector<std::size_t>{2, 13}));
  EXPECT_TRUE(literal_subscripts("['i']").empty());
  EXPECT_FALSE(has_computed_subscript("a[1].b[2,3]"));
  ASSERT_EQ(pieces_of_name("a[1].b[f('c[2]')].d").size(), 3);
  EXPECT_EQ(pieces_of_name("a[1].b[f('c[2]')].d")[1], "[f('c[2]')]");
}

}  // namespace
}  // namespace bw::equation::records_test
