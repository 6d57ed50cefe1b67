#pragma once
// Which states caused a step to fail.

#include <algorithm>
#include <cmath>
#include <span>

#include "ode/kernel/integrator.h"

namespace bw::ode {

// All whose value is not finite, in their order.
inline Trouble not_finite(double t, double h, std::span<const double> values) {
  Trouble trouble{Trouble::Kind::not_finite, t, h, {}};
  for (std::size_t i = 0; i < values.size(); ++i)
    if (!std::isfinite(values[i])) trouble.states.push_back(i);
  return trouble;
}

// The few with the largest share in the failure.
inline Trouble blame_worst(Trouble::Kind kind, double t, double h, std::span<const double> shares) {
  constexpr std::size_t most = 3;
  Trouble trouble{kind, t, h, {}};
  for (std::size_t i = 0; i < shares.size(); ++i) trouble.states.push_back(i);
  const std::size_t told = std::min(most, shares.size());
  std::partial_sort(
      trouble.states.begin(), trouble.states.begin() + static_cast<std::ptrdiff_t>(told),
      trouble.states.end(),
      [&](std::size_t a, std::size_t b) { return std::abs(shares[a]) > std::abs(shares[b]); });
  trouble.states.resize(told);
  return trouble;
}

// By their share in the error.
inline Trouble too_small(double t, double h, std::span<const double> shares) {
  return blame_worst(Trouble::Kind::step_too_small, t, h, shares);
}

// By the last change of an iteration, in units of its tolerance.
inline Trouble not_converged(double t, double h, std::span<const double> changes) {
  return blame_worst(Trouble::Kind::not_converged, t, h, changes);
}

}  // namespace bw::ode
