#pragma once
// The rate of a simplified Newton iteration, carried from step to step: rate times the last change
// is what is left of the error.
//
//   rate = theta / (1 - theta), theta: contraction, about h ||J(t) - J||, J being of an earlier
//   time carried:  (rate g)^0.8,  g >= 1: how much step times age of the Jacobian have grown
//
// One iteration alone shows no contraction. What a short first step has shown says little about one
// that is eight times longer: without g such steps end after one iteration that is not enough, and
// the error test does not see that.
//
// Source: E. Hairer, G. Wanner, Solving Ordinary Differential Equations II, IV.8 (without g).

#include <algorithm>
#include <cmath>
#include <limits>

namespace bw::ode {

struct NewtonRate {
  double value = 1;
  double span = 0;  // step times age of the Jacobian, where it holds; 0: none yet

  // For a step of this size, with some doubt. age: of the Jacobian at the end of that step.
  NewtonRate carried(double h, double age) const {
    constexpr double least = std::numeric_limits<double>::epsilon(), doubt = 0.8;
    const double now = h * age, growth = span > 0 ? std::max(1.0, now / span) : 1.0;
    return {std::min(1.0, std::pow(std::max(growth * value, least), doubt)), now};
  }
  void measure(double theta) { value = theta / (1 - theta); }
};

}  // namespace bw::ode
