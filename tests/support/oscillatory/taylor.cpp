// Taylor series in long double: the coefficients of a solution of x' = f(t, x) follow one after the
// other from those of all intermediate values of f,
//   x_(k+1) = f_k / (k + 1),  (a b)_k = sum a_j b_(k-j),  exp(a)_k = sum j a_j exp(a)_(k-j) / k,
//   ...
// R. E. Moore 1966; A. Jorba, M. Zou 2005. With 30 coefficients a step is half a period long.

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/oscillatory/reference.h"

namespace bw::test::oscillatory {
namespace {

using Op = Formula::Op;
using Number = long double;

constexpr std::size_t order = 30;
constexpr Number accuracy = 1e-20L;

struct Series {
  Number c[order + 1];
};

Number square(const Series& a, std::size_t k) {
  Number sum = 0;
  for (std::size_t j = 0; 2 * j < k; ++j) sum += a.c[j] * a.c[k - j];
  return 2 * sum + (k % 2 == 0 ? a.c[k / 2] * a.c[k / 2] : 0);
}

Number product(const Series& a, const Series& b, std::size_t k) {
  if (&a == &b) return square(a, k);
  Number sum = 0;
  for (std::size_t j = 0; j <= k; ++j) sum += a.c[j] * b.c[k - j];
  return sum;
}

// Of y with y' = a' b.
Number integral(const Series& a, const Series& b, std::size_t k) {
  Number sum = 0;
  for (std::size_t j = 1; j <= k; ++j) sum += static_cast<Number>(j) * a.c[j] * b.c[k - j];
  return sum / static_cast<Number>(k);
}

// b_1 q_(k-1) + ... + b_last q_(k-last)
Number rest(const Series& b, const Series& q, std::size_t k, std::size_t last) {
  Number sum = 0;
  for (std::size_t j = 1; j <= last; ++j) sum += b.c[j] * q.c[k - j];
  return sum;
}

Number value_at(const Series& series, Number s) {
  Number sum = 0;
  for (std::size_t k = order + 1; k-- > 0;) sum = sum * s + series.c[k];
  return sum;
}

class TaylorSolution {
 public:
  TaylorSolution(const OscillatoryModel& model, Number finer)
      : state_(model),
        accuracy_(accuracy / finer),
        values_(state_.n + state_.slopes.instructions().size()),
        partners_(state_.slopes.instructions().size()),
        is_number_(values_.size()) {
    for (std::size_t i = 0; i < partners_.size(); ++i)
      is_number_[state_.n + i] = state_.slopes.instructions()[i].op == Op::number;
    enter(0);
  }

  void enter(double time) {
    if (time > 0) move_to(time);
    state_.enter(time);
    expand();
  }
  std::vector<double> row(double time) {
    while (begin_ + h_ < time) {
      move_to(begin_ + h_);
      expand();
    }
    return state_.row(time, at(time));
  }

 private:
  std::span<const Number> at(Number time) {
    row_.resize(state_.n);
    for (std::size_t i = 0; i < state_.n; ++i) row_[i] = value_at(values_[i], time - begin_);
    return row_;
  }

  void move_to(Number time) {
    while (begin_ + h_ < time) {
      const Number end = begin_ + h_;
      std::ranges::copy(at(end), state_.x.begin());
      begin_ = end;
      expand();
    }
    std::ranges::copy(at(time), state_.x.begin());
    begin_ = time;
  }

  // The series of all values, coefficient after coefficient.
  void expand() {
    const auto& instructions = state_.slopes.instructions();
    for (std::size_t i = 0; i < state_.n; ++i) values_[i].c[0] = state_.x[i];
    for (std::size_t k = 0; k < order; ++k) {
      for (std::size_t i = 0; i < instructions.size(); ++i)
        values_[state_.n + i].c[k] = coefficient(instructions[i], i, k);
      for (std::size_t i = 0; i < state_.n; ++i)
        values_[i].c[k + 1] = values_[state_.slopes.results()[i]].c[k] / static_cast<Number>(k + 1);
    }
    choose_step();
  }

  Number coefficient(const Tape::Instruction& i, std::size_t at, std::size_t k) {
    const Series &a = values_[i.a], &b = values_[i.b];
    switch (i.op) {
      case Op::number: return k == 0 ? i.number : 0;
      case Op::time: return k == 0 ? begin_ : k == 1 ? 1 : 0;
      case Op::add: return a.c[k] + b.c[k];
      case Op::subtract: return a.c[k] - b.c[k];
      case Op::multiply:
        if (is_number_[i.a] != 0) return a.c[0] * b.c[k];
        return is_number_[i.b] != 0 ? a.c[k] * b.c[0] : product(a, b, k);
      case Op::before: return state_.slopes.entered() < i.number ? a.c[k] : b.c[k];
      default: return of_function(i, at, k);
    }
  }

  // With the series of another function where one needs it.
  Number of_function(const Tape::Instruction& i, std::size_t at, std::size_t k) {
    const Series &a = values_[i.a], &b = values_[i.b], &y = values_[state_.n + at];
    Series& other = partners_[at];
    const Number x = a.c[0];
    switch (i.op) {
      case Op::divide: return (a.c[k] - rest(b, y, k, k)) / b.c[0];
      case Op::root:
        if (k == 0) return std::sqrt(x);
        return (a.c[k] - rest(y, y, k, k - 1)) / (2 * y.c[0]);
      case Op::exponential: return k == 0 ? std::exp(x) : integral(a, y, k);
      case Op::sine:
        other.c[k] = k == 0 ? std::cos(x) : -integral(a, y, k);
        return k == 0 ? std::sin(x) : integral(a, other, k);
      case Op::cosine:
        other.c[k] = k == 0 ? std::sin(x) : integral(a, y, k);
        return k == 0 ? std::cos(x) : -integral(a, other, k);
      case Op::tangent: return of_tangent(a, values_[state_.n + at], other, k);
      default: throw std::logic_error("no instruction");
    }
  }

  // tanh, beside 1 / cosh^2 = 1 - tanh^2: without cancellation far away.
  static Number of_tangent(const Series& a, Series& y, Series& slope, std::size_t k) {
    if (k == 0) {
      slope.c[0] = 1 / (std::cosh(a.c[0]) * std::cosh(a.c[0]));
      return std::tanh(a.c[0]);
    }
    y.c[k] = integral(a, slope, k);
    Number sum = 0;
    for (std::size_t j = 1; j <= k; ++j) sum += static_cast<Number>(j) * y.c[j] * y.c[k - j];
    slope.c[k] = -2 * sum / static_cast<Number>(k);
    return y.c[k];
  }

  // So that the last two coefficients are within the accuracy.
  void choose_step() {
    const Number longest = static_cast<Number>(state_.model.stop) / 10;
    Number h = longest;
    for (const std::size_t k : {order - 1, order}) {
      Number most = 0;
      for (std::size_t i = 0; i < state_.n; ++i) {
        state_.sizes[i] = std::max(state_.sizes[i], std::abs(state_.x[i]));
        most = std::max(most, std::abs(values_[i].c[k]) / state_.sizes[i]);
      }
      if (!(most <= std::numeric_limits<Number>::max()))
        throw std::runtime_error(state_.model.name + ": no series");
      if (most > 0) h = std::min(h, std::pow(accuracy_ / most, 1 / static_cast<Number>(k)));
    }
    h_ = h;
  }

  ReferenceState state_;
  Number accuracy_;
  Number begin_ = 0, h_ = 0;
  std::vector<Series> values_, partners_;
  std::vector<char> is_number_;
  std::vector<Number> row_;
};

}  // namespace

ModelReference reference(const OscillatoryModel& model, const std::vector<double>& times,
                         long double finer) {
  TaylorSolution solution(model, finer);
  return rows_of(solution, model, times);
}

}  // namespace bw::test::oscillatory
