// The steps of the automatic choice, and what is seen in them.

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

#include "base/text.h"
#include "ode/kernel/growing_mode.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/automatic/automatic.h"
#include "ode/methods/choose.h"

namespace bw::ode {
namespace {

constexpr int seldom = 4;       // steps, while nothing is suspicious
constexpr double fading = 0.9;  // per step, of the longest step of a multistep method

}  // namespace

// ---- steps ----

Trouble Automatic::step(double limit) {
  if (passing_due_)
    begin_passing_over();
  else if (due_)
    change(*due_, why_);
  else if (tightness_ != oscillation_.tightness() && !kind_->passes_over)
    take_tightness();
  due_.reset();
  if (following_due_) (void)end_passing_over({});  // where it is
  Trouble trouble = make_step(limit);
  const bool is_first = std::exchange(is_first_step_, false);
  if (trouble) return trouble;
  bool is_again = is_first && is_linear_from_its_begin(limit);
  if (!is_again) {
    after_step(limit);
    is_again = is_first && oscillation_.tightness() < tightness_ && !kind_->passes_over;
    if (!is_again) return {};
    go_back_to_the_first();
  }
  trouble = make_step(limit);
  if (!trouble) after_step(limit);
  return trouble;
}

Trouble Automatic::make_step(double limit) {
  Trouble trouble = integrator_->step(limit);
  if (trouble && kind_->passes_over) {
    count();
    if (end_passing_over(trouble)) trouble = integrator_->step(limit);
  } else if (trouble) {
    trouble = try_the_other(trouble, limit);
  }
  count();
  return trouble;
}

// Then a method for linear models takes over where the first step began: no error of another one
// stays in the solution.
bool Automatic::is_linear_from_its_begin(double limit) {
  if (kind_->passes_over || kind_->stiff) return false;
  const double t = integrator_->previous_time(), h = integrator_->time() - t;
  if (!oscillation_.is_linear_from({t, first_x_, h}, kind_->stability, limit, features_))
    return false;
  x_ = first_x_;
  take(choose(features_), oscillation_.begin(t, h, features_));
  begin_at(t, h, "oscillates");
  return true;
}

void Automatic::after_step(double limit) {
  if (kind_->passes_over) {
    steps_ += std::max(std::lround(oscillation_.steps_of(*integrator_)), 1L);
    following_due_ = !oscillation_.pays(*integrator_);
    return;
  }
  ++steps_;
  if (!oscillation_.returns()) watch();
  passing_due_ = oscillation_.watch(*integrator_, limit, features_);
}

Trouble Automatic::try_the_other(const Trouble& trouble, double limit) {
  if (trouble.kind == Trouble::Kind::not_finite || nominals_.empty()) return trouble;
  count();
  const bool was_stiff = features_.stiff;
  // It is at the end of its last accepted step, or says so.
  const double t = trouble.time;
  if (!take_state_at(t)) return trouble;
  features_.stiff = !was_stiff;
  auto kept = std::move(integrator_);
  const MethodKind* const kept_kind = kind_;
  take(choose(features_));
  integrator_->restart(t, x_, nominals_);
  Trouble second = integrator_->step(limit);
  if (!second) {
    note_choice(t, std::string(kept_kind->name) + " failed");
    watch_.changed(kind_->self_starting);
    return {};
  }
  count();
  features_.stiff = was_stiff;
  integrator_ = std::move(kept);
  kind_ = kept_kind;
  counted_ = integrator_->counts();
  return trouble;
}

double Automatic::step_to_judge() {
  const double h = integrator_->time() - integrator_->previous_time();
  longest_ = std::max(h, fading * longest_);
  return kind_->self_starting ? h : longest_;
}

void Automatic::watch() {
  if (!features_.stiff && watch_.is_calm() && steps_ % seldom != 0) return;
  const double rate = integrator_->fastest().rate;
  if (!(rate > 0)) return;
  const double h = step_to_judge();
  const double steps_left = (setup_.stop - integrator_->time()) / h;
  if (features_.stiff) {
    if (!watch_.implicit_step(h, rate, steps_worth(features_))) return;
    why_ = "h |lambda| = " + rough(h * rate) + " can be followed by explicit steps";
  } else {
    if (!watch_.explicit_step(h, rate, kind_->stability, steps_left, oscillation_.decays())) return;
    if (is_an_oscillation(h, rate)) return watch_.returned();
    why_ =
        "h |lambda| = " + rough(h * rate) + " is at the stability limit " + rough(kind_->stability);
  }
  due_ = !features_.stiff;
}

std::vector<double> Automatic::weights() const {
  const std::span<const double> x = integrator_->state();
  std::vector<double> weights(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    weights[i] =
        setup_.tolerance.relative * std::abs(x[i]) + setup_.tolerance.absolute_for(nominals_[i]);
  return weights;
}

// A stiff method would have to follow it, too; or it would lose it. Far from the border of
// stability the accuracy of fast modes that turn limits the steps; at the border nothing is left of
// them, unless they grow. Steps show only the modes that move: the border is that of all.
bool Automatic::is_an_oscillation(double h, double rate) {
  const double t = integrator_->time();
  const double far = thresholds::near_border * kind_->stability / h;  // from the border
  const auto modes =
      fast_modes(equations_, t, integrator_->state(), weights(), rate < far ? far : 0);
  if (!modes) return false;
  if (modes->growing && will_grow(*modes->growing, rate)) return true;
  features_.turns = modes->turn;
  return modes->turn && std::max(rate, modes->fastest) < far;
}

// It is below the tolerance now, and a stiff method would damp it for ever.
bool Automatic::will_grow(const GrowingMode& mode, double rate) const {
  constexpr double as_fast = 0.1, least_growth = 1;
  return mode.rate >= as_fast * rate &&
         mode.growth * (setup_.stop - integrator_->time()) >= least_growth;
}

Trouble Automatic::shorten(double t) {
  due_.reset();
  if (passing_due_) oscillation_.forget(features_);
  passing_due_ = following_due_ = false;
  Trouble trouble = integrator_->shorten(t);
  count();
  return trouble;
}

}  // namespace bw::ode
