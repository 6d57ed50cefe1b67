// Derivatives whose coefficient is 0 by parameters.

#include "equation/values/vanishing.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "equation/sort/plan.h"
#include "support/contains.h"
#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"
#include "support/refusal.h"

namespace bw::test::vanishing_test {
namespace {

using Names = std::vector<std::string>;

Names structural(const equation::FlatModel& model) {
  Names names;
  for (const equation::FlatVariable& v : model.variables)
    if (v.is_structural) names.push_back(v.name);
  return names;
}

// A diode behind a resistor; its capacitance is C, or 0.
std::string diode(const std::string& C, const std::string& more = "") {
  return "parameter Real C = " + C +
         ", R = 2, k = 3; Real v(start = 0), c, q; "
         "equation c = if k > 1 then C*exp(v)/R + C else k; q = smooth(0, c)*der(v); "
         "1 - v = R*(exp(v) - 1 + q);" +
         more;
}

TEST(Vanishing, LeavesAnEquationWithoutTheState) {
  EquationRun run(read_body(diode("0")).model);
  EXPECT_TRUE(run.x.empty());
  const double v = run.value("v");
  EXPECT_NEAR(1 - v, 2 * (std::exp(v) - 1), 1e-14);
  EXPECT_EQ(run.value("q"), 0);
}

TEST(Vanishing, FixesTheParametersThatAreTheReason) {
  EXPECT_EQ(structural(read_body(diode("0")).model), (Names{"C", "k"}));
  EXPECT_EQ(structural(read_body(diode("1e-3")).model), Names{});
}

TEST(Vanishing, NeedsTheValueZero) {
  EXPECT_EQ(EquationRun(read_body(diode("1e-3")).model).x.size(), 1U);
  EXPECT_EQ(EquationRun(equation::read_model("model M " + diode("0") + " end M;", "m.mo", 1000,
                                             {{"C", 1e-3}})
                            .model)
                .x.size(),
            1U);
}

TEST(Vanishing, KeepsAStateThatIsOneElsewhere) {
  EquationRun run(read_body("parameter Real C = 0; Real v(start = 1, fixed = true), i; "
                            "equation i = C*der(v) + 2*v; der(v) = -v;")
                      .model);
  ASSERT_EQ(run.x.size(), 1U);
  ASSERT_TRUE(run.march(1, 1e-12).good());
  EXPECT_NEAR(run.value("i"), 2 * std::exp(-1.0), 1e-10);
}

TEST(Vanishing, RefusesToSetWhatIsNoStateAnyMore) {
  const equation::FlatModel model =
      read_body(
          "parameter Real C = 0; Real v(start = 1), i = time; "
          "equation C*der(v) = i - v; when time > 1 then reinit(v, 2); end when;")
          .model;
  EXPECT_TRUE(contains(refusal<InputError>([&] { equation::make_plan(model); }),
                       "reinit(v, ...) sets a variable that is no state"));
}

TEST(Vanishing, DoesNotTakeVariablesForZeroThatSayEachOther) {
  EquationRun run(read_body("parameter Real C = 0; Real v(start = 1, fixed = true), a, b; "
                            "equation a = b; b = 2*a - 1; a*der(v) = C*a - v;")
                      .model);
  ASSERT_EQ(run.x.size(), 1U);
  EXPECT_NEAR(run.derivatives(0, {1})[0], -1, 1e-15);
}

}  // namespace
}  // namespace bw::test::vanishing_test
