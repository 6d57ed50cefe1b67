#pragma once
// df/dx for eigenvalues, which need more digits than a Newton iteration: the model's own where it
// has one, else by differences of fourth order.
//
//   column j:  (8 (f(x + d e_j) - f(x - d e_j)) - (f(x + 2 d e_j) - f(x - 2 d e_j))) / (12 d)
//   d = 1e-3 of the size of the state
//
// The truncation error is about 1e-12 of the matrix for f that varies on the scale of its states,
// and so is the rounding. First differences have eight digits only, and zero eigenvalues would get
// a sign.
//
// Source: M. Abramowitz, I. A. Stegun, Handbook of Mathematical Functions, 25.3.6.

#include <optional>
#include <span>
#include <vector>

#include "math/colours.h"
#include "math/pattern.h"
#include "ode/kernel/integrator.h"

namespace bw::diagnose {

class FineJacobian {
 public:
  explicit FineJacobian(ode::Equations& equations);

  // At (t, x), where the states have these sizes, all above 0. False: f is not finite around it.
  bool evaluate(double t, std::span<const double> x, std::span<const double> sizes);
  std::span<const double> values() const { return full_; }  // n x n, row after row
  // How large the rounding in the values may be, as a norm; nothing: the model's own are exact.
  std::optional<double> noise() const;

 private:
  bool differ(double t, std::span<const double> x, std::span<const double> sizes,
              std::span<const math::Place> places);

  ode::Equations& equations_;
  std::size_t n_;
  std::optional<math::Pattern> whole_;  // for models without a known pattern
  const math::Pattern* pattern_;
  std::vector<std::vector<math::Place>> colours_;
  std::vector<double> values_, full_, moved_, dx_, sum_;
  double noise_ = 0;  // squared, in roundings
};

}  // namespace bw::diagnose
