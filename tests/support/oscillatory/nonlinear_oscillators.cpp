// One fast frequency; amplitude, phase and period change slowly by the equations themselves.

#include <fmt/format.h>

#include <cmath>

#include "support/oscillatory/oscillator_draft.h"

namespace bw::test::oscillatory {
namespace {

void weak_van_der_pol(Draft& d) {
  const Draft::Pair p = d.oscillator("", d.spread(0.05, 3), 0, d.w);
  d.accelerate(
      p, Formula(-d.w * d.w) * p.x + Formula(d.slow(2, 40)) * (1.0 - p.x * p.x) * Draft::speed(p));
}

void duffing(Draft& d) {
  const Draft::Pair p = d.oscillator("", d.dice.between(0.5, 1.5), 0, d.w);
  const double cubic = d.spread(1e-3, 0.5);
  d.accelerate(
      p, Formula(-d.w * d.w) * (p.x + cubic * power(p.x, 3)) - d.slow(0.1, 5) * Draft::speed(p));
  if (d.dice.in(2)) d.model.outputs.push_back({"e", p.x * p.x + 0.5 * cubic * power(p.x, 4)});
}

void pendulum(Draft& d) {
  const Draft::Pair p = d.oscillator("", d.dice.between(0.3, 2.6), 0, d.w);
  d.accelerate(p, Formula(-d.w * d.w) * sin(p.x) - d.slow(0.1, 5) * Draft::speed(p));
}

void warm(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula h = d.model.add("h", 0);
  const double rate = d.slow(2, 30);
  const double warmth = d.dice.between(0.01, 0.3), damping = d.slow(0.3, 3);
  d.accelerate(p, Formula(-d.w * d.w) * (1.0 + warmth * h) * p.x - damping * Draft::speed(p));
  d.model.der(h) = Formula(rate) * (p.x * p.x - h);
}

// Slow prey and predators are fed by the oscillation, and change its damping.
void fed_populations(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula a = d.model.add("a", 1), b = d.model.add("b", 0.5);
  const double rate = d.slow(3, 20);
  d.accelerate(
      p, Formula(-d.w * d.w) * p.x + Formula(0.5 * rate) * (a - b * p.x * p.x) * Draft::speed(p));
  d.model.der(a) = Formula(rate) * a * (1.0 - b + 0.2 * p.x);
  d.model.der(b) = Formula(rate) * b * (a - 1.0);
}

void orbit(Draft& d) {
  d.limit_periods(3000);
  d.limit_tolerance(1e-7);
  d.model.extrapolation_accuracy = 3e-17L;
  const double r = d.dice.between(0.7, 1.2), speed = std::sqrt((2 / r - 1)),
               tilt = d.dice.between(0.1, 1.2), oblate = d.w * d.slow(0.05, 0.5) / (d.w * d.w);
  const Formula x = d.model.add("x", r), y = d.model.add("y", 0), z = d.model.add("z", 0);
  const Formula u = d.model.add("u", 0), v = d.model.add("v", speed * std::cos(tilt)),
                w = d.model.add("w", speed * std::sin(tilt));
  const Formula rr = x * x + y * y + z * z, root = sqrt(rr), q = 5.0 * z * z / rr;
  const Formula near = Formula(d.w) / (rr * root), far = Formula(oblate * d.w) / (rr * rr * root);
  d.model.der(x) = d.w * u;
  d.model.der(y) = d.w * v;
  d.model.der(z) = d.w * w;
  d.model.der(u) = -(x * near) - far * x * (1.0 - q);
  d.model.der(v) = -(y * near) - far * y * (1.0 - q);
  d.model.der(w) = -(z * near) - far * z * (3.0 - q);
}

// Stiff springs of one frequency between soft cubic ones.
void stiff_and_soft(Draft& d) {
  d.limit_periods(2e4);
  d.model.extrapolation_accuracy = 1e-14L;
  const std::size_t m = 2 + d.dice.below(2);
  const double rate = d.slow(3, 10);
  std::vector<Formula> q, p, f, g;
  for (std::size_t i = 1; i <= m; ++i) {
    q.push_back(d.model.add(fmt::format("q{}", i), i == 1 ? 1 : 0));
    p.push_back(d.model.add(fmt::format("p{}", i), i == 1 ? 1 : 0));
    f.push_back(d.model.add(fmt::format("f{}", i), i == 1 ? 1 : 0));
    g.push_back(d.model.add(fmt::format("g{}", i), i == 1 ? 1 : 0));
  }
  const double small = rate / d.w;
  std::vector<Formula> force;  // of the m + 1 soft springs
  for (std::size_t i = 0; i <= m; ++i) {
    Formula length = i < m ? q[i] - small * f[i] : -(q[m - 1] + small * f[m - 1]);
    if (i > 0 && i < m) length = length - q[i - 1] - small * f[i - 1];
    force.push_back(power(length, 3));
  }
  for (std::size_t i = 0; i < m; ++i) {
    d.model.der(q[i]) = rate * p[i];
    d.model.der(p[i]) = Formula(rate) * (force[i + 1] - force[i]);
    d.model.der(f[i]) = d.w * g[i];
    d.model.der(g[i]) = Formula(rate) * (force[i] + force[i + 1]) - d.w * f[i];
  }
}

// Not small at all: prey and predators for thousands of their cycles, which slowly shrink.
void populations(Draft& d) {
  d.limit_periods(3e4);
  const Formula a = d.model.add("a", d.spread(0.3, 1)), b = d.model.add("b", d.spread(0.5, 2));
  const double crowding = d.slow(0.2, 3) / d.w;
  d.model.der(a) = Formula(d.w) * a * (1.0 - b - crowding * a);
  d.model.der(b) = Formula(d.w) * b * (a - 1.0);
}

// A limit cycle that is reached within few periods; a slow state changes its size.
void limit_cycle(Draft& d) {
  d.limit_periods(2e4);
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula s = d.model.add("s", 1);
  d.accelerate(p, Formula(-d.w * d.w) * p.x +
                      Formula(d.w * d.spread(0.02, 1)) * (s - p.x * p.x) * Draft::speed(p));
  d.model.der(s) = Formula(d.slow(1, 5)) * (1.6 - s + 0.1 * p.x * p.x);
}

// A charged particle gyrates in a magnetic field that is not the same everywhere.
void gyration(Draft& d) {
  const Formula x = d.model.add("x", 0), y = d.model.add("y", 0), u = d.model.add("u", 1),
                v = d.model.add("v", 0);
  const double travel = d.slow(1, 6);
  const double wave = d.dice.between(0.02, 0.3), slope = d.dice.between(0.02, 0.3);
  const Formula field = Formula(d.w) * (1.0 + wave * sin(x) + slope * y);
  d.model.der(x) = travel * u;
  d.model.der(y) = travel * v;
  d.model.der(u) = field * v;
  d.model.der(v) = Formula(travel * d.dice.between(0, 0.5)) - field * u;
}

// Amplitude and phase in plane coordinates; the frequency depends on the amplitude.
void rotation(Draft& d) {
  const Formula x = d.model.add("x", d.dice.between(0.1, 2)), y = d.model.add("y", 0);
  const Formula rr = x * x + y * y, turn = Formula(d.w) * (1.0 + d.spread(1e-3, 0.3) * rr),
                grow = Formula(d.slow(1, 20)) * (1.0 - rr);
  d.model.der(x) = grow * x - turn * y;
  d.model.der(y) = grow * y + turn * x;
}

// Two modes with frequencies 1 : 2 exchange their energy slowly.
void exchange(Draft& d) {
  d.limit_periods(5e4);
  const Draft::Pair p = d.oscillator("1", 1, 0, d.w), q = d.oscillator("2", 0.1, 0, 2 * d.w);
  const double c = d.w * d.slow(1, 6);
  d.accelerate(p, Formula(-d.w * d.w) * p.x - 2.0 * Formula(c) * p.x * q.x);
  d.accelerate(q, Formula(-4 * d.w * d.w) * q.x - Formula(c) * p.x * p.x);
}

}  // namespace

const std::vector<Family>& nonlinear_families() {
  static const std::vector<Family> all{{"van der Pol", weak_van_der_pol},
                                       {"Duffing", duffing},
                                       {"pendulum", pendulum},
                                       {"warm", warm},
                                       {"fed populations", fed_populations},
                                       {"orbit", orbit},
                                       {"stiff and soft", stiff_and_soft},
                                       {"populations", populations},
                                       {"limit cycle", limit_cycle},
                                       {"gyration", gyration},
                                       {"rotation", rotation},
                                       {"exchange", exchange}};
  return all;
}

}  // namespace bw::test::oscillatory
