#include "system/connection_expression.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "base/error.h"
#include "base/text.h"
#include "support/contains.h"

namespace bw::system::connection_expression_test {
namespace {

using test::contains;

const Position somewhere{"s.toml", 4, 7};

ConnectionExpression read(std::string_view text) {
  return read_connection_expression(text, somewhere);
}

std::string complaint(std::string_view text) {
  try {
    const ConnectionExpression e = read(text);
    return "no complaint: " + e.source.text() + " * " + shortest(e.gain) + " + " +
           shortest(e.offset);
  } catch (const InputError& error) {
    return error.what();
  }
}

void expect_read(std::string_view text, std::string_view source, double gain, double offset) {
  SCOPED_TRACE(text);
  ASSERT_NO_THROW(read(text));
  const ConnectionExpression e = read(text);
  EXPECT_EQ(e.source.text(), source);
  EXPECT_DOUBLE_EQ(e.gain, gain);
  EXPECT_DOUBLE_EQ(e.offset, offset);
}

TEST(ConnectionExpressions, AnOutputAloneIsTakenAsItIs) {
  expect_read("prey.x", "prey.x", 1, 0);
  expect_read("  prey.x\t", "prey.x", 1, 0);
}

TEST(ConnectionExpressions, AreLinear) {
  expect_read("2.5 * prey.x + 1", "prey.x", 2.5, 1);
  expect_read("2.5*prey.x+1", "prey.x", 2.5, 1);
  expect_read("prey.x * 2.5 - 1", "prey.x", 2.5, -1);
  expect_read("-prey.x", "prey.x", -1, 0);
  expect_read("-prey.x / 4", "prey.x", -0.25, 0);
  expect_read("1 + prey.x", "prey.x", 1, 1);
  expect_read("1 - prey.x", "prey.x", -1, 1);
  expect_read("-1 - prey.x*2", "prey.x", -2, -1);
  expect_read("2 * 3 * prey.x / 4 + 10 / 5 - 1", "prey.x", 1.5, 1);
  expect_read("1e3 * prey.x + 1.5e-3", "prey.x", 1000, 1.5e-3);
  expect_read(".5 * prey.x", "prey.x", 0.5, 0);
  expect_read("prey.x-1", "prey.x", 1, -1);
  expect_read("0 * prey.x + 3", "prey.x", 0, 3);
}

TEST(ConnectionExpressions, ANumberMayBeNegativeAnywhere) {
  expect_read("prey.x * -1", "prey.x", -1, 0);
  expect_read("prey.x + -2.5", "prey.x", 1, -2.5);
  expect_read("prey.x - -2", "prey.x", 1, 2);
  expect_read("prey.x / -.5", "prey.x", -2, 0);
}

TEST(ConnectionExpressions, NamesMayBeStructured) {
  expect_read("tank.pipe.flow", "tank.pipe.flow", 1, 0);
  expect_read("2*tank.x[1]+1", "tank.x[1]", 2, 1);
  expect_read("tank.x[1, 2] * 3", "tank.x[1, 2]", 3, 0);
  expect_read("tank.x[1-1]-1", "tank.x[1-1]", 1, -1);
  expect_read("tank.der(x) - 1", "tank.der(x)", 1, -1);
  expect_read("2*tank.der(a.x[2], 2)/4", "tank.der(a.x[2], 2)", 0.5, 0);
}

TEST(ConnectionExpressions, NamesMayBeQuoted) {
  expect_read("tank.'a + b' * 2", "tank.'a + b'", 2, 0);
  expect_read("tank.'a('-1", "tank.'a('", 1, -1);
  expect_read("tank.'9 - 5'.y/2", "tank.'9 - 5'.y", 0.5, 0);
  expect_read(R"(tank.'it\'s + 1' * 2)", R"(tank.'it\'s + 1')", 2, 0);
}

TEST(ConnectionExpressions, AComponentsNameMayHoldHyphens) {
  expect_read("heat-pump.T", "heat-pump.T", 1, 0);
  expect_read("2*heat-pump.T-1", "heat-pump.T", 2, -1);
  expect_read("1-heat-pump.T", "heat-pump.T", -1, 1);
}

TEST(ConnectionExpressions, NamesMayHoldAnyLetters) {
  expect_read("2 * Wärmepumpe.ϑ_außen + 1", "Wärmepumpe.ϑ_außen", 2, 1);
  expect_read("水.温度-1", "水.温度", 1, -1);
  expect_read("_a.b_1", "_a.b_1", 1, 0);
}

TEST(ConnectionExpressions, AComponentsNameMayBeginWithADigit) {
  expect_read("2nd.x", "2nd.x", 1, 0);
  expect_read("3 * 2nd.x + 1", "2nd.x", 3, 1);
  expect_read("1D-pipe.T", "1D-pipe.T", 1, 0);
  expect_read("1e5m.T", "1e5m.T", 1, 0);
  expect_read("7.x", "7.x", 1, 0);
}

TEST(ConnectionExpressions, SayWhereTheMistakeIs) {
  const std::string said = complaint("2 * prey.x prey.y");
  EXPECT_TRUE(contains(said, "s.toml:4:7: "));
  EXPECT_TRUE(contains(said, "\"2 * prey.x prey.y\""));
  EXPECT_TRUE(contains(said, "character 12"));
  EXPECT_TRUE(contains(said, "an operator (+ - * /) is missing"));
  EXPECT_TRUE(contains(said, "2.5 * component.output + 1")) << "expected what";
}

TEST(ConnectionExpressions, SomethingMustFollowAnOperator) {
  for (const char* text : {"", "   ", "-", "2 *", "prey.x +", "prey.x /", "prey.x - "})
    EXPECT_TRUE(contains(complaint(text), "is missing at the end of")) << text;
}

TEST(ConnectionExpressions, ANumberAloneIsNoOutput) {
  for (const char* text : {"1", "2 * 3", "-1.5"})
    EXPECT_TRUE(contains(complaint(text), "no output")) << text;
}

TEST(ConnectionExpressions, TwoOutputsAreOneTooMany) {
  for (const char* text : {"a.x + b.x", "a.x * b.x", "a.x - a.x", "2 * a.x / 3 + b.y"})
    EXPECT_TRUE(contains(complaint(text), "only one output")) << text;
}

TEST(ConnectionExpressions, OnlyANumberMayDivide) {
  for (const char* text : {"1 / a.x", "a.x / 0", "a.x / 0.0"})
    EXPECT_TRUE(contains(complaint(text), "only division by a number")) << text;
}

TEST(ConnectionExpressions, TwoOperatorsAreOneTooMany) {
  for (const char* text : {"+a.x", "2 * * a.x", "2 + + a.x", "2 * /a.x", "*a.x", "2 * -a.x",
                           "1 - -a.x", "--a.x", "a.x * - 2"})
    EXPECT_TRUE(contains(complaint(text), "a number or component.variable is expected")) << text;
}

TEST(ConnectionExpressions, NumbersMustBeFinite) {
  EXPECT_TRUE(contains(complaint("1e400 * a.x"), "a number"));
  EXPECT_TRUE(contains(complaint("1e300 * 1e300 * a.x"), "not finite"));
  EXPECT_TRUE(contains(complaint("a.x + 1e300 * 1e300"), "not finite"));
  EXPECT_TRUE(contains(complaint("a.x / 1e-300 / 1e-300"), "not finite"));
}

TEST(ConnectionExpressions, AnOutputNeedsAComponentAndAVariable) {
  for (const char* text : {"prey", "2 * prey", "prey.", ".x + prey"})
    EXPECT_TRUE(contains(complaint(text), "s.toml:4:7: ")) << text;
  EXPECT_TRUE(contains(complaint("prey"), "'prey' is not of the form component.variable"));
}

TEST(ConnectionExpressions, BracketsAndQuotesMustBeClosed) {
  for (const char* text :
       {"a.x[1 + 2", "a.der(x + 2", "a.x) + 1", "a.x] * 2", "a.'x + 1", "a.x[1)"})
    EXPECT_TRUE(contains(complaint(text), "parenthesis or quote")) << text;
}

struct RandomExpression {
  std::string text;
  long double gain = 0, offset = 0;
};

// A sum of terms, each a product and quotient of numbers; one holds the output.
RandomExpression random_expression(std::mt19937_64& random) {
  const auto below = [&](unsigned n) { return static_cast<unsigned>(random() % n); };
  const auto blank = [&] { return std::string(below(3), ' '); };
  RandomExpression e;
  const unsigned terms = 1 + below(4), special = below(terms);
  for (unsigned k = 0; k < terms; ++k) {
    const bool minus = below(2) == 0;
    if (k > 0 || minus) e.text += blank() + (minus ? "-" : "+");
    long double value = minus ? -1 : 1;
    const unsigned factors = 1 + below(3), name_at = k == special ? below(factors) : factors;
    for (unsigned f = 0; f < factors; ++f) {
      const bool divide = f > 0 && f != name_at && below(2) == 0;
      if (f > 0) e.text += blank() + (divide ? "/" : "*");
      if (f == name_at) {
        e.text += blank() + "part-1.x[2].y";
        continue;
      }
      const double number = std::round(1000 * std::exp(0.01 * below(500))) / 1000;
      e.text += blank() + shortest(number);
      value = divide ? value / number : value * number;
    }
    (k == special ? e.gain : e.offset) += value;
  }
  e.text += blank();
  return e;
}

TEST(ConnectionExpressions, RandomLinearExpressionsEvaluateRight) {
  std::mt19937_64 random(1);
  for (int trial = 0; trial < 3000; ++trial) {
    const RandomExpression expected = random_expression(random);
    SCOPED_TRACE(expected.text);
    ConnectionExpression found;
    ASSERT_NO_THROW(found = read(expected.text));
    EXPECT_EQ(found.source.text(), "part-1.x[2].y");
    const auto gain = static_cast<double>(expected.gain);
    const auto offset = static_cast<double>(expected.offset);
    EXPECT_NEAR(found.gain, gain, 1e-12 * std::abs(gain));
    EXPECT_NEAR(found.offset, offset, 1e-12 * (1 + 1e4 * std::abs(offset)));
  }
}

TEST(ConnectionExpressions, GarbageIsRefusedOrRead) {
  std::mt19937_64 random(2);
  const std::string letters = "ab.x1 20e+-*/()[]'\"\t\n\\,;ä€_\x01\xff";
  int read_well = 0;
  for (int trial = 0; trial < 5000; ++trial) {
    std::string text;
    for (std::size_t k = random() % 12; k > 0; --k)
      text += trial % 5 == 0 ? static_cast<char>(random()) : letters[random() % letters.size()];
    try {
      const ConnectionExpression e = read(text);
      EXPECT_TRUE(std::isfinite(e.gain) && std::isfinite(e.offset)) << text;
      EXPECT_FALSE(e.source.component.empty() || e.source.variable.empty()) << text;
      ++read_well;
    } catch (const InputError& error) {
      EXPECT_TRUE(contains(error.what(), "s.toml:4:7: "));
    }
  }
  EXPECT_GT(read_well, 10) << "or the garbage is too bad to test anything";
}

TEST(ConnectionExpressions, LongOnesDoNotOverflowTheStack) {
  std::string text = "a.x";
  for (int k = 0; k < 100'000; ++k) text += "+1";
  expect_read(text, "a.x", 1, 100'000);
  EXPECT_TRUE(contains(complaint(std::string(100'000, '-')), "s.toml:4:7: "));
  EXPECT_TRUE(contains(complaint(std::string(100'000, '(')), "s.toml:4:7: "));
}

}  // namespace
}  // namespace bw::system::connection_expression_test
