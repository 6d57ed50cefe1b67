// Periodic forces, also modulated, swept and near a resonance; and slow parameters.

#include <cmath>

#include "support/oscillatory/oscillator_draft.h"

namespace bw::test::oscillatory {
namespace {

// x'' + w^2 x + damping x' + cubic x^3, of an amplitude of about 1.
Formula restoring(Draft& d, const Draft::Pair& p) {
  const double damping = d.slow(1, 10), cubic = d.w * d.slow(0.2, 8);
  return Formula(-d.w * d.w) * p.x - damping * Draft::speed(p) - cubic * power(p.x, 3);
}

void locked(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.1, 0, d.w);
  const double force = d.w * d.slow(2, 10);
  d.accelerate(p, restoring(d, p) + force * cos(d.w * d.t));
}

void near_resonance(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.1, 0, d.w);
  const double sign = d.dice.sign(), beats = sign * d.slow(2, 60), force = d.w * d.slow(2, 10);
  d.accelerate(p, restoring(d, p) + force * cos((d.w + beats) * d.t));
}

void swept(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0, 0, d.w);
  const double beats = -d.slow(2, 60), rate = -beats * d.slow(0.5, 2) / 2;
  const double force = d.w * d.slow(2, 10);
  d.accelerate(p, restoring(d, p) + force * cos((d.w + beats + rate * d.t) * d.t));
}

void modulated(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.1, 0, d.w);
  const double depth = d.dice.between(0.2, 0.9), rate = d.slow(2, 40), force = d.w * d.slow(2, 10);
  d.accelerate(p,
               restoring(d, p) + Formula(force) * (1.0 + depth * sin(rate * d.t)) * sin(d.w * d.t));
}

void parametric(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.1, 0, d.w);
  const double strength = d.slow(4, 40) / d.w;
  d.accelerate(p, restoring(d, p) - Formula(d.w * d.w * strength) * cos(2 * d.w * d.t) * p.x);
}

// A strong force far from the resonance, with a frequency that is a whole multiple or part.
void harmonic(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.5, 0, d.w);
  const double ratio = d.dice.in(2) ? 3 : 0.5;
  const double force = d.w * d.w * d.dice.between(0.1, 1);
  d.accelerate(p, restoring(d, p) + force * cos(ratio * d.w * d.t));
}

// Van der Pol's, which follows the frequency of the force.
void entrained(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double rate = d.slow(10, 80);
  d.accelerate(p, Formula(-d.w * d.w) * p.x + Formula(rate) * (1.0 - p.x * p.x) * Draft::speed(p) +
                      d.w * rate * d.dice.between(0.5, 1.5) * cos((d.w + 0.2 * rate) * d.t));
}

// The force is a state itself: autonomous, with the same frequency.
void driven_by_state(Draft& d) {
  const Draft::Pair p = d.oscillator("1", 0.1, 0, d.w), q = d.oscillator("2", 1, 0, d.w);
  d.accelerate(q, Formula(-d.w * d.w) * q.x);
  const double force = d.w * d.slow(2, 10);
  d.accelerate(p, restoring(d, p) + force * q.x);
}

void ramp(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double slope = d.dice.between(-0.5, 1) / d.model.stop;
  d.accelerate(p,
               Formula(-d.w * d.w) * (1.0 + slope * d.t) * p.x - d.slow(0.1, 3) * Draft::speed(p));
}

void breathing_damping(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double most = d.slow(0.5, 4), rate = d.slow(5, 60);
  const Formula damping = Formula(most) * (0.2 + sin(rate * d.t));
  d.accelerate(p, Formula(-d.w * d.w) * (p.x + 0.05 * power(p.x, 3)) - damping * Draft::speed(p));
}

void softening(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula k = d.model.add("k", 1);
  d.accelerate(p, Formula(-d.w * d.w) * k * p.x - d.slow(0.1, 2) * Draft::speed(p));
  d.model.der(k) = -(Formula(d.slow(0.2, 1.5)) * k * (1.0 + 0.3 * p.x * p.x));
}

// A slow van der Pol oscillator modulates the stiffness of a fast one.
void slow_oscillator(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula a = d.model.add("a", 1), b = d.model.add("b", 0);
  const double rate = d.slow(6, 40);
  d.accelerate(p, Formula(-d.w * d.w) * (1.0 + d.dice.between(0.01, 0.15) * a) * p.x);
  d.model.der(a) = rate * b;
  d.model.der(b) = Formula(rate) * ((1.0 - a * a) * b - a + 0.1 * p.x * p.x);
}

// A pendulum whose length is changed.
void lengthening(Draft& d) {
  const Draft::Pair p = d.oscillator("", d.dice.between(0.3, 1.5), 0, d.w);
  const double slope = d.dice.between(0.2, 2) / d.model.stop;
  const Formula length = 1.0 + slope * d.t;
  d.accelerate(p, (Formula(-d.w * d.w) * sin(p.x) - 2 * slope * Draft::speed(p)) / length);
}

// Logistic growth of a slow state; it bends the spring.
void growing(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula g = d.model.add("g", 0.02);
  const double cubic = d.dice.between(0.1, 1), damping = d.slow(0.1, 2);
  d.accelerate(p, Formula(-d.w * d.w) * (p.x + Formula(cubic) * g * power(p.x, 3)) -
                      damping * Draft::speed(p));
  d.model.der(g) = Formula(d.slow(5, 15)) * g * (1.0 - g);
}

// Frequency and force drift together.
void tracked(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.2, 0, d.w);
  const double slope = d.dice.between(0.05, 0.4) / d.model.stop;
  const Formula frequency = Formula(d.w) * (1.0 + slope * d.t);
  const double damping = d.slow(2, 10), force = d.w * d.slow(2, 8);
  d.accelerate(p, -(frequency * frequency * p.x) - damping * Draft::speed(p) +
                      force * cos(Formula(d.w) * d.t * (1.0 + 0.5 * slope * d.t)));
}

}  // namespace

const std::vector<Family>& forced_families() {
  static const std::vector<Family> all{
      {"locked", locked},         {"near resonance", near_resonance},
      {"swept", swept},           {"modulated", modulated},
      {"parametric", parametric}, {"harmonic", harmonic},
      {"entrained", entrained},   {"driven by a state", driven_by_state}};
  return all;
}

const std::vector<Family>& drifting_families() {
  static const std::vector<Family> all{{"ramp", ramp},
                                       {"breathing damping", breathing_damping},
                                       {"softening", softening},
                                       {"slow oscillator", slow_oscillator},
                                       {"lengthening", lengthening},
                                       {"growing", growing},
                                       {"tracked", tracked}};
  return all;
}

}  // namespace bw::test::oscillatory
