#include "ode/methods/automatic/automatic.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "model/method_choice.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/choose.h"

namespace bw::ode {
namespace {

constexpr double fewer = 0.75;               // of many_events: hysteresis
constexpr long no_rule_yet = 8;              // so many events may be the only ones
constexpr std::size_t most_choices = 10000;  // to record

}  // namespace

Automatic::Automatic(Equations& equations, const Setup& setup)
    : equations_(equations), setup_(setup), oscillation_(equations, setup) {
  features_.accuracy = setup.accuracy > 0 ? setup.accuracy : setup.tolerance.relative;
  features_.size = equations.size();
  features_.sparse = equations.sparsity() != nullptr;
  features_.exact_jacobian = equations.has_jacobian();
  features_.seconds_of_rhs = setup.rhs_seconds;
  features_.searched = setup.steps_are_searched;
  features_.has_indicators = setup.has_indicators;
  features_.shown = setup.steps_are_shown;
  take(choose(features_));
}

Automatic::Automatic(const Automatic& other)
    : equations_(other.equations_),
      setup_(other.setup_),
      kind_(other.kind_),
      integrator_(other.integrator_->clone()),
      oscillation_(other.oscillation_) {
  assign_rest(other);
  counts_ = other.counts_;
  counted_ = integrator_->counts();
  choices_ = other.choices_;
}

// ---- choices ----

void Automatic::note_choice(double t, const std::string& why) {
  if (choices_.size() < most_choices)
    choices_.push_back({t, kind_->name, why + ": " + reason_for(features_)});
}

void Automatic::take(const MethodKind& kind) { take(kind, equations_); }

void Automatic::take(const MethodKind& kind, Equations& equations) {
  kind_ = &kind;
  if (integrator_ != nullptr) rounding_factor_ = rounding_factor();
  integrator_ = kind.make(equations, setup_);
  tightness_ = 1;
  counted_ = {};
  longest_ = 0;
}

// Continues from the old method's point with the method for these features.
void Automatic::change(bool stiff, const std::string& why) {
  const bool was_stiff = features_.stiff;
  features_.stiff = stiff;
  const MethodKind& next = choose(features_);
  if (!stiff) watch_.returned();
  if (stiff && !was_stiff) watch_.changed(next.self_starting);
  if (&next == kind_) return;
  const double t = integrator_->time(), h = t - integrator_->previous_time();
  x_.assign(integrator_->state().begin(), integrator_->state().end());
  take(next);
  begin_at(t, h, why);
}

// The method that was taken, at x_.
void Automatic::begin_at(double t, double h, const std::string& why) {
  integrator_->restart(t, x_, nominals_);
  if (h > 0) integrator_->propose(h);
  oscillation_.started();
  note_choice(t, why);
}

void Automatic::begin_passing_over() {
  passing_due_ = false;
  const double t = integrator_->time(), h = t - integrator_->previous_time();
  x_.assign(integrator_->state().begin(), integrator_->state().end());
  take(choose(features_), oscillation_.begin(t, h, features_));
  begin_at(t, oscillation_.short_step(), "oscillates");
}

// The same method with another tolerance.
void Automatic::take_tightness() {
  const double t = integrator_->time(), h = t - integrator_->previous_time();
  x_.assign(integrator_->state().begin(), integrator_->state().end());
  take_tightness_at(t, h);
}

// Likewise, from x_ on.
void Automatic::take_tightness_at(double t, double h) {
  const double tightness = oscillation_.tightness();
  Setup setup = setup_;
  setup.tolerance.relative *= tightness;
  if (setup.tolerance.absolute) *setup.tolerance.absolute *= tightness;
  count();
  integrator_ = kind_->make(equations_, setup);
  counted_ = {};
  integrator_->restart(t, x_, nominals_);
  integrator_->propose(h * std::pow(tightness / tightness_, 1.0 / kind_->order));
  tightness_ = tightness;
}

// The size of the first step shows that the run is a long one, so that it should have been more
// accurate: it is made again.
void Automatic::go_back_to_the_first() {
  const double t = integrator_->previous_time(), h = integrator_->time() - t;
  x_ = first_x_;
  oscillation_.repeat(x_);
  take_tightness_at(t, h);
}

// Another method goes on where this one ended. False: that is not known.
bool Automatic::end_passing_over(const Trouble& trouble) {
  following_due_ = false;
  const double t = trouble ? trouble.time : integrator_->time();
  if (!take_state_at(t)) return false;
  const std::string why = oscillation_.leave(*kind_, trouble, features_);
  take(choose(features_));
  begin_at(t, oscillation_.short_step(), why);
  return true;
}

// Into x_: at the end of the last accepted step. False: not known there.
bool Automatic::take_state_at(double t) {
  x_.resize(nominals_.size());
  if (t == integrator_->time())
    std::ranges::copy(integrator_->state(), x_.begin());
  else if (t == integrator_->previous_time())
    integrator_->interpolate(t, x_);
  else
    return false;
  return true;
}

void Automatic::count_break() {
  ++restarts_;
  const long least = restarts_ > no_rule_yet ? 10 : 100;
  const double now = static_cast<double>(restarts_) / static_cast<double>(std::max(steps_, least));
  // Hysteresis near the thresholds.
  const bool were_many = features_.events_per_step > thresholds::many_events;
  const bool still_not_few = features_.events_per_step > thresholds::few_events &&
                             now <= thresholds::few_events && now > fewer * thresholds::few_events;
  if (still_not_few) return;
  if (!were_many || now < fewer * thresholds::many_events) features_.events_per_step = now;
}

// An event costs a one-step method little, and a multistep method its start: among stiff methods
// that alone is a reason.
bool Automatic::another_suits_the_events() const {
  const MethodKind& next = choose(features_);
  return &next != kind_ && (!features_.stiff || next.self_starting != kind_->self_starting);
}

// A moving input is like an event: the solution is not smooth there.
void Automatic::refresh() {
  count_break();
  oscillation_.restart(integrator_->state(), nominals_, features_);
  passing_due_ = following_due_ = false;
  if (kind_->passes_over && !features_.linear) {
    x_.assign(integrator_->state().begin(), integrator_->state().end());
    const double t = integrator_->time();
    take(choose(features_));
    return begin_at(t, oscillation_.short_step(), "inputs change");
  }
  integrator_->refresh();
  if (another_suits_the_events()) change(features_.stiff, "inputs change");
}

void Automatic::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  nominals_.assign(nominals.begin(), nominals.end());
  if (choices_.empty())
    note_choice(t, "at the start");
  else
    count_break();
  oscillation_.restart(x, nominals, features_);
  passing_due_ = following_due_ = false;
  if (another_suits_the_events()) {
    take(choose(features_));
    note_choice(t, "after an event");
  }
  due_.reset();
  integrator_->restart(t, x, nominals);
  first_x_.assign(x.begin(), x.end());
  is_first_step_ = true;
}

// ---- the rest ----

void Automatic::count() {
  const Counts& now = integrator_->counts();
  counts_.steps += now.steps - counted_.steps;
  counts_.rejected += now.rejected - counted_.rejected;
  counts_.jacobian_evaluations += now.jacobian_evaluations - counted_.jacobian_evaluations;
  counts_.factorisations += now.factorisations - counted_.factorisations;
  counted_ = now;
}

void Automatic::assign_rest(const Automatic& other) {
  features_ = other.features_;
  watch_ = other.watch_;
  nominals_ = other.nominals_;
  steps_ = other.steps_;
  restarts_ = other.restarts_;
  rounding_factor_ = other.rounding_factor_;
  longest_ = other.longest_;
  due_ = other.due_;
  why_ = other.why_;
  oscillation_ = other.oscillation_;
  tightness_ = other.tightness_;
  is_first_step_ = other.is_first_step_;
  first_x_ = other.first_x_;
  passing_due_ = other.passing_due_;
  following_due_ = other.following_due_;
}

void Automatic::assign(const Integrator& from) {
  const auto& other = dynamic_cast<const Automatic&>(from);
  // One that counts its evaluations shares them with the other.
  if (kind_ == other.kind_ && tightness_ == other.tightness_ && !kind_->passes_over) {
    integrator_->assign(*other.integrator_);
  } else {
    kind_ = other.kind_;
    integrator_ = other.integrator_->clone();
    counted_ = integrator_->counts();
  }
  assign_rest(other);
  if (choices_.size() < other.choices_.size()) choices_ = other.choices_;
  choices_.resize(other.choices_.size());
}

extern const MethodKind automatic = {
    .name = "auto",
    .summary = "chooses one of the other methods, and switches during the run",
    .source = "F. E. Cellier, D. P. F. Moebius 1979 (the requirement)",
    .order = 8,  // at best, and so for the other figures
    .stiff = true,
    .dense_order = 3,
    .make = make_method<Automatic>};

}  // namespace bw::ode
