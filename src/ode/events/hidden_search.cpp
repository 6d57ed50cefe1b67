#include "ode/events/hidden_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "math/constants.h"
#include "ode/events/crossing.h"

namespace bw::ode {
namespace {

using math::epsilon;

constexpr double flat_in_loops = 1e-6;    // of the relative tolerance
constexpr double shortest_share = 1e-12;  // of the simulated time: the shortest interval
constexpr double jump_share = 1e-4;       // of it: at a jump
constexpr double end_share = 1.0 / 4096;  // of a step: the shortest interval at its ends
// Of the tolerance of this integration, which is a fraction of the user's. Small, because a model
// may amplify what was missed.
constexpr double most_off = 0.05;   // of all intervals of a step together
constexpr double matters = 0.0025;  // of a single one
constexpr long most_in_step = 4000, most_in_run = 1'000'000;

double middle_of(double lo, double hi) { return lo + (hi - lo) / 2; }

// Through both ends, shifted by half of the distance of the middle: a parabola has half of it as
// its remainder, the rest is margin.
model::Curve curve_through(double lo, double mid, double hi) {
  const double chord = lo / 2 + hi / 2, sag = mid - chord;
  return {.c = chord + sag / 2, .s = hi / 2 - lo / 2, .r = std::abs(sag)};
}

}  // namespace

HiddenSearch::HiddenSearch(model::Enclosure* enclosure, const Setup& setup, std::size_t states,
                           std::size_t indicators)
    : enclosure_(enclosure), setup_(setup), t_known_(math::nan) {
  if (enclosure == nullptr) return;
  for (std::vector<double>* all : {&x_known_, &x_lo_, &x_mid_, &x_hi_, &dx_}) all->resize(states);
  curves_.resize(states);
  z_.resize(indicators);
  z_bounds_.resize(enclosure->indicators().size());
  f_bounds_.resize(enclosure->derivatives().size());
  weights_.resize(f_bounds_.size());
  sums_.resize(f_bounds_.size());
  samples_.resize(f_bounds_.size() * nodes);
  shortest_ = shortest_share * (setup.stop - setup.start);
}

HiddenSearch::Found HiddenSearch::look_along_path(const Step& step) {
  const double begin = step.integrator.previous_time(), end = step.integrator.time();
  const bool is_clear = is_clear_from_ends(step);
  t_before_ = begin;
  t_known_ = end;
  std::copy(step.x_before.begin(), step.x_before.end(), x_known_.begin());
  if (is_clear) return {};
  sample_whole(step);
  const bool is_tame = survey(step, {begin, end});
  if (is_tame && open_.empty()) return {};
  Found found;
  if (!open_.empty()) found = search_crossing(step);
  if (is_tame || are_halves_tame(step)) return found;
  const bool crosses = found.kind == Found::Kind::crossing;
  const Found feature = search_feature(step, crosses ? found.hi : end);
  return feature.kind == Found::Kind::nothing ||
                 (crosses && feature.kind == Found::Kind::unresolved)
             ? found
             : feature;
}

// ---- states over an interval ----

// Curvature from three points: the begin of the previous step and both ends of this one.
bool HiddenSearch::is_clear_from_ends(const Step& step) {
  constexpr double margin = 3, of_change = 0.125;
  const double begin = step.integrator.previous_time(), end = step.integrator.time();
  if (!(t_known_ == begin) || !(t_before_ < begin)) return false;
  const double h = end - begin, before = begin - t_before_;
  const std::span<const double> x = step.integrator.state();
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double change = x[i] - step.x_before[i];
    const double bend =
        (change / h - (step.x_before[i] - x_known_[i]) / before) / (h + before);  // x'' / 2
    curves_[i] = {.c = step.x_before[i] + change / 2,
                  .s = change / 2,
                  .r = margin * h * h / 4 * std::abs(bend) + of_change * std::abs(change)};
  }
  return survey(step, {begin, end}) && open_.empty();
}

// The whole step at its quarters.
void HiddenSearch::sample_whole(const Step& step) {
  const double begin = step.integrator.previous_time(), h = step.integrator.time() - begin;
  const std::span<const double> x = step.integrator.state();
  for (std::size_t i = 0; i < x.size(); ++i)
    curves_[i] = {.c = step.x_before[i] / 2 + x[i] / 2, .s = x[i] / 2 - step.x_before[i] / 2};
  std::fill(x_lo_.begin(), x_lo_.end(), 0.0);  // least and largest distance from the chord
  std::fill(x_hi_.begin(), x_hi_.end(), 0.0);
  for (const double share : {0.25, 0.5, 0.75}) {
    step.integrator.interpolate(begin + share * h, x_mid_);
    for (std::size_t i = 0; i < x.size(); ++i) {
      const double sag = x_mid_[i] - curves_[i].c - (2 * share - 1) * curves_[i].s;
      x_lo_[i] = std::min(x_lo_[i], sag);
      x_hi_[i] = std::max(x_hi_[i], sag);
    }
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    curves_[i].c += x_lo_[i] / 2 + x_hi_[i] / 2;
    curves_[i].r = x_hi_[i] - x_lo_[i];
  }
}

void HiddenSearch::take_curves(const Step& step, Interval over) {
  path(step, over.lo, x_lo_);
  path(step, middle_of(over.lo, over.hi), x_mid_);
  path(step, over.hi, x_hi_);
  for (std::size_t i = 0; i < curves_.size(); ++i)
    curves_[i] = curve_through(x_lo_[i], x_mid_[i], x_hi_[i]);
}

// Then the evaluations of a step that has some in each half have seen all of it.
bool HiddenSearch::are_halves_tame(const Step& step) {
  if (!step.integrator.sees_both_halves()) return false;
  const double begin = step.integrator.previous_time(), end = step.integrator.time();
  for (const double lo : {begin, middle_of(begin, end)}) {
    const Interval half{lo, lo + (end - begin) / 2};
    take_curves(step, half);
    take_inputs(step, half);
    if (!has_nothing_wild(step, half)) return false;
  }
  return true;
}

void HiddenSearch::take_inputs(const Step& step, Interval over) {
  inputs_.resize(step.slopes.empty() ? 0 : step.inputs.size());
  for (std::size_t i = 0; i < inputs_.size(); ++i)
    inputs_[i] = {
        .c = step.inputs[i] + step.slopes[i] * (middle_of(over.lo, over.hi) - step.input_time),
        .s = step.slopes[i] * (over.hi - over.lo) / 2};
}

model::CurveBox HiddenSearch::box(Interval over) const {
  return {.lo = over.lo,
          .hi = over.hi,
          .x = curves_,
          .u = inputs_,
          .flat = flat_in_loops * setup_.tolerance.relative};
}

// ---- crossings ----

bool HiddenSearch::survey(const Step& step, Interval over) {
  take_inputs(step, over);
  const bool is_tame = has_nothing_wild(step, over);
  open_.clear();
  const std::span<const std::size_t> which = enclosure_->indicators();
  for (std::size_t k = 0; k < which.size(); ++k)
    if (!is_clear(k, step)) open_.push_back(which[k]);
  return is_tame;
}

// An indicator with other sides at both ends is found anyway.
bool HiddenSearch::is_clear(std::size_t k, const Step& step) const {
  const std::size_t i = enclosure_->indicators()[k];
  const model::Bound& z = z_bounds_[k];
  if (on_upper_side(step.z_before[i]) ? z.lo > 0 : z.hi <= 0) return true;
  if (on_upper_side(step.z_before[i]) != on_upper_side(step.z_after[i])) return true;
  const bool is_noise = std::max(std::abs(z.lo), std::abs(z.hi)) <= z.noise;
  const bool rests = std::abs(step.z_before[i]) <= z.noise && std::abs(step.z_after[i]) <= z.noise;
  return is_noise || rests;
}

bool HiddenSearch::crosses_at(double t, const Step& step) {
  path(step, t, x_mid_);
  step.indicators(t, x_mid_, z_);
  return std::ranges::any_of(open_, [&](std::size_t i) {
    return on_upper_side(z_[i]) != on_upper_side(step.z_before[i]);
  });
}

// Right behind an event an indicator leaves zero: bounds over what begins there cannot exclude it.
bool HiddenSearch::leaves_zero(const Step& step) const {
  constexpr double small = 1e-6;
  return std::ranges::all_of(
      open_, [&](std::size_t i) { return std::abs(step.z_before[i]) <= small * std::abs(z_[i]); });
}

// What begins there is not surveyed but divided, fast: what remains of it is clear sooner or later.
HiddenSearch::Found HiddenSearch::search_crossing(const Step& step) {
  constexpr double first_share = 0.125;
  const double begin = step.integrator.previous_time(), end = step.integrator.time();
  stack_.assign(1, {begin, end});
  bool is_open_at_begin = false;
  while (!stack_.empty()) {
    const Interval over = stack_.back();
    stack_.pop_back();
    const double middle = middle_of(over.lo, over.hi), width = over.hi - over.lo;
    if (!(is_open_at_begin && over.lo == begin)) {
      take_curves(step, over);
      survey(step, over);
    }
    if (open_.empty()) continue;
    if (crosses_at(middle, step))
      return {.kind = Found::Kind::crossing, .lo = over.lo, .hi = middle};
    is_open_at_begin = over.lo == begin && leaves_zero(step);
    const double at_end = over.lo == begin || over.hi == end ? end_share * (end - begin) : 0;
    if (width <= std::max({at_end, shortest_, 16 * epsilon * std::abs(middle)})) continue;
    if (is_exhausted())
      return {.kind = Found::Kind::unresolved, .lo = over.lo, .hi = over.hi, .state = no_state};
    const double split = is_open_at_begin ? over.lo + first_share * width : middle;
    stack_.push_back({split, over.hi});
    stack_.push_back({over.lo, split});
  }
  return {};
}

bool HiddenSearch::is_exhausted() {
  ++intervals_;
  return ++in_step_ > most_in_step || intervals_ > most_in_run;
}

// ---- features of derivatives ----

// At Chebyshev's points, with the factors of the barycentric formula (J.-P. Berrut, L. N. Trefethen
// 2004).
void HiddenSearch::sample_derivatives(const Step& step, double end) {
  const double begin = step.integrator.previous_time();
  for (std::size_t n = 0; n < nodes; ++n) {
    const double angle =
        std::numbers::pi * (2 * static_cast<double>(n) + 1) / (2 * static_cast<double>(nodes));
    times_[n] = middle_of(begin, end) - std::cos(angle) * (end - begin) / 2;
    factors_[n] = (n % 2 == 0 ? 1 : -1) * std::sin(angle);
    path(step, times_[n], x_mid_);
    step.equations.derivatives(times_[n], x_mid_, dx_);
    for (std::size_t k = 0; k < f_bounds_.size(); ++k)
      samples_[k * nodes + n] = dx_[enclosure_->derivatives()[k]];
  }
  take_weights(step);
  std::ranges::fill(sums_, 0.0);
}

double HiddenSearch::fitted(std::size_t k, double t) const {
  double top = 0, bottom = 0;
  for (std::size_t n = 0; n < nodes; ++n) {
    const double distance = t - times_[n];
    if (distance == 0) return samples_[k * nodes + n];
    const double factor = factors_[n] / distance;
    top += factor * samples_[k * nodes + n];
    bottom += factor;
  }
  return top / bottom;
}

// Whether the bounds allow a distance from the polynomial that matters.
bool HiddenSearch::is_far(std::size_t k, Interval over) const {
  const double a = fitted(k, over.lo), b = fitted(k, middle_of(over.lo, over.hi));
  const double c = fitted(k, over.hi);
  const double distance = std::max(std::abs(f_bounds_[k].hi - std::max({a, b, c})),
                                   std::abs(f_bounds_[k].lo - std::min({a, b, c})));
  return !(distance * (over.hi - over.lo) <= matters * weights_[k]);
}

HiddenSearch::Verdict HiddenSearch::judge(Interval over) {
  enclosure_->bound(box(over), f_bounds_);
  Verdict verdict = Verdict::nothing;
  for (std::size_t k = 0; k < f_bounds_.size(); ++k) {
    if (!(f_bounds_[k].wild || f_bounds_[k].moving) || !is_far(k, over)) continue;
    if (is_wild(k, over.hi - over.lo)) return Verdict::split;
    verdict = Verdict::probe;
  }
  return verdict;
}

// Whether a derivative may jump within an interval that is too short to matter: unlike those of
// smooth functions its bounds do not get narrower with the interval.
bool HiddenSearch::may_jump(double step) const {
  return std::ranges::any_of(f_bounds_, [&](const model::Bound& f) {
    const double change = f.hi - f.lo;
    const std::size_t k = static_cast<std::size_t>(&f - f_bounds_.data());
    return f.wild && std::isfinite(change) && change * step > weights_[k];
  });
}

// Adds up how far the derivatives are from their polynomials.
void HiddenSearch::probe(const Step& step, Interval over) {
  const double middle = middle_of(over.lo, over.hi), width = over.hi - over.lo;
  path(step, middle, x_mid_);
  step.equations.derivatives(middle, x_mid_, dx_);
  probed_.push_back(over);
  for (std::size_t k = 0; k < f_bounds_.size(); ++k) {
    const std::size_t i = enclosure_->derivatives()[k];
    const double off = std::abs(dx_[i] - fitted(k, middle)) * width / weights_[k];
    // One that is not finite there must be stepped into: the integration fails with its reason.
    sums_[k] += std::isfinite(off) ? off : 2 * most_off;
  }
}

// All intervals from the step's begin to `end`.
HiddenSearch::Scan HiddenSearch::scan(const Step& step, double end) {
  const double begin = step.integrator.previous_time();
  sample_derivatives(step, end);
  probed_.clear();
  jump_.reset();
  stack_.assign(1, {begin, end});
  while (!stack_.empty()) {
    const Interval over = stack_.back();
    stack_.pop_back();
    take_curves(step, over);
    take_inputs(step, over);
    Verdict verdict = judge(over);
    // What is tame over the whole step was seen by its evaluations.
    if (over.lo == begin && over.hi == end && verdict != Verdict::split) return Scan::clear;
    const double middle = middle_of(over.lo, over.hi);
    const double width = over.hi - over.lo, resolution = 4 * epsilon * std::abs(middle);
    if (verdict == Verdict::split && width <= std::max(shortest_, resolution))
      verdict = Verdict::probe;
    if (verdict == Verdict::nothing && !jump_ && over.lo > begin && may_jump(end - begin)) {
      if (width <= std::max(resolution, jump_share * shortest_))
        jump_ = over;
      else
        verdict = Verdict::split;
    }
    if (verdict == Verdict::nothing) continue;
    if (is_exhausted()) return Scan::exhausted;
    if (verdict == Verdict::probe) {
      probe(step, over);
    } else {
      stack_.push_back({middle, over.hi});
      stack_.push_back({over.lo, middle});
    }
  }
  return std::ranges::max(sums_) > most_off ? Scan::off : Scan::clear;
}

// What is narrow makes short intervals: the first group of them, or a jump before it.
HiddenSearch::Found HiddenSearch::place_of_feature() const {
  constexpr double similar = 4;
  double least = std::numeric_limits<double>::infinity();
  for (const Interval& leaf : probed_) least = std::min(least, leaf.hi - leaf.lo);
  Found found{.kind = Found::Kind::feature};
  const auto is_narrow = [&](const Interval& leaf) { return leaf.hi - leaf.lo <= similar * least; };
  auto leaf = std::ranges::find_if(probed_, is_narrow);
  for (found.lo = leaf->lo; leaf != probed_.end() && is_narrow(*leaf); ++leaf) {
    found.hi = leaf->hi;
    found.width = std::max(found.width, leaf->hi - leaf->lo);
  }
  found.narrow = found.lo;
  if (jump_ && jump_->lo <= found.lo)
    found = {.kind = Found::Kind::jump, .lo = jump_->lo, .hi = jump_->hi};
  const auto worst = std::ranges::max_element(sums_) - sums_.begin();
  found.state = enclosure_->derivatives()[static_cast<std::size_t>(worst)];
  return found;
}

// Whether f differs from the polynomials by so much that a stage there would spoil the step.
bool HiddenSearch::is_off(const Step& step, double t, double length) {
  path(step, t, x_mid_);
  step.equations.derivatives(t, x_mid_, dx_);
  for (std::size_t k = 0; k < f_bounds_.size(); ++k)
    if (!(std::abs(dx_[enclosure_->derivatives()[k]] - fitted(k, t)) * length <= weights_[k]))
      return true;
  return false;
}

// The last stages of the step to `found.lo` are evaluated there: a feature that began so little
// earlier that its bounds did not matter would spoil them.
HiddenSearch::Found HiddenSearch::begun(const Step& step, Found found) {
  const double length = found.lo - step.integrator.previous_time();
  double lo = times_[nodes - 1], hi = found.lo;
  if (!is_off(step, hi, length)) return found;
  for (double middle = middle_of(lo, hi); middle > lo && middle < hi; middle = middle_of(lo, hi))
    (is_off(step, middle, length) ? hi : lo) = middle;
  for (const double t : {lo, hi}) {
    x_lo_.swap(dx_);
    (void)is_off(step, t, length);
  }
  for (std::size_t k = 0; k < f_bounds_.size(); ++k) {
    const std::size_t i = enclosure_->derivatives()[k];
    if (!(std::abs(dx_[i] - x_lo_[i]) * length <= weights_[k] / 2))
      return {.kind = Found::Kind::jump, .lo = lo, .hi = hi, .state = i};
  }
  found.lo = lo;
  return found;
}

// A sample inside of a pulse spoils the polynomial everywhere: the part before the narrow place is
// scanned again by itself, until it is clear.
HiddenSearch::Found HiddenSearch::search_feature(const Step& step, double end) {
  constexpr int most_scans = 12;
  const double begin = step.integrator.previous_time();
  Found found;
  for (int k = 0; k < most_scans; ++k) {
    const Scan result = scan(step, end);
    if (result == Scan::clear)
      return found.kind == Found::Kind::feature ? begun(step, found) : found;
    if (result == Scan::exhausted) {
      if (found.kind != Found::Kind::nothing) return found;
      const std::size_t state = enclosure_->derivatives().front();
      return {.kind = Found::Kind::unresolved, .lo = begin, .hi = end, .state = state};
    }
    found = place_of_feature();
    if (!(found.lo > begin)) return found;
    end = found.lo;
  }
  return found;
}

}  // namespace bw::ode
