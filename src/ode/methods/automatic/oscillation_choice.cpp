#include "ode/methods/automatic/oscillation_choice.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "ode/methods/tight_tolerance.h"

namespace bw::ode {

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
                   .slow_drift = slow_drift(features.accuracy)});
  linear_.started(true);
  features.periods_left = 0;
}

bool OscillationChoice::watch(const Integrator& method, double limit, Features& features) {
  if (features.shown) return false;
  return watch_linearity(method, limit, features) || watch_period(method, limit, features);
}

bool OscillationChoice::watch_period(const Integrator& method, double limit, Features& features) {
  if (features.searched || features.stiff) return false;
  const double tight = tightness();
  if (!period_.step(method, limit)) return false;
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

// Tested only where the answer matters.
bool OscillationChoice::watch_linearity(const Integrator& method, double limit,
                                        Features& features) {
  // Without formulas no test proves that f is linear everywhere.
  if (!linear_.is_due() || features.has_indicators || !setup_.has_formulas) return false;
  const double t = method.time();
  const double h = (t - method.previous_time()) / std::pow(tightness(), 1.0 / 8);
  Features guess = features;
  guess.linear = guess.swings = true;
  guess.steps_left = (limit - t) / h;
  guess.steps_in_all = (setup_.stop - t) / h;
  if (!choose(guess).passes_over) return false;
  if (!linear_.test(*equations_, t, method.state(), nominals_)) return false;
  guess.swings = linear_.swings();
  if (!choose(guess).passes_over) return false;
  const double longest = (setup_.stop - setup_.start) / (guess.long_steps * setup_.finer);
  guess.long_steps = (setup_.stop - t) / long_step(*equations_, setup_.tolerance, t, method.state(),
                                                   nominals_, std::min(longest, limit - t));
  if (!choose(guess).passes_over) return false;
  features = guess;
  return true;
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
