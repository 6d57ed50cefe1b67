#include "ode/kernel/growing_mode.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
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

// At (t, x). False: not finite.
bool evaluate(Jacobian& jacobian, Equations& equations, double t, std::span<const double> x,
              std::span<const double> weights) {
  std::vector<double> slopes(x.size());
  equations.derivatives(t, x, slopes);
  return math::all_finite(slopes) && jacobian.evaluate(t, x, slopes, weights);
}

// By eigenvalues. False: they were not found.
bool find_modes(const Jacobian& jacobian, FastModes& modes) {
  math::Eigenvalues eigenvalues(jacobian.size());
  if (!eigenvalues.compute(jacobian.full())) return false;
  for (const std::complex<double>& value : eigenvalues.values()) {
    const double rate = std::abs(value);
    modes.fastest = std::max(modes.fastest, rate);
    const bool grows =
        value.real() > least_growth_of_mode * rate && std::abs(value.imag()) > value.real();
    if (grows && (!modes.growing || rate > modes.growing->rate))
      modes.growing = {value.real(), rate};
  }
  return true;
}

}  // namespace

std::optional<FastModes> fast_modes(Equations& equations, double t, std::span<const double> x,
                                    std::span<const double> weights, double slow) {
  Jacobian jacobian(equations);
  if (!evaluate(jacobian, equations, t, x, weights)) return {};
  FastModes modes{.turn = trace_of_square(jacobian) < 0};
  if (x.size() > most_states_of_growth) return modes;
  if (modes.turn && slow > 0)
    if (const double bound = fastest_rate_bound(jacobian); bound <= slow) {
      modes.fastest = bound;
      return modes;
    }
  if (!find_modes(jacobian, modes)) return {};
  return modes;
}

std::optional<GrowingMode> growing_mode(Equations& equations, double t, std::span<const double> x,
                                        std::span<const double> weights, double slow) {
  if (x.size() < 2 || x.size() > most_states_of_growth) return {};
  Jacobian jacobian(equations);
  FastModes modes;
  if (!evaluate(jacobian, equations, t, x, weights) || fastest_rate_bound(jacobian) < slow ||
      !find_modes(jacobian, modes))
    return {};
  return modes.growing;
}

namespace {

class Turning final : public Equations {
 public:
  std::size_t size() const override { return 2; }
  void derivatives(double, std::span<const double> x, std::span<double> dx) override {
    dx[0] = x[1];
    dx[1] = -x[0];
  }
};

}  // namespace

double damping_of_step(const MethodKind& kind, double radians) {
  constexpr double any_error = 1e9;
  Turning turning;
  Setup setup;
  setup.stop = radians;
  setup.tolerance.relative = any_error;
  const auto method = kind.make(turning, setup);
  const std::vector<double> start = {1, 0}, nominals = {1, 1};
  method->restart(0, start, nominals);
  method->propose(radians);
  while (method->time() < radians)
    if (method->step(radians)) return 0;
  return -std::log(std::hypot(method->state()[0], method->state()[1]));
}

double radians_of_damping(const MethodKind& kind, double damping) {
  const double radians = kind.stability / 4;
  const double there = damping_of_step(kind, radians);
  if (!(there > 0)) return std::numeric_limits<double>::infinity();
  const int power = 2 * (kind.order / 2) + 2;
  return radians * std::pow(damping / there, 1.0 / power);
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
