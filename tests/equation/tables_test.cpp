// Tables of the standard library, as Base Modelica calls them. Values of splines were computed
// with rational numbers from the formulas of their authors.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "equation/tables/curve.h"
#include "equation/tables/table.h"
#include "support/contains.h"
#include "support/equation/base_text.h"

namespace bw::equation::tables_test {
namespace {

using test::base_refusal;
using test::base_value;
using test::contains;
using test::EquationRun;
using test::read_base;

constexpr const char* tables = R"(
  class 'Table1D'
  extends ExternalObject;
    function constructor "Of a matrix"
      input String 'tableName';
      input String 'fileName';
      input Real 'table'[:, :];
      input Integer 'columns'[:];
      input Integer 'smoothness';
      input Integer 'extrapolation' = 1;
      input Boolean 'verboseRead' = true;
      output 'Table1D' 'object';
    external "C" 'object' = ModelicaStandardTables_CombiTable1D_init3('fileName', 'tableName',
      'table', size('table', 1), size('table', 2), 'columns', size('columns', 1), 'smoothness',
      'extrapolation', 'verboseRead', ",", 0) annotation(Library = {"ModelicaStandardTables"});
    end constructor;
    function destructor
      input 'Table1D' 'object';
    external "C" ModelicaStandardTables_CombiTable1D_close('object');
    end destructor;
  end 'Table1D';
  function 'of1D'
    input 'Table1D' 'tableID';
    input Integer 'icol';
    input Real 'u';
    output Real 'y';
  external "C" 'y' = ModelicaStandardTables_CombiTable1D_getValue('tableID', 'icol', 'u');
    annotation(derivative(order = 1) = 'der1D');
  end 'of1D';
  function 'der1D'
    input 'Table1D' 'tableID';
    input Integer 'icol';
    input Real 'u';
    input Real 'der_u';
    output Real 'der_y';
  external "C" 'der_y' = ModelicaStandardTables_CombiTable1D_getDerValue('tableID', 'icol', 'u',
    'der_u');
  end 'der1D';
  function 'max1D'
    input 'Table1D' 'tableID';
    output Real 'uMax';
  external "C" 'uMax' = ModelicaStandardTables_CombiTable1D_maximumAbscissa('tableID');
  end 'max1D';
  class 'TimeTable'
  extends ExternalObject;
    function constructor
      input Real 'table'[:, :];
      input Real 'startTime';
      input Integer 'smoothness';
      input Integer 'extrapolation';
      input Real 'shiftTime' = 0;
      input Integer 'timeEvents' = 1;
      output 'TimeTable' 'object';
    external "C" 'object' = ModelicaStandardTables_CombiTimeTable_init3("NoName", "NoName",
      'table', size('table', 1), size('table', 2), 'startTime', {2}, 1, 'smoothness',
      'extrapolation', 'shiftTime', 'timeEvents', false, ",", 0);
    end constructor;
  end 'TimeTable';
  function 'next'
    input 'TimeTable' 'tableID';
    input Real 'timeIn';
    output Real 'nextTimeEvent';
  external "C" 'nextTimeEvent' = ModelicaStandardTables_CombiTimeTable_nextTimeEvent('tableID',
    'timeIn');
  end 'next';
  function 'ofTime'
    input 'TimeTable' 'tableID';
    input Integer 'icol';
    input Real 'timeIn';
    input Real 'nextTimeEvent';
    input Real 'pre_nextTimeEvent';
    output Real 'y';
  external "C" 'y' = ModelicaStandardTables_CombiTimeTable_getValue('tableID', 'icol', 'timeIn',
    'nextTimeEvent', 'pre_nextTimeEvent');
  end 'ofTime';
  class 'Table2D'
  extends ExternalObject;
    function constructor
      input Real 'table'[:, :];
      input Integer 'smoothness';
      input Integer 'extrapolation';
      output 'Table2D' 'object';
    external "C" 'object' = ModelicaStandardTables_CombiTable2D_init3("NoName", "NoName", 'table',
      size('table', 1), size('table', 2), 'smoothness', 'extrapolation', false, ",", 0);
    end constructor;
  end 'Table2D';
  function 'of2D'
    input 'Table2D' 'tableID';
    input Real 'u1';
    input Real 'u2';
    output Real 'y';
  external "C" 'y' = ModelicaStandardTables_CombiTable2D_getValue('tableID', 'u1', 'u2');
  end 'of2D';
)";

const std::string rows = "{{0.0, 1.0}, {1.0, 3.0}, {2.5, 2.0}, {3.0, 2.5}, {5.0, 7.0}}";

std::string table_1d(int smoothness, int extrapolation, const std::string& values = rows) {
  return "parameter 'Table1D' 't' = 'Table1D'(\"NoName\", \"NoName\", " + values + ", {2}, " +
         std::to_string(smoothness) + ", " + std::to_string(extrapolation) + "); ";
}

double of_one(int smoothness, int extrapolation, double u) {
  return base_value(tables,
                    table_1d(smoothness, extrapolation) + "Real 'y' = 'of1D'('t', 1, time + (" +
                        std::to_string(u) + "));",
                    "y");
}

TEST(Tables, AreInterpolatedByEveryKindOfSmoothness) {
  struct Case {
    int smoothness;
    std::array<double, 4> values;  // at 0.3, 1.7, 2.8, 4.2
  };
  const std::array cases = std::to_array<Case>(
      {{1, {1.6, 3 - 0.7 / 1.5, 2.3, 2.5 + 1.2 * 2.25}},
       {2, {1.8993846153846154, 2.5398508819785417, 2.2230395136778114, 4.917142857142857}},
       {3, {1, 3, 2, 2.5}},
       {4, {1.726, 2.5499259259259257, 2.2314285714285713, 5.014857142857143}},
       {5, {1.726, 2.5499259259259257, 2.234, 5.008}},
       {6, {1.8375697399527187, 2.501697706274031, 2.2352607124419204, 4.908391608391608}}});
  constexpr std::array at{0.3, 1.7, 2.8, 4.2};
  for (const Case& one : cases)
    for (std::size_t i = 0; i < at.size(); ++i)
      EXPECT_NEAR(of_one(one.smoothness, 2, at[i]), one.values[i], 1e-14)
          << one.smoothness << " at " << at[i];
}

TEST(Tables, GoOnBeyondTheirEnds) {
  EXPECT_EQ(of_one(1, 1, -2), 1);  // held
  EXPECT_EQ(of_one(2, 1, 9), 7);
  EXPECT_EQ(of_one(1, 2, -2), -3);  // the last two points
  EXPECT_NEAR(of_one(3, 2, 6), 9.25, 1e-14);
  EXPECT_NEAR(of_one(2, 2, -0.6), 1 - 0.6 * 10 / 3.0, 1e-14);  // with the slope of the spline
  EXPECT_NEAR(of_one(2, 2, 6), 7 + 2.875, 1e-14);
  EXPECT_NEAR(of_one(1, 3, 10.5), 2, 1e-14);  // with the period 5
  EXPECT_NEAR(of_one(1, 3, -4.5), 2, 1e-14);
  EXPECT_EQ(of_one(3, 1, 2.5), 2);  // a step is there at its row
}

TEST(Tables, WithoutExtrapolationAreWatched) {
  const std::string body = table_1d(1, 4) + "Real 'y' = 'of1D'('t', 1, 6.0 - time);";
  const FlatModel model = read_base(tables, body);
  ASSERT_EQ(model.asserts.size(), 1);
  EXPECT_TRUE(contains(model.asserts[0].message, "from 0 to 5 and has no extrapolation"));
}

TEST(Tables, HaveExactDerivatives) {
  const std::string call = "'der1D'('t', 1, time + 2.0, 2.0)";
  EXPECT_NEAR(base_value(tables, table_1d(1, 1) + "Real 'y' = " + call + ";", "y"), -4 / 3.0,
              1e-15);
  EXPECT_EQ(base_value(tables, table_1d(1, 1) + "Real 'y' = 'max1D'('t');", "y"), 5);
  // A parabola is its own Akima spline; y' = f(y), f(y) = y^2: y = 1/(1/y0 - t).
  std::string parabola = "{";
  for (int k = 0; k <= 16; ++k)
    parabola +=
        (k > 0 ? ", {" : "{") + std::to_string(k / 4.0) + ", " + std::to_string(k * k / 16.0) + "}";
  EquationRun run(read_base(tables, table_1d(2, 2, parabola + "}") +
                                        "Real 'y'(start = 0.5, fixed = true); equation der('y') = "
                                        "'of1D'('t', 1, 'y');"));
  run.march(1, 1e-11);
  EXPECT_NEAR(run.value("y"), 1, 1e-9);
}

std::string time_table(const std::string& arguments) {
  return "parameter 'TimeTable' 't' = 'TimeTable'(" + arguments +
         "); discrete Real 'n'; Real 'y'; Real 'x'(start = 0.0, fixed = true); equation when {time "
         ">= pre('n'), initial()} then 'n' = 'next'('t', time); end when; 'y' = 'ofTime'('t', 1, "
         "time, 'n', pre('n')); der('x') = 'y';";
}

double integral(const std::string& arguments, double until, double* value = nullptr) {
  EquationRun run(read_base(tables, time_table(arguments)));
  run.march(until, 1e-9);
  if (value != nullptr) *value = run.value("y");
  return run.value("x");
}

TEST(Tables, OverTimeJumpAtTheirEvents) {
  const std::string jumps = "{{0.0, 1.0}, {1.0, 1.0}, {1.0, 3.0}, {2.0, 5.0}}, ";
  double y = 0;
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 1", 1.5, &y), 1 + 1.75, 1e-12);
  EXPECT_NEAR(y, 4, 1e-12);
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 1", 4, &y), 1 + 4 + 10, 1e-12);          // held
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 2", 3, &y), 1 + 4 + 6, 1e-12);           // continued
  EXPECT_NEAR(integral(jumps + "-1e60, 3, 1", 3, &y), 1 + 3 + 5, 1e-12);           // constant
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 3", 7.5, &y), 3 * 5 + 1 + 1.75, 1e-11);  // periodic
  EXPECT_NEAR(y, 4, 1e-11);
  EXPECT_NEAR(integral(jumps + "0.5, 1, 1", 1.5), 0.5 + 1.75, 1e-12);  // 0 before the start
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 1, 0.5", 1.5), 1.5, 1e-12);  // shifted
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 3, 0.5", 2.75), 2.25 + 5 + 0.25, 1e-11);
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 1, 0.0, 2", 4), 15, 1e-12);  // at jumps only
  EXPECT_NEAR(integral(jumps + "-1e60, 1, 1, 0.0, 3", 4), 15, 1e-12);
}

TEST(Tables, OverTimeMayJumpTwiceAtOnce) {
  const std::string jumps =
      "{{0.0, 1.0}, {1.0, 1.0}, {1.00000000008, 3.0}, {1.00000000016, 5.0}}, -1e60, 1, 1";
  EXPECT_NEAR(integral(jumps, 2), 6, 1e-8);
}

TEST(Tables, OfTwoInputs) {
  const auto value = [](const std::string& kinds, const std::string& at) {
    return base_value(tables,
                      "parameter 'Table2D' 't' = 'Table2D'({{0.0, 1.0, 2.0, 4.0}, {1.0, 1.0, 3.0, "
                      "5.0}, {2.0, 2.0, 6.0, 8.0}}, " +
                          kinds + "); Real 'y' = 'of2D'('t', " + at + ");",
                      "y");
  };
  EXPECT_NEAR(value("1, 1", "1.5, 1.5"), 3, 1e-15);
  EXPECT_NEAR(value("1, 1", "1.0, 3.0"), 4, 1e-15);
  EXPECT_NEAR(value("1, 1", "0.0, 9.0"), 5, 1e-15);
  EXPECT_NEAR(value("1, 2", "3.0, 1.0"), 3, 1e-15);
  EXPECT_NEAR(value("1, 2", "1.5, 0.0"), -1.5, 1e-15);
  EXPECT_NEAR(value("1, 3", "1.5, 4.5"), 3, 1e-15);
  EXPECT_EQ(value("3, 1", "1.9, 3.9"), 3);
  EXPECT_EQ(value("3, 1", "2.0, 4.0"), 8);
}

TEST(Tables, ThatCannotBeReadAreRefused) {
  const auto refusal = [](const std::string& arguments) {
    return base_refusal(tables,
                        "parameter Real 'p'(fixed = false); parameter 'Table1D' 't' = "
                        "'Table1D'(" +
                            arguments + "); Real 'y' = 'of1D'('t', 1, time);");
  };
  EXPECT_TRUE(contains(refusal("\"tab\", \"a.txt\", {{0.0, 1.0}}, {2}, 1"), "in the file 'a.txt'"));
  EXPECT_TRUE(contains(refusal("\"NoName\", \"NoName\", {{0.0, 1.0}, {0.0, 2.0}}, {2}, 1"),
                       "must increase"));
  EXPECT_TRUE(contains(refusal("\"NoName\", \"NoName\", {{0.0, 1.0}, {1.0, 2.0}}, {3}, 1"),
                       "2 columns only"));
  EXPECT_TRUE(
      contains(refusal("\"NoName\", \"NoName\", {{0.0, 1.0}, {1.0, 2.0}}, {2}, 7"), "1 to 6"));
  EXPECT_TRUE(
      contains(base_refusal(tables, time_table("{{0.0, 1.0}, {1.0, 2.0}}, 0.0, 1, 1, 0.0, 4")),
               "time events 1 to 3"));
  EXPECT_TRUE(contains(refusal("\"NoName\", \"NoName\", {{0.0, 'p'}, {1.0, 2.0}}, {2}, 1"),
                       "known before the run"));
  EXPECT_TRUE(contains(base_refusal(tables,
                                    "parameter 'Table1D' 't'; Real 'y' = 'of1D'('t', 1, "
                                    "time);"),
                       "no value"));
  EXPECT_TRUE(contains(base_refusal(tables, table_1d(1, 1) + "Real 'y' = 'of1D'('t', 2, time);"),
                       "1 results"));
  EXPECT_TRUE(contains(base_refusal(tables,
                                    "parameter 'Table2D' 't' = 'Table2D'({{0.0, 1.0}, {1.0, "
                                    "1.0}}, 2, 1); Real 'y' = 'of2D'('t', 1.0, 1.0);"),
                       "not supported"));
}

}  // namespace
}  // namespace bw::equation::tables_test
