// Every construct of the language is read, and a plan is made for its model.

#include <gtest/gtest.h>

#include "base/error.h"
#include "equation/sort/plan.h"
#include "support/equation/model_text.h"
#include "support/refusal.h"

namespace bw::equation::language_test {
namespace {

std::string outcome(const std::string& text) {
  return test::outcome<InputError>([&] { make_plan(read_model(text, "m.mo").model); });
}

std::string outcome_of(const std::string& body) { return outcome("model M\n" + body + "\nend M;"); }

struct Construct {
  std::string name, body;
};

const std::vector<Construct> all{
    {"parameter", "parameter Real p = 2; Real x = p;"},
    {"constant", "constant Real c = 2; Real x = c;"},
    {"final", "final parameter Real p = 2; Real x(final unit = \"m\") = p;"},
    {"Integer", "Integer n = 3;"},
    {"Boolean", "Boolean b = time > 1;"},
    {"String parameter",
     "parameter String s = \"a\"; Real x = 1; equation assert(x > 0, s + \"b\");"},
    {"start", "Real x(start = 1); equation der(x) = -x;"},
    {"fixed", "Real x(start = 1, fixed = true); equation der(x) = -x;"},
    {"unit", "Real x(unit = \"m\", displayUnit = \"cm\") = 1;"},
    {"min", "Real x(min = 0) = 1;"},
    {"max", "Real x(max = 2) = 1;"},
    {"nominal", "Real x(nominal = 1e5) = 1;"},
    {"quantity", "Real x(quantity = \"Length\") = 1;"},
    {"description", "Real x = 1 \"One\" ;"},
    {"type", "type Length = Real(unit = \"m\", min = 0); Length x = 1;"},
    {"type of an array", "type Vector = Real[3]; Vector v = {1, 2, 3};"},
    {"SI type", "Modelica.Units.SI.Mass m = 1; Modelica.SIunits.Velocity v = 2;"},
    {"constant of the library", "Real x = Modelica.Constants.pi;"},
    {"input", "input Real u; Real x = u;"},
    {"output", "output Real y = time;"},
    {"discrete", "discrete Real d; equation when time > 1 then d = 2; end when;"},
    {"several in one declaration", "Real x = 1, y = 2;"},
    {"equation", "Real x; equation 2*x = 3 + time;"},
    {"initial equation", "Real x; initial equation der(x) = 0; equation der(x) = 1 - x;"},
    {"algorithm", "Real x; algorithm x := 1; x := 2*x;"},
    {"initial algorithm", "Real x; initial algorithm x := 1; equation der(x) = 1;"},
    {"if equation",
     "Real x; equation if time > 1 then x = 1; elseif time > 0.5 then x = 2; else x "
     "= 3; end if;"},
    {"if expression", "Real x = if time > 1 then 1 elseif time > 0.5 then 2 else 3;"},
    {"if statement",
     "Real x; algorithm if time > 1 then x := 1; elseif time > 0.5 then x := 2; "
     "else x := 3; end if;"},
    {"if over a parameter",
     "parameter Boolean b = true; Real x; equation if b then x = 1; end if;"},
    {"when", "Integer n(start = 0); equation when time > 1 then n = pre(n) + 1; end when;"},
    {"elsewhen",
     "Integer n; equation when time > 1 then n = 1; elsewhen time > 2 then n = 2; end "
     "when;"},
    {"when of several",
     "Integer n; equation when {time > 1, time > 2} then n = pre(n) + 1; end "
     "when;"},
    {"when in an algorithm", "Integer n; algorithm when time > 1 then n := 1; end when;"},
    {"reinit", "Real x; equation der(x) = 1; when x > 2 then reinit(x, 0); end when;"},
    {"pre", "Integer n; equation when sample(0, 1) then n = pre(n) + 1; end when;"},
    {"edge", "Boolean b = time > 1; Boolean e = edge(b);"},
    {"change", "Integer n = integer(time); Boolean c = change(n);"},
    {"sample", "Boolean s = sample(0.5, 0.1);"},
    {"initial", "Integer n; equation when initial() then n = 1; end when;"},
    {"terminal", "Integer n; equation when terminal() then n = 1; end when;"},
    {"terminate", "Real x; equation der(x) = 1; when x > 1 then terminate(\"end\"); end when;"},
    {"noEvent", "Real x = noEvent(if time > 1 then 1 else 0);"},
    {"smooth", "Real x = smooth(0, if time > 1 then time - 1 else 0);"},
    {"assert",
     "Real x = time; equation assert(x < 5, \"x\"); assert(x < 4, \"x\", "
     "AssertionLevel.warning);"},
    {"der", "Real x; equation der(x) = 1;"},
    {"der of an expression", "Real x, y; equation der(x) = 1; y = der(2*x);"},
    {"time", "Real x = time;"},
    {"trigonometry",
     "Real x = sin(time) + cos(time) + tan(time) + asin(0.5*sin(time)) + "
     "acos(0.5*sin(time)) + atan(time) + atan2(time, 2);"},
    {"exponentials",
     "Real x = exp(time) + log(time + 1) + log10(time + 1) + sinh(time) + cosh(time) "
     "+ tanh(time);"},
    {"min max", "Real x = min(time, 2) + max({1, time, 3}) + max(time, 1);"},
    {"abs sign sqrt", "Real x = abs(time) + sign(time) + sqrt(time);"},
    {"div mod rem", "Real x = div(time, 2) + mod(time, 2) + rem(time, 2);"},
    {"ceil floor integer", "Real x = ceil(time) + floor(time); Integer n = integer(time);"},
    {"array", "Real x[3] = {1, 2, time};"},
    {"matrix", "Real A[2, 2] = [1, 2; 3, time]; Real b[2] = A*{1, 2};"},
    {"size from the value", "parameter Real p[:] = {1, 2, 3}; Real x = sum(p);"},
    {"each", "Real x[3](each start = 1, each fixed = true); equation der(x) = -x;"},
    {"for equation", "Real x[3]; equation for i in 1:3 loop x[i] = i*time; end for;"},
    {"for in steps",
     "Real x[5]; equation for i in 1:2:5 loop x[i] = i; end for; x[2] = 1; x[4] = 2;"},
    {"for of two", "Real x[2, 3]; equation for i in 1:2, j in 1:3 loop x[i, j] = i*j; end for;"},
    {"for statement", "Real x; algorithm x := 0; for i in 1:3 loop x := x + i*time; end for;"},
    {"sum", "Real x[3] = {1, 2, 3}; Real s = sum(x) + sum(x[i]^2 for i in 1:3);"},
    {"product", "Real x[3] = {1, 2, 3}; Real s = product(x);"},
    {"slices", "Real x[4] = {1, 2, 3, 4}; Real y[2] = x[2:3]; Real z = x[end];"},
    {"array functions",
     "Real x[3] = fill(1, 3) + zeros(3) + ones(3) + linspace(0, 1, 3); Real A[2, "
     "2] = identity(2) + transpose([1, 2; 3, 4]) + diagonal({1, 2}); Real c[3] = "
     "cross({1, 0, 0}, {0, 1, 0}); parameter Integer n = size(x, 1);"},
    {"elementwise", "Real x[2] = {1, 2} .* {3, 4} ./ {1, 2} .^ 2 .+ 1 .- 2;"},
    {"homotopy", "Real x = homotopy(time, 1);"},
    {"protected and public", "protected Real x = 1; public Real y = 2;"},
    {"experiment",
     "Real x = 1; annotation(experiment(StartTime = 0, StopTime = 1, Interval = 0.1, "
     "Tolerance = 1e-6));"},
    {"logic", "Boolean b = time > 1 and not time > 2 or time >= 3;"},
    {"equality", "Integer n = integer(time); Boolean b = n == 2, c = n <> 2;"},
    {"comments", "Real /* in between */ x = 1; // behind"},
    {"quoted names", "Real 'x-1' = 1;"},
};

TEST(Language, HasAllItsConstructs) {
  for (const auto& [name, body] : all) EXPECT_EQ(outcome_of(body), "accepted") << name;
}

TEST(Language, HasModelsClassesAndBlocks) {
  for (const std::string head : {"model", "class", "block", "partial model", "encapsulated model",
                                 "within A; model", "within; model"})
    EXPECT_EQ(outcome(head + " M \"words\" Real x = 1; end M;"), "accepted") << head;
}

}  // namespace
}  // namespace bw::equation::language_test
