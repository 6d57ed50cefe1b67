#include "math/least_change.h"

#include <Eigen/QR>

namespace bw::math {
namespace {

using Scaled = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

constexpr double dependent = 1e-11;        // relative: what is left of such an equation
constexpr double contradicts = 1e-9;       // relative to what each equation consists of
constexpr double rounding_of_all = 1e-13;  // relative to the largest equation

}  // namespace

struct LeastChange::Work {
  Scaled scaled{};
  Eigen::VectorXd rows{}, units{};
  Eigen::CompleteOrthogonalDecomposition<Scaled> decomposed{};
};

LeastChange::LeastChange() : work_(std::make_unique<Work>()) {}
LeastChange::LeastChange(LeastChange&&) noexcept = default;
LeastChange::~LeastChange() = default;

void LeastChange::factorise(std::span<const double> matrix, std::span<const double> units) {
  auto& [scaled, rows, sizes, decomposed] = *work_;
  const auto n = static_cast<Eigen::Index>(units.size());
  sizes = Eigen::Map<const Eigen::VectorXd>(units.data(), n);
  scaled = Eigen::Map<const Scaled>(matrix.data(), n, n) * sizes.asDiagonal();
  rows = scaled.cwiseAbs().rowwise().maxCoeff();
  for (Eigen::Index i = 0; i < n; ++i)
    if (!(rows[i] > 0)) rows[i] = 1;
  scaled = rows.cwiseInverse().asDiagonal() * scaled;
  decomposed.setThreshold(dependent);
  decomposed.compute(scaled);
}

bool LeastChange::solve(std::span<double> b) const {
  const auto& [scaled, rows, sizes, decomposed] = *work_;
  const auto n = static_cast<Eigen::Index>(b.size());
  Eigen::Map<Eigen::VectorXd> right(b.data(), n);
  const Eigen::VectorXd wanted = right.cwiseQuotient(rows);
  const Eigen::VectorXd found = decomposed.solve(wanted);
  if (!found.allFinite()) return false;
  const Eigen::VectorXd terms = wanted.cwiseAbs() + scaled.cwiseAbs() * found.cwiseAbs();
  const Eigen::VectorXd off = (scaled * found - wanted).cwiseAbs();
  const double noise = rounding_of_all * terms.maxCoeff();  // of a decomposition of all equations
  if ((off.array() > contradicts * terms.array() + noise).any()) return false;
  right = found.cwiseProduct(sizes);
  return true;
}

}  // namespace bw::math
