// Evaluates one operation, for constant folding and for values that must be known before the run.
// The rounding functions as the Modelica specification 3.6 defines them (3.7.2):
//   div(x, y) = x / y without its fraction     mod(x, y) = x - floor(x / y) y
//   rem(x, y) = x - div(x, y) y                integer(x) = floor(x)

#include <algorithm>
#include <cmath>
#include <limits>

#include "equation/core/expression.h"

namespace bw::equation {
namespace {

double truth(bool holds) { return holds ? 1.0 : 0.0; }

double relation(Op op, double a, double b) {
  switch (op) {
    case Op::less:
    case Op::less_silent: return truth(a < b);
    case Op::less_equal:
    case Op::less_equal_silent: return truth(a <= b);
    case Op::greater:
    case Op::greater_silent: return truth(a > b);
    case Op::greater_equal:
    case Op::greater_equal_silent: return truth(a >= b);
    case Op::equal: return truth(a == b);
    default: return truth(a != b);
  }
}

double arithmetic(Op op, double a, double b, double c) {
  switch (op) {
    case Op::add: return a + b;
    case Op::subtract: return a - b;
    case Op::multiply: return a * b;
    case Op::divide: return a / b;
    case Op::power: return std::pow(a, b);
    case Op::negate: return -a;
    case Op::logical_and: return truth(a != 0 && b != 0);
    case Op::logical_or: return truth(a != 0 || b != 0);
    case Op::logical_not: return truth(a == 0);
    case Op::choose: return a != 0 ? b : c;
    case Op::min: return std::min(a, b);
    case Op::max: return std::max(a, b);
    case Op::abs: return std::abs(a);
    case Op::sign: return a > 0 ? 1 : a < 0 ? -1 : 0;
    case Op::smooth:
    case Op::homotopy: return a;
    default: return std::numeric_limits<double>::quiet_NaN();
  }
}

double whole_number_function(Op op, double a, double b) {
  switch (op) {
    case Op::floor:
    case Op::floor_silent:
    case Op::integer:
    case Op::integer_silent: return std::floor(a);
    case Op::ceil:
    case Op::ceil_silent: return std::ceil(a);
    case Op::div:
    case Op::div_silent: return std::trunc(a / b);
    case Op::mod:
    case Op::mod_silent: return a - std::floor(a / b) * b;
    default: return a - std::trunc(a / b) * b;
  }
}

double elementary(Op op, double a, double b) {
  switch (op) {
    case Op::sqrt: return std::sqrt(a);
    case Op::exp: return std::exp(a);
    case Op::log: return std::log(a);
    case Op::log10: return std::log10(a);
    case Op::sin: return std::sin(a);
    case Op::cos: return std::cos(a);
    case Op::tan: return std::tan(a);
    case Op::asin: return std::asin(a);
    case Op::acos: return std::acos(a);
    case Op::atan: return std::atan(a);
    case Op::atan2: return std::atan2(a, b);
    case Op::sinh: return std::sinh(a);
    case Op::cosh: return std::cosh(a);
    default: return std::tanh(a);
  }
}

}  // namespace

double value_of(Op op, double a, double b, double c) {
  if (is_relation(op)) return relation(op, a, b);
  if (op >= Op::sqrt && op <= Op::tanh) return elementary(op, a, b);
  if (op >= Op::floor && op <= Op::integer_silent) return whole_number_function(op, a, b);
  return arithmetic(op, a, b, c);
}

}  // namespace bw::equation
