// Time events: steps of forces and parameters, sampled switches, kicks.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "support/oscillatory/oscillator_draft.h"

namespace bw::test::oscillatory {
namespace {

double moment(Draft& d) { return d.dice.between(0.05, 0.95) * d.model.stop; }

std::vector<double> moments(Draft& d, std::size_t most) {
  std::vector<double> times(1 + d.dice.below(most));
  for (double& time : times) time = moment(d);
  std::sort(times.begin(), times.end());
  return times;
}

// A variable that is toggled between 0 and 1, 3 to 60 times.
Formula toggled(Draft& d) {
  const double every = d.model.stop / d.spread(3, 60);
  const Formula s = d.model.add_held("s", 0);
  const Formula before_it = variable_formula(s.node()->index, "pre(s)");
  d.model.updates.push_back(
      {s.node()->index, 1.0 - before_it, {d.dice.between(0.2, 1) * every}, every});
  return s;
}

// A converter: the source of a ladder is switched on and off.
void switched_ladder(Draft& d) {
  const std::size_t n = static_cast<std::size_t>(d.spread(1, 12));
  d.limit_periods(3e5 / static_cast<double>(n * n + 2));
  d.model.extrapolation_accuracy = 1e-14L;
  std::vector<Formula> i, u;
  for (std::size_t k = 1; k <= n; ++k) i.push_back(d.model.add(fmt::format("i{}", k), 0));
  for (std::size_t k = 1; k <= n; ++k) u.push_back(d.model.add(fmt::format("u{}", k), 0));
  const Formula s = toggled(d);
  const double loss = d.slow(2, 40);
  for (std::size_t k = 0; k < n; ++k) {
    const double inductive = d.w / 2 * d.near_one(0.3), capacitive = d.w / 2 * d.near_one(0.3);
    d.model.der(i[k]) = inductive * ((k == 0 ? s : u[k - 1]) - u[k]) - loss * i[k];
    d.model.der(u[k]) =
        k + 1 < n ? capacitive * (i[k] - i[k + 1]) : capacitive * i[k] - loss * u[k];
  }
}

// Another matrix behind every switch.
void switched_stiffness(Draft& d) {
  const Draft::Pair p = d.oscillator("1", 1, 0, d.w), q = d.oscillator("2", 0, 0, d.w);
  const Formula s = toggled(d);
  const Formula k = Formula(d.w * d.w) * (1.0 - d.dice.between(0.1, 0.6) * s);
  const double c = d.w * d.slow(2, 30), damping = d.slow(0.1, 3);
  d.accelerate(p, -(k * p.x) - damping * Draft::speed(p) + c * q.x);
  d.accelerate(q, Formula(-d.w * d.w) * q.x - damping * Draft::speed(q) + c * p.x);
}

void steps_of_force(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  Formula force = 0.0;
  for (const double time : moments(d, 4))
    force = force + before(time, 0.0, d.dice.between(-0.5, 0.5) * d.w * d.w);
  const double cubic = d.dice.in(2) ? 0 : d.spread(1e-3, 0.3);
  d.accelerate(p, Formula(-d.w * d.w) * (p.x + cubic * power(p.x, 3)) -
                      d.slow(0.2, 5) * Draft::speed(p) + force);
}

void switched_damping(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.5, 0, d.w);
  const Formula c = d.model.add_held("c", d.slow(2, 10));
  const Formula before_it = variable_formula(c.node()->index, "pre(c)");
  const double factor = d.dice.between(0.3, 2);
  d.model.updates.push_back({c.node()->index, factor * before_it, moments(d, 3)});
  d.accelerate(p, Formula(-d.w * d.w) * p.x + c * (1.0 - p.x * p.x) * Draft::speed(p));
}

// The phase at a kick decides on the amplitude behind it, and this on the frequency: errors grow by
// the number of periods with each kick.
void kicked(Draft& d) {
  d.limit_periods(1000);
  d.limit_tolerance(1e-6);
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double size = d.w / p.scale * d.dice.between(0.1, 0.8);
  d.model.updates.push_back({p.v.node()->index, p.v + size, moments(d, 2)});
  d.accelerate(
      p, Formula(-d.w * d.w) * (p.x + 0.1 * power(p.x, 3)) - d.slow(0.5, 8) * Draft::speed(p));
}

// The controller sees the oscillation at its sampling times only, and holds its answer.
void sampled_control(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const Formula s = d.model.add("s", 0);
  const double every = d.model.stop / d.spread(5, 80);
  const Formula u = d.model.add_held("u", 0);
  d.model.updates.push_back({u.node()->index, 0.5 - s, {d.dice.between(0.1, 1) * every}, every});
  const double rate = d.slow(5, 20);
  d.accelerate(p, Formula(-d.w * d.w) * (1.0 + 0.1 * s) * p.x +
                      Formula(d.slow(2, 10)) * (0.3 + u - p.x * p.x) * Draft::speed(p));
  d.model.der(s) = Formula(rate) * (p.x * p.x - s);
}

// Forced with one frequency, then with another one.
void switched_force(Draft& d) {
  const Draft::Pair p = d.oscillator("", 0.1, 0, d.w);
  const double time = moment(d), size = d.w * d.slow(3, 10);
  const Formula force =
      before(time, size * cos(d.w * d.t), size * cos(d.w * d.near_one(0.01) * d.t));
  const double cubic = d.slow(0.5, 3) / d.w, damping = d.slow(3, 10);
  d.accelerate(
      p, Formula(-d.w * d.w) * (p.x + cubic * power(p.x, 3)) - damping * Draft::speed(p) + force);
}

// Linear until an event, then not.
void awakened(Draft& d) {
  const Draft::Pair p = d.oscillator("", 1, 0, d.w);
  const double at = moment(d);
  const Formula cubic = before(at, 0.0, d.spread(0.01, 0.5));
  d.accelerate(
      p, Formula(-d.w * d.w) * (p.x + cubic * power(p.x, 3)) - d.slow(0.1, 3) * Draft::speed(p));
}

}  // namespace

const std::vector<Family>& switching_families() {
  static const std::vector<Family> all{{"switched ladder", switched_ladder},
                                       {"switched stiffness", switched_stiffness},
                                       {"steps of a force", steps_of_force},
                                       {"switched damping", switched_damping},
                                       {"kicked", kicked},
                                       {"sampled control", sampled_control},
                                       {"switched force", switched_force},
                                       {"linear until an event", awakened}};
  return all;
}

}  // namespace bw::test::oscillatory
