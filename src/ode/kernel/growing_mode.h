#pragma once
// Whether small oscillations about a point grow, and how fast: eigenvalues of df/dx there.
//
//   lambda with Re lambda > 0 and |Im lambda| > Re lambda;  of several the one with the largest
//   |lambda|
//
// Implicit methods damp whatever is faster than their steps, and explicit ones damp a little what
// they follow, more near their border of stability. An oscillation that is below the tolerance and
// decays may be damped; one that grows must not: it would have become large, and integrations with
// different tolerances all lose it.
//
// Source: G. Dahlquist, L. Edsberg, G. Skollermo, G. Soderlind 1982 (super-stability: are the
// numerical methods and software satisfactory for chemical kinetics?).

#include <optional>
#include <span>

#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"

namespace bw::ode {

struct GrowingMode {
  double growth = 0;  // Re lambda
  double rate = 0;    // |lambda|
};

constexpr std::size_t most_states_of_growth = 100;  // more: their eigenvalues cost too much

// What is fast at a point.
struct FastModes {
  bool turn = false;   // sum of lambda^2 < 0: those that turn outweigh those that decay
  double fastest = 0;  // |lambda|; 0: not known, there are too many
  std::optional<GrowingMode> growing{};
};
// At (t, x), by one Jacobian; `weights`: of the tolerance. Nothing: df/dx is not finite. Where most
// turn, and a bound shows that none is faster than `slow`, that is all; else by eigenvalues.
std::optional<FastModes> fast_modes(Equations& equations, double t, std::span<const double> x,
                                    std::span<const double> weights, double slow = 0);

// Likewise. Nothing: none grows, or not known, or a bound shows that all are slower than `slow`.
std::optional<GrowingMode> growing_mode(Equations& equations, double t, std::span<const double> x,
                                        std::span<const double> weights, double slow = 0);

// The logarithm of what a step of this explicit one-step method takes of the amplitude of an
// oscillation that turns by so many radians in it; negative: it grows.
double damping_of_step(const MethodKind& kind, double radians);
// The radians of a step that takes so much. The damping has the least even power of them above the
// order.
double radians_of_damping(const MethodKind& kind, double damping);

// Of a matrix of n x n, and of the last one of a Jacobian: the sum of lambda^2.
double trace_of_square(std::span<const double> matrix, std::size_t n);
double trace_of_square(const Jacobian& jacobian);
double trace(const Jacobian& jacobian);  // the sum of lambda
// None is larger in |lambda|: sqrt(max_i sum_jk |J_ij J_jk|), which states in other units of time,
// as positions and velocities, do not spoil.
double fastest_rate_bound(const Jacobian& jacobian);

}  // namespace bw::ode
