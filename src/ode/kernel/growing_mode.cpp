#include "ode/kernel/growing_mode.h"

#include <algorithm>
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

double entry(const math::Pattern& pattern, std::span<const double> values, std::size_t i,
             std::size_t j) {
  const std::span<const std::size_t> row = pattern.row(i);
  const auto found = std::lower_bound(row.begin(), row.end(), j);
  if (found == row.end() || *found != j) return 0;
  return values[pattern.begins[i] + static_cast<std::size_t>(found - row.begin())];
}

}  // namespace

std::optional<FastModes> fast_modes(Equations& equations, double t, std::span<const double> x,
                                    std::span<const double> weights, double slow) {
  const std::size_t n = x.size();
  std::vector<double> slopes(n);
  equations.derivatives(t, x, slopes);
  Jacobian jacobian(equations);
  if (!math::all_finite(slopes) || !jacobian.evaluate(t, x, slopes, weights)) return {};
  FastModes modes{.turn = trace_of_square(jacobian) < 0};
  if (n > most_states_of_growth) return modes;
  if (modes.turn && slow > 0)
    if (const double bound = fastest_rate_bound(jacobian); bound <= slow) {
      modes.fastest = bound;
      return modes;
    }
  math::Eigenvalues eigenvalues(n);
  if (!eigenvalues.compute(jacobian.full())) return {};
  for (const std::complex<double>& value : eigenvalues.values()) {
    const double rate = std::abs(value);
    modes.fastest = std::max(modes.fastest, rate);
    const bool grows =
        value.real() > least_growth_of_mode * rate && std::abs(value.imag()) > value.real();
    if (grows && (!modes.growing || rate > modes.growing->rate))
      modes.growing = {value.real(), rate};
  }
  return modes;
}

std::optional<GrowingMode> growing_mode(Equations& equations, double t, std::span<const double> x,
                                        std::span<const double> weights) {
  if (x.size() < 2 || x.size() > most_states_of_growth) return {};
  const auto modes = fast_modes(equations, t, x, weights);
  return modes ? modes->growing : std::nullopt;
}

double trace_of_square(std::span<const double> matrix, std::size_t n) {
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    sum += matrix[i * n + i] * matrix[i * n + i];
    for (std::size_t j = 0; j < i; ++j) sum += 2 * matrix[i * n + j] * matrix[j * n + i];
  }
  return sum;
}

double trace_of_square(const Jacobian& jacobian) {
  const math::Pattern* pattern = jacobian.pattern();
  const std::span<const double> values = jacobian.values();
  if (pattern == nullptr) return trace_of_square(values, jacobian.size());
  double sum = 0;
  for (std::size_t i = 0; i < pattern->size(); ++i)
    for (std::size_t k = pattern->begins[i]; k < pattern->begins[i + 1]; ++k)
      sum += values[k] * entry(*pattern, values, pattern->columns[k], i);
  return sum;
}

double fastest_rate_bound(const Jacobian& jacobian) {
  const math::Pattern* pattern = jacobian.pattern();
  const std::span<const double> values = jacobian.values();
  const std::size_t n = jacobian.size();
  // sum_j |J_ij| factor_j
  const auto row_sum = [&](std::size_t i, const std::vector<double>& factors) {
    double sum = 0;
    if (pattern == nullptr)
      for (std::size_t j = 0; j < n; ++j) sum += std::abs(values[i * n + j]) * factors[j];
    else
      for (std::size_t k = pattern->begins[i]; k < pattern->begins[i + 1]; ++k)
        sum += std::abs(values[k]) * factors[pattern->columns[k]];
    return sum;
  };
  const std::vector<double> ones(n, 1.0);
  std::vector<double> sums(n);
  for (std::size_t i = 0; i < n; ++i) sums[i] = row_sum(i, ones);
  double square = 0;
  for (std::size_t i = 0; i < n; ++i) square = std::max(square, row_sum(i, sums));
  return std::sqrt(square);
}

double trace(const Jacobian& jacobian) {
  const math::Pattern* pattern = jacobian.pattern();
  const std::span<const double> values = jacobian.values();
  const std::size_t n = jacobian.size();
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i)
    sum += pattern == nullptr ? values[i * n + i] : entry(*pattern, values, i, i);
  return sum;
}

}  // namespace bw::ode
