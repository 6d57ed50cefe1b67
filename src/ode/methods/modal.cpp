#include "ode/methods/modal.h"

#include <algorithm>
#include <cmath>

#include "math/constants.h"
#include "math/finite.h"
#include "math/modes.h"
#include "ode/kernel/blame.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/watcher.h"
#include "ode/methods/linearity.h"
#include "ode/methods/modal_table.h"
#include "ode/methods/modes_cache.h"

namespace bw::ode {
namespace {

using math::epsilon;
using modal_table::last, modal_table::nodes;

constexpr double least_steps = 20;     // of a run
constexpr double growing = 1.0 / 512;  // an error below: the step doubles
constexpr double per_radian = 0.8;     // largest delta |lambda| where indicators are sampled
constexpr double clear_share = 0.1;    // of what may be lost: a basis that loses less is enough
constexpr int most_halvings = 4;       // at once

// Without its last bits: sums of such steps have no rounding error.
double shortened(double h) {
  constexpr int bits = 24;
  int exponent = 0;
  const double mantissa = std::frexp(h, &exponent);
  return std::ldexp(std::floor(std::ldexp(mantissa, bits)), exponent - bits);
}

double first_size(const Setup& setup) {
  const double run = (setup.stop - setup.start) / (least_steps * setup.finer);
  return shortened(std::min(setup.largest_step / 2, run));
}

}  // namespace

ModalMethod::ModalMethod(Equations& equations, const Setup& setup)
    : equations_(equations),
      setup_(setup),
      n_(equations.size()),
      largest_(first_size(setup)),
      accuracy_(std::max(setup.accuracy, setup.tolerance.relative)),
      now_(equations, ModesCache({.longest = largest_ / static_cast<double>(last),
                                  .time = setup.stop - setup.start,
                                  .loss = clear_share * most_lost * accuracy_})) {
  setup_.tolerance.relative = std::max(setup_.tolerance.relative, 4 * epsilon);
  for (Values* of_states : {&now_.x, &now_.x_before, &now_.f, &now_.f_before, &now_.y,
                            &now_.y_before, &x_guess_, &f_guess_, &sizes_, &mode_sizes_, &terms_,
                            &point_, &f_point_, &scratch_, &shares_, &now_.absolute, &row_modes_})
    of_states->resize(n_);
  for (Values* of_nodes : {&now_.at_nodes, &now_.g, &forces_, &a_, &row_terms_})
    of_nodes->resize(nodes * n_);
}

void ModalMethod::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  now_.t = now_.t_before = t;
  now_.x.assign(x.begin(), x.end());
  now_.x_before = now_.x;
  now_.nominals.assign(nominals.begin(), nominals.end());
  for (std::size_t i = 0; i < n_; ++i)
    now_.absolute[i] = setup_.tolerance.absolute_for(nominals[i]);
  now_.knows_slope = false;
  now_.modes.reset();
  now_.reach.clear();
}

void ModalMethod::assign(const Integrator& from) {
  now_ = dynamic_cast<const ModalMethod&>(from).now_;
  table_.theta = row_table_.theta = -1;  // of other modes, perhaps
}

void ModalMethod::refresh() {
  now_.knows_slope = false;
  now_.jacobian_may_differ = true;
}

FastestMode ModalMethod::fastest() {
  if (now_.modes == nullptr) return {};
  const double rate = std::abs(now_.modes->fastest());
  return {rate, rate > 0 ? std::abs(now_.modes->fastest().imag()) / rate : 0};
}

// ---- the matrix ----

Trouble ModalMethod::find_modes() {
  for (std::size_t i = 0; i < n_; ++i) {
    sizes_[i] = std::max(std::abs(now_.x_before[i]), now_.nominals[i]);
    if (!(sizes_[i] > 0)) sizes_[i] = 1;
  }
  ++counts_.jacobian_evaluations;
  if (!now_.jacobian.evaluate_affine(now_.t_before, now_.x_before, sizes_)) {
    now_.jacobian.mark_bad_rows(bad_);
    Trouble trouble = not_finite(now_.t_before, 0, bad_);
    // An affine f is finite everywhere.
    if (!equations_.has_jacobian()) trouble.kind = Trouble::Kind::not_linear;
    return trouble;
  }
  for (std::size_t i = 0; i < n_; ++i) terms_[i] = std::abs(now_.f_before[i]);
  add_terms(now_.jacobian, sizes_, terms_);
  now_.modes = now_.cache.find(now_.jacobian, terms_,
                               equations_.has_jacobian() ? std::span<const double>() : sizes_);
  counts_.factorisations = now_.cache.decompositions();
  table_.theta = row_table_.theta = -1;
  if (now_.modes == nullptr)
    return blame_worst(Trouble::Kind::not_accurate, now_.t_before, 0, terms_);
  now_.modes->to_modes(now_.x_before, now_.y_before);
  now_.modes->to_states(now_.y_before, scratch_);
  double most = 0;  // lost on the way to the modes and back
  for (std::size_t i = 0; i < n_; ++i) {
    sizes_[i] = std::abs(now_.x_before[i]);
    most = std::max(most, std::abs(scratch_[i] - now_.x_before[i]) / weight(i));
  }
  now_.lost += most * setup_.tolerance.relative / accuracy_;
  return {};
}

// ---- steps ----

Trouble ModalMethod::begin_step() {
  now_.t_before = now_.t;
  now_.x_before = now_.x;
  now_.y_before = now_.y;
  bad_.clear();
  if (now_.knows_slope)
    std::swap(now_.f, now_.f_before);
  else
    equations_.derivatives(now_.t, now_.x, now_.f_before);
  if (!math::all_finite(now_.f_before)) return not_finite(now_.t, 0, now_.f_before);
  now_.knows_slope = false;
  if (now_.modes == nullptr)
    if (Trouble trouble = find_modes()) return trouble;
  now_.lost_before = now_.lost;
  return {};
}

// The state stays where the step began.
Trouble ModalMethod::left(Trouble trouble) {
  now_.t = now_.t_before;
  now_.x = now_.x_before;
  now_.y = now_.y_before;
  now_.knows_slope = false;
  return trouble;
}

Trouble ModalMethod::accept(double end) {
  if (Trouble trouble = count_losses(end - now_.t_before)) return left(trouble);
  now_.t = end;
  now_.knows_slope = true;
  return {};
}

Trouble ModalMethod::step(double limit) {
  if (Trouble trouble = begin_step()) return left(trouble);
  while (true) {
    const double end = step_end(limit), h = end - now_.t_before;
    const double least = std::max(4 * epsilon * std::abs(now_.t_before),
                                  epsilon * epsilon * (setup_.stop - setup_.start));
    if (std::ldexp(largest_, -now_.halvings) < least) return left(failure(h));
    const Tried tried = attempt(end);
    if (tried.trouble) return left(tried.trouble);
    if (tried.error <= 1) {
      if (Trouble trouble = accept(end)) return trouble;
      if (tried.error < growing && now_.halvings > 0 &&
          h >= 0.99 * std::ldexp(largest_, -now_.halvings))
        --now_.halvings;
      ++counts_.steps;
      return {};
    }
    ++counts_.rejected;
    if (setup_.watcher != nullptr && bad_.empty()) setup_.watcher->rejected(shares_);
    halve(h, tried.error);
  }
}

void ModalMethod::halve(double tried, double error) {
  const double halvings = std::isfinite(error) ? std::ceil(std::log2(error) / nodes) : 1;
  while (std::ldexp(largest_, -now_.halvings) > 1.01 * tried) ++now_.halvings;
  now_.halvings += std::clamp(static_cast<int>(std::min(halvings, 1e3)), 1, most_halvings);
}

double ModalMethod::step_end(double limit) {
  double h = std::ldexp(largest_, -now_.halvings);
  if (setup_.has_indicators) {
    for (std::size_t i = 0; i < n_; ++i) {
      sizes_[i] = std::abs(now_.x_before[i]);
      shares_[i] = weight(i);
    }
    take_force(now_.x_before, now_.f_before, 0);
    const double rate = now_.modes->fastest_motion(now_.y_before, node(now_.g, 0), shares_);
    while (h * rate > per_radian * last) h /= 2;
  }
  const double end = now_.t_before + h;
  return limit - now_.t_before <= 1.01 * h ? limit : std::min(end, limit);
}

Trouble ModalMethod::failure(double h) const {
  return bad_.empty() ? too_small(now_.t_before, h, shares_) : not_finite(now_.t_before, h, bad_);
}

Trouble ModalMethod::shorten(double t) {
  const Tried tried = attempt(t);
  if (tried.trouble) return left(tried.trouble);
  if (!std::isfinite(tried.error)) return left(not_finite(now_.t_before, t - now_.t_before, bad_));
  return accept(t);
}

void ModalMethod::interpolate(double t, std::span<double> x) const {
  if (t >= now_.t || t <= now_.t_before) {
    const Values& at_end = t >= now_.t ? now_.x : now_.x_before;
    std::copy(at_end.begin(), at_end.end(), x.begin());
    return;
  }
  within(t, x);
}

void ModalMethod::within(double t, std::span<double> x) const {
  const double elapsed = t - now_.t_before;
  const auto at = std::min(static_cast<std::size_t>(elapsed / now_.delta), last - 1);
  const double theta = std::max(0.0, elapsed - static_cast<double>(at) * now_.delta);
  take_terms(at, row_terms_);
  std::copy_n(node(now_.at_nodes, at).begin(), n_, row_modes_.begin());
  now_.modes->prepare(theta, row_table_);
  now_.modes->advance(row_table_, now_.delta, row_terms_, row_modes_);
  now_.modes->to_states(row_modes_, x);
}

extern const MethodKind modal = {
    .name = "modal",
    .summary =
        "exponential collocation of order 8 for linear models with constant coefficients, however "
        "fast their modes are",
    .source = "M. Hochbruck, A. Ostermann 2005 (exponential collocation); the modes are our own",
    .order = 8,
    .stiff = true,
    .linear_only = true,
    .passes_over = true,
    .dense_order = 7,
    .make = make_method<ModalMethod>};

}  // namespace bw::ode
