#include "ode/kernel/newton_matrix.h"

#include <sunlinsol/sunlinsol_dense.h>
#include <sunlinsol/sunlinsol_klu.h>
#include <sunlinsol/sunlinsol_spgmr.h>
#include <sunmatrix/sunmatrix_dense.h>
#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>

namespace bw::ode {
namespace {

constexpr std::size_t least_sparse = 32;  // below, the bookkeeping costs more than the zeros
constexpr double most_full = 0.3;         // share of entries from which a full matrix is cheaper
constexpr std::size_t most_dense = 2000;  // a matrix of 32 MB
constexpr int krylov_vectors = 30;        // memory of GMRES, in state vectors

constexpr int approximate_minimum_degree = 0;  // KLU's own choice; half the time of SUNDIALS'

bool is_sparse(const math::Pattern* pattern, std::size_t n) {
  if (pattern == nullptr || n < least_sparse) return false;
  const double all = static_cast<double>(n) * static_cast<double>(n);
  return n > most_dense || static_cast<double>(pattern->entries()) < most_full * all;
}

sunindextype index(std::size_t i) { return static_cast<sunindextype>(i); }

}  // namespace

NewtonMatrix::NewtonMatrix(Equations& equations, N_Vector like, SUNContext context)
    : n_(equations.size()) {
  const bool sparse = is_sparse(equations.sparsity(), n_);
  if (!sparse && n_ > most_dense) {
    solver_ = Made(SUNLinSol_SPGMR(like, SUN_PREC_NONE, krylov_vectors, context));
    return;
  }
  jacobian_.emplace(equations);
  if (sparse)
    make_sparse(like, context);
  else
    make_dense(like, context);
}

void NewtonMatrix::make_dense(N_Vector like, SUNContext context) {
  matrix_ = Made(SUNDenseMatrix(index(n_), index(n_), context));
  solver_ = Made(SUNLinSol_Dense(like, matrix_, context));
  const math::Pattern* pattern = jacobian_->pattern();
  for (std::size_t i = 0; i < n_; ++i) {  // SUNDIALS is column-major
    diagonal_.push_back(i * n_ + i);
    if (pattern != nullptr)
      for (const std::size_t j : pattern->row(i)) places_.push_back(j * n_ + i);
    else
      for (std::size_t j = 0; j < n_; ++j) places_.push_back(j * n_ + i);
  }
}

void NewtonMatrix::make_sparse(N_Vector like, SUNContext context) {
  const math::Pattern& pattern = *jacobian_->pattern();
  matrix_ =
      Made(SUNSparseMatrix(index(n_), index(n_), index(pattern.entries() + n_), CSR_MAT, context));
  sunindextype* begins = SUNSparseMatrix_IndexPointers(matrix_);
  sunindextype* columns = SUNSparseMatrix_IndexValues(matrix_);
  std::size_t next = 0;
  const auto place = [&](std::size_t column) {
    columns[next] = index(column);
    return next++;
  };
  for (std::size_t i = 0; i < n_; ++i) {
    begins[i] = index(next);
    const std::size_t before = diagonal_.size();
    for (const std::size_t j : pattern.row(i)) {
      if (j > i && diagonal_.size() == before) diagonal_.push_back(place(i));
      if (j == i) diagonal_.push_back(next);
      places_.push_back(place(j));
    }
    if (diagonal_.size() == before) diagonal_.push_back(place(i));
  }
  begins[n_] = index(next);
  solver_ = Made(SUNLinSol_KLU(like, matrix_, context));
  SUNLinSol_KLUSetOrdering(solver_, approximate_minimum_degree);
}

bool NewtonMatrix::evaluate(double t, std::span<const double> x, std::span<const double> dx,
                            std::span<const double> w) {
  if (jacobian_->evaluate(t, x, dx, w)) return true;
  sum_rows();
  return false;
}

void NewtonMatrix::fill(double gamma) {
  const bool sparse = SUNMatGetID(matrix_) == SUNMATRIX_SPARSE;
  double* data = sparse ? SUNSparseMatrix_Data(matrix_) : SUNDenseMatrix_Data(matrix_);
  const std::size_t size =
      sparse ? static_cast<std::size_t>(SUNSparseMatrix_IndexPointers(matrix_)[n_]) : n_ * n_;
  std::fill(data, data + size, 0.0);
  const std::span<const double> values = jacobian_->values();
  for (std::size_t e = 0; e < values.size(); ++e) data[places_[e]] = -gamma * values[e];
  for (const std::size_t d : diagonal_) data[d] += 1.0;
}

void NewtonMatrix::sum_rows() {
  const math::Pattern* pattern = jacobian_->pattern();
  const std::span<const double> values = jacobian_->values();
  row_sums_.assign(n_, 0.0);
  for (std::size_t i = 0, e = 0; i < n_; ++i) {
    const std::size_t end = pattern != nullptr ? pattern->begins[i + 1] : (i + 1) * n_;
    for (; e < end; ++e) row_sums_[i] += values[e];
  }
}

}  // namespace bw::ode
