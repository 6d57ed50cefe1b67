#include "cosim/march/stepper.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace bw::cosim {
namespace {

constexpr double error_of_failed_half = 25.0;  // 0.9 / sqrt(25) is the strongest reduction
constexpr double jump_share = 0.9;             // of a change, in one half of the step

}  // namespace

double Tried::severity() const {
  switch (outcome) {
    case Outcome::done: return 0.0;
    case Outcome::not_converged: return change;
    case Outcome::inaccurate: return std::max(norm(), change);
    case Outcome::jumped:
    case Outcome::component: break;
  }
  return std::numeric_limits<double>::infinity();
}

Stepper::Stepper(Coupling& coupling, Master& master, bool iterates, const StepperOptions& options,
                 Stopwatch& testing, WholeStepViewer* viewer)
    : coupling_(coupling),
      master_(master),
      options_(options),
      testing_(testing),
      viewer_(viewer),
      signals_(signals_of_loops(coupling, options.tolerance)),
      next_(coupling.now()),
      whole_(next_),
      start_(next_),
      before_signals_(next_) {
  for (const Loop& loop : coupling.loops())
    if (iterates && is_iterated(loop))
      iterated_components_.insert(iterated_components_.end(), loop.components.begin(),
                                  loop.components.end());
  options_.rolls_back = options_.rolls_back || options_.error_test;
  marked_components_ = options_.rolls_back ? coupling.order() : iterated_components_;
}

void Stepper::stand_at_begin() {
  if (halved_) coupling_.accept(start_);
  halved_ = false;
  if (marked_components_.empty()) return;
  if (!marked_)
    coupling_.mark(marked_components_, begin_);
  else if (moved_)
    coupling_.return_to(begin_, marked_components_);
  marked_ = true;
}

Tried Stepper::try_step(double t, double end) {
  stand_at_begin();
  moved_ = true;
  Tried tried{.t = t, .h = end - t};
  if (!step(begin_, t, end - t, tried)) return tried;
  if (options_.error_test) testing_.time([&] { test(t, end, tried); });
  // Also in the middle, where it was computed: a change and its reverse within a step count.
  if (tried.ok() && options_.watches_jumps &&
      (discretes_changed(start(), next_) ||
       (halved_ && discretes_changed(start_, coupling_.now()))))
    tried.outcome = Tried::Outcome::jumped;
  return tried;
}

Tried Stepper::cross(double t, double end, int steps) {
  stand_at_begin();
  moved_ = true;
  const double h = end - t;
  Tried tried{.t = t, .h = h};
  copy(coupling_.now(), next_);
  for (int k = 0; k < steps; ++k)
    for (const Loop& loop : coupling_.loops()) {
      tried.component = sweep(coupling_, loop, t + k * h, h, next_);
      if (tried.component == ComponentStatus::ok) continue;
      tried.outcome = Tried::Outcome::component;
      return tried;
    }
  return tried;
}

bool Stepper::step(const Checkpoint& begin, double t, double h, Tried& tried) {
  const CommunicationStep made = master_.step(coupling_, begin, t, h, next_);
  tried.iterations = std::max(tried.iterations, made.iterations);
  if (made.fell_back) {
    tried.fell_back = true;
    tried.loop = made.loop;
    tried.change = made.change;
  }
  if (made.component == ComponentStatus::ok && made.converged) [[likely]]
    return true;
  tried.component = made.component;
  tried.loop = made.loop;
  tried.change = made.change;
  if (made.component == ComponentStatus::ok) ++tried.limit_hits;
  tried.outcome = made.component == ComponentStatus::ok ? Tried::Outcome::not_converged
                                                        : Tried::Outcome::component;
  return false;
}

// The middle is rounded, so the second half is the difference: the end is met exactly.
void Stepper::test(double t, double end, Tried& tried) {
  swap(next_, whole_);
  if (viewer_ != nullptr) viewer_->whole_step(end, whole_);
  coupling_.return_to(begin_, marked_components_);
  const double mid = t + (end - t) / 2;
  bool passed = step(begin_, t, mid - t, tried);
  if (passed) {
    coupling_.accept(next_);  // now() is y_m for the second half; y_0 is kept in start_
    swap(next_, start_);
    halved_ = true;
    if (!iterated_components_.empty()) coupling_.mark(iterated_components_, mid_);
    passed = step(mid_, mid, end - mid, tried);
  }
  if (!passed) {
    if (tried.outcome == Tried::Outcome::component) return;
    tried.error = error_of_failed_half;
    tried.outcome = Tried::Outcome::inaccurate;
    return;
  }
  measure(tried);
  const bool within = tried.error <= 1.0 && tried.slope <= 1.0;  // false for NaN
  if (!within) tried.outcome = Tried::Outcome::inaccurate;
  if (!within || options_.names_critical) find_critical(tried);
}

void Stepper::measure(Tried& tried) const {
  const auto& y0 = start_.reals;
  const auto& ym = coupling_.now().reals;
  const auto& yh = whole_.reals;
  const auto& yd = next_.reals;
  for (const LoopSignals& loop : signals_) {
    if (!loop.has_reals()) continue;
    double error = 0.0, slope = 0.0;
    for (std::size_t k = 0; k < loop.reals().size(); ++k) {
      const std::size_t i = loop.reals()[k];
      const double per_weight = 1.0 / loop.weight(k, next_);
      const double e = (yd[i] - yh[i]) * per_weight;
      const double s = (ym[i] - (yh[i] + y0[i]) / 2) * per_weight;
      error += e * e;
      slope += s * s;
    }
    const auto n = static_cast<double>(loop.reals().size());
    error = std::sqrt(error / n);
    slope = std::sqrt(slope / n);
    if (!(error <= tried.error)) tried.error = error;  // also for NaN
    if (!(slope <= tried.slope)) tried.slope = slope;
  }
}

// Of a signal in units of its weight, after both halves.
double Stepper::scaled_error(const LoopSignals& loop, std::size_t k) const {
  const std::size_t i = loop.reals()[k];
  const double e = std::abs(next_.reals[i] - whole_.reals[i]);
  const double s = std::abs(coupling_.now().reals[i] - (whole_.reals[i] + start_.reals[i]) / 2);
  return std::max(e, s) / loop.weight(k, next_);
}

void Stepper::find_exceeding(std::vector<std::size_t>& signals) const {
  signals.clear();
  for (const LoopSignals& loop : signals_)
    for (std::size_t k = 0; k < loop.reals().size(); ++k)
      if (!(scaled_error(loop, k) <= 1.0)) signals.push_back(loop.reals()[k]);
}

void Stepper::find_critical(Tried& tried) const {
  const auto& y0 = start_.reals;
  const auto& ym = coupling_.now().reals;
  const auto& yd = next_.reals;
  double worst = -1.0;
  for (std::size_t l = 0; l < signals_.size(); ++l) {
    const LoopSignals& loop = signals_[l];
    for (std::size_t k = 0; k < loop.reals().size(); ++k) {
      const std::size_t i = loop.reals()[k];
      const double scaled = scaled_error(loop, k);
      if (scaled <= worst) continue;
      worst = scaled;
      tried.critical = i;
      tried.loop = l;
      const double first = std::abs(ym[i] - y0[i]), second = std::abs(yd[i] - ym[i]);
      tried.jump_like = first + second > loop.weight(k, next_) &&
                        std::max(first, second) >= jump_share * (first + second);
    }
  }
}

void Stepper::accept() {
  coupling_.accept(next_);
  if (options_.rolls_back) {
    swap(halved_ ? start_ : next_, before_signals_);
    std::swap(begin_, before_);
    has_before_ = true;
  }
  marked_ = moved_ = halved_ = false;
}

void Stepper::undo() {
  coupling_.return_to(before_, marked_components_);
  coupling_.accept(before_signals_);
  std::swap(begin_, before_);
  marked_ = true;
  moved_ = halved_ = has_before_ = false;
}

Stepper::Memory Stepper::memory() const {
  if (!can_undo()) return {};
  return {true, before_signals_, coupling_.to_bytes(before_)};
}

void Stepper::remember(const Memory& memory) {
  has_before_ = memory.has_before && memory.signals.reals.size() == before_signals_.reals.size() &&
                memory.signals.discretes.size() == before_signals_.discretes.size();
  if (!has_before_) return;
  before_signals_ = memory.signals;
  before_ = coupling_.from_bytes(memory.components);
}

double Stepper::jump_size() const {
  if (discretes_changed(start(), next_)) return std::numeric_limits<double>::infinity();
  double size = 0.0;
  for (const LoopSignals& loop : signals_) {
    const double of_loop = loop.distance(next_, start());
    if (!(of_loop <= size)) size = of_loop;
  }
  return size;
}

bool Stepper::discretes_changed(const Signals& a, const Signals& b) const {
  return a.discretes != b.discretes;
}

}  // namespace bw::cosim
