#include "ode/methods/automatic/oscillation_choice.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ode/methods/automatic/first_look.h"
#include "ode/methods/tight_tolerance.h"

namespace bw::ode {
namespace {

constexpr double radians_of_step = 6;  // no method follows more of an oscillation by a step

}  // namespace

OscillationChoice::OscillationChoice(Equations& equations, const Setup& setup)
    : equations_(&equations),
      setup_(setup),
      tight_share_(tight_tolerance(setup.tolerance.relative) / setup.tolerance.relative) {}

void OscillationChoice::restart(std::span<const double> x, std::span<const double> nominals,
                                Features& features) {
  nominals_.assign(nominals.begin(), nominals.end());
  period_.restart(x, nominals,
                  {.relative = setup_.tolerance.relative,
                   .tightness = tight_share_,
                   .slow_drift = slow_drift(features.accuracy),
                   .awaits = features.accuracy >= thresholds::awaits_slow_drift,
                   .many_periods = many_periods(features.accuracy)});
  linear_.started(true);
  is_examined_ = decays_ = false;
  features.periods_left = 0;
}

bool OscillationChoice::watch(const Integrator& method, double limit, Features& features) {
  if (features.shown) return false;
  return watch_linearity(method, limit, features) || watch_period(method, limit, features);
}

bool OscillationChoice::watch_period(const Integrator& method, double limit, Features& features) {
  if (features.searched || features.stiff) return false;
  const double tight = tightness();
  if (!period_.step(method, limit)) {
    if (skips_first_search(method, limit, features)) period_.skip_first();
    return false;
  }
  const Oscillation& found = period_.oscillation();
  features.period = found.period;
  features.periods_left = (limit - method.time()) / found.period;
  features.drift = found.drift;
  features.tight_start = tight < 1;
  features.tolerance = setup_.tolerance.relative;
  features.steps_per_period = found.steps * std::pow(tight, 1.0 / 8);
  if (choose(features).passes_over) return true;
  features.periods_left = 0;
  period_.vain();
  return false;
}

// Once after each event, before the first step is made again: the more accurate steps of a first
// search would be lost on a model that decays, or that is slow.
bool OscillationChoice::skips_first_search(const Integrator& method, double limit,
                                           const Features& features) {
  if (is_examined_ || !period_.is_first_search()) return false;
  is_examined_ = true;
  const double t = method.time();
  if (!linear_.has_cheap_jacobian(*equations_)) return false;
  const FirstLook look = first_look(*equations_, setup_.tolerance, t, method.state(), nominals_,
                                    limit - t, many_periods(features.accuracy));
  decays_ = look.decays;
  return !look.may_oscillate;
}

bool OscillationChoice::are_modes_worth_it(const Begin& begin, double limit, Features& guess) {
  guess.linear = true;
  guess.steps_left = (limit - begin.t) / begin.h;
  guess.steps_in_all = (setup_.stop - begin.t) / begin.h;
  return choose(guess).passes_over;
}

// A linear model: with the steps in modes that its force allows.
bool OscillationChoice::take_linear(const Begin& begin, double limit, Features& guess,
                                    Features& features) {
  const double longest = (setup_.stop - setup_.start) / (guess.long_steps * setup_.finer);
  const double h = long_step(*equations_, setup_.tolerance, begin.t, begin.x, nominals_,
                             std::min(longest, limit - begin.t));
  guess.long_steps = (setup_.stop - begin.t) / h;
  if (!choose(guess).passes_over) return false;
  features = guess;
  return true;
}

// Tested only where the answer matters.
bool OscillationChoice::watch_linearity(const Integrator& method, double limit,
                                        Features& features) {
  if (!linear_.is_due() || !may_be_linear(features)) return false;
  const double t = method.time();
  const Begin here{t, method.state(),
                   (t - method.previous_time()) / std::pow(tightness(), 1.0 / 8)};
  Features guess = features;
  guess.swings = true;
  if (!are_modes_worth_it(here, limit, guess)) return false;
  if (!linear_.test(*equations_, t, here.x, nominals_)) return false;
  guess.swings = linear_.swings();
  Begin turning = here;
  if (linear_.is_mixed() && linear_.swings())
    turning.h = std::max(here.h, radians_of_step / linear_.least_rate());
  return are_modes_worth_it(turning, limit, guess) && take_linear(turning, limit, guess, features);
}

// The size of a first step is a guess, and may be too small: it counts ten times. Then those that
// stability allows count, the longest of all.
bool OscillationChoice::is_linear_from(const Begin& begin, double stability, double limit,
                                       Features& features) {
  constexpr double small_first = 10;
  if (!may_be_linear(features) || linear_.is_refuted()) return false;
  Features guess = features;
  guess.swings = true;
  Begin usual = begin;
  usual.h = small_first * begin.h;
  if (!are_modes_worth_it(usual, limit, guess)) return false;
  if (!linear_.test(*equations_, begin.t, begin.x, nominals_) || !linear_.swings()) return false;
  usual.h = std::max(begin.h, stability / linear_.least_rate());
  return are_modes_worth_it(usual, limit, guess) && take_linear(usual, limit, guess, features);
}

// The errors of revolutions add up, so their steps are more accurate than those of other methods.
Equations& OscillationChoice::begin(double t, double h, const Features& features) {
  constexpr double stages = 12, order = 8, share = 0.3;
  short_step_ = h;
  counted_.reset();
  if (features.linear) return *equations_;
  short_step_ = features.period / features.steps_per_period;
  const double shorter = std::pow(features.periods_left / share, 1 / order);
  trial_.begin(t, features.period, stages * features.steps_per_period * shorter);
  counted_ = std::make_shared<CountedEquations>(*equations_);
  return *counted_;
}

bool OscillationChoice::pays(const Integrator& method) {
  const double h = method.time() - method.previous_time();
  return counted_ == nullptr || trial_.pays(method.time(), h, counted_->evaluations);
}

double OscillationChoice::steps_of(const Integrator& method) const {
  return (method.time() - method.previous_time()) / short_step_;
}

std::string OscillationChoice::leave(const MethodKind& kind, const Trouble& trouble,
                                     Features& features) {
  const std::string name(kind.name);
  if (features.linear) {
    linear_.refute();
    features.linear = false;
    return trouble.kind == Trouble::Kind::not_linear ? name + " found that the model is not linear"
                                                     : name + " could not go on";
  }
  features.periods_left = 0;
  constexpr double least_lost = 20;  // revolutions
  period_.failed(std::max(trial_.lost(), least_lost) * features.steps_per_period);
  counted_.reset();
  if (trouble) return name + " could not go on";
  return name + " advanced " + rough(trial_.gain()) + " periods for each revolution computed";
}

}  // namespace bw::ode
