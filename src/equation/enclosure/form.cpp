#include "equation/enclosure/form.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <tuple>
#include <utility>

namespace bw::equation {
namespace {

using std::numbers::pi;

constexpr double infinity = std::numeric_limits<double>::infinity();

// The line and the range know of each other.
Form tightened(Form q) {
  const double reach = std::abs(q.s) + q.r;
  if (std::isfinite(q.c) && std::isfinite(reach)) {
    q.lo = std::isnan(q.lo) ? q.c - reach : std::max(q.lo, q.c - reach);
    q.hi = std::isnan(q.hi) ? q.c + reach : std::min(q.hi, q.c + reach);
    if (q.lo <= q.hi) return q;
    std::swap(q.lo, q.hi);  // they differ by rounding
    return q;
  }
  return range_form(q.lo, q.hi);
}

Form with_range(double c, double s, double r, double lo, double hi) {
  Form q;
  q.c = c, q.s = s, q.r = r, q.lo = lo, q.hi = hi;
  return tightened(q);
}

Form turned(const Form& a) {
  Form q;
  q.c = -a.c, q.s = -a.s, q.r = a.r, q.lo = -a.hi, q.hi = -a.lo;
  return q;
}

// 0 times infinity is 0: an end of a range is a bound, no value.
double product_of_ends(double a, double b) { return a == 0 || b == 0 ? 0 : a * b; }

Form product(const Form& a, const Form& b) {
  const double p = product_of_ends(a.lo, b.lo), q = product_of_ends(a.lo, b.hi);
  const double u = product_of_ends(a.hi, b.lo), v = product_of_ends(a.hi, b.hi);
  const double bend = a.s * b.s;  // of tau^2, from 0 to 1
  return with_range(a.c * b.c + bend / 2, a.c * b.s + a.s * b.c,
                    std::abs(bend) / 2 + std::abs(a.c) * b.r + std::abs(b.c) * a.r +
                        std::abs(a.s) * b.r + std::abs(b.s) * a.r + a.r * b.r,
                    std::min({p, q, u, v}), std::max({p, q, u, v}));
}

Form square(const Form& a) {
  const double p = a.lo * a.lo, q = a.hi * a.hi;
  const bool zero = a.lo <= 0 && a.hi >= 0;
  return with_range(a.c * a.c + a.s * a.s / 2, 2 * a.c * a.s,
                    a.s * a.s / 2 + 2 * (std::abs(a.c) + std::abs(a.s)) * a.r + a.r * a.r,
                    zero ? 0 : std::min(p, q), std::max(p, q));
}

struct Derivatives {
  double value, slope, bend;  // at c; the largest second derivative
};

// f by its tangent at c.
Form tangent(const Form& a, const Derivatives& f, double lo, double hi) {
  const double reach = std::abs(a.s) + a.r;
  if (!(a.c >= a.lo && a.c <= a.hi)) return range_form(lo, hi);
  return with_range(f.value, f.slope * a.s, std::abs(f.slope) * a.r + f.bend * reach * reach / 2,
                    lo, hi);
}

Form reciprocal(const Form& a) {
  if (a.lo <= 0 && a.hi >= 0) {
    if (a.lo == 0 && a.hi > 0) return range_form(1 / a.hi, infinity);
    if (a.hi == 0 && a.lo < 0) return range_form(-infinity, 1 / a.lo);
    return unknown_form();
  }
  const double least = std::min(std::abs(a.c) - std::abs(a.s) - a.r, std::abs(a.c));
  const double x = 1 / a.c;
  return tangent(a, {x, -x * x, least > 0 ? 2 / (least * least * least) : infinity}, 1 / a.hi,
                 1 / a.lo);
}

Form power_of_whole(const Form& a, double n) {
  if (n == 2) return square(a);
  if (n == 3) {
    const double most = std::abs(a.c) + std::abs(a.s) + a.r;
    return tangent(a, {a.c * a.c * a.c, 3 * a.c * a.c, 6 * most}, a.lo * a.lo * a.lo,
                   a.hi * a.hi * a.hi);
  }
  if (n < 0) return reciprocal(power_of_whole(a, -n));
  const bool even = std::fmod(n, 2) == 0;
  double lo = std::pow(a.lo, n), hi = std::pow(a.hi, n);
  if (even) {
    const bool zero = a.lo <= 0 && a.hi >= 0;
    std::tie(lo, hi) = std::pair(zero ? 0 : std::min(lo, hi), std::max(lo, hi));
  }
  const double most = std::abs(a.c) + std::abs(a.s) + a.r;
  return tangent(
      a, {std::pow(a.c, n), n * std::pow(a.c, n - 1), n * (n - 1) * std::pow(most, n - 2)}, lo, hi);
}

Form exponential(const Form& a) {
  const double x = std::exp(a.c);
  return tangent(a, {x, x, std::exp(a.c + std::abs(a.s) + a.r)}, std::exp(a.lo), std::exp(a.hi));
}

Form logarithm(const Form& a) {
  if (a.hi <= 0) return unknown_form();
  const double least = a.c - std::abs(a.s) - a.r;
  return tangent(a, {std::log(a.c), 1 / a.c, least > 0 ? 1 / (least * least) : infinity},
                 a.lo > 0 ? std::log(a.lo) : -infinity, std::log(a.hi));
}

Form power(const Form& a, const Form& b) {
  if (b.lo == b.hi && b.lo == std::floor(b.lo) && std::abs(b.lo) < 1e6)
    return b.lo == 0 ? constant_form(1) : power_of_whole(a, b.lo);
  if (a.lo > 0) return exponential(product(logarithm(a), b));
  if (!(b.lo > 0) || a.hi < 0) return unknown_form();
  const double most = std::max(std::pow(a.hi, b.lo), std::pow(a.hi, b.hi));
  return range_form(0, most);
}

Form root(const Form& a) {
  if (a.hi < 0) return unknown_form();
  const double least = a.c - std::abs(a.s) - a.r;
  return tangent(a,
                 {std::sqrt(a.c), 0.5 / std::sqrt(a.c),
                  least > 0 ? 0.25 / (least * std::sqrt(least)) : infinity},
                 std::sqrt(std::max(a.lo, 0.0)), std::sqrt(a.hi));
}

// Of cos(u); sin is the same a quarter earlier.
struct Wave {
  double lo, hi;
};
Wave range_of_cosine(double from, double to) {
  if (!(to - from < 2 * pi) || !std::isfinite(from)) return {-1, 1};
  const double a = std::cos(from), b = std::cos(to);
  const double first_top = 2 * pi * std::ceil(from / (2 * pi));
  const double first_valley = 2 * pi * std::ceil((from - pi) / (2 * pi)) + pi;
  return {first_valley <= to ? -1 : std::min(a, b), first_top <= to ? 1 : std::max(a, b)};
}

Form sine(const Form& a) {
  const Wave range = range_of_cosine(a.lo - pi / 2, a.hi - pi / 2);
  return tangent(a, {std::sin(a.c), std::cos(a.c), 1}, range.lo, range.hi);
}

Form cosine(const Form& a) {
  const Wave range = range_of_cosine(a.lo, a.hi);
  return tangent(a, {std::cos(a.c), -std::sin(a.c), 1}, range.lo, range.hi);
}

Form tan_form(const Form& a) {
  if (!(a.hi - a.lo < pi)) return unknown_form();
  const double pole = pi * (std::ceil(a.lo / pi - 0.5) + 0.5);
  if (pole <= a.hi) return unknown_form();
  return range_form(std::tan(a.lo), std::tan(a.hi));
}

Form tanh_form(const Form& a) {
  constexpr double most_bend = 0.77;
  const double x = std::tanh(a.c);
  return tangent(a, {x, 1 - x * x, most_bend}, std::tanh(a.lo), std::tanh(a.hi));
}

Form atan_form(const Form& a) {
  constexpr double most_bend = 0.65;
  return tangent(a, {std::atan(a.c), 1 / (1 + a.c * a.c), most_bend}, std::atan(a.lo),
                 std::atan(a.hi));
}

Form even_hyperbolic(const Form& a) {
  const double p = std::cosh(a.lo), q = std::cosh(a.hi);
  return range_form(a.lo <= 0 && a.hi >= 0 ? 1 : std::min(p, q), std::max(p, q));
}

Form angle(const Form& y, const Form& x) {
  if (x.lo <= 0 && y.lo <= 0 && y.hi >= 0) return range_form(-pi, pi);
  const double p = std::atan2(y.lo, x.lo), q = std::atan2(y.lo, x.hi);
  const double u = std::atan2(y.hi, x.lo), v = std::atan2(y.hi, x.hi);
  return range_form(std::min({p, q, u, v}), std::max({p, q, u, v}));
}

Form absolute(const Form& a) {
  if (a.lo >= 0) return a;
  if (a.hi <= 0) return turned(a);
  return range_form(0, std::max(-a.lo, a.hi));
}

Form least_of(const Form& a, const Form& b) {
  const Form d = form_of(Op::subtract, a, b, {});
  if (d.hi <= 0) return a;
  if (d.lo >= 0) return b;
  return range_form(std::min(a.lo, b.lo), std::min(a.hi, b.hi));
}

Form hull(const Form& a, const Form& b) {
  return range_form(std::min(a.lo, b.lo), std::max(a.hi, b.hi));
}

Form truth(bool certainly, bool never) { return range_form(certainly ? 1 : 0, never ? 0 : 1); }

Form relation(Op op, const Form& a, const Form& b) {
  const Form d = form_of(Op::subtract, a, b, {});  // keeps what both have in common
  switch (op) {
    case Op::less:
    case Op::less_silent: return truth(d.hi < 0, d.lo >= 0);
    case Op::less_equal:
    case Op::less_equal_silent: return truth(d.hi <= 0, d.lo > 0);
    case Op::greater:
    case Op::greater_silent: return truth(d.lo > 0, d.hi <= 0);
    case Op::greater_equal:
    case Op::greater_equal_silent: return truth(d.lo >= 0, d.hi < 0);
    case Op::equal: return truth(d.lo == 0 && d.hi == 0, d.lo > 0 || d.hi < 0);
    default: return truth(d.lo > 0 || d.hi < 0, d.lo == 0 && d.hi == 0);
  }
}

bool is_surely(const Form& a) { return a.lo > 0 || a.hi < 0; }
bool is_never(const Form& a) { return a.lo == 0 && a.hi == 0; }

Form logic(Op op, const Form& a, const Form& b) {
  if (op == Op::logical_and) return truth(is_surely(a) && is_surely(b), is_never(a) || is_never(b));
  if (op == Op::logical_or) return truth(is_surely(a) || is_surely(b), is_never(a) && is_never(b));
  return truth(is_never(a), is_surely(a));
}

// Rounding functions rise with their argument; of mod and rem the parts.
Form rounding(Op op, const Form& a, const Form& b) {
  const auto rounded = [&](double (*function)(double), const Form& x) {
    return range_form(function(x.lo), function(x.hi));
  };
  const auto floor = [](double x) { return std::floor(x); };
  const auto ceil = [](double x) { return std::ceil(x); };
  const auto trunc = [](double x) { return std::trunc(x); };
  if (op == Op::ceil || op == Op::ceil_silent) return rounded(ceil, a);
  if (op == Op::floor || op == Op::floor_silent || op == Op::integer || op == Op::integer_silent)
    return rounded(floor, a);
  const Form ratio = product(a, reciprocal(b));
  if (op == Op::div || op == Op::div_silent) return rounded(trunc, ratio);
  const bool is_mod = op == Op::mod || op == Op::mod_silent;
  const Form number = is_mod ? rounded(floor, ratio) : rounded(trunc, ratio);
  return form_of(Op::subtract, a, product(number, b), {});
}

Form elementary(Op op, const Form& a, const Form& b) {
  switch (op) {
    case Op::sqrt: return root(a);
    case Op::exp: return exponential(a);
    case Op::log: return logarithm(a);
    case Op::log10: return product(logarithm(a), constant_form(1 / std::log(10.0)));
    case Op::sin: return sine(a);
    case Op::cos: return cosine(a);
    case Op::tan: return tan_form(a);
    case Op::asin:
      return range_form(std::asin(std::clamp(a.lo, -1.0, 1.0)),
                        std::asin(std::clamp(a.hi, -1.0, 1.0)));
    case Op::acos:
      return range_form(std::acos(std::clamp(a.hi, -1.0, 1.0)),
                        std::acos(std::clamp(a.lo, -1.0, 1.0)));
    case Op::atan: return atan_form(a);
    case Op::atan2: return angle(a, b);
    case Op::sinh: return range_form(std::sinh(a.lo), std::sinh(a.hi));
    case Op::cosh: return even_hyperbolic(a);
    default: return tanh_form(a);
  }
}

}  // namespace

Form constant_form(double value) { return line_form(value, 0, 0); }

Form line_form(double c, double s, double r) {
  Form q;
  q.c = c, q.s = s, q.r = r;
  q.lo = c - std::abs(s) - r;
  q.hi = c + std::abs(s) + r;
  return std::isnan(q.lo) || std::isnan(q.hi) ? unknown_form() : q;
}

Form range_form(double lo, double hi) {
  if (std::isnan(lo) || std::isnan(hi)) return unknown_form();
  Form q;
  q.lo = lo, q.hi = hi;
  q.c = lo / 2 + hi / 2;
  q.r = hi / 2 - lo / 2;
  if (!std::isfinite(q.c)) q.c = 0, q.r = infinity;
  return q;
}

Form unknown_form() { return range_form(-infinity, infinity); }

Form form_of(Op op, const Form& a, const Form& b, const Form& c) {
  if (is_relation(op)) return relation(op, a, b);
  if (op >= Op::sqrt && op <= Op::tanh) return elementary(op, a, b);
  if (op >= Op::floor && op <= Op::integer_silent) return rounding(op, a, b);
  switch (op) {
    case Op::add: return with_range(a.c + b.c, a.s + b.s, a.r + b.r, a.lo + b.lo, a.hi + b.hi);
    case Op::subtract: return with_range(a.c - b.c, a.s - b.s, a.r + b.r, a.lo - b.hi, a.hi - b.lo);
    case Op::multiply: return &a == &b ? square(a) : product(a, b);
    case Op::divide: return product(a, reciprocal(b));
    case Op::power: return power(a, b);
    case Op::negate: return turned(a);
    case Op::logical_and:
    case Op::logical_or:
    case Op::logical_not: return logic(op, a, b);
    case Op::choose: return is_surely(a) ? b : is_never(a) ? c : hull(b, c);
    case Op::min: return least_of(a, b);
    case Op::max: return turned(least_of(turned(a), turned(b)));
    case Op::abs: return absolute(a);
    case Op::sign:
      return range_form(a.lo > 0 ? 1 : a.lo == 0 ? 0 : -1, a.hi < 0 ? -1 : a.hi == 0 ? 0 : 1);
    case Op::smooth: return a;
    default: return unknown_form();
  }
}

}  // namespace bw::equation
