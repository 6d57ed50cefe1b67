// The exact Jacobian against derivatives by complex steps (error of the size of rounding), and
// every operation against the C library, by both compilers.

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <complex>
#include <functional>

#include "support/dice.h"
#include "support/equation/equation_run.h"
#include "support/equation/flat_models.h"

namespace bw::test::jacobian_test {
namespace {

using equation::CompilerChoice;
using equation::Op;
using Complex = std::complex<double>;

struct Case {
  Op op;
  Complex (*f)(Complex, Complex);
};

Complex arc_tangent_2(Complex a, Complex b) {  // of a / b, for b > 0
  return std::atan(a / b);
}
Complex select(bool first, Complex a, Complex b) { return first ? a : b; }

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {Op::add, [](Complex a, Complex b) { return a + b; }},
      {Op::subtract, [](Complex a, Complex b) { return a - b; }},
      {Op::multiply, [](Complex a, Complex b) { return a * b; }},
      {Op::divide, [](Complex a, Complex b) { return a / b; }},
      {Op::power, [](Complex a, Complex b) { return std::exp(b * std::log(a)); }},
      {Op::negate, [](Complex a, Complex) { return -a; }},
      {Op::min, [](Complex a, Complex b) { return select(a.real() < b.real(), a, b); }},
      {Op::max, [](Complex a, Complex b) { return select(a.real() > b.real(), a, b); }},
      {Op::abs, [](Complex a, Complex) { return a.real() < 0 ? -a : a; }},
      {Op::sqrt, [](Complex a, Complex) { return std::sqrt(a); }},
      {Op::exp, [](Complex a, Complex) { return std::exp(a); }},
      {Op::log, [](Complex a, Complex) { return std::log(a); }},
      {Op::log10, [](Complex a, Complex) { return std::log10(a); }},
      {Op::sin, [](Complex a, Complex) { return std::sin(a); }},
      {Op::cos, [](Complex a, Complex) { return std::cos(a); }},
      {Op::tan, [](Complex a, Complex) { return std::tan(a); }},
      {Op::asin, [](Complex a, Complex) { return std::asin(a); }},
      {Op::acos, [](Complex a, Complex) { return std::acos(a); }},
      {Op::atan, [](Complex a, Complex) { return std::atan(a); }},
      {Op::atan2, arc_tangent_2},
      {Op::sinh, [](Complex a, Complex) { return std::sinh(a); }},
      {Op::cosh, [](Complex a, Complex) { return std::cosh(a); }},
      {Op::tanh, [](Complex a, Complex) { return std::tanh(a); }},
  };
  return all;
}

TEST(EquationJacobian, OfEveryOperationIsExact) {
  for (const Case& c : cases()) {
    FlatMaker m;
    const E x = m.real("x", 0.3), y = m.real("y", 0.7);
    m.equation(m.der(x), equation::operand_count(c.op) == 2 ? make(c.op, x, y) : make(c.op, x));
    m.equation(m.der(y), 1.0 * x * y);
    EquationRun run(m.model);
    ASSERT_TRUE(run.model->shape().has_jacobian);
    const auto& rows = *run.model->shape().sparsity;
    for (const auto& [a, b] : {std::pair{0.3, 0.7}, {0.9, 0.2}, {0.05, 0.06}}) {
      std::vector<double> j(rows[0].size() + rows[1].size());
      run.model->jacobian(0, std::vector<double>{a, b}, j);
      const double h = 1e-30;
      for (std::size_t k = 0; k < rows[0].size(); ++k) {
        const Complex by_x = c.f({a, h}, {b, 0}) / h, by_y = c.f({a, 0}, {b, h}) / h;
        const double expected = rows[0][k] == 0 ? by_x.imag() : by_y.imag();
        EXPECT_NEAR(j[k], expected, 1e-13 * std::max(1.0, std::abs(expected)))
            << equation::symbol(c.op) << " at " << a << ", " << b << " by " << rows[0][k];
      }
    }
  }
}

TEST(EquationJacobian, GoesThroughFormulasAndLoops) {
  FlatMaker m;
  const E x = m.real("x", 1), y = m.real("y", 2), a = m.real("a"), b = m.real("b"), c = m.real("c"),
          d = m.real("d"), k = m.parameter("k", 0.5);
  m.equation(a, x * y);
  m.equation(b + k * c, make(Op::sin, a) + x);      // a linear loop of b, c
  m.equation(b - c, y);                             //
  m.equation(d + k * make(Op::exp, d), b + c * x);  // a nonlinear one of d
  m.equation(m.der(x), d - a);
  m.equation(m.der(y), b * d);
  EquationRun run(m.model);
  // By hand: c = (sin(x y) + x - y) / (1 + k), b = y + c, d by the implicit function.
  const auto f = [](Complex vx, Complex vy, double d0) {
    const double vk = 0.5;
    const Complex va = vx * vy, vc = (std::sin(va) + vx - vy) / (1 + vk), vb = vy + vc;
    Complex vd = d0;
    for (int i = 0; i < 50; ++i)
      vd -= (vd + vk * std::exp(vd) - vb - vc * vx) / (1.0 + vk * std::exp(vd));
    return std::pair{vd - va, vb * vd};
  };
  const double h = 1e-30;
  for (const auto& [vx, vy] : {std::pair{1.0, 2.0}, {-0.3, 0.8}, {2.0, -1.0}}) {
    std::vector<double> j(4);
    run.model->jacobian(0, std::vector<double>{vx, vy}, j);
    const auto by_x = f({vx, h}, {vy, 0}, 0.5), by_y = f({vx, 0}, {vy, h}, 0.5);
    EXPECT_NEAR(j[0], by_x.first.imag() / h, 1e-12 * std::max(1.0, std::abs(j[0])));
    EXPECT_NEAR(j[1], by_y.first.imag() / h, 1e-12 * std::max(1.0, std::abs(j[1])));
    EXPECT_NEAR(j[2], by_x.second.imag() / h, 1e-12 * std::max(1.0, std::abs(j[2])));
    EXPECT_NEAR(j[3], by_y.second.imag() / h, 1e-12 * std::max(1.0, std::abs(j[3])));
  }
}

TEST(EquationJacobian, IsSparse) {
  FlatMaker m;
  std::vector<E> x;
  for (int i = 0; i < 50; ++i) x.push_back(m.real("x" + std::to_string(i), i));
  for (std::size_t i = 0; i < 50; ++i) {
    E sum = -(2.0 * x[i]);
    if (i > 0) sum = sum + x[i - 1];
    if (i < 49) sum = sum + x[i + 1];
    m.equation(m.der(x[i]), sum);
  }
  EquationRun run(m.model);
  EXPECT_EQ(run.blueprint->structure().jacobian_entries, 148U);
}

// Whole numbers and all others, with values from -4 to 4.
TEST(EquationOperations, AreThoseOfTheCLibraryByBothCompilersBitByBit) {
  FlatMaker m;
  const E x = m.real("x", 0.3), y = m.real("y", 0.7);
  std::vector<Op> ops;
  m.equation(m.der(x), 1.0);
  m.equation(m.der(y), 1.0);
  for (int op = static_cast<int>(Op::add); op <= static_cast<int>(Op::integer_silent); ++op) {
    const auto it = static_cast<Op>(op);
    const bool makes_events = (it >= Op::less && it <= Op::not_equal) ||
                              (it >= Op::floor && it <= Op::integer) || it == Op::power;
    if (makes_events) continue;
    const E result = m.real("r" + std::to_string(op));
    const int count = equation::operand_count(it);
    m.equation(result, count == 1   ? make(it, x)
                       : count == 2 ? make(it, x, y)
                                    : make(it, make(Op::less_silent, x, y), 3.0 * x, y));
    ops.push_back(it);
  }
  for (int n = -8; n <= 9; ++n)
    m.equation(m.real("p" + std::to_string(n)), make(Op::power, x, m.constant(n)));
  m.equation(m.real("q"), make(Op::power, make(Op::abs, x), y));
  EquationRun tiny(m.model, CompilerChoice::tiny), system(m.model, CompilerChoice::system);
  Dice dice(1);
  for (int round = 0; round < 200; ++round) {
    const double a = dice.between(-4, 4), b = dice.between(-4, 4);
    tiny.x = system.x = {a, b};
    for (const Op op : ops) {
      const std::string name = "r" + std::to_string(static_cast<int>(op));
      const double got = tiny.value(name), other = system.value(name);
      const double expected =
          equation::operand_count(op) == 3 ? (a < b ? 3 * a : b) : equation::value_of(op, a, b);
      EXPECT_EQ(std::bit_cast<std::uint64_t>(got), std::bit_cast<std::uint64_t>(other)) << name;
      if (std::isnan(expected))
        EXPECT_TRUE(std::isnan(got)) << equation::symbol(op) << " " << a << " " << b;
      else
        EXPECT_EQ(got, expected) << equation::symbol(op) << " " << a << " " << b;
    }
    for (int n = -8; n <= 9; ++n) {
      const std::string name = "p" + std::to_string(n);
      EXPECT_EQ(tiny.value(name), system.value(name));
      EXPECT_NEAR(tiny.value(name) / std::pow(a, n), 1, 2e-15) << a << "^" << n;
    }
    EXPECT_EQ(tiny.value("q"), std::pow(std::abs(a), b));
    EXPECT_EQ(system.value("q"), std::pow(std::abs(a), b));
  }
}

}  // namespace
}  // namespace bw::test::jacobian_test
