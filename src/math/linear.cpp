#include "math/linear.h"

#include <Eigen/Dense>
#include <algorithm>

#include "math/finite.h"

namespace bw::math {

struct Factors::Decomposition {
  Eigen::FullPivLU<Eigen::MatrixXd> factors;
  mutable Eigen::VectorXd x;
  Eigen::Index size = 0;
};

Factors::Factors() : lu_(std::make_unique<Decomposition>()) {}
Factors::~Factors() = default;
Factors::Factors(Factors&&) noexcept = default;
Factors& Factors::operator=(Factors&&) noexcept = default;

bool Factors::compute(const Matrix& a, double noise) {
  lu_->size = static_cast<Eigen::Index>(a.size);
  if (a.size == 0) return true;  // Eigen would search an empty matrix for its largest entry
  if (!all_finite(a.values)) return false;
  const Eigen::Map<const Eigen::MatrixXd> matrix(a.values.data(), lu_->size, lu_->size);
  lu_->factors.setThreshold(Eigen::Default);
  lu_->factors.compute(matrix);
  lu_->factors.setThreshold(std::max(lu_->factors.threshold(), noise / lu_->factors.maxPivot()));
  return lu_->factors.isInvertible();
}

bool Factors::solve(std::span<double> b) const {
  if (lu_->size == 0) return true;
  Eigen::Map<Eigen::VectorXd> right(b.data(), lu_->size);
  lu_->x.noalias() = lu_->factors.solve(right);
  right = lu_->x;
  return all_finite(b);
}

std::optional<std::vector<double>> solve(const Matrix& a, std::span<const double> b, double noise) {
  Factors factors;
  std::vector<double> x(b.begin(), b.end());
  if (!factors.compute(a, noise) || !factors.solve(x)) return {};
  return x;
}

}  // namespace bw::math
