#pragma once
// The matrix of SUNDIALS' Newton iteration, A = I - gamma J, and what solves with it:
//
//   pattern known, n not small    sparse, KLU; rows as the pattern has them, and the diagonal
//   n up to a few thousand        dense
//   larger                        no matrix: GMRES on differences of f along its directions
//
// J comes from ode/kernel/jacobian and is kept here until SUNDIALS requests a new one.
//
// Source: A. C. Hindmarsh et al. 2005, SUNDIALS; T. A. Davis, E. Palamadai Natarajan 2010, KLU;
// Y. Saad, M. H. Schultz 1986, GMRES.

#include <sundials/sundials_linearsolver.h>
#include <sundials/sundials_matrix.h>
#include <sundials/sundials_nvector.h>

#include <memory>
#include <optional>
#include <span>
#include <type_traits>
#include <vector>

#include "math/dominant_pair.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"

namespace bw::ode {

struct FreeSundials {
  void operator()(N_Vector v) const { N_VDestroy(v); }
  void operator()(SUNMatrix m) const { SUNMatDestroy(m); }
  void operator()(SUNLinearSolver s) const { SUNLinSolFree(s); }
};

// Owns a SUNDIALS object. Throws std::bad_alloc if it could not be made.
template <class T>
class Made {
 public:
  Made() = default;
  explicit Made(T made) : it_(made) {
    if (made == nullptr) throw std::bad_alloc();
  }
  // Converts to SUNDIALS' own pointer type.
  operator T() const { return it_.get(); }  // NOLINT(google-explicit-constructor)

 private:
  std::unique_ptr<std::remove_pointer_t<T>, FreeSundials> it_;
};

class NewtonMatrix {
 public:
  NewtonMatrix(Equations& equations, N_Vector like, SUNContext context);

  SUNMatrix matrix() const { return matrix_; }  // null: none is needed
  SUNLinearSolver solver() const { return solver_; }

  // J at (t, x), where f is dx and the tolerance weights are w. False: something is not finite.
  [[nodiscard]] bool evaluate(double t, std::span<const double> x, std::span<const double> dx,
                              std::span<const double> w);
  void fill(double gamma);                                              // A = I - gamma J
  math::DominantPair fastest() { return jacobian_->fastest(); }         // mode of the last J
  std::span<const double> slopes_of_rows() const { return row_sums_; }  // to find who is not finite

 private:
  void make_dense(N_Vector like, SUNContext context);
  void make_sparse(N_Vector like, SUNContext context);
  void sum_rows();

  std::size_t n_;
  std::optional<Jacobian> jacobian_;
  Made<SUNMatrix> matrix_;
  Made<SUNLinearSolver> solver_;
  std::vector<std::size_t> places_;    // in the matrix's data, of each value of J
  std::vector<std::size_t> diagonal_;  // likewise, of each row
  std::vector<double> row_sums_;
};

}  // namespace bw::ode
