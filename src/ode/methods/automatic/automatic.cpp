// Chooses the method, and changes it during the run (ode/methods/choose).
//
//   start with the explicit method for the requested accuracy
//   after each step estimate the fastest mode:
//     explicit: h |lambda| at the border of stability in ten steps  ->  the stiff one
//     implicit: h |lambda| small in three steps                     ->  the explicit one
//   while the solution oscillates and it pays: a method that passes over the oscillations
//     (ode/methods/automatic/oscillation_choice)
//   after an event: the choice for the number of events so far
//   a method that fails is replaced by one of the other kind
//
// A change happens between two steps: the new method starts where the old one ended, with its step
// size. All of them are one-step methods but bdf, so nothing is lost by that. bdf starts with short
// steps of order 1, at each event too: its longest recent step is judged.

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/text.h"
#include "model/method_choice.h"
#include "ode/kernel/growing_mode.h"
#include "ode/kernel/integrator.h"
#include "ode/kernel/jacobian.h"
#include "ode/methods/automatic/linear_watch.h"
#include "ode/methods/automatic/oscillation_choice.h"
#include "ode/methods/choose.h"

namespace bw::ode {
namespace {

constexpr double fewer = 0.75;               // of many_events: hysteresis
constexpr long no_rule_yet = 8;              // so many events may be the only ones
constexpr int seldom = 4;                    // steps, while nothing is suspicious
constexpr double fading = 0.9;               // per step, of the longest step of a multistep method
constexpr std::size_t most_choices = 10000;  // to record

class Automatic final : public Integrator {
 public:
  Automatic(Equations& equations, const Setup& setup)
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
  Automatic(const Automatic& other)
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
  Automatic& operator=(const Automatic&) = delete;

  void restart(double t, std::span<const double> x, std::span<const double> nominals) override;
  void refresh() override;
  Trouble step(double limit) override;
  Trouble shorten(double t) override;
  void interpolate(double t, std::span<double> x) const override { integrator_->interpolate(t, x); }
  std::span<const double> reach() const override { return integrator_->reach(); }
  bool sees_both_halves() const override { return integrator_->sees_both_halves(); }
  FastestMode fastest() override { return integrator_->fastest(); }
  void propose(double h) override { integrator_->propose(h); }

  double time() const override { return integrator_->time(); }
  double previous_time() const override { return integrator_->previous_time(); }
  std::span<const double> state() const override { return integrator_->state(); }
  const Counts& counts() const override { return counts_; }
  double rounding_factor() const override {
    return std::max(rounding_factor_, integrator_->rounding_factor());
  }
  std::span<const model::MethodChoice> choices() const override { return choices_; }

  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Automatic>(*this); }
  void assign(const Integrator& from) override;

 private:
  void assign_rest(const Automatic& other);
  void take(const MethodKind& kind);
  void take(const MethodKind& kind, Equations& equations);
  void change(bool stiff, std::string why);
  void begin_at(double t, double h, std::string why);
  void begin_passing_over();
  bool end_passing_over(const Trouble& trouble);
  void after_step(double limit);
  bool take_state_at(double t);
  void take_tightness();
  void take_tightness_at(double t, double h);
  Trouble repeat_first_step(double limit);
  void watch();
  bool is_an_oscillation(double h, double rate);
  bool small_oscillations_grow(double rate, std::span<const double> weights);
  std::vector<double> weights() const;
  double step_to_judge();
  void count_break();
  bool another_suits_the_events() const;
  Trouble try_the_other(const Trouble& trouble, double limit);
  void count();

  Equations& equations_;
  Setup setup_;
  Features features_;
  StiffnessWatch watch_;
  const MethodKind* kind_ = nullptr;
  std::unique_ptr<Integrator> integrator_;
  std::vector<double> nominals_, x_;
  Counts counts_, counted_;  // of all methods; of the current one, as already counted
  long steps_ = 0, restarts_ = 0;
  double rounding_factor_ = 1;  // of the methods before
  double longest_ = 0;          // step of this method, fading
  std::optional<bool> due_;     // the next step should use a stiff method, or an explicit one
  OscillationChoice oscillation_;
  double tightness_ = 1;                              // share of the tolerance
  bool is_first_step_ = false;                        // since a restart
  std::vector<double> first_x_;                       // where it begins
  bool passing_due_ = false, following_due_ = false;  // likewise one that passes over oscillations
  std::string why_;
  std::vector<model::MethodChoice> choices_;
};

// ---- choices ----

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
void Automatic::change(bool stiff, std::string why) {
  const bool was_stiff = features_.stiff;
  features_.stiff = stiff;
  const MethodKind& next = choose(features_);
  if (!stiff) watch_.returned();
  if (stiff && !was_stiff) watch_.changed(next.self_starting);
  if (&next == kind_) return;
  const double t = integrator_->time(), h = t - integrator_->previous_time();
  x_.assign(integrator_->state().begin(), integrator_->state().end());
  take(next);
  begin_at(t, h, std::move(why));
}

// The method that was taken, at x_.
void Automatic::begin_at(double t, double h, std::string why) {
  integrator_->restart(t, x_, nominals_);
  if (h > 0) integrator_->propose(h);
  oscillation_.started();
  if (choices_.size() < most_choices)
    choices_.push_back({t, kind_->name, std::move(why) + ": " + reason_for(features_)});
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

// Only its size shows that the run is a long one, so that it should have been more accurate.
Trouble Automatic::repeat_first_step(double limit) {
  const double t = integrator_->previous_time(), h = integrator_->time() - t;
  x_ = first_x_;
  oscillation_.repeat(x_);
  take_tightness_at(t, h);
  Trouble trouble = integrator_->step(limit);
  if (trouble) trouble = try_the_other(trouble, limit);
  count();
  if (!trouble) after_step(limit);
  return trouble;
}

// Another method goes on where this one ended. False: that is not known.
bool Automatic::end_passing_over(const Trouble& trouble) {
  following_due_ = false;
  const double t = trouble ? trouble.time : integrator_->time();
  if (!take_state_at(t)) return false;
  std::string why = oscillation_.leave(*kind_, trouble, features_);
  take(choose(features_));
  begin_at(t, oscillation_.short_step(), std::move(why));
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
    choices_.push_back({t, kind_->name, "at the start: " + reason_for(features_)});
  else
    count_break();
  oscillation_.restart(x, nominals, features_);
  passing_due_ = following_due_ = false;
  if (another_suits_the_events()) {
    take(choose(features_));
    if (choices_.size() < most_choices)
      choices_.push_back({t, kind_->name, "after an event: " + reason_for(features_)});
  }
  due_.reset();
  integrator_->restart(t, x, nominals);
  first_x_.assign(x.begin(), x.end());
  is_first_step_ = true;
}

// ---- steps ----

Trouble Automatic::step(double limit) {
  if (passing_due_)
    begin_passing_over();
  else if (due_)
    change(*due_, std::move(why_));
  else if (tightness_ != oscillation_.tightness() && !kind_->passes_over)
    take_tightness();
  due_.reset();
  if (following_due_) (void)end_passing_over({});  // where it is
  Trouble trouble = integrator_->step(limit);
  if (trouble && kind_->passes_over) {
    count();
    if (end_passing_over(trouble)) trouble = integrator_->step(limit);
  } else if (trouble) {
    trouble = try_the_other(trouble, limit);
  }
  count();
  const bool is_first = std::exchange(is_first_step_, false);
  if (trouble) return trouble;
  after_step(limit);
  const bool is_coarse = oscillation_.tightness() < tightness_;
  return is_first && is_coarse && !kind_->passes_over ? repeat_first_step(limit) : Trouble{};
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
    if (choices_.size() < most_choices)
      choices_.push_back(
          {t, kind_->name, std::string(kept_kind->name) + " failed: " + reason_for(features_)});
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
    if (!watch_.explicit_step(h, rate, kind_->stability, steps_left)) return;
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
// them, unless they grow.
bool Automatic::is_an_oscillation(double h, double rate) {
  const std::vector<double> w = weights();
  if (small_oscillations_grow(rate, w)) return true;
  if (h * rate >= thresholds::near_border * kind_->stability) return false;
  const std::span<const double> x = integrator_->state();
  std::vector<double> slopes(x.size());
  equations_.derivatives(integrator_->time(), x, slopes);
  Jacobian jacobian(equations_);
  return jacobian.evaluate(integrator_->time(), x, slopes, w) &&
         trace_of_square(jacobian.full(), x.size()) < 0;
}

// Among the fastest modes is one that turns and grows: it is below the tolerance now, and a stiff
// method would damp it for ever.
bool Automatic::small_oscillations_grow(double rate, std::span<const double> weights) {
  constexpr double as_fast = 0.1, least_growth = 1;
  const double t = integrator_->time();
  const auto mode = growing_mode(equations_, t, integrator_->state(), weights);
  return mode && mode->rate >= as_fast * rate && mode->growth * (setup_.stop - t) >= least_growth;
}

Trouble Automatic::shorten(double t) {
  due_.reset();
  if (passing_due_) oscillation_.forget(features_);
  passing_due_ = following_due_ = false;
  Trouble trouble = integrator_->shorten(t);
  count();
  return trouble;
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

}  // namespace

extern const MethodKind automatic = {
    .name = "auto",
    .summary = "chooses one of the other methods, and switches during the run",
    .source = "F. E. Cellier, D. P. F. Moebius 1979 (the requirement)",
    .order = 8,  // at best, and so for the other figures
    .stiff = true,
    .dense_order = 3,
    .make = make_method<Automatic>};

}  // namespace bw::ode
