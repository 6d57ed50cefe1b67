#pragma once
// df/dx at a point: the model's own where it has one, else by finite differences, with as many RHS
// evaluations as the pattern has colours (n without one).
//
//   column j:  (f(t, x + d_j e_j) - f(t, x)) / d_j
//   d_j = max(sqrt(eps) |x_j|, min(w_j, sqrt(eps w_j)))
//   it scales with the state and its weight w_j, never with a fixed number: a state of 1e-9 with a
//   tolerance of 1e-14 is not moved by 1e-5, and none by more than its tolerance for the scale
//
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.8; A. R. Curtis,
// M. J. D. Powell, J. K. Reid 1974 (colours).

#include <memory>
#include <span>
#include <vector>

#include "math/colours.h"
#include "math/dominant_pair.h"
#include "math/pattern.h"
#include "ode/kernel/integrator.h"

namespace bw::ode {

class Jacobian {
 public:
  explicit Jacobian(Equations& equations);

  // At (t, x), where f is dx and the tolerance weights are w. False: something is not finite.
  [[nodiscard]] bool evaluate(double t, std::span<const double> x, std::span<const double> dx,
                              std::span<const double> w);
  // The same for an f that is affine in x. Differences are taken from x = 0, with increments that
  // are powers of 2 and at least the `sizes` of the states: their products are exact then, and
  // nothing is lost but the rounding of f(t, 0).
  [[nodiscard]] bool evaluate_affine(double t, std::span<const double> x,
                                     std::span<const double> sizes);
  // J v.
  void apply(std::span<const double> v, std::span<double> into) const;
  std::span<const double> values() const { return values_; }  // as Equations::jacobian
  std::size_t size() const { return equations_->size(); }     // n
  std::vector<double> full() const;  // n x n, row-major, also where there is a pattern
  // One number per state: not finite where its row of the last matrix is not.
  void mark_bad_rows(std::vector<double>& bad) const;
  const math::Pattern* pattern() const { return pattern_; }

  // The fastest mode of the last matrix, with the states scaled by their weights.
  math::DominantPair fastest();

 private:
  using Colours = std::vector<std::vector<math::Place>>;

  void multiply(std::span<const double> v, std::span<double> into);
  bool differences(double t, std::span<const double> x, std::span<const double> dx);
  bool difference(double t, std::span<const double> x, std::span<const double> dx,
                  std::span<const math::Place> places, double direction);

  Equations* equations_;
  const math::Pattern* pattern_;
  std::vector<double> values_;
  std::shared_ptr<const Colours> colours_;  // none: the model gives its own
  std::vector<double> increments_, moved_, dx_, zero_, dx_at_zero_;
  std::vector<double> weights_, scaled_;
  math::PowerIteration power_;
  math::DominantPair fastest_;
  bool knows_fastest_ = false;
};

}  // namespace bw::ode
