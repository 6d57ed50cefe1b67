#include "ode/methods/linearity.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/constants.h"
#include "math/finite.h"

namespace bw::ode {
namespace {

using math::epsilon;

constexpr double roundings_of_f = 1e3;
constexpr double roundings_of_entry = 16;
constexpr double roundings_of_difference = 64;

// The columns of a row's entries, with a pattern or without one.
struct RowOf {
  RowOf(const math::Pattern* of, std::size_t states, std::size_t i)
      : pattern(of),
        begin(of != nullptr ? of->begins[i] : i * states),
        end(of != nullptr ? of->begins[i + 1] : begin + states) {}
  std::size_t column(std::size_t entry) const {
    return pattern != nullptr ? pattern->columns[entry] : entry - begin;
  }
  const math::Pattern* pattern;
  std::size_t begin, end;
};

}  // namespace

std::optional<std::size_t> bent_derivative(const Jacobian& jacobian, const ValueOfF& a,
                                           const ValueOfF& b) {
  const std::span<const double> values = jacobian.values();
  std::optional<std::size_t> worst;
  double most = 1;
  for (std::size_t i = 0; i < a.x.size(); ++i) {
    const RowOf row(jacobian.pattern(), a.x.size(), i);
    double change = 0, terms = std::abs(a.f[i]) + std::abs(b.f[i]);
    for (std::size_t k = row.begin; k < row.end; ++k) {
      const std::size_t j = row.column(k);
      change += values[k] * (a.x[j] - b.x[j]);
      terms += std::abs(values[k]) * (std::abs(a.x[j]) + std::abs(b.x[j]));
    }
    const double off = std::abs(a.f[i] - b.f[i] - change);
    if (off == 0) continue;
    const double share = off / (roundings_of_f * epsilon * terms);
    if (share <= most) continue;
    worst = i;  // also where it is not a number
    if (!(share < std::numeric_limits<double>::infinity())) return worst;
    most = share;
  }
  return worst;
}

void add_terms(const Jacobian& jacobian, std::span<const double> sizes, std::span<double> into) {
  for (std::size_t i = 0; i < into.size(); ++i) {
    const RowOf row(jacobian.pattern(), into.size(), i);
    for (std::size_t k = row.begin; k < row.end; ++k)
      into[i] += std::abs(jacobian.values()[k]) * sizes[row.column(k)];
  }
}

bool are_same_jacobian(std::span<const double> a, std::span<const double> b,
                       const math::Pattern* pattern, std::span<const double> f,
                       std::span<const double> sizes) {
  for (std::size_t i = 0; i < f.size(); ++i) {
    const RowOf row(pattern, f.size(), i);
    for (std::size_t k = row.begin; k < row.end; ++k) {
      double open = roundings_of_entry * std::abs(b[k]);
      if (!sizes.empty()) open += roundings_of_difference * f[i] / sizes[row.column(k)];
      if (!(std::abs(a[k] - b[k]) <= epsilon * open)) return false;
    }
  }
  return true;
}

LinearityTest::LinearityTest(Equations& equations) : equations_(equations), jacobian_(equations) {
  for (auto* of_states : {&f_, &moved_, &f_moved_, &terms_, &increments_})
    of_states->resize(equations.size());
}

bool LinearityTest::holds(double t, std::span<const double> x, std::span<const double> sizes) {
  equations_.derivatives(t, x, f_);
  if (!math::all_finite(f_)) return false;
  for (std::size_t i = 0; i < x.size(); ++i)
    increments_[i] =
        std::max(sizes[i], std::abs(x[i])) > 0 ? std::max(sizes[i], std::abs(x[i])) : 1;
  if (!jacobian_.evaluate_affine(t, x, increments_)) return false;
  if (first_.empty()) {
    first_.assign(jacobian_.values().begin(), jacobian_.values().end());
    x_first_.assign(x.begin(), x.end());
  }
  for (std::size_t i = 0; i < x.size(); ++i) terms_[i] = std::abs(f_[i]);
  add_terms(jacobian_, increments_, terms_);
  add_terms(jacobian_, increments_, terms_);  // x + increments
  const bool is_exact = equations_.has_jacobian();
  const std::span<const double> open = is_exact ? std::span<const double>() : increments_;
  return are_same_jacobian(jacobian_.values(), first_, jacobian_.pattern(), terms_, open) &&
         is_affine(t, x, f_);
}

// Compared with the first point, and with two at the ends of the range of the states.
bool LinearityTest::is_affine(double t, std::span<const double> x, std::span<const double> f) {
  const auto agrees = [&] {
    equations_.derivatives(t, moved_, f_moved_);
    return math::all_finite(f_moved_) && !bent_derivative(jacobian_, {moved_, f_moved_}, {x, f});
  };
  std::copy(x_first_.begin(), x_first_.end(), moved_.begin());
  if (!agrees()) return false;
  for (const double side : {1.0, -1.0}) {
    for (std::size_t i = 0; i < x.size(); ++i)
      moved_[i] = (i % 2 == 0 ? side : -side) * increments_[i];
    if (!agrees()) return false;
  }
  return true;
}

}  // namespace bw::ode
