// Chooses the method, and changes it during the run (ode/methods/choose).
//
//   start with the explicit method for the requested accuracy
//   after each step estimate the fastest mode:
//     explicit: h |lambda| at the border of stability in ten steps  ->  the stiff one
//     implicit: h |lambda| small in three steps                     ->  the explicit one
//   after an event: the choice for the number of events so far
//   a method that fails is replaced by one of the other kind
//
// A change happens between two steps: the new method starts where the old one ended, with its step
// size. All of them are one-step methods but bdf, so nothing is lost by that.

#include <algorithm>

#include "base/stopwatch.h"
#include "base/text.h"
#include "model/method_choice.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/choose.h"

namespace bw::ode {
namespace {

constexpr double fewer = 0.75;               // of many_events: hysteresis
constexpr int seldom = 4;                    // steps, while nothing is suspicious
constexpr std::size_t most_choices = 10000;  // to record

class Automatic final : public Integrator {
 public:
  Automatic(Equations& equations, const Setup& setup) : equations_(equations), setup_(setup) {
    features_.accuracy = setup.accuracy > 0 ? setup.accuracy : setup.tolerance.relative;
    features_.size = equations.size();
    features_.sparse = equations.sparsity() != nullptr;
    features_.exact_jacobian = equations.has_jacobian();
    take(choose(features_));
  }
  Automatic(const Automatic& other)
      : equations_(other.equations_),
        setup_(other.setup_),
        kind_(other.kind_),
        integrator_(other.integrator_->clone()) {
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
  FastestMode fastest() override { return integrator_->fastest(); }
  void propose(double h) override { integrator_->propose(h); }

  double time() const override { return integrator_->time(); }
  double previous_time() const override { return integrator_->previous_time(); }
  std::span<const double> state() const override { return integrator_->state(); }
  const Counts& counts() const override { return counts_; }
  std::span<const model::MethodChoice> choices() const override { return choices_; }

  std::unique_ptr<Integrator> clone() const override { return std::make_unique<Automatic>(*this); }
  void assign(const Integrator& from) override;

 private:
  void assign_rest(const Automatic& other);
  void take(const MethodKind& kind);
  void measure_cost(double t, std::span<const double> x);
  void change(bool stiff, std::string why);
  void watch();
  void count_break();
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
  std::optional<bool> due_;  // the next step should use a stiff method, or an explicit one
  std::string why_;
  std::vector<model::MethodChoice> choices_;
};

// ---- choices ----

void Automatic::take(const MethodKind& kind) {
  kind_ = &kind;
  integrator_ = kind.make(equations_, setup_);
  counted_ = {};
}

// Continues from the old method's point with the method for these features.
void Automatic::change(bool stiff, std::string why) {
  features_.stiff = stiff;
  const MethodKind& next = choose(features_);
  stiff ? watch_.changed() : watch_.returned();
  if (&next == kind_) return;
  const double t = integrator_->time(), h = t - integrator_->previous_time();
  x_.assign(integrator_->state().begin(), integrator_->state().end());
  take(next);
  integrator_->restart(t, x_, nominals_);
  if (h > 0) integrator_->propose(h);
  if (choices_.size() < most_choices)
    choices_.push_back({t, next.name, std::move(why) + ": " + reason_for(features_)});
}

void Automatic::count_break() {
  ++restarts_;
  const double now = static_cast<double>(restarts_) / static_cast<double>(std::max(steps_, 10L));
  // Hysteresis near the threshold.
  const bool were_many = features_.events_per_step > thresholds::many_events;
  if (!were_many || now < fewer * thresholds::many_events) features_.events_per_step = now;
}

// A moving input is like an event: the solution is not smooth there.
void Automatic::refresh() {
  integrator_->refresh();
  count_break();
  if (!features_.stiff && &choose(features_) != kind_) change(false, "inputs change");
}

void Automatic::restart(double t, std::span<const double> x, std::span<const double> nominals) {
  nominals_.assign(nominals.begin(), nominals.end());
  if (choices_.empty() && setup_.measures_cost) measure_cost(t, x);
  if (choices_.empty())
    choices_.push_back({t, kind_->name, "at the start: " + reason_for(features_)});
  else
    count_break();
  if (!features_.stiff && &choose(features_) != kind_) {
    take(choose(features_));
    if (choices_.size() < most_choices)
      choices_.push_back({t, kind_->name, "after an event: " + reason_for(features_)});
  }
  due_.reset();
  integrator_->restart(t, x, nominals);
}

// Times the second call: the first one finds cold caches.
void Automatic::measure_cost(double t, std::span<const double> x) {
  x_.resize(x.size());
  equations_.derivatives(t, x, x_);
  Stopwatch watch;
  watch.time([&] { equations_.derivatives(t, x, x_); });
  features_.seconds_of_rhs = watch.seconds();
}

// ---- steps ----

Trouble Automatic::step(double limit) {
  if (due_) change(*due_, std::move(why_));
  due_.reset();
  Trouble trouble = integrator_->step(limit);
  if (trouble) trouble = try_the_other(trouble, limit);
  count();
  if (trouble) return trouble;
  ++steps_;
  watch();
  return {};
}

Trouble Automatic::try_the_other(const Trouble& trouble, double limit) {
  if (trouble.kind == Trouble::Kind::not_finite || nominals_.empty()) return trouble;
  count();
  const bool was_stiff = features_.stiff;
  // It is at the end of its last accepted step, or says so.
  const double t = trouble.time;
  if (t != integrator_->previous_time() && t != integrator_->time()) return trouble;
  if (t != integrator_->time()) {
    x_.resize(nominals_.size());
    integrator_->interpolate(t, x_);
  } else {
    x_.assign(integrator_->state().begin(), integrator_->state().end());
  }
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
    watch_.changed();
    return {};
  }
  count();
  features_.stiff = was_stiff;
  integrator_ = std::move(kept);
  kind_ = kept_kind;
  counted_ = integrator_->counts();
  return trouble;
}

void Automatic::watch() {
  if (!features_.stiff && watch_.is_calm() && steps_ % seldom != 0) return;
  const double rate = integrator_->fastest().rate;
  if (!(rate > 0)) return;
  const double h = integrator_->time() - integrator_->previous_time();
  const double steps_left = (setup_.stop - integrator_->time()) / h;
  if (features_.stiff) {
    if (!watch_.implicit_step(h, rate, steps_worth(features_.size, features_.sparse))) return;
    why_ = "h |lambda| = " + rough(h * rate) + " can be followed by explicit steps";
  } else {
    if (!watch_.explicit_step(h, rate, kind_->stability, steps_left)) return;
    why_ =
        "h |lambda| = " + rough(h * rate) + " is at the stability limit " + rough(kind_->stability);
  }
  due_ = !features_.stiff;
}

Trouble Automatic::shorten(double t) {
  due_.reset();
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
  due_ = other.due_;
  why_ = other.why_;
}

void Automatic::assign(const Integrator& from) {
  const auto& other = dynamic_cast<const Automatic&>(from);
  if (kind_ == other.kind_) {
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
