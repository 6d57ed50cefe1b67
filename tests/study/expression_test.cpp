// Results as they are written.

#include "study/results/expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/error.h"
#include "support/contains.h"
#include "support/refusal.h"

namespace bw::study::expression_test {
namespace {

using test::contains;

const std::vector<result::Column> columns = {{"a.x", Type::real, "K"},
                                             {"b.x", Type::real, "m"},
                                             {"n", Type::integer},
                                             {"name", Type::string}};

// a.x = t with an error of 0.1, b.x = 10 - t with 0.2, n = whole part of t; t = 0 ... 10.
result::RunResult rows() {
  result::RunResult run;
  run.statistics.events = 4;
  run.trajectory.columns({columns[0], columns[1], columns[2], {"error(a.x)"}, {"error(b.x)"}});
  for (int k = 0; k <= 100; ++k) {
    const double t = 0.1 * k;
    const double reals[] = {t, 10 - t, 0.1, 0.2};
    const Discrete others[] = {std::int64_t{k / 10}};
    run.trajectory.row({t, reals, others});
  }
  return run;
}

Estimate value(const std::string& text) {
  static const result::RunResult run = rows();
  const double parameters[] = {2};
  return Expression(text, "here", columns, {"gain"})(run, parameters);
}

std::string mistake(const std::string& text) {
  return test::refusal<InputError>([&] { Expression(text, "s.toml:3", columns, {"gain"}); });
}

TEST(Expression, ScalarsAndTheirErrors) {
  EXPECT_NEAR(value("final(a.x)").value, 10, 1e-12);
  EXPECT_NEAR(value("final(a.x)").error, 0.1, 1e-12);
  EXPECT_NEAR(value("max(a.x) - min(b.x)").error, 0.3, 1e-9);
  EXPECT_NEAR(value("max(a.x)*gain").value, 20, 1e-12);
  EXPECT_NEAR(value("max(a.x)*gain").error, 0.2, 1e-9);
  EXPECT_NEAR(value("mean(a.x + b.x)").value, 10, 1e-9);
  EXPECT_NEAR(value("mean(a.x + b.x)").error, 0.3, 1e-9);
  EXPECT_NEAR(value("integral(a.x)").value, 50, 1e-9);
  EXPECT_NEAR(value("at(b.x, 2.5)").value, 7.5, 1e-9);
  EXPECT_EQ(value("max(n)").value, 10);
  EXPECT_EQ(value("max(n)").error, 0);
  EXPECT_EQ(value("events()").value, 4);
  EXPECT_NEAR(value("initial(b.x)").value, 10, 1e-12);
}

TEST(Expression, ConditionsHaveUnitsAndBothSides) {
  EXPECT_NEAR(value("time(a.x > 3)").value, 3, 0.1);
  EXPECT_NEAR(value("time(a.x > 3)").error, 0.1, 0.02);
  EXPECT_NEAR(value("time(b.x < 700 cm)").value, 3, 0.1);
  EXPECT_NEAR(value("time(a.x > b.x)").value, 5, 0.1);
  EXPECT_NEAR(value("duration(a.x > 8)").value, 2, 1e-9);
  EXPECT_NEAR(value("time_of(min(b.x))").value, 10, 1e-12);
  EXPECT_TRUE(std::isnan(value("time(a.x > 30)").value));
}

TEST(Expression, ConditionsMayBeEqual) {
  EXPECT_NEAR(value("duration(n >= 10)").value, 0, 1e-12);  // in the last row only
  EXPECT_NEAR(value("time(n >= 10)").value, 10, 1e-12);
  EXPECT_TRUE(std::isnan(value("time(n > 10)").value));
  EXPECT_NEAR(value("duration(n <= 0)").value, 0.9, 1e-12);
  EXPECT_EQ(value("duration(n < 0)").value, 0);
  EXPECT_NEAR(value("duration(2*n >= 0)").value, 10, 1e-12);
}

TEST(Expression, AFormulaThatEndsWithinTheErrorIsUncertain) {
  EXPECT_TRUE(std::isinf(value("sqrt(min(a.x))").error));
  EXPECT_TRUE(std::isfinite(value("sqrt(max(a.x))").error));
}

TEST(Expression, RecordsWhatItNeeds) {
  const Expression expression("max(a.x) + mean(b.x - a.x)", "here", columns, {});
  EXPECT_EQ(expression.variables(), (std::vector<std::string>{"a.x", "b.x"}));
}

TEST(Expression, SaysWhatIsWrong) {
  EXPECT_TRUE(contains(mistake("a.x"), "must be a scalar of a run, such as max(a.x)"));
  EXPECT_TRUE(contains(mistake("max(c.x)"), "s.toml:3: "));
  EXPECT_TRUE(contains(mistake("max(a.x"), "closing bracket"));
  EXPECT_TRUE(contains(mistake("time(a.x)"), "must be a condition"));
  EXPECT_TRUE(contains(mistake("time(a.x > 3 kW)"), "cannot be converted to 'K'"));
  EXPECT_TRUE(contains(mistake("time_of(a.x)"), "takes max(...) or min(...)"));
  EXPECT_TRUE(contains(mistake("at(a.x)"), "a formula and a time"));
  EXPECT_TRUE(contains(mistake("max(name)"), "is a text"));
  EXPECT_TRUE(contains(mistake("events(a.x)"), "takes no argument"));
}

}  // namespace
}  // namespace bw::study::expression_test
