// Bounds of a model's derivatives and indicators over an interval, against the model itself.

#include "equation/enclosure/model_enclosure.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "model/enclosure.h"
#include "support/dice.h"
#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"

namespace bw::equation::model_enclosure_test {
namespace {

struct Bounded {
  explicit Bounded(const std::string& body) : run(test::read_body(body).model) {
    enclosure = run.model->enclosure();
    if (enclosure == nullptr) return;
    indicators.resize(enclosure->indicators().size());
    derivatives.resize(enclosure->derivatives().size());
  }
  // States from `x` on with these slopes.
  bool over(double lo, double hi, const std::vector<double>& x, const std::vector<double>& slope) {
    curves.clear();
    for (std::size_t i = 0; i < x.size(); ++i)
      curves.push_back({.c = x[i] + slope[i] * (hi - lo) / 2, .s = slope[i] * (hi - lo) / 2});
    const model::CurveBox box{.lo = lo, .hi = hi, .x = curves};
    const bool tame = enclosure->survey(box, indicators);
    enclosure->bound(box, derivatives);
    return tame;
  }
  test::EquationRun run;
  model::Enclosure* enclosure = nullptr;
  std::vector<model::Bound> indicators, derivatives;
  std::vector<model::Curve> curves;
};

TEST(ModelEnclosure, IsNotThereForASmoothModel) {
  EXPECT_EQ(Bounded("Real x(start=1), v(start=0); equation der(x) = v; der(v) = sin(time) - x^3/2;")
                .enclosure,
            nullptr);
}

TEST(ModelEnclosure, HoldsTheDerivativesAndIndicatorsOfTheModel) {
  const std::string body =
      "parameter Real w = 0.1; Real x(start=0.3), y(start=1), p, q; equation"
      " p = exp(-((x - 0.4)/w)^2); q = max(0, p - 0.2)/(1 + y^2) + noEvent(if x > 0.35 then 1 else "
      "y);"
      " der(x) = q + tanh((time - 0.5)/w); der(y) = if x*y > 0.5 then p else -abs(sin(7*x));";
  Bounded model(body);
  ASSERT_NE(model.enclosure, nullptr);
  ASSERT_EQ(model.derivatives.size(), 2U);
  ASSERT_EQ(model.indicators.size(), 1U);
  test::Dice dice(3);
  for (int trial = 0; trial < 500; ++trial) {
    const double lo = dice.between(0, 1), h = std::pow(10, dice.between(-4, 0));
    const std::vector<double> x{dice.between(0, 1), dice.between(-1, 2)};
    const std::vector<double> slope{dice.between(-1, 1), dice.between(-1, 1)};
    model.over(lo, lo + h, x, slope);
    for (int point = 0; point < 10; ++point) {
      const double t = dice.between(0, h);
      const std::vector<double> at{x[0] + slope[0] * t, x[1] + slope[1] * t};
      const std::vector<double> dx = model.run.derivatives(lo + t, at);
      std::vector<double> z(1);
      model.run.model->indicators(lo + t, at, z);
      for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_GE(dx[i], model.derivatives[i].lo - 1e-9);
        EXPECT_LE(dx[i], model.derivatives[i].hi + 1e-9);
      }
      EXPECT_GE(z[0], model.indicators[0].lo - 1e-9);
      EXPECT_LE(z[0], model.indicators[0].hi + 1e-9);
    }
  }
}

TEST(ModelEnclosure, IsWildWhereAPulseIsNarrowAndTameWhereItIsNot) {
  Bounded model("Real x(start=0); equation der(x) = exp(-((time - 5)/1e-3)^2);");
  EXPECT_FALSE(model.over(0, 10, {0}, {0}));
  EXPECT_TRUE(model.derivatives[0].wild);
  EXPECT_TRUE(model.over(4.999, 4.9995, {0}, {0}));
  EXPECT_TRUE(model.over(0, 4, {0}, {0}));  // flat
  EXPECT_LT(model.derivatives[0].hi, 1e-300);
}

TEST(ModelEnclosure, IgnoresTheBranchThatIsNotTaken) {
  Bounded model(
      "Real x(start=0); equation der(x) = if x > 10 then exp(-((time - 5)/1e-3)^2) else -x;");
  model.over(0, 10, {0}, {0});
  EXPECT_FALSE(model.derivatives[0].wild);
}

TEST(ModelEnclosure, TakesWhatIsNarrowInALoopToAllOfItsUnknowns) {
  Bounded model(
      "Real x(start=0), y, z; equation y = exp(-((time - 5)/1e-3)^2) - 0.5*z; z = 0.8*y + 0.1*z^3;"
      "der(x) = z;");
  ASSERT_EQ(model.derivatives.size(), 1U);
  model.over(0, 10, {0}, {0});
  EXPECT_TRUE(model.derivatives[0].wild);
  model.over(4.999, 4.9995, {0}, {0});
  EXPECT_FALSE(model.derivatives[0].wild);
  EXPECT_TRUE(model.derivatives[0].moving);
}

TEST(ModelEnclosure, JudgesFunctionsOfTheUnknownsOfALoop) {
  Bounded model(
      "Real x(start=0), y; equation y + 0.1*y^3 = time;"
      "der(x) = exp(-((y - 0.5)/1e-3)^2) + (if y > 0.7 then 1 else 0);");
  ASSERT_EQ(model.derivatives.size(), 1U);
  ASSERT_EQ(model.indicators.size(), 1U);
  EXPECT_FALSE(model.over(0, 1, {0}, {0}));
  EXPECT_TRUE(model.derivatives[0].wild);
  EXPECT_LT(model.indicators[0].lo, 0);
  EXPECT_GT(model.indicators[0].hi, 0);
  EXPECT_TRUE(model.over(0, 0.1, {0}, {0}));  // flat, and below the threshold
  EXPECT_LT(model.indicators[0].hi, 0);
  const double at = 0.5 + 0.1 * 0.125;
  EXPECT_TRUE(model.over(at, at + 2e-4, {0}, {0}));
  EXPECT_GT(model.derivatives[0].hi, 0.9);
}

// Its samples may lie beside what is narrow in it.
TEST(ModelEnclosure, HasNoBoundsOfUnknownsWhereALoopContainsSomethingNarrow) {
  Bounded model(
      "Real x(start=0), y; equation y + 0.1*y^3 = exp(-((time - 0.3)/1e-3)^2);"
      "der(x) = if y > 0.5 then 1 else 0;");
  ASSERT_EQ(model.indicators.size(), 1U);
  model.over(0, 1, {0}, {0});
  EXPECT_EQ(model.indicators[0].hi, std::numeric_limits<double>::infinity());
  model.over(0.5, 1, {0}, {0});
  EXPECT_LT(model.indicators[0].hi, 0);
}

TEST(ModelEnclosure, JudgesPowersOfAHighDegree) {
  const std::string squares =
      "Real x(start=0), p[12]; equation p[1] = cos(time - 5); for i in 2:12 loop p[i] = "
      "p[i-1]*p[i-1]; end for; der(x) = p[12];";
  Bounded model(squares);
  ASSERT_EQ(model.derivatives.size(), 1U);
  EXPECT_FALSE(model.over(4, 6, {0}, {0}));
  EXPECT_TRUE(model.derivatives[0].wild);
  EXPECT_TRUE(model.over(5.001, 5.002, {0}, {0}));
  EXPECT_EQ(Bounded("Real x(start=0); equation der(x) = (cos(time)*x)^2*time^3;").enclosure,
            nullptr);
  EXPECT_NE(Bounded("Real x(start=0); equation der(x) = ((1 - time^2)^5)^5;").enclosure, nullptr);
}

}  // namespace
}  // namespace bw::equation::model_enclosure_test
