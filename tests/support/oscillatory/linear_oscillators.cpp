// Linear models with constant coefficients; forces are smooth in time.

#include <fmt/format.h>

#include <cmath>

#include "support/oscillatory/oscillator_draft.h"

namespace bw::test::oscillatory {
namespace {

std::size_t masses(Draft& d) { return static_cast<std::size_t>(d.spread(2, 40)); }

// A slow force: none, a cosine, or a bell over a good part of the run.
Formula slow_force(Draft& d, double size) {
  switch (d.dice.below(3)) {
    case 0: return 0.0;
    case 1: return Formula(size) * cos(Formula(d.slow(2, 40)) * d.t);
    default: break;
  }
  const double middle = d.dice.between(0.2, 0.8) * d.model.stop,
               width = d.dice.between(0.1, 0.3) * d.model.stop;
  return Formula(size) * exp(-power((d.t - middle) / width, 2));
}

// Masses between springs of stiffness about k; the fastest frequency is about w. `ends`: whether
// the first and the last one are fixed to the ground.
void structure(Draft& d, bool first_end, bool last_end) {
  const std::size_t n = masses(d);
  d.limit_periods(6e5 / static_cast<double>(n * n));
  d.model.extrapolation_accuracy = 1e-14L;
  const double k = d.w * d.w / 4, damping = d.slow(0.1, 6);
  std::vector<Formula> x, v;
  const bool has_nominal = d.dice.in(2);
  for (std::size_t i = 1; i <= n; ++i)
    x.push_back(d.model.add(fmt::format("x{}", i), d.dice.between(-1, 1)));
  for (std::size_t i = 1; i <= n; ++i)
    v.push_back(d.model.add(fmt::format("v{}", i), 0, has_nominal ? d.w : 1));
  if (!has_nominal) d.limit_tolerance(3e-14 * d.model.periods * d.w);
  const std::size_t loaded = d.dice.below(n);
  // A free structure would be carried far away.
  const double size = first_end || last_end ? 0.1 * k : 50 / (d.model.stop * d.model.stop);
  const Formula load = slow_force(d, size);
  std::vector<double> springs;
  for (std::size_t i = 0; i <= n; ++i) springs.push_back(k * d.near_one(0.4));
  if (!first_end) springs.front() = 0;
  if (!last_end) springs.back() = 0;
  for (std::size_t i = 0; i < n; ++i) {
    Formula force = -((springs[i] + springs[i + 1]) * x[i]) - damping * v[i];
    if (i > 0) force = force + springs[i] * x[i - 1];
    if (i + 1 < n) force = force + springs[i + 1] * x[i + 1];
    if (i == loaded) force = force + load;
    d.model.der(x[i]) = v[i];
    d.model.der(v[i]) = force;
  }
}

void fixed_structure(Draft& d) { structure(d, true, true); }
void hanging_structure(Draft& d) { structure(d, true, false); }
// A double integrator besides the oscillations.
void free_structure(Draft& d) { structure(d, false, false); }

void ladder(Draft& d) {
  const std::size_t n = masses(d);
  d.limit_periods(6e5 / static_cast<double>(n * n));
  d.model.extrapolation_accuracy = 1e-14L;
  const double resistance = d.slow(0.3, 8);
  std::vector<Formula> i, u;
  for (std::size_t k = 1; k <= n; ++k) i.push_back(d.model.add(fmt::format("i{}", k), 0));
  for (std::size_t k = 1; k <= n; ++k) u.push_back(d.model.add(fmt::format("u{}", k), 0));
  const double frequency = d.slow(1, 60);
  const Formula source = d.dice.in(2) ? Formula(1.0) : sin(frequency * d.t);
  const double rate = d.w / 2;  // 1/L = 1/C
  for (std::size_t k = 0; k < n; ++k) {
    const double inductive = rate * d.near_one(0.3), capacitive = rate * d.near_one(0.3);
    d.model.der(i[k]) = inductive * ((k == 0 ? source : u[k - 1]) - u[k]) - resistance * i[k];
    d.model.der(u[k]) =
        k + 1 < n ? capacitive * (i[k] - i[k + 1]) : capacitive * i[k] - d.slow(0.3, 8) * u[k];
  }
}

void damped(Draft& d) {
  const Draft::Pair p = d.oscillator("", d.dice.between(-2, 2), 0, d.w);
  const double damping = d.slow(0.05, 8);
  d.accelerate(p, Formula(-d.w * d.w) * p.x - damping * Draft::speed(p) + slow_force(d, d.w * d.w));
  if (d.dice.in(2)) d.model.outputs.push_back({"e", p.x * p.x + power(p.v * (p.scale / d.w), 2)});
}

// Driven with its own frequency, or one that differs by a few beats.
void resonance(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0, 0, d.w);
  const double force = d.w * d.slow(0.5, 4), beats = d.dice.in(2) ? 0 : d.slow(2, 60);
  d.accelerate(p, Formula(-d.w * d.w) * p.x - d.slow(0.1, 5) * Draft::speed(p) +
                      force * cos((d.w + beats) * d.t));
}

// The second one is driven by the first with its own frequency: a double pair of eigenvalues with
// one eigenvector.
void cascade(Draft& d) {
  const Draft::Pair p = d.oscillator("1", 1, 0, d.w), q = d.oscillator("2", 0, 0, d.w);
  const Formula stiffness = d.w * d.w;
  d.accelerate(p, -(stiffness * p.x));
  d.accelerate(q, Formula(d.w * d.slow(0.5, 4)) * p.x - stiffness * q.x);
}

// Frequencies over several decades, fully coupled.
void coupled(Draft& d) {
  d.limit_periods(3e4);
  d.model.extrapolation_accuracy = 1e-14L;
  const std::size_t n = 3 + d.dice.below(8);
  const double range = d.spread(10, 1e3), damping = d.slow(0.05, 3);
  std::vector<Draft::Pair> p;
  std::vector<double> stiffness;
  double all = 0;
  for (std::size_t k = 0; k < n; ++k) {
    const double part = static_cast<double>(k) / static_cast<double>(n - 1);
    stiffness.push_back(d.w * d.w * std::pow(range, 2 * part - 2));
    all += stiffness.back();
    p.push_back(d.oscillator(std::to_string(k + 1), k == 0 ? 1 : 0, 0, d.w));
  }
  d.limit_tolerance(1e-15 * range * range * d.model.periods);  // slow modes of a rounded matrix
  const double c = 2.0 / static_cast<double>(n);  // Q = I - c (all ones) is its own inverse
  for (std::size_t i = 0; i < n; ++i) {
    Formula force = slow_force(d, i == 0 ? stiffness[0] : 0) - damping * Draft::speed(p[i]);
    for (std::size_t j = 0; j < n; ++j)
      force =
          force -
          ((i == j ? stiffness[i] : 0) - c * (stiffness[i] + stiffness[j]) + c * c * all) * p[j].x;
    d.accelerate(p[i], force);
  }
}

// An oscillator beside something that decays at once and something slow.
void with_decay(Draft& d) {
  d.limit_periods(2e4);
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula s = d.model.add("s", 0), f = d.model.add("f", 1);
  const double rate = d.w * d.spread(0.3, 30), slow = d.slow(0.5, 20);
  d.accelerate(p, Formula(-d.w * d.w) * (p.x - 0.3 * s) - d.slow(0.1, 4) * Draft::speed(p));
  d.model.der(s) = Formula(slow) * (cos(d.slow(1, 20) * d.t) + 0.5 * f - s);
  d.model.der(f) = Formula(rate) * (p.x - f);
}

// Two frequencies that turn into each other: a gyroscope.
void gyroscope(Draft& d) {
  const Formula a = d.model.add("a", 1), b = d.model.add("b", 0), u = d.model.add("u", 0),
                v = d.model.add("v", 0.3);
  const double slow = d.w * d.spread(1e-3, 0.5), damping = d.slow(0.1, 3);
  d.model.der(a) = slow * u;
  d.model.der(b) = slow * v;
  d.model.der(u) = -(slow * a) - d.w * v - damping * u;
  d.model.der(v) = -(slow * b) + d.w * u - damping * v;
}

}  // namespace

const std::vector<Family>& linear_families() {
  static const std::vector<Family> all{{"structure", fixed_structure},
                                       {"ladder", ladder},
                                       {"damped", damped},
                                       {"resonance", resonance},
                                       {"coupled", coupled},
                                       {"free structure", free_structure},
                                       {"cascade", cascade},
                                       {"with a decay", with_decay},
                                       {"gyroscope", gyroscope},
                                       {"hanging structure", hanging_structure}};
  return all;
}

}  // namespace bw::test::oscillatory
