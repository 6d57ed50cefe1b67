#include "support/oscillatory/generated_oscillators.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "support/oscillatory/oscillator_draft.h"

namespace bw::test::oscillatory {
namespace {

using std::numbers::pi;

// The rounding of the fast frequency alone turns the phase by this much per period. Where the
// frequency depends on the amplitude, the roundings of this add up, and turn the phase, too.
constexpr double rounding_per_period = 20 * 2.2e-16 * 2 * pi, of_amplitude = 1.5e-15;

const std::vector<Family>& families(OscillatorKind kind) {
  switch (kind) {
    case OscillatorKind::linear: return linear_families();
    case OscillatorKind::nonlinear: return nonlinear_families();
    case OscillatorKind::forced: return forced_families();
    case OscillatorKind::drifting: return drifting_families();
    case OscillatorKind::switching: return switching_families();
    case OscillatorKind::misleading: break;
  }
  return misleading_families();
}

double rounded(double value) {  // to 6 digits, so that texts can be read
  const double unit = std::pow(10, std::floor(std::log10(value)) - 5);
  return std::round(value / unit) * unit;
}

}  // namespace

std::string_view name(OscillatorKind kind) {
  constexpr std::string_view names[] = {"linear",   "nonlinear", "forced",
                                        "drifting", "switching", "misleading"};
  return names[static_cast<std::size_t>(kind)];
}

Draft::Draft(std::uint64_t seed, double most_periods) : dice(seed) {
  // One of six below 1000 periods, a quarter above 1e4: references take their time.
  const double u = dice.between(0, 1);
  const double periods = rounded(dice.in(6) ? spread(100, 1000) : 1000 * std::pow(200, u * u));
  w = rounded(spread(0.3, 1e5));
  wish_ = std::pow(10, dice.between(-9, -3));
  model.tolerance = 0;
  model.periods = std::min(periods, most_periods);
  model.stop = rounded(2 * pi * model.periods / w);
  limit_tolerance(0);
}

double Draft::spread(double low, double high) {
  return rounded(std::exp(dice.between(std::log(low), std::log(high))));
}

void Draft::limit_periods(double most) {
  model.periods = std::min(model.periods, most);
  model.stop = rounded(2 * pi * model.periods / w);
  model.tolerance = 0;
  limit_tolerance(0);
}

void Draft::limit_tolerance(double least) {
  model.tolerance =
      rounded(std::max({model.tolerance, wish_, least, rounding_per_period * model.periods,
                        of_amplitude * std::pow(model.periods, 1.5)}));
}

Draft::Pair Draft::oscillator(const std::string& suffix, double x, double v, double frequency) {
  const std::size_t form = dice.below(3);
  if (form == 0)
    return {model.add("x" + suffix, x), model.add("v" + suffix, v / frequency), frequency};
  double nominal = form == 1 ? rounded(frequency) : 1;
  // Without a nominal value the zeros of a large velocity have to be right to R.
  if (model.tolerance < rounding_per_period * model.periods * frequency)
    nominal = rounded(frequency);
  return {model.add("x" + suffix, x), model.add("v" + suffix, v, nominal), 1};
}

void Draft::accelerate(const Pair& pair, const Formula& acceleration) {
  model.der(pair.x) = speed(pair);
  model.der(pair.v) = pair.scale == 1 ? acceleration : acceleration / pair.scale;
}

OscillatoryModel generated_oscillator(std::uint64_t seed, OscillatorKind kind,
                                      double most_periods) {
  const std::vector<Family>& all = families(kind);
  const Family& family = all[seed % all.size()];
  Draft draft(seed * 7919 + static_cast<std::uint64_t>(kind), most_periods);
  family.draw(draft);
  OscillatoryModel& model = draft.model;
  // 150 to 450 rows, at phases that are as good as random.
  model.interval = rounded(model.stop / draft.dice.between(150, 450));
  model.name = fmt::format("{} {}: {}, {} states, {:.3g} periods", name(kind), seed, family.name,
                           model.states.size(), model.periods);
  return std::move(draft.model);
}

}  // namespace bw::test::oscillatory
