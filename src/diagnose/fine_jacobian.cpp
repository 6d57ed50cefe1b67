#include "diagnose/fine_jacobian.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "math/finite.h"

namespace bw::diagnose {
namespace {

constexpr double state_share = 1e-3;  // of the size of a state
struct Term {
  double offset, weight;  // weight / 12
};
constexpr std::array<Term, 4> terms = {Term{1, 8}, Term{-1, -8}, Term{2, -1}, Term{-2, 1}};

math::Pattern whole_pattern(std::size_t n) {
  math::Pattern pattern;
  std::vector<std::size_t> row(n);
  for (std::size_t i = 0; i < n; ++i) row[i] = i;
  for (std::size_t i = 0; i < n; ++i) pattern.add_row(row);
  return pattern;
}

}  // namespace

FineJacobian::FineJacobian(ode::Equations& equations)
    : equations_(equations),
      n_(equations.size()),
      pattern_(equations.sparsity()),
      full_(n_ * n_),
      moved_(n_),
      dx_(n_),
      sum_(n_) {
  if (pattern_ == nullptr) pattern_ = &whole_.emplace(whole_pattern(n_));
  values_.resize(pattern_->entries());
  if (!equations.has_jacobian()) colours_ = math::colours(*pattern_);
}

bool FineJacobian::evaluate(double t, std::span<const double> x, std::span<const double> sizes) {
  if (equations_.has_jacobian()) {
    equations_.jacobian(t, x, values_);
  } else {
    std::copy(x.begin(), x.end(), moved_.begin());
    noise_ = 0;
    for (const auto& places : colours_)
      if (!differ(t, x, sizes, places)) return false;
  }
  for (std::size_t i = 0; i < n_; ++i)
    for (std::size_t e = pattern_->begins[i]; e < pattern_->begins[i + 1]; ++e)
      full_[i * n_ + pattern_->columns[e]] = values_[e];
  return math::all_finite(values_);
}

bool FineJacobian::differ(double t, std::span<const double> x, std::span<const double> sizes,
                          std::span<const math::Place> places) {
  std::fill(sum_.begin(), sum_.end(), 0.0);
  double largest = 0;
  for (const Term& term : terms) {
    for (const math::Place& place : places)
      moved_[place.column] = x[place.column] + term.offset * state_share * sizes[place.column];
    equations_.derivatives(t, moved_, dx_);
    if (!math::all_finite(dx_)) return false;
    for (std::size_t i = 0; i < n_; ++i) {
      sum_[i] += term.weight * dx_[i];
      largest = std::max(largest, std::abs(dx_[i]));
    }
  }
  for (const auto& [row, column, entry] : places) {
    values_[entry] = sum_[row] / (12 * state_share * sizes[column]);
    moved_[column] = x[column];
    const double rounded = largest / (state_share * sizes[column]);
    noise_ += rounded * rounded;
  }
  return true;
}

std::optional<double> FineJacobian::noise() const {
  if (equations_.has_jacobian()) return {};
  return std::numeric_limits<double>::epsilon() * std::sqrt(noise_);
}

}  // namespace bw::diagnose
