#include "ode/kernel/growing_mode.h"

#include <cmath>
#include <complex>
#include <vector>

#include "math/eigenvalues.h"
#include "math/finite.h"
#include "ode/kernel/jacobian.h"

namespace bw::ode {
namespace {

// Of |lambda|: what differences of f leave open in its real part.
constexpr double least_growth_of_mode = 1e-7;

}  // namespace

std::optional<GrowingMode> growing_mode(Equations& equations, double t, std::span<const double> x,
                                        std::span<const double> weights) {
  const std::size_t n = x.size();
  if (n < 2 || n > most_states_of_growth) return {};
  std::vector<double> slopes(n);
  equations.derivatives(t, x, slopes);
  Jacobian jacobian(equations);
  math::Eigenvalues eigenvalues(n);
  if (!math::all_finite(slopes) || !jacobian.evaluate(t, x, slopes, weights) ||
      !eigenvalues.compute(jacobian.full()))
    return {};
  std::optional<GrowingMode> fastest;
  for (const std::complex<double>& value : eigenvalues.values()) {
    const double rate = std::abs(value);
    const bool grows =
        value.real() > least_growth_of_mode * rate && std::abs(value.imag()) > value.real();
    if (grows && (!fastest || rate > fastest->rate)) fastest = {value.real(), rate};
  }
  return fastest;
}

}  // namespace bw::ode
