#include "equation/write_c.h"

#include <fmt/format.h>

#include <cmath>

namespace bw::equation {

// The functions of the C library are called, never folded by a compiler whose own arithmetic may
// round otherwise; those that IEEE 754 fixes to the last bit may be built in.
const std::string_view c_prelude = R"(struct host {
  int (*solve)(struct host*, int, double, double*, double*, double*);
  int (*respond)(struct host*, int, double, double*, double*, double*, double*, int);
};
double pow(double, double);
double exp(double);
double log(double);
double log10(double);
double sin(double);
double cos(double);
double tan(double);
double asin(double);
double acos(double);
double atan(double);
double atan2(double, double);
double sinh(double);
double cosh(double);
double tanh(double);
#ifdef __TINYC__
double sqrt(double);
double fabs(double);
double floor(double);
double ceil(double);
double trunc(double);
#else
#define sqrt __builtin_sqrt
#define fabs __builtin_fabs
#define floor __builtin_floor
#define ceil __builtin_ceil
#define trunc __builtin_trunc
#endif
static inline double least(double a, double b) { return b < a ? b : a; }
static inline double greatest(double a, double b) { return a < b ? b : a; }
static inline double sign(double a) { return a > 0 ? 1.0 : a < 0 ? -1.0 : 0.0; }
static inline double mod(double a, double b) { return a - floor(a / b) * b; }
static inline double rem(double a, double b) { return a - trunc(a / b) * b; }

)";

std::string c_number(double value) {
  if (std::isnan(value)) return "(0.0 / 0.0)";
  if (std::isinf(value)) return value > 0 ? "(1.0 / 0.0)" : "(-1.0 / 0.0)";
  if (value == std::rint(value) && std::abs(value) < 1e6)
    return value < 0 ? fmt::format("({:.1f})", value) : fmt::format("{:.1f}", value);
  return value < 0 ? fmt::format("(-{:a})", -value) : fmt::format("{:a}", value);
}

int small_power(const Graph& graph, Node exponent) {
  constexpr double most = 8;
  const Term& term = graph[exponent];
  if (term.op != Op::constant || term.value != std::rint(term.value)) return 0;
  if (std::abs(term.value) > most || term.value == 0 || term.value == 1) return 0;
  return static_cast<int>(term.value);
}

namespace {

std::string product(const std::string& base, int exponent) {
  if (exponent == 1) return base;
  const std::string half = product(base, exponent / 2);
  const std::string square = fmt::format("({} * {})", half, half);
  return exponent % 2 == 0 ? square : fmt::format("({} * {})", square, base);
}

std::string_view function_name(Op op) {
  switch (op) {
    case Op::min: return "least";
    case Op::max: return "greatest";
    case Op::abs: return "fabs";
    case Op::floor:
    case Op::floor_silent:
    case Op::integer:
    case Op::integer_silent: return "floor";
    case Op::ceil:
    case Op::ceil_silent: return "ceil";
    case Op::mod:
    case Op::mod_silent: return "mod";
    case Op::rem:
    case Op::rem_silent: return "rem";
    case Op::power: return "pow";
    default: return symbol(op);  // sign, sqrt, exp, ...
  }
}

std::string_view comparison(Op op) {
  return op == Op::equal ? "==" : op == Op::not_equal ? "!=" : symbol(op);
}

}  // namespace

std::string c_formula(const Graph& graph, const Term& term, const WriteOperand& value,
                      const WriteOperand& truth) {
  if (is_relation(term.op) || term.op == Op::logical_and || term.op == Op::logical_or ||
      term.op == Op::logical_not)
    return fmt::format("({} ? 1.0 : 0.0)", c_truth(term, value, truth));
  switch (term.op) {
    case Op::add:
    case Op::subtract:
    case Op::multiply:
    case Op::divide:
      return fmt::format("({} {} {})", value(term.a), symbol(term.op), value(term.b));
    case Op::negate: return fmt::format("(-{})", value(term.a));
    case Op::choose:
      return fmt::format("({} ? {} : {})", truth(term.a), value(term.b), value(term.c));
    case Op::div:
    case Op::div_silent: return fmt::format("trunc({} / {})", value(term.a), value(term.b));
    case Op::power:
      if (const int exponent = small_power(graph, term.b); exponent > 0)
        return product(value(term.a), exponent);
      else if (exponent < 0)
        return fmt::format("(1.0 / {})", product(value(term.a), -exponent));
      break;
    default: break;
  }
  if (operand_count(term.op) == 1)
    return fmt::format("{}({})", function_name(term.op), value(term.a));
  return fmt::format("{}({}, {})", function_name(term.op), value(term.a), value(term.b));
}

std::string c_truth(const Term& term, const WriteOperand& value, const WriteOperand& truth) {
  if (is_relation(term.op))
    return fmt::format("({} {} {})", value(term.a), comparison(term.op), value(term.b));
  if (term.op == Op::logical_and)
    return fmt::format("(({}) && ({}))", truth(term.a), truth(term.b));
  if (term.op == Op::logical_or) return fmt::format("(({}) || ({}))", truth(term.a), truth(term.b));
  return fmt::format("!({})", truth(term.a));
}

}  // namespace bw::equation
