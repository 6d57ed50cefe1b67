#include "math/eigenvalues.h"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "math/finite.h"

namespace bw::math {
namespace {

using RowMajorMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Complex = std::complex<double>;

bool stands_before(const Complex& a, const Complex& b) {
  return a.real() != b.real() ? a.real() > b.real() : a.imag() > b.imag();
}

}  // namespace

struct Eigenvalues::Solvers {
  explicit Solvers(Eigen::Index n) : matrix(n, n), square(n, n), general(n), symmetric(n) {}
  RowMajorMatrix matrix;   // as it was given, by its scale
  Eigen::MatrixXd square;  // A^T A
  Eigen::EigenSolver<Eigen::MatrixXd> general;
  Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> symmetric;
  double scale = 1;
};

Eigenvalues::Eigenvalues(std::size_t n)
    : solvers_(std::make_unique<Solvers>(static_cast<Eigen::Index>(n))), values_(n) {}

Eigenvalues::~Eigenvalues() = default;

bool Eigenvalues::compute(std::span<const double> matrix) {
  if (!all_finite(matrix)) return false;
  largest_singular_value_ = 0;
  if (values_.empty()) return true;
  Solvers& s = *solvers_;
  const auto n = static_cast<Eigen::Index>(values_.size());
  s.matrix = Eigen::Map<const RowMajorMatrix>(matrix.data(), n, n);
  s.scale = s.matrix.cwiseAbs().maxCoeff();  // squares of large numbers would be infinite
  if (s.scale == 0) {
    std::fill(values_.begin(), values_.end(), Complex(0));
    return true;
  }
  s.matrix /= s.scale;
  s.general.compute(s.matrix, false);
  if (s.general.info() != Eigen::Success) return false;
  for (Eigen::Index i = 0; i < n; ++i)
    values_[static_cast<std::size_t>(i)] = s.scale * s.general.eigenvalues()[i];
  std::sort(values_.begin(), values_.end(), stands_before);
  s.square.noalias() = s.matrix.transpose() * s.matrix;
  s.symmetric.compute(s.square, Eigen::EigenvaluesOnly);
  if (s.symmetric.info() != Eigen::Success) return false;
  largest_singular_value_ = s.scale * std::sqrt(std::max(0.0, s.symmetric.eigenvalues()[n - 1]));
  return true;
}

std::vector<std::size_t> Eigenvalues::dominating_coordinates() {
  Solvers& s = *solvers_;
  const std::size_t n = values_.size();
  std::vector<std::size_t> order(n), places(n);
  std::iota(order.begin(), order.end(), std::size_t{0});
  if (n == 0 || s.scale == 0) return order;
  s.general.compute(s.matrix, true);
  const auto& values = s.general.eigenvalues();
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return stands_before(values[static_cast<Eigen::Index>(a)],
                         values[static_cast<Eigen::Index>(b)]);
  });
  const Eigen::MatrixXcd vectors = s.general.eigenvectors();
  Eigen::MatrixXd shares = vectors.inverse().transpose().cwiseProduct(vectors).cwiseAbs();
  if (!shares.allFinite()) shares = vectors.cwiseAbs();  // vectors that are not independent
  for (std::size_t k = 0; k < n; ++k) {
    Eigen::Index most = 0;
    shares.col(static_cast<Eigen::Index>(order[k])).maxCoeff(&most);
    places[k] = static_cast<std::size_t>(most);
  }
  return places;
}

}  // namespace bw::math
