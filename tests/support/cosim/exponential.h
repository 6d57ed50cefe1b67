#pragma once
// x' = A x + B u with u held, solved exactly. Small steps: Taylor's series of what the exponential
// does to a vector; long ones: the matrix exponential by scaling and squaring, kept per step size.

#include <algorithm>
#include <cmath>
#include <map>
#include <span>
#include <vector>

#include "support/cosim/block.h"

namespace bw::test {

template <class Real>
struct Square {  // row after row
  explicit Square(std::size_t n) : size(n), values(n * n) {}
  Real& at(std::size_t i, std::size_t j) { return values[i * size + j]; }
  Real at(std::size_t i, std::size_t j) const { return values[i * size + j]; }
  std::size_t size;
  std::vector<Real> values;
};

template <class Real>
Square<Real> product(const Square<Real>& a, const Square<Real>& b) {
  Square<Real> c(a.size);
  for (std::size_t i = 0; i < a.size; ++i)
    for (std::size_t k = 0; k < a.size; ++k)
      if (const Real f = a.at(i, k); f != 0)
        for (std::size_t j = 0; j < a.size; ++j) c.at(i, j) += f * b.at(k, j);
  return c;
}

template <class Real>
Real norm(const Square<Real>& a) {  // largest sum of a row
  Real largest = 0;
  for (std::size_t i = 0; i < a.size; ++i) {
    Real sum = 0;
    for (std::size_t j = 0; j < a.size; ++j) sum += std::abs(a.at(i, j));
    largest = std::max(largest, sum);
  }
  return largest;
}

// e^A
template <class Real>
Square<Real> exponential(Square<Real> a) {
  int squarings = 0;
  for (Real size = norm(a); size > 0.25L; size /= 2) ++squarings;
  for (Real& v : a.values) v = std::ldexp(v, -squarings);
  Square<Real> sum(a.size), term(a.size);
  for (std::size_t i = 0; i < a.size; ++i) sum.at(i, i) = term.at(i, i) = 1;
  for (int k = 1; k <= 18; ++k) {
    term = product(term, a);
    for (Real& v : term.values) v /= Real(k);
    for (std::size_t i = 0; i < sum.values.size(); ++i) sum.values[i] += term.values[i];
  }
  for (int k = 0; k < squarings; ++k) sum = product(sum, sum);
  return sum;
}

class HeldLinear {
 public:
  HeldLinear(const Linear& linear, std::size_t states, std::size_t inputs)
      : linear_(linear), states_(states), inputs_(inputs), term_(states), next_(states) {
    for (std::size_t i = 0; i < states; ++i) {
      double sum = 0;
      for (std::size_t j = 0; j < states; ++j) sum += std::abs(linear.a[i * states + j]);
      norm_ = std::max(norm_, sum);
    }
  }

  void step(std::span<double> x, std::span<const double> u, double h) {
    const double components = std::ceil(norm_ * h);
    if (!(components <= 16)) return leap(x, u, h);
    const int count = std::max(1, static_cast<int>(components));
    for (int k = 0; k < count; ++k) series(x, u, h / count);
  }

 private:
  // x + h v + h^2/2 A v + ...,  v = A x + B u
  void series(std::span<double> x, std::span<const double> u, double h) {
    for (std::size_t i = 0; i < states_; ++i) {
      double v = 0;
      for (std::size_t j = 0; j < states_; ++j) v += linear_.a[i * states_ + j] * x[j];
      for (std::size_t j = 0; j < inputs_; ++j) v += linear_.b[i * inputs_ + j] * u[j];
      term_[i] = h * v;
    }
    sum_.assign(states_, 0.0);
    for (int k = 2; k < 30; ++k) {
      double largest = 0, smallest_news = 0;
      for (std::size_t i = 0; i < states_; ++i) {
        sum_[i] += term_[i];
        largest = std::max(largest, std::abs(sum_[i]));
        double v = 0;
        for (std::size_t j = 0; j < states_; ++j) v += linear_.a[i * states_ + j] * term_[j];
        next_[i] = v * h / k;
        smallest_news = std::max(smallest_news, std::abs(next_[i]));
      }
      std::swap(term_, next_);
      if (smallest_news <= 1e-18 * largest) break;
    }
    for (std::size_t i = 0; i < states_; ++i) x[i] += sum_[i];
  }

  void leap(std::span<double> x, std::span<const double> u, double h) {
    if (known_.size() > 64) known_.clear();
    auto [found, is_new] = known_.try_emplace(h, Square<Extended>(states_ + inputs_));
    Square<Extended>& e = found->second;
    if (is_new) {
      for (std::size_t i = 0; i < states_; ++i) {
        for (std::size_t j = 0; j < states_; ++j)
          e.at(i, j) = Extended(h) * linear_.a[i * states_ + j];
        for (std::size_t j = 0; j < inputs_; ++j)
          e.at(i, states_ + j) = Extended(h) * linear_.b[i * inputs_ + j];
      }
      e = exponential(e);
    }
    for (std::size_t i = 0; i < states_; ++i) {
      Extended sum = 0;
      for (std::size_t j = 0; j < states_; ++j) sum += e.at(i, j) * x[j];
      for (std::size_t j = 0; j < inputs_; ++j) sum += e.at(i, states_ + j) * u[j];
      next_[i] = static_cast<double>(sum);
    }
    std::copy(next_.begin(), next_.end(), x.begin());
  }

  const Linear linear_;
  std::size_t states_, inputs_;
  double norm_ = 0;
  std::vector<double> term_, next_, sum_;
  std::map<double, Square<Extended>> known_;
};

}  // namespace bw::test
