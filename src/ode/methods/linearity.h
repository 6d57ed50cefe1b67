#pragma once
// Whether f is affine in the states: f(t, x) = J x + b(t) with one J for all x and t.
//
//   f(t, x) - f(t, y) = J (x - y),  to 1e3 roundings of the terms of both sides
//   |J_ij - J0_ij| <= 16 roundings of J0_ij where the model gives its J, else what the differences
//   of f leave open
//
// Points on a trajectory may all show the same side of a function: who tests should also take
// points that the trajectory did not reach.

#include <optional>
#include <span>
#include <vector>

#include "math/pattern.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"

namespace bw::ode {

// A point and f there.
struct ValueOfF {
  std::span<const double> x, f;
};

// The derivative that differs most, by more than rounding, from an affine one between two points of
// the same time; nothing: none does. One that is not finite differs.
std::optional<std::size_t> bent_derivative(const Jacobian& jacobian, const ValueOfF& a,
                                           const ValueOfF& b);

// into_i += sum_j |J_ij| sizes_j: what f_i is a sum of, up to its part that depends on time alone.
void add_terms(const Jacobian& jacobian, std::span<const double> sizes, std::span<double> into);

// Whether two matrices of the same pattern are equal up to what their evaluation leaves open. `f`:
// absolute values of the derivatives and their terms, `sizes`: the increments of differences; empty
// for exact ones.
bool are_same_jacobian(std::span<const double> a, std::span<const double> b,
                       const math::Pattern* pattern, std::span<const double> f,
                       std::span<const double> sizes);

// Tests a model while it is integrated: the first call stores its J, later ones compare.
class LinearityTest {
 public:
  explicit LinearityTest(Equations& equations);

  // At (t, x), by one Jacobian and at most 4 RHS evaluations; without the model's own J by as many
  // more as the pattern has colours. `sizes`: of the states, from 0 on, as far as they are known.
  // False: f is not affine in the states, or not finite.
  bool holds(double t, std::span<const double> x, std::span<const double> sizes);

  const Jacobian& jacobian() const { return jacobian_; }  // of the last call

 private:
  bool is_affine(double t, std::span<const double> x, std::span<const double> f);

  Equations& equations_;
  Jacobian jacobian_;
  std::vector<double> first_;    // J of the first call
  std::vector<double> x_first_;  // where that was
  std::vector<double> f_, moved_, f_moved_, terms_, increments_;
};

}  // namespace bw::ode
