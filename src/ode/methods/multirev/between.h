#pragma once
// A long step integrates the revolutions at its nodes only. Where the formulas of a model are not
// known, something may happen in the others: a pulse of a force, a threshold that a slow state
// passes. At many times in between, f has to be the slope of the solution:
//
//   |f_i(t, x(t)) - x'_i(t)| <= 0.2 w_i omega,  w the weights, omega the rate of the oscillation
//
// Four times in each revolution, at most 8000 in a step, at different phases. What is shorter than
// their distance may stay unseen.

#include <optional>
#include <span>

#include "ode/kernel/integrator.h"
#include "ode/methods/multirev/long_step.h"

namespace bw::ode::multirevolution {

struct Between {
  double begin = 0;                            // of the step
  std::span<const double> weights{}, sizes{};  // of the states
  double rate = 0;
};

// The first revolution in which f differs; nothing: it agrees. The step must know its dense output.
std::optional<long> first_difference(const LongStep& step, Equations& equations,
                                     const Between& between);

}  // namespace bw::ode::multirevolution
