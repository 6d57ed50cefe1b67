#pragma once
// Arithmetic with functions of time over an interval: a line with a remainder, and a range.
//
//   q(tau) = c + s tau + e,  |e| <= r,  and lo <= q <= hi,  tau from -1 to 1
//
// The line keeps what a range forgets: x - x is 0, and the bounds of smooth expressions converge
// with the square of the interval's length. Where a function bends too much for a line the range
// alone is left. Up to rounding; not finite: nothing is known.
// Source: K. Makino, M. Berz 2003 (Taylor models), here of order one in a single variable.

#include <cstdint>

#include "equation/core/expression.h"

namespace bw::equation {

struct Form {
  double c = 0, s = 0, r = 0;
  double lo = 0, hi = 0;
  bool wild = false, moving = false;  // see model/enclosure.h
  double off = 0;                     // the same

  double width() const { return hi - lo; }
};

Form constant_form(double value);
Form line_form(double c, double s, double r);
Form range_form(double lo, double hi);
Form unknown_form();

// The result of an operation that has a value (see value_of); without flags.
Form form_of(Op op, const Form& a, const Form& b, const Form& c);

// Operations that can be narrow.
bool can_be_narrow(Op op);
// Whether the operation is close to a polynomial of low degree over these operands.
bool is_tame(Op op, const Form& a, const Form& b);
// Whether this is true of its powers, too.
bool is_nearly_line(const Form& a);
inline constexpr double most_tame_ratio = 8;  // of the ends of a divisor

}  // namespace bw::equation
