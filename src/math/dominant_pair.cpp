#include "math/dominant_pair.h"

#include <cmath>
#include <numeric>

namespace bw::math {
namespace {

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

}  // namespace

// Start vectors without a pattern, so that no eigenvector is likely to be missed.
PowerIteration::PowerIteration(std::size_t size) : v_(size), first_(size), second_(size) {
  constexpr double golden = 0.6180339887498949;
  for (std::size_t i = 0; i < size; ++i) {
    const double turn = std::fmod(golden * static_cast<double>(i + 1), 1.0);
    v_[i] = (1.5 + turn) * (turn < 0.5 ? 1 : -1);
  }
  const double length = std::sqrt(dot(v_, v_));
  for (double& x : v_) x /= length;
  start_ = v_;
}

void PowerIteration::admit_others() {
  constexpr double share = 1e-3;
  if (used_)
    for (std::size_t i = 0; i < v_.size(); ++i) v_[i] += share * start_[i];
  used_ = true;
}

DominantPair PowerIteration::fit() const {
  constexpr double parallel = 1e-8;
  const double g11 = dot(first_, first_), g10 = dot(first_, v_), g00 = dot(v_, v_);
  const double r1 = dot(first_, second_), r0 = dot(v_, second_);
  const double determinant = g11 * g00 - g10 * g10;
  if (!(determinant > parallel * g11 * g00)) return {std::sqrt(g11 / g00), 0};
  const double a = (r1 * g00 - r0 * g10) / determinant, b = (g11 * r0 - g10 * r1) / determinant;
  const double root = a * a / 4 + b;
  if (root >= 0) return {std::abs(a) / 2 + std::sqrt(root), 0};
  const double size = std::sqrt(-b);
  return {size, std::sqrt(-root) / size};
}

bool PowerIteration::go_on() {
  const double length = std::sqrt(dot(second_, second_));
  if (!(length > 0) || !std::isfinite(length)) return false;
  for (std::size_t i = 0; i < v_.size(); ++i) v_[i] = second_[i] / length;
  return true;
}

}  // namespace bw::math
