// Long steps: when they are made, how long they are, and when they end.

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "base/tolerance.h"
#include "math/finite.h"
#include "ode/kernel/integrator.h"
#include "ode/methods/multirev/between.h"
#include "ode/methods/multirev/long_step.h"
#include "ode/methods/multirev/multirev.h"
#include "ode/methods/multirev/revolution.h"

namespace bw::ode::multirevolution {
namespace {

constexpr double share_of_steps = 0.3;  // of the tolerance, over all revolutions left
constexpr double rounding_of_revolution = 1e-14, most_rounding_factor = 5;
constexpr double least_micro = 1e-14;           // below it errors are rounding
constexpr double most_clip = 2, unlike = 1.07;  // divisors of step sizes; see begin_passing()
constexpr double small_absolute = 1e-3;         // of the absolute tolerance, within a revolution
constexpr double first_nodes = 4, first_nodes_finer = 5;  // revolutions per node, at first
constexpr double wasted_share = 0.15;  // of the revolutions left: in a first attempt
constexpr double wait_for_waste = 0.5, longer_wait = 4;  // steps for each wasted one; each time
constexpr double judged_after = 100, least_gain = 0.8;  // revolutions made; passed for each of them
constexpr double most_finer = 6;
constexpr double most_growth = 4, least_growth = 0.25, safety = 0.8;

}  // namespace

void Multirev::begin_passing() {
  now_.passes = true;
  now_.period = watch_.period();
  now_.sizes.assign(watch_.sizes().begin(), watch_.sizes().end());
  const double left = (setup_.stop - time()) / now_.period;
  const double wanted = share_of_steps * setup_.tolerance.relative / left;
  now_.micro_relative = std::max(wanted, least_micro);
  // Two integrations must not have the same errors: where the tolerance cannot be smaller, steps
  // still are; also where both are as short as they may be.
  now_.clip = 1;
  if (now_.micro_relative > wanted)
    now_.clip = std::min(std::pow(now_.micro_relative / wanted, 0.125), most_clip) *
                (setup_.finer > 1 ? unlike : 1);
  now_.rounding_factor =
      std::max(now_.rounding_factor,
               std::min(std::hypot(1.0, rounding_of_revolution / wanted), most_rounding_factor));
  now_.finer = 1;
  now_.wanted = static_cast<long>((setup_.finer > 1 ? first_nodes_finer : first_nodes) *
                                  static_cast<double>(nodes_));
  now_.has_polynomial = now_.has_passed = false;
  now_.passed = now_.made = 0;
  now_.ordinary_until = time();
  ordinary_.tighten_until(setup_.stop);
  make_revolution();
}

void Multirev::make_revolution() {
  Setup setup = setup_;
  setup.start = 0;
  setup.stop = setup_.stop - setup_.start;
  setup.tolerance.relative = now_.micro_relative;
  if (setup_.tolerance.absolute)
    setup.tolerance.absolute = small_absolute * *setup_.tolerance.absolute *
                               (now_.micro_relative / setup_.tolerance.relative);
  setup.largest_step = std::numeric_limits<double>::infinity();
  setup.watcher = nullptr;
  count();
  revolution_ = std::make_unique<Revolution>(equations_, setup);
  micro_counted_ = 0;
}

// Ordinary steps with the usual tolerance again, as many as make up for what was in vain.
void Multirev::end_passing() {
  const double wasted =
      std::max(now_.made - now_.passed, 1.0) * static_cast<double>(revolution_->steps());
  const double wait = wait_for_waste * wasted * std::pow(longer_wait, std::min(now_.failures, 20));
  now_.passes = now_.is_vain = false;
  now_.wait_until = ordinary_.count() + static_cast<long>(wait);
  leave_long_step();
  // The first time it may be a transition only.
  const double h =
      now_.failures++ > 0 ? 0 : now_.period / static_cast<double>(revolution_->steps());
  ordinary_.tighten_until(time() + wait * h);
  watch_.begin(nominals_);
}

bool Multirev::may_pass(double limit) const {
  const double end = std::min(limit, time() + setup_.largest_step);
  return time() >= now_.ordinary_until &&
         (end - time()) / now_.period >= static_cast<double>(least_revolutions()) + 2;
}

// True: a long step was made.
bool Multirev::pass(double limit) {
  const double t = time(), end = std::min(limit, t + setup_.largest_step);
  now_.latest = limit;
  now_.finer = std::max(1.0, 0.9 * now_.finer);
  const double budget = wasted_share * (setup_.stop - t) / now_.period;
  bool leads = true, is_near_limit = false;
  while (!leads || lead()) {
    const double room = (end - t) / now_.period - 1;
    is_near_limit = room < static_cast<double>(least_revolutions());
    if (is_near_limit) break;
    fill_weights();
    const LongStepEnd found = attempt(std::min(room, static_cast<double>(now_.wanted)));
    if (accept(found)) return true;
    ++counts_.rejected;
    leads = found.kind == LongStepEnd::Kind::too_coarse;
    now_.wanted = std::min(now_.wanted, next_.revolutions());
    if (!take_smaller(found) || (!now_.has_passed && now_.made > budget)) break;
  }
  count();
  if (is_near_limit) return false;
  if (now_.has_passed && now_.made <= judged_after + now_.passed) {  // directly, for a while
    now_.ordinary_until = t + first_nodes * static_cast<double>(nodes_) * now_.period;
    now_.wanted = 3 * static_cast<long>(nodes_);
  } else {
    end_passing();
  }
  return false;
}

// One revolution from here; twice where the sizes of the states turn out to be others.
bool Multirev::lead() {
  const Revolution::From from{time(), state(), now_.latest};
  const double known = revolution_->first_step();
  const double first = known > 0 ? known * now_.finer * now_.clip
                                 : ordinary_.current().time() - ordinary_.current().previous_time();
  for (int twice = 0; twice < 2; ++twice) {
    revolution_->set_sizes(nominals_, now_.sizes);
    const Return what = revolution_->lead(from, first, now_.finer * now_.clip);
    now_.made += 1;
    if (what != Return::found) return false;
    bool fits = true;
    for (std::size_t i = 0; i < now_.sizes.size(); ++i) {
      const double size = std::max(revolution_->peaks()[i], nominals_[i]);
      fits = fits && size < 2 * now_.sizes[i] && now_.sizes[i] < 2 * size;
      now_.sizes[i] = size;
    }
    if (fits) break;
  }
  now_.period = revolution_->led().period;
  return true;
}

void Multirev::fill_weights() {
  const Tolerance& tolerance = setup_.tolerance;
  for (std::size_t i = 0; i < nominals_.size(); ++i)
    weights_[i] =
        tolerance.relative * revolution_->peaks()[i] + tolerance.absolute_for(nominals_[i]);
  weights_.back() = tolerance.relative / revolution_->rate();
}

LongStepEnd Multirev::attempt(double revolutions) {
  LongStepEnd found = next_.attempt(*revolution_, {time(), state(), now_.latest, weights_},
                                    {nodes_, static_cast<long>(revolutions)},
                                    now_.has_polynomial ? &step_ : nullptr);
  now_.made += static_cast<double>(found.sweeps) * static_cast<double>(nodes_);
  if (found.kind == LongStepEnd::Kind::converged && time() + next_.duration() > now_.latest)
    found.kind = LongStepEnd::Kind::beyond;
  if (!setup_.has_formulas && found.kind == LongStepEnd::Kind::converged && found.error <= 1)
    look_between(found);
  return found;
}

void Multirev::look_between(LongStepEnd& found) {
  const bool is_known = next_.make_dense(*revolution_, now_.latest);
  now_.made += static_cast<double>(nodes_);
  const auto differs =
      is_known
          ? first_difference(next_, equations_, {time(), weights_, now_.sizes, revolution_->rate()})
          : 0L;
  if (!differs) return;
  found.kind = LongStepEnd::Kind::differs;
  found.agreed = *differs;
}

bool Multirev::accept(const LongStepEnd& found) {
  if (found.kind != LongStepEnd::Kind::converged || !(found.error <= 1) ||
      !math::all_finite(next_.end_state()))
    return false;
  const auto revolutions = static_cast<double>(next_.revolutions());
  const double exponent = -1.0 / static_cast<double>(nodes_ + 1);
  double growth = safety * std::pow(std::max(found.error, 1e-12), exponent);
  growth = std::max(std::min(growth, most_growth), least_growth);
  if (found.sweeps >= 6) growth = std::min(growth, found.sweeps > 6 ? 0.7 : 1.0);
  const auto next = static_cast<long>(growth * revolutions);
  // A step that a limit cut short does not determine the size of the next.
  now_.wanted = next_.revolutions() < now_.wanted ? std::max(next, now_.wanted) : next;
  now_.wanted = std::max(now_.wanted, least_revolutions());
  now_.passed += revolutions;
  move_to_end();
  count();
  if (now_.made > judged_after) {
    now_.is_vain = now_.passed < least_gain * now_.made;
    if (!now_.is_vain) now_.failures = 0;
    now_.made = now_.passed = 0;
  }
  return true;
}

void Multirev::move_to_end() {
  const double begin = time();
  std::swap(step_, next_);
  now_.begin = begin;
  now_.end = begin + step_.duration();
  now_.x.assign(step_.end_state().begin(), step_.end_state().end());
  now_.is_long = now_.has_polynomial = now_.has_passed = true;
  // The time is rounded, and the solution is fast: to where it is at the rounded time.
  const double rounding = (now_.end - now_.begin) - step_.duration();
  if (rounding == 0) return;
  std::vector<double> slope(now_.x.size());
  equations_.derivatives(now_.end, now_.x, slope);
  if (!math::all_finite(slope)) return;  // the next step reports it
  for (std::size_t i = 0; i < slope.size(); ++i) now_.x[i] += rounding * slope[i];
}

// False: nothing is left to try.
bool Multirev::take_smaller(const LongStepEnd& found) {
  if (found.kind == LongStepEnd::Kind::too_coarse) {
    now_.finer *= 1.3;
    return now_.finer < most_finer;
  }
  double factor = least_growth;  // a revolution was not found
  if (found.kind == LongStepEnd::Kind::differs)
    factor = 0.9 * static_cast<double>(found.agreed) / static_cast<double>(now_.wanted);
  if (found.kind == LongStepEnd::Kind::converged)
    factor = std::max(
        std::min(safety * std::pow(found.error, -1.0 / static_cast<double>(nodes_ + 1)), 0.9),
        least_growth);
  if (found.kind == LongStepEnd::Kind::not_converged) factor = 0.4;
  if (found.kind == LongStepEnd::Kind::beyond) factor = 0.7;
  const auto least = static_cast<double>(least_revolutions());
  const double before = static_cast<double>(now_.wanted), wish = factor * before;
  now_.wanted = std::max(static_cast<long>(wish), least_revolutions());
  return before > least && wish > 0.6 * least;
}

}  // namespace bw::ode::multirevolution
