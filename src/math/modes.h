#pragma once
// A real matrix in a basis of its modes: x = S y, S^-1 J S = diag(lambda_1, ..., lambda_p, A).
//
// Balanced first (powers of 2). Then three bases are tried, the most diagonal one first:
//   1. all eigenvectors; of a pair of complex ones the real and the imaginary part
//   2. the eigenvectors that are well conditioned, and for the others (Jordan blocks: rigid bodies,
//      chains of integrators) a basis of the space that no left eigenvector of the first ones
//      meets: there J is the dense block A
//   3. no eigenvector: A = J
// What a basis loses is measured, not assumed: E = S^-1 J S - diag(lambda, A), with J S in extended
// precision, and what the functions of A lose. An entry that couples two modes acts for the time in
// which their phases come apart, 1 / |lambda_j - lambda_k|; the others add up over the whole time.
// Errors of a mode that decays fade with it. Losses are roundings, whose signs are random: their
// squares are added. The first basis whose S E S^-1, as a rate of relative loss, is small enough is
// taken; where none is, the best one. Its user has to watch loss_rates().
//
// Source: B. N. Parlett, C. Reinsch 1969 (balancing); E. R. Davidson 1975 and C. Van Loan 1978 (the
// functions of matrices by blocks); the choice by a measured defect is our own.

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "math/phi.h"
#include "math/phi_matrix.h"

namespace bw::math {

class Modes {
 public:
  struct Use {
    double longest = 1;  // of the lengths for advance()
    double time = 1;     // over which losses add up
    double loss = 0;     // relative, over this time: a basis that loses no more is good enough
  };
  // Of a matrix of n x n, row after row. Null: something is not finite.
  static std::shared_ptr<const Modes> of(std::span<const double> matrix, std::size_t n,
                                         const Use& use);
  // Which of the three bases; for tests.
  enum class Basis { eigenvectors, some_eigenvectors, none };
  static std::shared_ptr<const Modes> with_basis(std::span<const double> matrix, std::size_t n,
                                                 const Use& use, Basis basis);

  std::size_t size() const { return n_; }
  std::size_t dense() const { return block_.size(); }  // size of A
  std::size_t numbers() const { return 4 * n_ * n_ + block_.numbers(); }
  double rate() const { return rate_; }  // of relative loss, at most

  void to_modes(std::span<const double> x, std::span<double> y) const;
  void to_states(std::span<const double> y, std::span<double> x) const;

  // The functions of the eigenvalues for one length.
  struct Table {
    double theta = -1;
    std::vector<Phi> of_modes;
  };
  void prepare(double theta, Table& table) const;
  // y(theta) of y' = diag(lambda, A) y + sum_k a_k (s/unit)^k / k!, k = 0..7, s from 0 to theta.
  // `a`: the terms one after the other, n numbers each.
  void advance(const Table& table, double unit, std::span<const double> a,
               std::span<double> y) const;

  // sizes[k] = max(sizes[k], |y_k|), where both coordinates of a pair get their common modulus.
  void grow_sizes(std::span<const double> y, std::span<double> sizes) const;
  // The largest |x_i| for modes of these sizes, whatever their phases.
  void reach(std::span<const double> sizes, std::span<double> x) const;
  // How fast x becomes wrong by it, for modes of these sizes.
  void loss_rates(std::span<const double> sizes, std::span<double> rates) const;

  std::complex<double> fastest() const { return fastest_; }  // eigenvalue
  // The largest |lambda| among oscillating modes, all of A, and the real modes that move by more
  // than their `weights` (of states): g is the constant force on them.
  double fastest_motion(std::span<const double> y, std::span<const double> g,
                        std::span<const double> weights) const;

 private:
  struct Mode {
    std::complex<double> lambda;
    bool is_pair;
    std::size_t at;  // the first coordinate
  };
  class Search;

  std::size_t n_ = 0;
  std::vector<Mode> modes_;
  PhiMatrix block_;                      // the last coordinates
  std::vector<double> basis_, inverse_;  // S and S^-1, column after column
  std::vector<double> moduli_;  // |S|; of a pair those of its complex vector, for both together
  std::vector<double> losses_;  // squares of S times those of E, as rates over the whole time
  double rate_ = 0;
  std::complex<double> fastest_;
};

}  // namespace bw::math
