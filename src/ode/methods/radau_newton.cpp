#include "ode/methods/radau_newton.h"

#include <cmath>

#include "math/constants.h"

namespace bw::ode {
namespace {

using math::nan;

// Factors for almost the same step are as good: the iteration converges to the same solution.
constexpr double same_step = 1e-9;

}  // namespace

RadauNewton::RadauNewton(std::size_t n, const math::Pattern* pattern, std::size_t most_stages)
    : n_(n),
      real_(n, pattern),
      pairs_((most_stages - 1) / 2, real_),
      d_(most_stages * n),
      dz_(most_stages * n),
      dw_(n),
      pair_dw_(n) {}

bool RadauNewton::has_factors_for(const RadauTable& table, double h) const {
  return table_ == &table && std::abs(h - h_) <= same_step * h_;
}

bool RadauNewton::factorise(const RadauTable& table, std::span<const double> jacobian, double h) {
  bool good = real_.factorise(jacobian, table.eigenvalue / h);
  for (std::size_t k = 0; good && k < table.pairs(); ++k)
    good = pairs_[k].factorise(jacobian, table.eigenvalues[k] / h);
  table_ = good ? &table : nullptr;
  h_ = h;
  return good;
}

void RadauNewton::residual(double h, std::span<const double> f, std::span<const double> z) {
  const std::size_t s = table_->stages();
  for (std::size_t i = 0; i < s; ++i) {
    double* const d = d_.data() + i * n_;
    const double* const row = table_->matrix.data() + i * s;
    for (std::size_t m = 0; m < n_; ++m) {
      double sum = 0;
      for (std::size_t j = 0; j < s; ++j) sum += row[j] * f[j * n_ + m];
      d[m] = z[i * n_ + m] - h * sum;
    }
  }
}

bool RadauNewton::solve_real(double h) {
  const std::size_t s = table_->stages();
  const double factor = -table_->eigenvalue / h;
  for (std::size_t m = 0; m < n_; ++m) {
    double sum = 0;
    for (std::size_t j = 0; j < s; ++j) sum += table_->left[j] * d_[j * n_ + m];
    dw_[m] = factor * sum;
  }
  if (!real_.solve(dw_)) return false;
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t m = 0; m < n_; ++m) dz_[i * n_ + m] = table_->right[i] * dw_[m];
  return true;
}

bool RadauNewton::solve_pair(std::size_t pair, double h) {
  const std::size_t s = table_->stages();
  const std::complex<double>* const left = table_->lefts.data() + pair * s;
  const std::complex<double>* const right = table_->rights.data() + pair * s;
  const std::complex<double> lambda = table_->eigenvalues[pair] / -h;
  for (std::size_t m = 0; m < n_; ++m) {
    double re = 0, im = 0;
    for (std::size_t j = 0; j < s; ++j) {
      re += left[j].real() * d_[j * n_ + m];
      im += left[j].imag() * d_[j * n_ + m];
    }
    pair_dw_[m] = {lambda.real() * re - lambda.imag() * im,
                   lambda.real() * im + lambda.imag() * re};
  }
  if (!pairs_[pair].solve(pair_dw_)) return false;
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t m = 0; m < n_; ++m)
      dz_[i * n_ + m] +=
          right[i].real() * pair_dw_[m].real() - right[i].imag() * pair_dw_[m].imag();
  return true;
}

double RadauNewton::improve(double h, std::span<const double> f,
                            std::span<const double> inverse_weights, std::span<double> z) {
  residual(h, f, z);
  if (!solve_real(h)) return nan;
  for (std::size_t k = 0; k < table_->pairs(); ++k)
    if (!solve_pair(k, h)) return nan;
  double sum = 0;
  const std::size_t s = table_->stages();
  for (std::size_t i = 0; i < s; ++i)
    for (std::size_t m = 0; m < n_; ++m) {
      const double change = dz_[i * n_ + m], share = change * inverse_weights[m];
      z[i * n_ + m] += change;
      sum += share * share;
    }
  return std::sqrt(sum / static_cast<double>(s * n_));
}

}  // namespace bw::ode
