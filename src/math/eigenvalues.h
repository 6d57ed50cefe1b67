#pragma once
// Eigenvalues and the largest singular value of a dense real matrix; and the participation factors
// of its modes. The only file that uses Eigen's eigensolvers.
//
//   A v_k = lambda_k v_k,  W = V^-1
//   p_ik = |W_ki V_ik|  participation of coordinate i in mode k: a pure number, whatever units
//                       the coordinates have
//   sigma_1 = sqrt(largest eigenvalue of A^T A)
//
// Source: B. S. Garbow et al. 1977 (EISPACK, whose algorithms Eigen follows); I. J. Perez-Arriaga,
// G. C. Verghese, F. C. Schweppe 1982 (participation factors).

#include <complex>
#include <memory>
#include <span>
#include <vector>

namespace bw::math {

// Reuses its memory for the next matrix of the same size.
class Eigenvalues {
 public:
  explicit Eigenvalues(std::size_t n);
  ~Eigenvalues();
  Eigenvalues(const Eigenvalues&) = delete;
  Eigenvalues& operator=(const Eigenvalues&) = delete;

  // Of a matrix of n x n, row after row. False: something is not finite, or the iteration failed.
  [[nodiscard]] bool compute(std::span<const double> matrix);

  // The largest real part first; of a pair the one above the axis.
  const std::vector<std::complex<double>>& values() const { return values_; }
  double largest_singular_value() const { return largest_singular_value_; }

  // For each value, the coordinate with the largest participation. Costs one more decomposition of
  // the last matrix.
  std::vector<std::size_t> dominating_coordinates();

 private:
  struct Solvers;
  std::unique_ptr<Solvers> solvers_;
  std::vector<std::complex<double>> values_;
  double largest_singular_value_ = 0;
};

}  // namespace bw::math
