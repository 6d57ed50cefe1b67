// One step of modal, its error, and the tests of f.

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>

#include "math/constants.h"
#include "math/finite.h"
#include "model/enclosure.h"
#include "ode/kernel/blame.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/linearity.h"
#include "ode/methods/modal.h"
#include "ode/methods/modal_table.h"

namespace bw::ode {
namespace {

using math::epsilon;
using modal_table::last, modal_table::nodes;

constexpr double error_share = 0.05;  // of h phi_1 Delta^7 g
constexpr double probe_share = 0.3;   // of h phi_1 times what g differs by between the nodes
constexpr double roundings_of_force = 4;
constexpr double roundings_between = 1e3;  // far from the solution

// Without what is rounding.
double without(double value, double noise) {
  return std::copysign(std::max(0.0, std::abs(value) - noise), value);
}

}  // namespace

// A step to `end`. Where f is not affine after inputs have moved, its matrix may be another one.
ModalMethod::Tried ModalMethod::attempt(double end) {
  const double h = end - now_.t_before;
  while (true) {
    bad_.clear();
    if (!follow(end)) return {};
    weigh();
    const std::optional<std::size_t> bend = find_bend(end);
    if (!bend) break;
    const Trouble trouble{Trouble::Kind::not_linear, now_.t_before, h, {*bend}};
    if (!now_.jacobian_may_differ) return {math::nan, trouble};
    now_.jacobian_may_differ = false;
    const auto before = now_.modes;
    if (Trouble other = find_modes()) return {math::nan, other};
    if (now_.modes == before) return {math::nan, trouble};
  }
  const double between = look_between();
  if (!(between <= 1)) return {between};
  return {std::max(estimate(), between)};
}

bool ModalMethod::evaluate(double t, std::span<const double> x, std::span<double> f) {
  if (math::all_finite(x)) {
    equations_.derivatives(t, x, f);
    if (math::all_finite(f)) return true;
    bad_.assign(f.begin(), f.end());
  } else {
    bad_.assign(x.begin(), x.end());
  }
  return false;
}

// Nodes with a constant force first, to evaluate f near the solution; then with all forces.
bool ModalMethod::follow(double end) {
  now_.delta = (end - now_.t_before) / static_cast<double>(last);
  now_.modes->prepare(now_.delta, table_);
  take_force(now_.x_before, now_.f_before, 0);
  std::fill(a_.begin(), a_.end(), 0.0);
  std::copy_n(now_.g.begin(), n_, a_.begin());
  std::copy(now_.y_before.begin(), now_.y_before.end(), scratch_.begin());
  for (std::size_t i = 1; i < nodes; ++i) {
    now_.modes->advance(table_, now_.delta, a_, scratch_);
    now_.modes->to_states(scratch_, x_guess_);
    const double t = i == last ? end : now_.t_before + static_cast<double>(i) * now_.delta;
    if (!evaluate(t, x_guess_, f_guess_)) return false;
    take_force(x_guess_, f_guess_, i);
  }
  std::copy(now_.y_before.begin(), now_.y_before.end(), now_.at_nodes.begin());
  for (std::size_t i = 0; i < n_; ++i) sizes_[i] = std::abs(now_.x_before[i]);
  for (std::size_t i = 0; i < last; ++i) {
    take_terms(i, a_);
    std::copy_n(node(now_.at_nodes, i).begin(), n_, node(now_.at_nodes, i + 1).begin());
    now_.modes->advance(table_, now_.delta, a_, node(now_.at_nodes, i + 1));
    now_.modes->to_states(node(now_.at_nodes, i + 1), now_.x);
    for (std::size_t k = 0; k < n_; ++k) sizes_[k] = std::max(sizes_[k], std::abs(now_.x[k]));
  }
  std::copy_n(node(now_.at_nodes, last).begin(), n_, now_.y.begin());
  return evaluate(end, now_.x, now_.f);
}

// f - J x.
void ModalMethod::take_force(std::span<const double> x, std::span<const double> f, std::size_t at) {
  const std::span<double> force = node(forces_, at);
  now_.jacobian.apply(x, force);
  for (std::size_t i = 0; i < n_; ++i) force[i] = f[i] - force[i];
  now_.modes->to_modes(force, node(now_.g, at));
}

void ModalMethod::take_terms(std::size_t at, std::span<double> a) const {
  std::fill(a.begin(), a.end(), 0.0);
  for (std::size_t k = 0; k < nodes; ++k)
    for (std::size_t q = 0; q < nodes; ++q) {
      const double factor = modal_table::table[at][k][q];
      const double* const from = now_.g.data() + q * n_;
      double* const into = a.data() + k * n_;
      for (std::size_t i = 0; i < n_; ++i) into[i] += factor * from[i];
    }
}

void ModalMethod::weigh() {
  std::fill(mode_sizes_.begin(), mode_sizes_.end(), 0.0);
  for (std::size_t i = 0; i < nodes; ++i)
    now_.modes->grow_sizes(node(now_.at_nodes, i), mode_sizes_);
  now_.reach.resize(n_);
  now_.modes->reach(mode_sizes_, now_.reach);
  for (std::size_t i = 0; i < n_; ++i) terms_[i] = std::abs(now_.f_before[i]) + std::abs(now_.f[i]);
  add_terms(now_.jacobian, sizes_, terms_);
}

// ---- error ----

// In units of the tolerance; shares_ gets those of the states.
double ModalMethod::size_of(std::span<const double> force, double factor) {
  std::fill(a_.begin(), a_.end(), 0.0);
  now_.modes->to_modes(force, {a_.data(), n_});
  std::fill(scratch_.begin(), scratch_.end(), 0.0);
  now_.modes->advance(table_, now_.delta, a_, scratch_);
  now_.modes->to_states(scratch_, f_point_);
  double most = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    shares_[i] = factor * f_point_[i] / weight(i);
    most = std::isfinite(shares_[i]) ? std::max(most, std::abs(shares_[i])) : math::nan;
    if (std::isnan(most)) break;
  }
  return most;
}

double ModalMethod::estimate() {
  constexpr double sum_of_factors = 128;
  for (std::size_t i = 0; i < n_; ++i) {
    double sum = 0;
    for (std::size_t q = 0; q < nodes; ++q) sum += modal_table::difference[q] * forces_[q * n_ + i];
    point_[i] = without(sum, sum_of_factors * roundings_of_force * epsilon * terms_[i]);
  }
  return size_of(point_, error_share * static_cast<double>(last));
}

// The derivative that is not affine at the end of the step: between two solutions there, and at two
// points on both sides. These are not symmetric: an even function would have one value at both.
// point_ becomes the end of the reach.
std::optional<std::size_t> ModalMethod::find_bend(double end) {
  constexpr double other_side = -0.618;
  if (const auto bend = bent_derivative(now_.jacobian, {now_.x, now_.f}, {x_guess_, f_guess_}))
    return bend;
  for (std::size_t i = 0; i < n_; ++i) {
    now_.signs ^= now_.signs << 13;  // G. Marsaglia 2003, Xorshift RNGs
    now_.signs ^= now_.signs >> 7;
    now_.signs ^= now_.signs << 17;
    point_[i] = (now_.signs & 1) != 0 ? now_.reach[i] : -now_.reach[i];
    scratch_[i] = other_side * point_[i];
  }
  for (const Values* const point : {&scratch_, &point_}) {
    equations_.derivatives(end, *point, f_point_);
    if (const auto bend = bent_derivative(now_.jacobian, {*point, f_point_}, {now_.x, now_.f}))
      return bend;
  }
  return narrow_derivative();
}

// By bounds of the formulas at the begin of the step; what is narrow in time is searched by others.
std::optional<std::size_t> ModalMethod::narrow_derivative() {
  constexpr double flat_share = 1e-6;  // of the relative tolerance
  model::Enclosure* const enclosure = setup_.enclosure;
  if (enclosure == nullptr || enclosure->derivatives().empty()) return {};
  curves_.resize(n_);
  for (std::size_t i = 0; i < n_; ++i) curves_[i] = {.r = now_.reach[i]};
  const model::CurveBox box{.lo = now_.t_before,
                            .hi = now_.t_before,
                            .x = curves_,
                            .flat = flat_share * setup_.tolerance.relative};
  bounds_.resize(enclosure->indicators().size());
  if (enclosure->survey(box, bounds_)) return {};
  bounds_.resize(enclosure->derivatives().size());
  enclosure->bound(box, bounds_);
  const auto wild = std::ranges::find_if(bounds_, &model::Bound::wild);
  return enclosure
      ->derivatives()[wild != bounds_.end() ? static_cast<std::size_t>(wild - bounds_.begin()) : 0];
}

// The error by what the force differs from its polynomial between the nodes, at both ends of the
// reach. Once, or often where the formulas of f are not known: it may have a pulse there, or not be
// linear in a small region; then on the solution, too.
double ModalMethod::look_between() {
  constexpr int times_of_unknown = 64;
  const int times = setup_.has_formulas ? 1 : times_of_unknown;
  const double shift = std::ldexp(static_cast<double>(now_.signs >> 11), -53);
  double most = 0;
  for (int k = 0; k < times; ++k) {
    const double place = (k + shift) / times * static_cast<double>(last);
    const bool on_solution = k % 2 == 1;
    if (on_solution)
      within(now_.t_before + place * now_.delta, x_guess_);
    else
      std::ranges::transform(point_, point_.begin(), std::negate{});
    const auto about = std::min(static_cast<std::size_t>(place), last - 1);
    const double error = error_at(about, place, on_solution ? x_guess_ : point_);
    if (!(error <= most)) most = error;  // NaN stays
    if (!(most <= 1)) break;
  }
  return most;
}

// At a place in units of delta, from the polynomial about this node.
double ModalMethod::error_at(std::size_t about, double place, const Values& point) {
  const double u = place - static_cast<double>(about);
  if (!evaluate(now_.t_before + place * now_.delta, point, f_point_)) return math::nan;
  std::array<double, nodes> shares{};
  double power = 1;
  for (std::size_t k = 0; k < nodes; ++k, power *= u / static_cast<double>(k))
    for (std::size_t q = 0; q < nodes; ++q) shares[q] += power * modal_table::table[about][k][q];
  now_.jacobian.apply(point, scratch_);
  for (std::size_t i = 0; i < n_; ++i) shares_[i] = std::abs(f_point_[i]);
  add_terms(now_.jacobian, now_.reach, shares_);
  for (std::size_t i = 0; i < n_; ++i) {
    double off = f_point_[i] - scratch_[i];
    for (std::size_t q = 0; q < nodes; ++q) off -= shares[q] * forces_[q * n_ + i];
    f_point_[i] = without(off, roundings_between * epsilon * shares_[i]);
  }
  return size_of(f_point_, probe_share * static_cast<double>(last));
}

// In units of the user's tolerance.
Trouble ModalMethod::count_losses(double h) {
  now_.modes->loss_rates(mode_sizes_, scratch_);
  double most = 0;
  for (std::size_t i = 0; i < n_; ++i) {
    scratch_[i] *= h * setup_.tolerance.relative / (accuracy_ * weight(i));
    most = std::max(most, scratch_[i]);
  }
  now_.lost = now_.lost_before + most;
  if (now_.lost <= most_lost) return {};
  return blame_worst(Trouble::Kind::not_accurate, now_.t_before, h, scratch_);
}

}  // namespace bw::ode
