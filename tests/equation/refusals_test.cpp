#include "equation/text/refusals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::refusals_test {
namespace {

using test::complaint;
using test::complaint_about_text;
using test::contains;

struct Refused {
  std::string body, place, sentence;
};

const std::vector<Refused> all{
    {"Real x; equation connect(x, x);", "m.mo:2:18",
     "'connect' connects components of larger models"},
    {"extends A;", "m.mo:2:1", "'extends' inherits from another class"},
    {"redeclare Real x;", "m.mo:2:1", "'redeclare' modifies a component"},
    {"replaceable Real x;", "m.mo:2:1", "'replaceable' makes a component replaceable"},
    {"import Modelica.Math;", "m.mo:2:1", "write them in full"},
    {"Real x = f(function g(a = 1));", "m.mo:2:12",
     "a function cannot be the argument of another one"},
    {"function f function g end g; end f;", "m.mo:2:12", "'function' is not supported here"},
    {"function f = g(a = 1);", "m.mo:2:12", "defined as a modification of another one"},
    {"function f extends g; end f;", "m.mo:2:12", "'extends' inherits from another class"},
    {"function f output Real y; equation y = 1; end f;", "m.mo:2:27",
     "A function has an algorithm and no equations"},
    {"package P end P;", "m.mo:2:1", "'package' contains several classes"},
    {"record R record S end S; end R;", "m.mo:2:10", "'record' is not supported here"},
    {"record R = S(a = 1);", "m.mo:2:10", "Write its fields"},
    {"record R Real a; equation a = 1; end R;", "m.mo:2:18", "fields and no equations"},
    {"connector C Real a; end C;", "m.mo:2:1", "'connector' is not supported"},
    {"operator record R end R;", "m.mo:2:1", "'operator' is not supported"},
    {"model N Real x; equation x = 1; end N;", "m.mo:2:1",
     "A class within a model is not supported"},
    {"inner Real x;", "m.mo:2:1", "declare it once, without 'inner'"},
    {"outer Real x;", "m.mo:2:1", "declare it, without 'outer'"},
    {"flow Real x;", "m.mo:2:1", "'flow' belongs to connectors"},
    {"stream Real x;", "m.mo:2:1", "'stream' belongs to connectors"},
    {"Real x; algorithm while x > 1 loop x := 1; end while;", "m.mo:2:19",
     "Write 'for' with a fixed range"},
    {"Real x; algorithm break;", "m.mo:2:19", "'break' ends a loop of an algorithm"},
    {"Real x; equation for i in 1:2 loop break; end for;", "m.mo:2:36", "'break' ends a loop"},
    {"Real x; algorithm return;", "m.mo:2:19", "'return' belongs to functions"},
    {"external \"C\";", "m.mo:2:1", "'external' belongs to functions"},
    {"enumeration(a, b) e;", "m.mo:2:1", "as in 'type E = enumeration(a, b);'"},
    {"type E = enumeration(:);", "m.mo:2:22", "Expected a literal of the enumeration, found ':'"},
    {"Real x = delay(time, 1);", "m.mo:2:10", "'delay' is not supported"},
    {"Real x = spatialDistribution(1, 2, 3, true);", "m.mo:2:10", "along an array"},
    {"Real x = cardinality(x);", "m.mo:2:10", "'cardinality' counts connections"},
    {"Real x = inStream(x);", "m.mo:2:10", "'inStream' belongs to connectors"},
    {"Real x = previous(x);", "m.mo:2:10", "In 'when sample(start, interval)' write pre(x)"},
    {"Real x; equation when Clock(0.1) then x = 1; end when;", "m.mo:2:23",
     "synchronous equations"},
    {"Real x = hold(x);", "m.mo:2:10", "'hold' belongs to clocks"},
    {"Real x = subSample(x);", "m.mo:2:10", "belongs to clocks"},
    {"Boolean b = initialState(x);", "m.mo:2:13", "state machines"},
    {"String s = getInstanceName();", "m.mo:2:12", "Write the name as a string"},
    {"Real x if true;", "m.mo:2:8", "Conditional declarations are not supported"},
    {"Modelica.Blocks.Interfaces.RealInput u;", "m.mo:2:1", "Write 'input Real'"},
    {"Modelica.Electrical.Analog.Basic.Resistor R(R = 1);", "m.mo:2:1", "is a class of a library"},
    {"Resistor R1;", "m.mo:2:1", "components of other classes are not supported in a flat model"},
    {"Real x = a.b;", "m.mo:2:10", "A flat model has no components"},
    {"Real x[2]; Real y = x[1].v;", "m.mo:2:21", "Only a record has fields, but this is Real"},
    {"Real x(start(fixed = true) = 1);", "m.mo:2:8", "'start' cannot be modified here"},
    {"String s;", "m.mo:2:8", "A String can only be a parameter or a constant"},
    {"parameter String s[2] = {\"a\", \"b\"};", "m.mo:2:18", "Arrays of String are not supported"},
    {"expandable connector C end C;", "m.mo:2:1", "'expandable' belongs to connectors"},
    {"pure Real x;", "m.mo:2:1", "'pure' belongs in front of 'function'"},
    {"impure Real x;", "m.mo:2:1", "'impure' belongs in front of 'function'"},
    {"replaceable model A = B constrainedby C;", "m.mo:2:1",
     "'replaceable' makes a component replaceable"},
    {"constrainedby C;", "m.mo:2:1", "'constrainedby' belongs to 'replaceable'"},
    {"Real x(redeclare y = 1);", "m.mo:2:8", "'redeclare' modifies a component"},
    {"Real x = actualStream(y);", "m.mo:2:10", "'actualStream' belongs to connectors"},
    {"Real x = superSample(x);", "m.mo:2:10", "with a shorter interval"},
    {"Real x = shiftSample(x, 1);", "m.mo:2:10", "with a later start"},
    {"Real x = backSample(x, 1);", "m.mo:2:10", "with an earlier start"},
    {"Real x = noClock(x);", "m.mo:2:10", "'noClock' belongs to clocks"},
    {"Real x; equation transition(a, b, x > 1);", "m.mo:2:18", "state machines"},
    {"Boolean b = activeState(x);", "m.mo:2:13", "state machines"},
    {"Integer n = ticksInState();", "m.mo:2:13", "state machines"},
    {"Real x = timeInState();", "m.mo:2:10", "state machines"},
    {"Clock c;", "m.mo:2:1", "Variables of type 'Clock' are not supported"},
    {"Complex c;", "m.mo:2:1", "'Complex' is not a supported type"},
    {"Integer n = integer(time); Real x[n];", "m.mo:2:35", "must be known before the run"},
    {"Real x[:];", "m.mo:2:8", "The size ':' needs a value in the declaration"},
    {"Integer n = integer(time); Real x[3]; Real y = x[n];", "m.mo:2:50",
     "A subscript must be known before the run. Choose among the elements by 'if'"},
    {"Real x; Real y = der(if x > 1 then x else 2*x); equation der(x) = 1;", "m.mo:2:18",
     "Declare a variable for it"},
    {"Real a, b; equation (a, b) = f(1);", "m.mo:2:30", "There is no function 'f'"},
    {"Real a, b; equation (a, b) = sin(1);", "m.mo:2:30", "'sin' has one result only"},
    {"Real a, b; equation a = 2*(b, 1);", "m.mo:2:27", "A list in parentheses"},
    {"Real x; equation a.x = 1;", "m.mo:2:18", "A flat model has no components"},
};

// "pure" does not stand in "impure".
bool has_word(const std::string& text, std::string_view word) {
  const auto is_letter = [&](std::size_t at) {
    return at < text.size() && std::isalnum(static_cast<unsigned char>(text[at])) != 0;
  };
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1))
    if ((at == 0 || !is_letter(at - 1)) && !is_letter(at + word.size())) return true;
  return false;
}

TEST(Refusals, HaveACaseForEveryWord) {
  for (const std::string_view word : refused_words()) {
    const bool has = std::any_of(all.begin(), all.end(),
                                 [&](const Refused& one) { return has_word(one.body, word); });
    EXPECT_TRUE(has) << word;
  }
}

TEST(Refusals, SayTheConstructItsPlaceAndTheWayToWriteItInstead) {
  for (const auto& [body, place, sentence] : all) {
    SCOPED_TRACE(body);
    const std::string said = complaint(body);
    EXPECT_TRUE(contains(said, place + ": "));
    EXPECT_TRUE(contains(said, sentence));
  }
}

TEST(Refusals, OfOtherClassesThanModels) {
  EXPECT_TRUE(contains(complaint_about_text("package P end P;"),
                       "A flat model is one 'model' in one file"));
  EXPECT_TRUE(contains(complaint_about_text("function f end f;"), "Expected 'model' and its name"));
  EXPECT_TRUE(contains(complaint_about_text("type T = Real;"), "Expected 'model' and its name"));
  EXPECT_TRUE(contains(complaint_about_text("connector C end C;"), "'connector' is not supported"));
  EXPECT_TRUE(contains(complaint_about_text("model extends M end M;"), "'extends' inherits from"));
  EXPECT_TRUE(contains(complaint_about_text("model M = N(x = 1);"), "modification of another one"));
}

TEST(Refusals, OfAClassSkipItAsAWhole) {
  const std::string said =
      complaint("connector R Real a; Rael b; end R; Real x; equation x = nobody;");
  EXPECT_EQ(said.find("'Rael'"), std::string::npos) << said;
  EXPECT_TRUE(contains(said, "'nobody' is not declared"));
}

TEST(Refusals, LeaveOtherWordsAlone) { EXPECT_FALSE(why_refused("sin").has_value()); }

}  // namespace
}  // namespace bw::equation::refusals_test
