#include "ode/kernel/jacobian.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/constants.h"
#include "math/finite.h"

namespace bw::ode {
namespace {

using math::epsilon;

// Away from zero, or in the direction of the derivative: f is defined there.
double increment(double x, double dx, double w) {
  const double d = std::max(std::sqrt(epsilon) * std::abs(x), std::min(w, std::sqrt(epsilon * w)));
  const double moved = x + std::copysign(d, x != 0 ? x : dx);
  return moved - x;  // as the sum was rounded
}

// A full matrix: every column is a colour of its own.
std::vector<std::vector<math::Place>> columns(std::size_t n) {
  std::vector<std::vector<math::Place>> all(n);
  for (std::size_t j = 0; j < n; ++j)
    for (std::size_t i = 0; i < n; ++i) all[j].push_back({i, j, i * n + j});
  return all;
}

}  // namespace

Jacobian::Jacobian(Equations& equations)
    : equations_(&equations),
      pattern_(equations.sparsity()),
      weights_(equations.size()),
      scaled_(equations.size()),
      power_(equations.size()) {
  const std::size_t n = equations.size();
  values_.resize(pattern_ != nullptr ? pattern_->entries() : n * n);
  if (equations.has_jacobian()) return;
  colours_ =
      std::make_shared<const Colours>(pattern_ != nullptr ? math::colours(*pattern_) : columns(n));
  for (auto* of_states : {&increments_, &moved_, &dx_}) of_states->resize(n);
}

bool Jacobian::evaluate(double t, std::span<const double> x, std::span<const double> dx,
                        std::span<const double> w) {
  std::copy(w.begin(), w.end(), weights_.begin());
  knows_fastest_ = false;
  if (equations_->has_jacobian()) {
    equations_->jacobian(t, x, values_);
    return math::all_finite(values_);
  }
  for (std::size_t j = 0; j < x.size(); ++j) increments_[j] = increment(x[j], dx[j], w[j]);
  return differences(t, x, dx);
}

bool Jacobian::evaluate_affine(double t, std::span<const double> x, std::span<const double> sizes) {
  std::copy(sizes.begin(), sizes.end(), weights_.begin());
  knows_fastest_ = false;
  if (equations_->has_jacobian()) {
    equations_->jacobian(t, x, values_);
    return math::all_finite(values_);
  }
  zero_.assign(x.size(), 0.0);
  dx_at_zero_.resize(x.size());
  equations_->derivatives(t, zero_, dx_at_zero_);
  for (std::size_t j = 0; j < x.size(); ++j) {
    int exponent = 0;
    const double mantissa = std::frexp(sizes[j], &exponent);
    increments_[j] = std::ldexp(1.0, mantissa == 0.5 ? exponent - 1 : exponent);
  }
  return differences(t, zero_, dx_at_zero_);
}

bool Jacobian::differences(double t, std::span<const double> x, std::span<const double> dx) {
  std::copy(x.begin(), x.end(), moved_.begin());
  for (const auto& places : *colours_)  // f may be undefined there: then the other direction
    if (!difference(t, x, dx, places, 1) && !difference(t, x, dx, places, -1)) return false;
  return true;
}

bool Jacobian::difference(double t, std::span<const double> x, std::span<const double> dx,
                          std::span<const math::Place> places, double direction) {
  for (const math::Place& place : places)
    moved_[place.column] = x[place.column] + direction * increments_[place.column];
  equations_->derivatives(t, moved_, dx_);
  bool finite = true;
  for (const auto& [row, column, entry] : places) {
    values_[entry] = (dx_[row] - dx[row]) / (moved_[column] - x[column]);
    finite = finite && std::isfinite(values_[entry]);
  }
  for (const math::Place& place : places) moved_[place.column] = x[place.column];
  return finite;
}

std::vector<double> Jacobian::full() const {
  if (pattern_ == nullptr) return values_;
  const std::size_t n = equations_->size();
  std::vector<double> matrix(n * n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = pattern_->begins[i]; k < pattern_->begins[i + 1]; ++k)
      matrix[i * n + pattern_->columns[k]] = values_[k];
  return matrix;
}

void Jacobian::mark_bad_rows(std::vector<double>& bad) const {
  const std::size_t n = weights_.size();
  bad.assign(n, 0.0);
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t begin = pattern_ != nullptr ? pattern_->begins[i] : i * n;
    const std::size_t end = pattern_ != nullptr ? pattern_->begins[i + 1] : begin + n;
    if (!math::all_finite({values_.data() + begin, end - begin}))
      bad[i] = std::numeric_limits<double>::quiet_NaN();
  }
}

math::DominantPair Jacobian::fastest() {
  constexpr int rounds = 2;
  if (!knows_fastest_)
    fastest_ = power_.improve(
        [this](std::span<const double> v, std::span<double> into) { multiply(v, into); }, rounds);
  knows_fastest_ = true;
  return fastest_;
}

// W^-1 J W v: the same eigenvalues, independent of the units of the states.
void Jacobian::multiply(std::span<const double> v, std::span<double> into) {
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i) scaled_[i] = weights_[i] * v[i];
  apply(scaled_, into);
  for (std::size_t i = 0; i < n; ++i) into[i] /= weights_[i];
}

void Jacobian::apply(std::span<const double> v, std::span<double> into) const {
  const std::size_t n = v.size();
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    if (pattern_ != nullptr)
      for (std::size_t k = pattern_->begins[i]; k < pattern_->begins[i + 1]; ++k)
        sum += values_[k] * v[pattern_->columns[k]];
    else
      for (std::size_t j = 0; j < n; ++j) sum += values_[i * n + j] * v[j];
    into[i] = sum;
  }
}

}  // namespace bw::ode
