#include "equation/check/check_model.h"

#include <gtest/gtest.h>

#include "support/contains.h"
#include "support/equation/model_text.h"

namespace bw::equation::check_model_test {
namespace {

using test::complaint;
using test::contains;

TEST(ModelChecks, RefuseWhatDependsOnTooMuch) {
  const std::vector<std::pair<std::string, std::string>> wrong{
      {"parameter Real p = 2*time;",
       "The value of 'p' can depend on parameters and constants only, but it depends on 'time'"},
      {"Real x; parameter Real p = x + 1; equation x = 1;", "it depends on 'x'"},
      {"parameter Real p = 1; constant Real c = p;",
       "The value of 'c' can depend on constants only, but it depends on 'p'"},
      {"Real x(start = x + 1); equation x = 1;", "The start value of 'x'"},
      {"Real x(min = time); equation x = 1;", "The minimum of 'x'"},
      {"Real x(max = time); equation x = 1;", "The maximum of 'x'"},
      {"Real x(nominal = time); equation x = 1;", "The nominal value of 'x'"},
      {"Real x = time; Boolean b = sample(x, 1);", "The times of 'sample'"},
      {"Boolean b = noEvent(time > 1);", "Relations within noEvent() generate no events"},
      {"discrete Real d = time;", "Assign it in a when, or declare it without 'discrete'"},
      {"Real x = time; Real y = pre(x);", "outside of a when 'pre' needs a discrete variable"},
      {"Real x = time; Boolean b = change(x);", "outside of a when 'change'"},
      {"Real h; equation when time > 1 then h = 1; end when; der(h) = 1;",
       "'h' is a state, because it occurs in der(), but a when assigns it"},
  };
  for (const auto& [body, sentence] : wrong) {
    SCOPED_TRACE(body);
    EXPECT_TRUE(contains(complaint(body), sentence));
  }
}

TEST(ModelChecks, RefuseParametersThatDependOnThemselves) {
  EXPECT_TRUE(
      contains(complaint("parameter Real a = b; parameter Real b = c + 1; parameter Real c = a;"),
               "depends on itself"));
  EXPECT_TRUE(contains(complaint("parameter Real a = a;"), "The value of 'a' depends on itself"));
  EXPECT_EQ(complaint("parameter Real a = b + b; parameter Real b = c + c; parameter Real c = 1;"),
            "accepted");
}

TEST(ModelChecks, LetDiscreteVariablesFollowEvents) {
  EXPECT_EQ(complaint("Real x = time; Boolean b = x > 1; Integer n = integer(x); discrete Real d; "
                      "Boolean e = b and "
                      "not edge(b) or change(n); equation d = if b then 1 else 2; "),
            "accepted");
  EXPECT_EQ(complaint("Real x; Real h; equation der(x) = 1; when x > 1 then h = pre(x); end when;"),
            "accepted");
}

TEST(ModelChecks, FollowAChainOf100000Parameters) {
  std::string body = "parameter Real p0 = 1;";
  for (int i = 1; i < 100'000; ++i)
    body += "parameter Real p" + std::to_string(i) + " = p" + std::to_string(i - 1) + " + 1;";
  EXPECT_EQ(complaint(body), "accepted");
}

}  // namespace
}  // namespace bw::equation::check_model_test
