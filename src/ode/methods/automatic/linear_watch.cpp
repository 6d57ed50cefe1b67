#include "ode/methods/automatic/linear_watch.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <vector>

#include "math/colours.h"
#include "math/eigenvalues.h"
#include "ode/kernel/growing_mode.h"
#include "ode/kernel/jacobian.h"
#include "ode/methods/linearity.h"
#include "ode/methods/modal_table.h"

namespace bw::ode::linear_models {
namespace {

constexpr long first_look = 6, later = 10;  // steps, and how many times later the next looks
constexpr std::size_t few_colours = 10;
constexpr std::size_t few_modes = 100;  // eigenvalues of more are expensive
constexpr int more_events = 4, most_events = 1 << 20;

}  // namespace
}  // namespace bw::ode::linear_models

namespace bw::ode {

double long_step(Equations& equations, const Tolerance& tolerance, double t,
                 std::span<const double> x, std::span<const double> nominals, double longest) {
  constexpr double share = 0.05;
  constexpr int most = 8;  // attempts
  std::vector<double> f(x.size()), difference(x.size());
  double h = longest;
  for (int k = 0; k < most; ++k) {
    std::fill(difference.begin(), difference.end(), 0.0);
    for (std::size_t i = 0; i < modal_table::nodes; ++i) {
      const double share_of_step = static_cast<double>(i) / static_cast<double>(modal_table::last);
      equations.derivatives(t + h * share_of_step, x, f);
      for (std::size_t n = 0; n < f.size(); ++n) difference[n] += modal_table::difference[i] * f[n];
    }
    double error = 0;
    for (std::size_t n = 0; n < f.size(); ++n)
      error = std::max(
          error, share * h * std::abs(difference[n]) /
                     (tolerance.relative * std::abs(x[n]) + tolerance.absolute_for(nominals[n])));
    if (error <= 1) return h;
    h /= std::exp2(std::clamp(std::ceil(std::log2(error) / 8), 1.0, 8.0));
  }
  return h;
}

void LinearWatch::started(bool at_event) {
  steps_ = 0;
  due_ = linear_models::first_look;
  if (at_event && is_refuted_ && --silent_ <= 0) is_refuted_ = false;
}

bool LinearWatch::next() {
  due_ *= linear_models::later;
  return !is_refuted_;
}

void LinearWatch::refute() {
  is_refuted_ = true;
  silent_ = wait_;
  wait_ = std::min(linear_models::more_events * wait_, linear_models::most_events);
}

bool LinearWatch::has_cheap_jacobian(const Equations& equations) {
  if (!is_cheap_)
    is_cheap_ = equations.has_jacobian() || equations.size() <= linear_models::few_colours ||
                (equations.sparsity() != nullptr &&
                 math::colours(*equations.sparsity()).size() <= linear_models::few_colours);
  return *is_cheap_;
}

bool LinearWatch::test(Equations& equations, double t, std::span<const double> x,
                       std::span<const double> nominals) {
  if (!has_cheap_jacobian(equations)) {
    refute();
    return false;
  }
  // An odd function may look linear from a state that is just at the end of its range.
  constexpr double beyond = 1.3;
  std::vector<double> sizes(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    sizes[i] = beyond * std::max(nominals[i], std::abs(x[i]));
  LinearityTest linearity(equations);
  if (!linearity.holds(t, x, sizes)) {
    refute();
    return false;
  }
  look_at_modes(linearity.jacobian().full(), x.size());
  return true;
}

void LinearWatch::look_at_modes(std::span<const double> matrix, std::size_t n) {
  const double squares = trace_of_square(matrix, n);
  is_mixed_ = !(squares < 0);
  least_rate_ = std::sqrt(std::max(0.0, -squares) / static_cast<double>(n));  // root mean square
  math::Eigenvalues eigenvalues(n);
  if (is_mixed_ && n <= linear_models::few_modes && eigenvalues.compute(matrix))
    for (const std::complex<double>& value : eigenvalues.values())
      if (std::abs(value.imag()) > std::abs(value.real()))
        least_rate_ = std::max(least_rate_, std::abs(value.imag()));
  swings_ = least_rate_ > 0;
}

}  // namespace bw::ode
