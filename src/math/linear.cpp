#include "math/linear.h"

#include <Eigen/Dense>
#include <algorithm>

#include "math/norms.h"

namespace bw::math {

std::optional<std::vector<double>> solve(const Matrix& a, std::span<const double> b, double noise) {
  if (a.size == 0) return std::vector<double>{};  // Eigen would look for the largest of nothing
  const auto n = static_cast<Eigen::Index>(a.size);
  const Eigen::Map<const Eigen::MatrixXd> matrix(a.values.data(), n, n);
  const Eigen::Map<const Eigen::VectorXd> right(b.data(), n);
  Eigen::FullPivLU<Eigen::MatrixXd> factors(matrix);
  factors.setThreshold(std::max(factors.threshold(), noise / factors.maxPivot()));
  if (!factors.isInvertible()) return {};
  std::vector<double> x(a.size);
  Eigen::Map<Eigen::VectorXd>(x.data(), n) = factors.solve(right);
  if (!all_finite(x)) return {};
  return x;
}

}  // namespace bw::math
