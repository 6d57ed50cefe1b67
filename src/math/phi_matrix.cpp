#include "math/phi_matrix.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/finite.h"

namespace bw::math {
namespace {

using Dense = Eigen::Map<const Eigen::MatrixXd>;
using DenseOut = Eigen::Map<Eigen::MatrixXd>;
using Vector = Eigen::Map<const Eigen::VectorXd>;
using VectorOut = Eigen::Map<Eigen::VectorXd>;

constexpr double small_norm = 0.5;  // of the lowest level: the series then is short
constexpr int series_terms = 16;    // 0.5^16 / 16! is below the rounding
constexpr int most_levels = 64;

Eigen::Index index_of(std::size_t m) { return static_cast<Eigen::Index>(m); }

// The polynomial a about a later point, `ahead` units further.
void shift(std::vector<double>& a, std::size_t m, double ahead) {
  for (std::size_t k = 0; k + 1 < highest_phi; ++k) {
    double power = 1;
    for (std::size_t j = k + 1; j < highest_phi; ++j) {
      power *= ahead;
      const double factor = power * inverse_factorials[j - k];
      for (std::size_t i = 0; i < m; ++i) a[k * m + i] += factor * a[j * m + i];
    }
  }
}

}  // namespace

PhiMatrix::PhiMatrix(std::span<const double> matrix, std::size_t m, double longest)
    : m_(m), matrix_(matrix.begin(), matrix.end()), lowest_(longest) {
  if (m == 0 || !all_finite(matrix)) return;
  norm_ = Dense(matrix_.data(), index_of(m), index_of(m)).cwiseAbs().colwise().sum().maxCoeff();
  int doublings = 0;
  while (norm_ * lowest_ > small_norm && doublings < most_levels) {
    lowest_ /= 2;
    ++doublings;
  }
  if (norm_ * lowest_ > small_norm) return;  // no levels: not finite
  make_lowest(lowest_);
  for (int k = 0; k < doublings; ++k) double_last();
  measure_defect(longest);
}

bool PhiMatrix::finite() const {
  if (m_ == 0) return true;
  return !levels_.empty() && std::isfinite(defect_) &&
         std::ranges::all_of(levels_.back(), [](const auto& values) { return all_finite(values); });
}

void PhiMatrix::make_lowest(double length) {
  const auto n = index_of(m_);
  const Eigen::MatrixXd b = length * Dense(matrix_.data(), n, n);
  Level& level = levels_.emplace_back();
  for (auto& values : level) values.resize(m_ * m_);
  Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n, n);
  std::array<double, series_terms> factors{};  // 1 / (j + 8)!
  factors[0] = inverse_factorials[highest_phi];
  for (std::size_t j = 1; j < factors.size(); ++j)
    factors[j] = factors[j - 1] / static_cast<double>(j + highest_phi);
  for (std::size_t j = factors.size(); j-- > 0;) {  // Horner
    sum = (b * sum).eval();
    sum.diagonal().array() += factors[j];
  }
  for (std::size_t k = highest_phi; true; --k) {
    DenseOut(level[k].data(), n, n) = sum;
    if (k == 0) return;
    sum = (b * sum).eval();
    sum.diagonal().array() += inverse_factorials[k - 1];
  }
}

void PhiMatrix::double_last() {
  const auto n = index_of(m_);
  levels_.emplace_back();
  const Level& half = levels_[levels_.size() - 2];
  Level& whole = levels_.back();
  const Dense exponential(half[0].data(), n, n);
  for (std::size_t k = 0; k <= highest_phi; ++k) {
    whole[k].resize(m_ * m_);
    DenseOut into(whole[k].data(), n, n);
    into.noalias() = exponential * Dense(half[k].data(), n, n);
    for (std::size_t j = 1; j <= k; ++j)
      into += inverse_factorials[k - j] * Dense(half[j].data(), n, n);
    into *= std::ldexp(1.0, -static_cast<int>(k));
  }
}

void PhiMatrix::measure_defect(double length) {
  const auto n = index_of(m_);
  const Dense one(levels_.back()[1].data(), n, n), zero(levels_.back()[0].data(), n, n);
  Eigen::MatrixXd off = length * (Dense(matrix_.data(), n, n) * one) - zero;
  off.diagonal().array() += 1;
  const double growth = zero.cwiseAbs().colwise().sum().maxCoeff();
  defect_ = off.cwiseAbs().colwise().sum().maxCoeff() / ((1 + growth) * length);
}

void PhiMatrix::apply(const Level& level, double length, double unit, const std::vector<double>& a,
                      std::vector<double>& y) const {
  const auto n = index_of(m_);
  Eigen::VectorXd sum = Dense(level[0].data(), n, n) * Vector(y.data(), n);
  double factor = length;
  for (std::size_t k = 0; k < highest_phi; ++k, factor *= length / unit)
    sum.noalias() += Dense(level[k + 1].data(), n, n) * (factor * Vector(&a[k * m_], n));
  VectorOut(y.data(), n) = sum;
}

// d_j = length^j times the j-th derivative of y.
void PhiMatrix::apply_series(double length, double unit, const std::vector<double>& a,
                             std::vector<double>& y) const {
  const auto n = index_of(m_);
  Eigen::VectorXd d = Vector(y.data(), n), sum = d;
  double factor = length, share = 1;
  for (std::size_t j = 0; j < series_terms + highest_phi; ++j) {
    d = (length * (Dense(matrix_.data(), n, n) * d)).eval();
    if (j < highest_phi) d += factor * Vector(&a[j * m_], n);
    factor *= length / unit;
    share /= static_cast<double>(j + 1);
    sum += share * d;
  }
  VectorOut(y.data(), n) = sum;
}

void PhiMatrix::advance(double theta, double unit, const double* a, std::size_t stride,
                        std::span<double> y) const {
  if (m_ == 0) return;
  std::vector<double> terms(highest_phi * m_), at(y.begin(), y.end());
  for (std::size_t k = 0; k < highest_phi; ++k)
    std::copy_n(a + k * stride, m_, terms.begin() + static_cast<std::ptrdiff_t>(k * m_));
  double left = theta;
  for (std::size_t l = levels_.size(); l-- > 0;) {
    const double length = std::ldexp(lowest_, static_cast<int>(l));
    while (left >= length) {
      apply(levels_[l], length, unit, terms, at);
      left -= length;
      if (left > 0) shift(terms, m_, length / unit);
    }
  }
  if (left > 0) apply_series(left, unit, terms, at);
  std::copy(at.begin(), at.end(), y.begin());
}

}  // namespace bw::math
