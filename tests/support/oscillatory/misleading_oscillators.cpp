// What looks like one fast oscillation, or like a linear model, and is not, or not for long.

#include <cmath>

#include "support/oscillatory/oscillator_draft.h"

namespace bw::test::oscillatory {
namespace {

double late(Draft& d) { return d.dice.between(0.4, 0.9) * d.model.stop; }

void two_frequencies(Draft& d) {
  d.limit_periods(1e4);
  const double ratio = d.dice.between(1.2, 2.7);
  const Draft::Pair p = d.oscillator("1", 1, 0, d.w),
                    q = d.oscillator("2", d.spread(1e-3, 1), 0, ratio * d.w);
  const double c = d.w * d.w * d.spread(1e-4, 0.05);
  d.accelerate(p, Formula(-d.w * d.w) * p.x - Formula(c) * p.x * q.x * q.x);
  d.accelerate(q, Formula(-ratio * ratio * d.w * d.w) * q.x - Formula(c) * p.x * p.x * q.x);
}

void three_beats(Draft& d) {
  d.limit_periods(2e4);
  const Draft::Pair p = d.oscillator("1", 1, 0, d.w), q = d.oscillator("2", 0.3, 0, d.w),
                    r = d.oscillator("3", 0, 0, d.w);
  const double a = d.slow(5, 200), b = d.slow(5, 200), c = d.w * d.slow(3, 60);
  const double cubic = d.dice.in(2) ? 0 : d.w * d.slow(1, 10);
  d.accelerate(p, Formula(-d.w * d.w) * p.x + c * q.x - cubic * power(p.x, 3));
  d.accelerate(q, Formula(-(d.w + a) * (d.w + a)) * q.x + Formula(c) * (p.x + r.x));
  d.accelerate(r, Formula(-(d.w + b) * (d.w + b)) * r.x + c * q.x);
}

// Rotation is slowed down until the pendulum swings only.
void separatrix(Draft& d) {
  d.limit_periods(2e3);
  const double speed = d.dice.between(2.1, 4);
  const Draft::Pair p = d.oscillator("", 0, speed * d.w, d.w);
  d.accelerate(p, Formula(-d.w * d.w) * sin(p.x) - d.slow(0.5, 3) * Draft::speed(p));
}

// A second mode grows from next to nothing; it is large only late.
void awaking_mode(Draft& d) {
  d.limit_periods(2e4);
  const double ratio = d.dice.between(1.2, 2.7), seed = d.spread(1e-12, 1e-6);
  const Draft::Pair p = d.oscillator("1", 1, 0, d.w), q = d.oscillator("2", seed, 0, ratio * d.w);
  const double growth = -2 * std::log(seed) / late(d) / 1;
  d.accelerate(
      p, Formula(-d.w * d.w) * (p.x + 0.05 * p.x * q.x * q.x) - d.slow(0.1, 1) * Draft::speed(p));
  d.accelerate(q, Formula(-ratio * ratio * d.w * d.w) * q.x +
                      Formula(growth) * (1.0 - q.x * q.x) * Draft::speed(q));
}

// Linear or not, with a pulse of the force that lasts a few to a few hundred periods.
void pulse_of_force(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double width = d.spread(1, 300) / d.w, middle = d.dice.between(0.2, 0.9) * d.model.stop;
  const double cubic = d.dice.in(2) ? 0 : 0.1;
  const Formula pulse = exp(-power((d.t - middle) / width, 2));
  const double damping = d.slow(0.1, 3), force = d.w * d.w * d.dice.between(0.2, 1);
  d.accelerate(p, Formula(-d.w * d.w) * (p.x + cubic * power(p.x, 3)) - damping * Draft::speed(p) +
                      force * pulse);
}

// A parametric force of twice the frequency: the second period becomes visible late.
void period_doubling(Draft& d) {
  d.limit_periods(2e4);
  const double seed = d.spread(1e-12, 1e-5);
  const Draft::Pair p = d.oscillator("1", 1, 0, 2 * d.w), q = d.oscillator("2", seed, 0, d.w);
  // The amplitude grows as exp(strength w t / 4).
  const double strength = -4 * std::log(seed) / (late(d) * d.w);
  d.accelerate(p, Formula(-4 * d.w * d.w) * p.x);
  d.accelerate(q, Formula(-d.w * d.w) * (1.0 + strength * p.x) * q.x -
                      Formula(0.5 * strength * d.w * d.w) * power(q.x, 3));
}

// A slow state passes a threshold, and the stiffness changes within few periods.
void threshold(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula s = d.model.add("s", 0);
  const double at = d.dice.between(0.3, 0.8), sharp = d.model.stop * d.w / d.spread(1, 300);
  d.accelerate(p, Formula(-d.w * d.w) * (1.0 + 0.2 * tanh(Formula(sharp) * (s - at))) * p.x -
                      d.slow(0.1, 2) * Draft::speed(p));
  d.model.der(s) = 1 / d.model.stop;
}

// The same by the time itself: linear, and constant until late.
void late_change(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double width = d.spread(1, 300) / d.w, at = late(d), damping = d.slow(0.1, 2);
  d.accelerate(p, Formula(-d.w * d.w) * (1.0 + 0.2 * tanh((d.t - at) / width)) * p.x -
                      damping * Draft::speed(p));
}

// Negative damping, until a high power of the amplitude ends it.
void late_nonlinearity(Draft& d) {
  const double start = d.spread(1e-6, 0.1);
  const Draft::Pair p = d.oscillator("", start, 0, d.w);
  const double growth = -2 * std::log(start) / late(d);
  const int exponent = d.dice.in(2) ? 2 : 8;
  d.accelerate(p, Formula(-d.w * d.w) * (p.x + 0.02 * power(p.x, 7)) +
                      Formula(growth) * (1.0 - power(p.x, exponent)) * Draft::speed(p));
}

// Exactly linear to 16 digits, until a slow state has grown.
void hidden_cubic(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula s = d.model.add("s", 0);
  d.accelerate(
      p, Formula(-d.w * d.w) * p.x * (1.0 + 0.1 * exp(Formula(60.0) * (s - 1.0)) * p.x * p.x));
  d.model.der(s) = 1 / d.model.stop;
}

// The force sweeps through the resonance.
void crossing(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0, 0, d.w);
  const double offset = std::min(d.slow(20, 2000), 0.5 * d.w), at = d.dice.between(0.2, 0.8);
  const double rate = 0.5 * offset / (at * d.model.stop);
  const double cubic = d.dice.in(2) ? 0 : d.w * d.slow(0.2, 2);
  const double damping = d.slow(1, 10), force = d.w * std::sqrt(rate) * d.dice.between(0.3, 1);
  d.accelerate(p, Formula(-d.w * d.w) * p.x - damping * Draft::speed(p) - cubic * power(p.x, 3) +
                      force * cos((d.w - offset + rate * d.t) * d.t));
}

// The damping changes its sign in the middle: the amplitude becomes tiny, and returns much later.
void delayed(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double depth = d.slow(10, 60);
  const Formula growth = Formula(depth) * (d.t / d.model.stop - d.dice.between(0.3, 0.5));
  d.accelerate(p, Formula(-d.w * d.w) * p.x + (growth - depth * p.x * p.x) * Draft::speed(p));
}

// A force of a second frequency that is switched on softly, and late.
void late_force(Draft& d) {
  d.limit_periods(2e4);
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double width = d.spread(3, 1000) / d.w, ratio = d.dice.between(0.3, 3);
  const Formula envelope = 0.5 * (1.0 + tanh((d.t - late(d)) / width));
  const double damping = d.slow(0.5, 5);
  d.accelerate(p, Formula(-d.w * d.w) * (p.x + 0.05 * power(p.x, 3)) - damping * Draft::speed(p) +
                      Formula(0.2 * d.w * d.w) * envelope * cos(ratio * d.w * d.t));
}

// Two oscillators of different frequency that do not see each other, and a force on one of them.
void side_by_side(Draft& d) {
  d.limit_periods(2e4);
  const double ratio = d.spread(1.5, 30);
  const Draft::Pair p = d.oscillator("1", 1, 0, d.w), q = d.oscillator("2", 1, 0, d.w / ratio);
  d.accelerate(p, Formula(-d.w * d.w) * p.x - d.slow(0.1, 3) * Draft::speed(p));
  d.accelerate(q, Formula(-d.w * d.w / (ratio * ratio)) * sin(q.x));
}

}  // namespace

const std::vector<Family>& misleading_families() {
  static const std::vector<Family> all{{"two frequencies", two_frequencies},
                                       {"three beats", three_beats},
                                       {"separatrix", separatrix},
                                       {"awaking mode", awaking_mode},
                                       {"pulse of a force", pulse_of_force},
                                       {"period doubling", period_doubling},
                                       {"threshold", threshold},
                                       {"late change", late_change},
                                       {"late nonlinearity", late_nonlinearity},
                                       {"hidden cubic", hidden_cubic},
                                       {"resonance crossing", crossing},
                                       {"delayed", delayed},
                                       {"late force", late_force},
                                       {"side by side", side_by_side}};
  return all;
}

}  // namespace bw::test::oscillatory
