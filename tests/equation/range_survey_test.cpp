// The survey by ranges, over a step and over wide boxes: cheaper than by lines, and never kinder.

#include "equation/enclosure/range_survey.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include "equation/enclosure/enclosure_program.h"
#include "equation/enclosure/wide_box.h"
#include "model/enclosure.h"
#include "support/dice.h"
#include "support/equation/equation_run.h"
#include "support/equation/model_text.h"

namespace bw::equation::range_survey_test {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();
constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

// 1/(x + y), exp(y) and the indicator x - y; slots: time, x, y, 1, results.
EnclosureProgram small_program() {
  EnclosureProgram program;
  program.slots = 8;
  const EnclosureStep sum{.op = Op::add, .out = 4, .a = 1, .b = 2};
  const EnclosureStep quotient{
      .op = Op::divide, .is_judged = true, .is_last = true, .out = 5, .a = 3, .b = 4};
  const EnclosureStep power{.op = Op::exp, .is_judged = true, .is_last = true, .out = 6, .a = 2};
  const EnclosureStep difference{.op = Op::subtract, .out = 7, .a = 1, .b = 2};
  program.survey = {sum, quotient, power, difference};
  program.indicators = {{.index = 0, .slot = 7, .left = 1, .right = 2}};
  return program;
}

struct SmallSurvey {
  bool clears(Range x, Range y) {
    survey.set(1, x);
    survey.set(2, y);
    survey.set(3, {1, 1});
    return survey.is_clear();
  }
  EnclosureProgram program = small_program();
  RangeSurvey survey{program};
};

TEST(RangeSurvey, ClearsOnlyWhatIsTameAndKeepsItsSide) {
  SmallSurvey small;
  EXPECT_TRUE(small.clears({5, 6}, {1, 2}));
  std::vector<model::Bound> z(1);
  small.survey.bound(z);
  EXPECT_EQ(z[0].lo, 3);
  EXPECT_EQ(z[0].hi, 5);
  EXPECT_TRUE(small.clears({1, 2}, {2, 3}));                  // the indicator's other side
  EXPECT_FALSE(small.clears({2, 2.5}, {1, 2.25}));            // it may change its side
  EXPECT_FALSE(small.clears({5, 60}, {1, 2}));                // the divisor grows tenfold
  EXPECT_FALSE(small.clears({0.5, 1}, {-0.9, -0.8}));         // ... or may be 0
  EXPECT_FALSE(small.clears({15, 16}, {1, 5}));               // the exponent changes by 4
  EXPECT_TRUE(small.clears({20000, 20001}, {-9999, -9000}));  // which is 0 here
}

TEST(RangeSurvey, ClearsNothingThatIsNotFinite) {
  SmallSurvey small;
  for (const Range bad : {Range{endless, endless}, Range{-endless, -endless}, Range{5, endless},
                          Range{-endless, 5}, Range{not_a_number, not_a_number}}) {
    EXPECT_FALSE(small.clears(bad, {1, 2})) << bad.lo;
    EXPECT_FALSE(small.clears({5, 6}, bad)) << bad.lo;
  }
}

// A step of both states from x on.
struct Stepping {
  explicit Stepping(double x, double width, double t = 0)
      : curves{{.c = x, .s = width / 2}, {.c = 1, .s = 0, .r = width / 4}},
        box{.lo = t, .hi = t + 1, .x = curves} {}
  std::vector<model::Curve> curves;
  model::CurveBox box;
};

TEST(WideBox, HoldsTheNextStepsOnceItWasGood) {
  SmallSurvey small;
  WideBox wide;
  wide.watch(small.program, small.survey, 2);
  ASSERT_EQ(wide.slots().size(), 2U);  // time is not used
  const Stepping first(5, 0.1);
  EXPECT_FALSE(wide.holds(first.box, {}));
  wide.see(first.box, {});
  ASSERT_TRUE(wide.is_due());
  ASSERT_TRUE(small.clears(wide.ranges()[0], wide.ranges()[1]));
  wide.take();
  EXPECT_TRUE(wide.holds(first.box, {}));
  EXPECT_TRUE(wide.holds(Stepping(5.1, 0.1, 1).box, {}));
  EXPECT_TRUE(wide.holds(Stepping(5.2, 0.1, 2).box, {}));
  EXPECT_FALSE(wide.holds(Stepping(9, 0.1, 3).box, {}));
  EXPECT_FALSE(wide.holds(Stepping(not_a_number, 0.1, 3).box, {}));
  wide.forget();
  EXPECT_FALSE(wide.holds(first.box, {}));
}

TEST(WideBox, IsTriedMoreSeldomTheMoreOftenItFails) {
  SmallSurvey small;
  WideBox wide;
  wide.watch(small.program, small.survey, 2);
  int tries = 0;
  for (int step = 0; step < 1000; ++step) {
    wide.see(Stepping(5 + 0.1 * step, 0.1).box, {});
    if (!wide.is_due()) continue;
    ++tries;
    wide.fail();
  }
  EXPECT_GE(tries, 5);
  EXPECT_LE(tries, 20);
}

// What bound() calls wild is never cleared, whatever was surveyed before.
TEST(WideBox, IsNeverKinderThanLinesOverTheStepItself) {
  test::EquationRun run(
      test::read_body("Real x(start=1), y(start=1), p; equation p = exp(-((x - y)/0.3)^2);"
                      " der(x) = p/(x^2 + y^2) + tanh(4*(time - 3)); der(y) = if x*y > 2 then "
                      "sqrt(x^2 + y^2)^3 else -abs(y - 0.5);")
          .model);
  model::Enclosure& enclosure = *run.model->enclosure();
  std::vector<model::Bound> z(enclosure.indicators().size()), f(enclosure.derivatives().size());
  test::Dice dice(5);
  int cleared = 0, wild = 0;
  for (int walk = 0; walk < 40; ++walk) {
    std::vector<double> x{dice.between(-2, 2), dice.between(-2, 2)};
    const double h = std::pow(10, dice.between(-3, -0.5));
    std::vector<double> speed{dice.between(-1, 1), dice.between(-1, 1)};
    double t = dice.between(0, 5);
    for (int step = 0; step < 60; ++step, t += h) {
      std::vector<model::Curve> curves;
      for (std::size_t i = 0; i < 2; ++i) {
        speed[i] += dice.between(-1, 1) * h;
        curves.push_back({.c = x[i] + speed[i] * h / 2, .s = speed[i] * h / 2, .r = h * h});
        x[i] += speed[i] * h;
      }
      const model::CurveBox box{.lo = t, .hi = t + h, .x = curves};
      const bool is_tame = enclosure.survey(box, z);
      enclosure.bound(box, f);
      for (const model::Bound& bound : f) EXPECT_FALSE(is_tame && bound.wild) << walk << ' ' << t;
      const std::vector<double> middle{curves[0].c, curves[1].c};
      std::vector<double> at_middle(z.size());
      run.model->indicators(t + h / 2, middle, at_middle);
      for (std::size_t k = 0; k < z.size(); ++k) {
        EXPECT_LE(z[k].lo, at_middle[enclosure.indicators()[k]] + 1e-12);
        EXPECT_GE(z[k].hi, at_middle[enclosure.indicators()[k]] - 1e-12);
      }
      ++(is_tame ? cleared : wild);
    }
  }
  EXPECT_GT(cleared, 500);
  EXPECT_GT(wild, 50);
}

TEST(WideBox, IsForgottenAtAnEvent) {
  test::EquationRun run(
      test::read_body("Real x(start=1); discrete Real w(start=10, fixed=true); equation"
                      " der(x) = exp(-((x - 4)/w)^2); when time > 1 then w = 1e-3; end when;")
          .model);
  model::Enclosure& enclosure = *run.model->enclosure();
  std::vector<model::Bound> z(enclosure.indicators().size());
  std::vector<model::Curve> curves(1);
  const auto survey = [&](double t, double from, double to) {
    curves[0] = {.c = (from + to) / 2, .s = (to - from) / 2};
    return enclosure.survey({.lo = t, .hi = t + 0.01, .x = curves}, z);
  };
  EXPECT_TRUE(survey(0.1, 3.8, 3.9));
  EXPECT_TRUE(survey(0.11, 3.9, 4));
  EXPECT_TRUE(survey(0.12, 4, 4.1));
  (void)run.model->handle_event(1, run.x);
  (void)run.model->handle_event(1.001, run.x);
  EXPECT_FALSE(survey(1.01, 3.9, 4.1));
  EXPECT_FALSE(survey(1.02, 3.9, 4));
}

}  // namespace
}  // namespace bw::equation::range_survey_test
