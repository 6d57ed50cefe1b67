#include "equation/code/write_c.h"

#include <fmt/format.h>

#include <cmath>
#include <cstdlib>
#include <iterator>

namespace bw::equation {

// The functions of the C library are called, never folded by a compiler that may round differently;
// those that IEEE 754 defines exactly may be built in. A compiler that knows sin and cos calls
// sincos where both are needed, which gives the same bits in half the time; their arguments are
// never constants, so that nothing is folded.
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
#define sin __builtin_sin
#define cos __builtin_cos
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

bool is_condition(Op op) {
  return is_relation(op) || op == Op::logical_and || op == Op::logical_or || op == Op::logical_not;
}

int small_power(const Graph& graph, Node exponent) {
  constexpr double most = 8;
  const Term& term = graph[exponent];
  if (term.op != Op::constant || term.value != std::rint(term.value)) return 0;
  if (std::abs(term.value) > most || term.value == 0 || term.value == 1) return 0;
  return static_cast<int>(term.value);
}

namespace {

void write_product(std::string& out, const WriteOperand& value, Node base, int exponent) {
  if (exponent == 1) return value(base);
  out += exponent % 2 == 0 ? "(" : "((";
  write_product(out, value, base, exponent / 2);
  out += " * ";
  write_product(out, value, base, exponent / 2);
  out += ")";
  if (exponent % 2 == 0) return;
  out += " * ";
  value(base);
  out += ")";
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

void write_formula(std::string& out, const Graph& graph, const Term& term,
                   const WriteOperand& value, const WriteOperand& truth) {
  const auto between = [&](std::string_view before, Node a, std::string_view middle, Node b) {
    out += before;
    value(a);
    out += middle;
    value(b);
    out += ")";
  };
  switch (term.op) {
    case Op::add: return between("(", term.a, " + ", term.b);
    case Op::subtract: return between("(", term.a, " - ", term.b);
    case Op::multiply: return between("(", term.a, " * ", term.b);
    case Op::divide: return between("(", term.a, " / ", term.b);
    case Op::div:
    case Op::div_silent: return between("trunc(", term.a, " / ", term.b);
    case Op::negate:
      out += "(-";
      value(term.a);
      out += ")";
      return;
    case Op::choose:
      out += "(";
      truth(term.a);
      return between(" ? ", term.b, " : ", term.c);
    default: break;
  }
  if (is_condition(term.op)) {
    out += "(";
    write_truth(out, term, value, truth);
    out += " ? 1.0 : 0.0)";
  } else if (const int exponent = term.op == Op::power ? small_power(graph, term.b) : 0;
             exponent != 0) {
    if (exponent < 0) out += "(1.0 / ";
    write_product(out, value, term.a, std::abs(exponent));
    if (exponent < 0) out += ")";
  } else {
    out += function_name(term.op);
    out += "(";
    value(term.a);
    if (term.b != no_node) out += ", ";
    if (term.b != no_node) value(term.b);
    out += ")";
  }
}

void write_truth(std::string& out, const Term& term, const WriteOperand& value,
                 const WriteOperand& truth) {
  if (term.op == Op::logical_not) {
    out += "!(";
    truth(term.a);
    out += ")";
    return;
  }
  const bool is_comparison = is_relation(term.op);
  const WriteOperand& write = is_comparison ? value : truth;
  out += is_comparison ? "(" : "((";
  write(term.a);
  if (is_comparison)
    fmt::format_to(std::back_inserter(out), " {} ", comparison(term.op));
  else
    out += term.op == Op::logical_and ? ") && (" : ") || (";
  write(term.b);
  out += is_comparison ? ")" : "))";
}

}  // namespace bw::equation
