// Where functions that can be narrow are close to a polynomial of low degree.

#include <algorithm>
#include <cmath>

#include "equation/core/expression.h"
#include "equation/enclosure/form.h"

namespace bw::equation {
namespace {

constexpr double most_exponent = 3;  // change of an exponent: by a factor of 20

bool keeps_its_size(const Form& a) {
  const double least = a.lo > 0 ? a.lo : -a.hi, most = a.lo > 0 ? a.hi : -a.lo;
  return least > 0 && most <= most_tame_ratio * least;
}

bool is_tame_power(const Form& a, const Form& b) {
  constexpr double low_degree = 6;
  const bool is_whole = b.lo == b.hi && b.lo == std::floor(b.lo);
  if (b.lo == b.hi && b.lo >= 0 && b.lo <= low_degree) return true;
  if (is_whole && a.hi < 0) return std::abs(b.lo) * std::log(a.lo / a.hi) <= most_exponent;
  if (!(a.lo > 0)) return false;
  const double span = std::max({std::abs(b.lo), std::abs(b.hi)}) * std::log(a.hi / a.lo) +
                      b.width() * std::max(std::abs(std::log(a.lo)), std::abs(std::log(a.hi)));
  return span <= most_exponent;
}

}  // namespace

bool can_be_narrow(Op op) {
  switch (op) {
    case Op::divide:
    case Op::power:
    case Op::min:
    case Op::max:
    case Op::abs:
    case Op::sign:
    case Op::exp:
    case Op::log:
    case Op::log10:
    case Op::tan:
    case Op::atan:
    case Op::atan2:
    case Op::sinh:
    case Op::cosh:
    case Op::tanh: return true;
    default:
      return is_relation(op) || (op >= Op::floor && op <= Op::integer_silent) || op == Op::asin ||
             op == Op::acos;
  }
}

bool is_nearly_line(const Form& a) {
  constexpr double most_remainder = 0.25;
  return a.r <= most_remainder * (std::abs(a.c) + std::abs(a.s));
}

bool is_tame(Op op, const Form& a, const Form& b) {
  if (is_relation(op) || (op >= Op::floor && op <= Op::integer_silent)) {
    const Form q = form_of(op, a, b, {});
    if (op == Op::mod || op == Op::mod_silent || op == Op::rem || op == Op::rem_silent) {
      const Form ratio = form_of(Op::divide, a, b, {});
      return std::floor(ratio.lo) == std::floor(ratio.hi);
    }
    return q.lo == q.hi;
  }
  switch (op) {
    case Op::divide: return keeps_its_size(b);
    case Op::multiply: return true;  // see is_nearly_line
    case Op::power: return is_tame_power(a, b);
    case Op::min:
    case Op::max: {
      const Form d = form_of(Op::subtract, a, b, {});
      return d.lo >= 0 || d.hi <= 0;
    }
    case Op::abs:
    case Op::sign: return a.lo >= 0 || a.hi <= 0;
    case Op::log:
    case Op::log10: return a.lo > 0 && a.hi <= 20 * a.lo;
    case Op::tan: return a.width() <= 1 && std::isfinite(form_of(op, a, b, {}).hi);
    case Op::atan: return a.width() <= 2 || keeps_its_size(a);
    case Op::atan2: return form_of(op, a, b, {}).width() <= 1;
    case Op::asin:
    case Op::acos: return a.lo > -0.99 && a.hi < 0.99;
    case Op::tanh: return a.width() <= 2;
    default: return a.width() <= most_exponent;  // exp, sinh, cosh
  }
}

}  // namespace bw::equation
