#include "ode/methods/automatic/first_look.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <numbers>
#include <vector>

#include "math/eigenvalues.h"
#include "math/finite.h"
#include "ode/kernel/growing_mode.h"
#include "ode/kernel/jacobian.h"

namespace bw::ode::looking {
namespace {

constexpr double share_of_periods = 0.1;  // a model may become faster later
constexpr double decaying = 0.5;
constexpr double of_force = 0.01;
// Of an oscillation, in a period: then the solution does not come near to where it was.
constexpr double dying = 0.2;
constexpr std::size_t few_modes = 100;  // eigenvalues of more are expensive
// Of a radian. Two of them: one may be a whole number of periods of a faster force.
constexpr double apart[] = {1, 1 / std::numbers::phi};

double difference(std::span<const double> a, std::span<const double> b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const double size = std::max(std::abs(a[i]), std::abs(b[i])); size > 0)
      largest = std::max(largest, std::abs(a[i] - b[i]) / size);
  return largest;
}

bool is_forced(Equations& equations, double t, std::span<const double> x,
               std::span<const double> slopes, double radian) {
  std::vector<double> later(x.size());
  for (const double share : apart) {
    equations.derivatives(t + share * radian, x, later);
    if (!math::all_finite(later) || difference(slopes, later) > of_force) return true;
  }
  return false;
}

bool decays(double squares, const Jacobian& jacobian) {
  return squares > 0 && -trace(jacobian) >= decaying * std::sqrt(squares);
}

// The loss of all modes together is less than that of the ones that turn fast enough would be, if
// each of them lost much: sum of |Im lambda| >= sum of (Im lambda)^2 / the largest |lambda|.
bool some_last(double squares, const Jacobian& jacobian, double radian) {
  const double slow = share_of_periods / radian;
  const double of_fast = -squares - static_cast<double>(jacobian.size()) * slow * slow;
  const double loss = dying / (2 * std::numbers::pi) * of_fast / fastest_rate_bound(jacobian);
  return of_fast > 0 && -trace(jacobian) < loss;
}

// Whether each mode that turns fast enough loses much of its amplitude in a period.
bool dies_out(double squares, const Jacobian& jacobian, double radian) {
  const std::size_t n = jacobian.size();
  if (some_last(squares, jacobian, radian)) return false;
  math::Eigenvalues modes(n);
  if (n > few_modes || !modes.compute(jacobian.full())) return false;
  bool turns = false;
  for (const std::complex<double>& mode : modes.values()) {
    const double rate = std::abs(mode.imag());
    if (rate * radian < share_of_periods) continue;
    if (-mode.real() * 2 * std::numbers::pi < dying * rate) return false;
    turns = true;
  }
  return turns;
}

}  // namespace
}  // namespace bw::ode::looking

namespace bw::ode {

FirstLook first_look(Equations& equations, const Tolerance& tolerance, double t,
                     std::span<const double> x, std::span<const double> nominals, double left,
                     double periods) {
  const double radian = left / periods / (2 * std::numbers::pi);
  const std::size_t n = x.size();
  std::vector<double> slopes(n), weights(n);
  for (std::size_t i = 0; i < n; ++i)
    weights[i] = tolerance.relative * std::abs(x[i]) + tolerance.absolute_for(nominals[i]);
  equations.derivatives(t, x, slopes);
  Jacobian jacobian(equations);
  if (!math::all_finite(slopes) || !jacobian.evaluate(t, x, slopes, weights)) return {};
  const double squares = trace_of_square(jacobian);
  const bool is_fast = std::sqrt(std::abs(squares) / 2) * radian >= looking::share_of_periods;
  FirstLook look{.decays = is_fast && looking::decays(squares, jacobian)};
  const bool turns = is_fast && !look.decays && !looking::dies_out(squares, jacobian, radian);
  look.may_oscillate = turns || looking::is_forced(equations, t, x, slopes, radian);
  return look;
}

}  // namespace bw::ode
