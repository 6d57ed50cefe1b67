#include "equation/enclosure/range_survey.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "equation/enclosure/form.h"
#include "math/constants.h"

namespace bw::equation {
namespace {

constexpr double endless = std::numeric_limits<double>::infinity();

Form as_form(const Range& range) { return range_form(range.lo, range.hi); }

Range range_product(const Range& a, const Range& b) {
  if (a.lo >= 0 && b.lo >= 0) return {a.lo * b.lo, a.hi * b.hi};
  const double p = a.lo * b.lo, q = a.lo * b.hi, u = a.hi * b.lo, v = a.hi * b.hi;
  return {std::min(std::min(p, q), std::min(u, v)), std::max(std::max(p, q), std::max(u, v))};
}

bool has_tame_ends(const Range& a) {
  const double least = a.lo > 0 ? a.lo : -a.hi, most = a.lo > 0 ? a.hi : -a.lo;
  return least > 0 && most <= most_tame_ratio * least && most < endless;
}

bool is_known_finite(const Range& range) { return range.hi - range.lo < endless; }

}  // namespace

RangeSurvey::Code RangeSurvey::code_of(const EnclosureStep& step) {
  if (step.is_judged) return Code::other;
  switch (step.op) {
    case Op::add: return Code::add;
    case Op::subtract: return Code::subtract;
    case Op::multiply: return step.a == step.b ? Code::square : Code::multiply;
    case Op::sqrt: return Code::root;
    default: return Code::other;
  }
}

// Backwards from the indicators and from what is judged. Of a quotient whose value is not needed
// the divisor suffices, once for all quotients that have it.
RangeSurvey::RangeSurvey(const EnclosureProgram& program)
    : indicators_(program.indicators), ranges_(program.slots) {
  std::vector<bool> needed(program.slots, false), divides(program.slots, false);
  for (const EnclosureProgram::Result& result : indicators_) needed[result.slot] = true;
  for (std::size_t i = program.survey.size(); i-- > 0;) {
    const EnclosureStep& step = program.survey[i];
    if (step.kind != EnclosureStep::Kind::operation) {
      is_possible_ = is_possible_ && step.kind != EnclosureStep::Kind::open_loop;
      continue;
    }
    if (!needed[step.out] && !step.is_judged) continue;
    const bool is_divisor = step.op == Op::divide && !needed[step.out];
    if (is_divisor && divides[step.b]) continue;
    if (is_divisor) divides[step.b] = true;
    const int count = operand_count(step.op);
    if (!is_divisor) needed[step.a] = true;
    if (count > 1) needed[step.b] = true;
    if (count > 2) needed[step.c] = true;
    operations_.push_back({.code = is_divisor ? Code::divisor : code_of(step),
                           .op = step.op,
                           .is_judged = step.is_judged,
                           .is_deep = step.is_deep,
                           .is_last = !needed[step.out],
                           .out = step.out,
                           .a = step.a,
                           .b = step.b,
                           .c = step.c});
  }
  std::ranges::reverse(operations_);
  uses_ = std::move(needed);
}

void RangeSurvey::take_exponents() {
  for (Operation& operation : operations_) {
    if (operation.op != Op::power || operation.is_judged) continue;
    const Range& n = ranges_[operation.b];
    const bool is_known = n.lo == n.hi;
    operation.code = is_known && n.lo == 2   ? Code::square
                     : is_known && n.lo == 3 ? Code::cube
                                             : Code::other;
  }
}

// What is not a number reaches the comparisons, or is asked for where it could get lost.
bool RangeSurvey::is_clear() {
  if (!is_possible_) return false;
  Range* const ranges = ranges_.data();
  for (const Operation& operation : operations_) {
    const Range &a = ranges[operation.a], &b = ranges[operation.b];
    Range& q = ranges[operation.out];
    switch (operation.code) {
      case Code::add: q = {a.lo + b.lo, a.hi + b.hi}; break;
      case Code::subtract: q = {a.lo - b.hi, a.hi - b.lo}; break;
      case Code::multiply:
        q = range_product(a, b);
        if (!is_known_finite(q)) return false;
        break;
      case Code::square: {
        const double lo = a.lo * a.lo, hi = a.hi * a.hi;
        if (!(lo + hi < endless)) return false;
        q = a.lo >= 0 ? Range{lo, hi} : a.hi <= 0 ? Range{hi, lo} : Range{0, std::max(lo, hi)};
        break;
      }
      case Code::cube: q = {a.lo * a.lo * a.lo, a.hi * a.hi * a.hi}; break;
      case Code::root:
        if (!(a.lo >= 0)) return false;
        q = {std::sqrt(a.lo), std::sqrt(a.hi)};
        break;
      case Code::divisor:
        if (!has_tame_ends(b)) return false;
        break;
      case Code::other:
        if (!operate(operation)) return false;
        break;
    }
  }
  return std::ranges::all_of(indicators_, [this](const EnclosureProgram::Result& result) {
    const Range& z = ranges_[result.slot];
    return z.lo > 0 || z.hi <= 0;
  });
}

bool RangeSurvey::operate(const Operation& operation) {
  const Form a = as_form(ranges_[operation.a]), b = as_form(ranges_[operation.b]);
  const bool is_calm =
      !operation.is_judged || ((!operation.is_deep || (is_nearly_line(a) && is_nearly_line(b))) &&
                               is_tame(operation.op, a, b));
  if (is_calm && operation.is_last) return true;
  const Form q = form_of(operation.op, a, b, as_form(ranges_[operation.c]));
  if (!std::isfinite(q.width()) || (!is_calm && q.lo != q.hi)) return false;
  ranges_[operation.out] = {q.lo, q.hi};
  return true;
}

void RangeSurvey::bound(std::span<model::Bound> indicators) const {
  for (std::size_t k = 0; k < indicators_.size(); ++k)
    indicators[k] = {.lo = ranges_[indicators_[k].slot].lo, .hi = ranges_[indicators_[k].slot].hi};
}

}  // namespace bw::equation
