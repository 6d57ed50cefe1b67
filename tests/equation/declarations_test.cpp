#include "equation/flatten/declarations.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::declarations_test {
namespace {

using test::complaint;
using test::contains;
using test::equations_of;
using test::read_body;
using test::warnings_of;
using test::written;

using Lines = std::vector<std::string>;

TEST(Declarations, CarryTheirAttributes) {
  const FlatModel model = read_body(
                              "Real v(start = 2, fixed = true, unit = \"m/s\", displayUnit = "
                              "\"km/h\", min = -1, max = 9, "
                              "nominal = 3, quantity = \"Velocity\") \"how fast\";")
                              .model;
  const FlatVariable& v = model.variables.at(0);
  EXPECT_EQ(written(model, v.start), "2");
  EXPECT_TRUE(v.fixed);
  EXPECT_EQ(v.unit, "m/s");
  EXPECT_EQ(v.display_unit, "km/h");
  EXPECT_EQ(v.quantity, "Velocity");
  EXPECT_EQ(v.description, "how fast");
  EXPECT_EQ(written(model, v.min), "-1");
  EXPECT_EQ(written(model, v.max), "9");
  EXPECT_EQ(written(model, v.nominal), "3");
  EXPECT_EQ(v.where.text(), "m.mo:2:6");
}

TEST(Declarations, KnowTheirKind) {
  const FlatModel model =
      read_body(
          "parameter Integer n = 3; constant Real c = 2; input Real u; output Boolean "
          "b; discrete Real d; Real x; protected final parameter Real p = 1;")
          .model;
  const auto& v = model.variables;
  EXPECT_EQ(v[0].variability, Variability::parameter);
  EXPECT_EQ(v[0].type, ScalarType::integer);
  EXPECT_EQ(v[1].variability, Variability::constant);
  EXPECT_EQ(v[2].causality, Causality::input);
  EXPECT_EQ(v[3].causality, Causality::output);
  EXPECT_EQ(v[3].variability, Variability::discrete);
  EXPECT_EQ(v[4].variability, Variability::discrete);
  EXPECT_EQ(v[5].variability, Variability::continuous);
  EXPECT_EQ(v[6].variability, Variability::parameter);
}

TEST(Declarations, WithAValueAreEquationsUnlessOfParameters) {
  EXPECT_EQ(equations_of("parameter Real p = 2; Real x = p*time; Real y[2] = {x, 1};"),
            (Lines{"x = (p*time)", "y[1] = x", "y[2] = 1"}));
}

TEST(Declarations, OfOwnTypesTakeTheirAttributes) {
  const FlatModel model =
      read_body(
          "type Speed = Real(unit = \"m/s\", start = 1); type Fast = Speed(start = 9); type Pair = "
          "Real[2](each unit = \"m\"); Fast v; Speed w(unit = \"km/h\"); Pair x[3];")
          .model;
  EXPECT_EQ(model.variables[0].unit, "m/s");
  EXPECT_EQ(written(model, model.variables[0].start), "9");
  EXPECT_EQ(model.variables[1].unit, "km/h");
  EXPECT_EQ(model.variables[3].name, "x[1,2]");
  EXPECT_EQ(model.variables[3].unit, "m");
}

TEST(Declarations, KnowTheQuantitiesOfTheStandardLibrary) {
  const FlatModel model =
      read_body("Modelica.Units.SI.Temperature T; parameter Modelica.SIunits.Mass m = 2;").model;
  EXPECT_EQ(model.variables[0].unit, "K");
  EXPECT_EQ(model.variables[0].display_unit, "degC");
  EXPECT_EQ(model.variables[1].unit, "kg");
  EXPECT_TRUE(contains(complaint("Modelica.Units.SI.Nothing x;"), "Write Real with its unit"));
}

TEST(Declarations, MayStandBelowWhatTheySize) {
  const FlatModel model =
      read_body("Real x[n]; parameter Integer n = k + 1; constant Integer k = 2;").model;
  EXPECT_EQ(model.variables.size(), 5U);
}

TEST(Declarations, ThatDecideSizesAreMarked) {
  const FlatModel model =
      read_body("parameter Integer m = 2, n = m + 1, o = 3; Real x[n]; Real y = n*o;").model;
  EXPECT_TRUE(model.variables[0].is_structural);
  EXPECT_TRUE(model.variables[1].is_structural);
  EXPECT_FALSE(model.variables[2].is_structural);
  EXPECT_EQ(written(model, model.equations[0].right), "(3*o)");
}

TEST(Declarations, OfConstantsStandAsNumbers) {
  EXPECT_EQ(equations_of("constant Real g = 2*h; constant Real h = 3; Real x = g*time;"),
            Lines{"x = (6*time)"});
}

TEST(Declarations, TakeSizesFromTheirValue) {
  EXPECT_EQ(read_body("parameter Real a[:] = {1, 2, 3}; parameter Real b[:, :] = [1, 2; 3, 4];")
                .model.variables.size(),
            7U);
  EXPECT_TRUE(contains(complaint("Real a[:];"), "but there is none"));
  EXPECT_TRUE(
      contains(complaint("parameter Real a[:] = [1, 2; 3, 4];"), "An array with 1 dimension"));
}

TEST(Declarations, WithoutAValueOfAParameterAreReported) {
  EXPECT_TRUE(contains(warnings_of("parameter Real k;"),
                       "m.mo:2:16: The parameter 'k' has no value: 0 is used."));
  EXPECT_TRUE(contains(warnings_of("parameter Real k(start = 2);"), "its start value is used"));
  const FlatModel model = read_body("parameter Real k(fixed = false, start = 2);").model;
  EXPECT_EQ(model.variables[0].binding, no_node);
  EXPECT_TRUE(contains(complaint("constant Real c;"), "The constant 'c' has no value"));
}

TEST(Declarations, KeepWhichVariablesAreToBeStates) {
  const FlatModel model = read_body(
                              "Real x(stateSelect = StateSelect.prefer), "
                              "y[2](each stateSelect = StateSelect.never), z;")
                              .model;
  EXPECT_EQ(model.variables[0].select, StateSelect::prefer);
  EXPECT_EQ(model.variables[2].select, StateSelect::never);
  EXPECT_EQ(model.variables[3].select, StateSelect::normal);
  EXPECT_TRUE(contains(complaint("Real x(stateSelect = 7);"), "StateSelect.never, avoid"));
}

TEST(Declarations, ThatAreWrongAreShown) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"Real x; Real y; Integer x;", "m.mo:2:25: 'x' is declared twice, first in line 2"},
      {"Real time;", "'time' is the time of the simulation"},
      {"Real x(strat = 1);", "'strat' is not an attribute of a variable. Did you mean 'start'?"},
      {"Real x(start = 1, start = 2);", "The attribute 'start' is given twice"},
      {"Real x(unit = 3);", "The unit must be a string in quotes"},
      {"Integer n(unit = \"m\");", "Only a Real has a unit"},
      {"Boolean b(min = 1);", "A Boolean has no min"},
      {"Integer n(nominal = 1);", "Only a Real has a nominal value"},
      {"Integer n(start = 1.5);", "'start' of 'n' is Integer, but this is Real"},
      {"Real x[2](start = {1, 2, 3});", "its start is an array of 3"},
      {"Real x(fixed = y); Boolean y;", "'fixed' must be known before the run"},
      {"parameter Real p(fixed = false) = 1;", "Remove one of them"},
      {"parameter Integer n = 1.5;", "'n' is Integer, but this is Real"},
      {"parameter Real p = true;", "'p' is Real, but this is Boolean"},
      {"parameter Real p[2] = 1;", "fill(value, size) makes an array"},
      {"parameter Real p[2] = {1, 2, 3};", "'p' is an array of 2, but this is an array of 3"},
      {"input Real u = 1;", "The input 'u' gets its value from outside"},
      {"Real x[n]; Integer n;", "must be known before the run"},
      {"Real x[1.5];", "The size of an array must be one Integer"},
      {"Real x[2000000000*2000000000*2000000000];", "The size of an array is too large: 8e27"},
      {"Real x[-1];", "cannot be negative"},
      {"Real x[size(x, 1)];", "The size of 'x' depends on itself"},
      {"type T = T; T x;", "The type 'T' is defined by itself"},
      {"type T = Real; type T = Real;", "The type 'T' is defined twice"},
      {"type Real = Integer;", "'Real' is a type of the language"},
      {"Rael x;", "Did you mean 'Real'?"},
      {"parameter String s(start = \"a\") = \"b\";", "Attributes of a String are not supported"},
  };
  for (const auto& [body, sentence] : wrong) {
    SCOPED_TRACE(body);
    EXPECT_TRUE(contains(complaint(body), sentence));
  }
}

}  // namespace
}  // namespace bw::equation::declarations_test
