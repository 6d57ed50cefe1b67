// Bounds over a time interval hold at every time in it, and get tight as it gets short.

#include "equation/enclosure/form.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "equation/core/expression.h"
#include "support/dice.h"

namespace bw::equation::form_test {
namespace {

using test::Dice;

const std::vector<Op> all_operations{Op::add,
                                     Op::subtract,
                                     Op::multiply,
                                     Op::divide,
                                     Op::power,
                                     Op::negate,
                                     Op::less_silent,
                                     Op::less_equal_silent,
                                     Op::greater_silent,
                                     Op::greater_equal_silent,
                                     Op::logical_and,
                                     Op::logical_or,
                                     Op::logical_not,
                                     Op::choose,
                                     Op::min,
                                     Op::max,
                                     Op::abs,
                                     Op::sign,
                                     Op::sqrt,
                                     Op::exp,
                                     Op::log,
                                     Op::log10,
                                     Op::sin,
                                     Op::cos,
                                     Op::tan,
                                     Op::asin,
                                     Op::acos,
                                     Op::atan,
                                     Op::atan2,
                                     Op::sinh,
                                     Op::cosh,
                                     Op::tanh,
                                     Op::floor_silent,
                                     Op::ceil_silent,
                                     Op::div_silent,
                                     Op::mod_silent,
                                     Op::rem_silent,
                                     Op::integer_silent};

// A program of random operations on a few parabolas of tau, in forms and at single points.
struct RandomProgram {
  struct Line {
    Op op;
    std::size_t a, b, c;
  };
  std::vector<std::array<double, 3>> leaves;
  std::vector<Line> lines;

  explicit RandomProgram(Dice& dice) {
    for (int k = 0; k < 3; ++k)
      leaves.push_back({dice.between(-3, 3), dice.between(-2, 2), dice.between(-0.5, 0.5)});
    leaves.push_back({static_cast<double>(dice.below(9)) - 4, 0, 0});
    for (int k = 0; k < 6; ++k) {
      const std::size_t known = leaves.size() + lines.size();
      lines.push_back({all_operations[dice.below(all_operations.size())], dice.below(known),
                       dice.below(known), dice.below(known)});
    }
  }

  // Around `middle`, `half` to both sides.
  std::vector<Form> forms(double middle, double half) const {
    std::vector<Form> made;
    made.reserve(leaves.size() + lines.size());
    for (const auto& [c, s, bend] : leaves)
      made.push_back(line_form(c + s * middle + bend * middle * middle,
                               (s + 2 * bend * middle) * half, std::abs(bend) * half * half));
    for (const Line& line : lines)
      made.push_back(form_of(line.op, made[line.a], made[line.b], made[line.c]));
    return made;
  }
  std::vector<double> values(double tau) const {
    std::vector<double> made;
    for (const auto& [c, s, bend] : leaves) made.push_back(c + s * tau + bend * tau * tau);
    for (const Line& line : lines)
      made.push_back(value_of(line.op, made[line.a], made[line.b], made[line.c]));
    return made;
  }
  std::string text() const {
    std::string all;
    for (const Line& line : lines) all += std::string(symbol(line.op)) + " ";
    return all;
  }
};

bool all_finite_up_to(const std::vector<double>& values, std::size_t last) {
  return std::all_of(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(last) + 1,
                     [](double v) { return std::isfinite(v); });
}

TEST(Forms, HoldEveryValueOfRandomExpressions) {
  Dice dice(7);
  for (int trial = 0; trial < 4000; ++trial) {
    const RandomProgram program(dice);
    const double middle = dice.between(-1, 1), half = std::pow(10, dice.between(-6, 0));
    const std::vector<Form> forms = program.forms(middle, half);
    for (int point = 0; point < 20; ++point) {
      const double share = point < 2 ? 2 * point - 1 : dice.between(-1, 1);
      const std::vector<double> values = program.values(middle + share * half);
      for (std::size_t i = 0; i < forms.size() && all_finite_up_to(values, i); ++i) {
        const double margin = 1e-9 * (1 + std::abs(values[i]) + std::abs(forms[i].c));
        ASSERT_GE(values[i], forms[i].lo - margin) << program.text() << i;
        ASSERT_LE(values[i], forms[i].hi + margin) << program.text() << i;
        const double off = std::abs(values[i] - forms[i].c - share * forms[i].s);
        ASSERT_FALSE(off > forms[i].r + margin) << program.text() << i;
      }
    }
  }
}

// exp(sin(x)) x / (2 + cos(x)) and others: the remainder goes with the square of the length.
TEST(Forms, OfSmoothExpressionsConvergeWithTheSquareOfTheLength) {
  const auto remainder = [](double half) {
    const Form x = line_form(0.7, half, 0), two = constant_form(2);
    const Form top =
        form_of(Op::multiply, form_of(Op::exp, form_of(Op::sin, x, {}, {}), {}, {}), x, {});
    const Form q =
        form_of(Op::divide, top, form_of(Op::add, two, form_of(Op::cos, x, {}, {}), {}), {});
    return form_of(Op::tanh, form_of(Op::sqrt, q, {}, {}), {}, {}).r;
  };
  EXPECT_LT(remainder(1e-2), 1e-3);
  EXPECT_NEAR(remainder(1e-3) / remainder(1e-4), 100, 10);
}

TEST(Forms, KnowWhatIsCommonToBothOperands) {
  const Form x = line_form(5, 2, 0.01), y = form_of(Op::add, x, constant_form(1), {});
  const Form d = form_of(Op::subtract, y, x, {});
  EXPECT_GT(d.lo, 0.9);
  EXPECT_LT(d.hi, 1.1);
}

TEST(Forms, AreTameWhereAFewSamplesShowTheFunction) {
  const auto over = [](double lo, double hi) { return range_form(lo, hi); };
  EXPECT_TRUE(is_tame(Op::exp, over(-1, 1), {}));
  EXPECT_FALSE(is_tame(Op::exp, over(-100, 0), {}));
  EXPECT_TRUE(is_tame(Op::divide, constant_form(1), over(1, 2)));
  EXPECT_FALSE(is_tame(Op::divide, constant_form(1), over(-1, 2)));
  EXPECT_FALSE(is_tame(Op::divide, constant_form(1), over(1, 100)));
  EXPECT_TRUE(is_tame(Op::power, over(0.9, 1.1), constant_form(3)));
  EXPECT_FALSE(is_tame(Op::power, over(0.5, 1), constant_form(2000)));
  EXPECT_TRUE(is_tame(Op::tanh, over(-0.5, 0.5), {}));
  EXPECT_FALSE(is_tame(Op::tanh, over(-50, 50), {}));
  EXPECT_FALSE(is_tame(Op::abs, over(-1, 1), {}));
  EXPECT_FALSE(is_tame(Op::max, over(-1, 1), constant_form(0)));
  EXPECT_TRUE(is_tame(Op::less_silent, over(1, 2), constant_form(3)));
  EXPECT_FALSE(is_tame(Op::less_silent, over(1, 4), constant_form(3)));
  EXPECT_FALSE(is_tame(Op::floor_silent, over(0.9, 1.1), {}));
}

}  // namespace
}  // namespace bw::equation::form_test
