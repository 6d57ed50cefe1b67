// Circuits of ideal diodes, written as in libraries: a curve parameter s, and relations that a
// system of equations decides. Integrations with all tolerances meet the same events.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <random>
#include <utility>

#include "run/run.h"
#include "support/run_result.h"
#include "support/scratch_folder.h"

namespace bw::run::diode_circuits_test {
namespace {

using result::RunResult;
using result::Verdict;
using test::said;

// A bridge of four diodes between a sinusoidal source and a smoothing capacitor.
constexpr const char* bridge = R"(model Bridge
  parameter Real R = 100, C = 1e-3, Ron = 1e-3, Goff = 1e-5, Rs = 0.5;
  Real v(start = 0, fixed = true), u = 10*sin(314.159265358979*time), i;
  Real s1, s2, s3, s4, i1, i2, i3, i4, v1, v2, v3, v4, va, vb;
  Boolean off1, off2, off3, off4;
equation
  off1 = s1 < 0; off2 = s2 < 0; off3 = s3 < 0; off4 = s4 < 0;
  v1 = s1*(if off1 then 1 else Ron); i1 = s1*(if off1 then Goff else 1);
  v2 = s2*(if off2 then 1 else Ron); i2 = s2*(if off2 then Goff else 1);
  v3 = s3*(if off3 then 1 else Ron); i3 = s3*(if off3 then Goff else 1);
  v4 = s4*(if off4 then 1 else Ron); i4 = s4*(if off4 then Goff else 1);
  v1 = va - v; v2 = vb - v; v3 = -va; v4 = -vb;
  0 = u - Rs*i - (va - vb);
  i + i3 - i1 = 0;
  -i + i4 - i2 = 0;
  C*der(v) = i1 + i2 - v/R;
end Bridge;
)";

TEST(DiodeCircuits, ABridgeHasTheSameEventsWithEveryTolerance) {
  const test::ScratchFolder scratch;
  test::write_file(scratch / "bridge.mo", bridge);
  for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8}) {
    const RunResult r = run({.target = scratch / "bridge.mo", .stop = 0.2, .tolerance = tolerance});
    EXPECT_EQ(r.verdict, Verdict::trusted) << tolerance << "\n" << said(r);
    EXPECT_EQ(r.events.size(), 40U) << tolerance;
    ASSERT_TRUE(r.certificate) << tolerance;
    EXPECT_EQ(r.certificate->integrations, 2) << tolerance;
  }
}

// ---- random circuits ----
//
//   branches of a source, a resistor and a diode meet at a node; from there a resistor leads to a
//   capacitor with a load, which is switched at some times:
//     sum_j i_j = (p - v) / Rc,   C v' = (p - v) / Rc - g(t) v,   i_j: diode curve of u_j - R_j i_j
//     - p

constexpr double on = 1e-3, off = 1e-6, stop = 0.1;
constexpr int steps_per_row = 10, rows = 500;

struct Branch {
  double amplitude, frequency, phase, resistance;

  double source(double t) const { return amplitude * std::sin(frequency * t + phase); }
};

struct Circuit {
  std::vector<Branch> branches;
  double common, capacity, load, heavy;
  int from, until;  // rows between which the load is heavy

  double node(double t, double v) const;
  double step(double t, double v, double h, bool is_heavy) const;
  std::size_t conducting(double t, double v) const;
  std::vector<double> truth() const;
  std::string text() const;
};

// The node's voltage, from the branches that conduct; those change until they fit it.
double Circuit::node(double t, double v) const {
  double p = v;
  for (int k = 0; k < 20; ++k) {
    double sum = v / common, conductance = 1 / common;
    for (const Branch& b : branches) {
      const double g = b.source(t) > p ? 1 / (b.resistance + on) : off / (1 + off * b.resistance);
      sum += g * b.source(t);
      conductance += g;
    }
    if (std::exchange(p, sum / conductance) == p) break;
  }
  return p;
}

double Circuit::step(double t, double v, double h, bool is_heavy) const {
  const auto slope = [&](double at, double value) {
    return ((node(at, value) - value) / common - (is_heavy ? heavy : load) * value) / capacity;
  };
  const double a = slope(t, v), b = slope(t + h / 2, v + h / 2 * a);
  const double c = slope(t + h / 2, v + h / 2 * b), d = slope(t + h, v + h * c);
  return v + h / 6 * (a + 2 * b + 2 * c + d);
}

std::size_t Circuit::conducting(double t, double v) const {
  const double p = node(t, v);
  std::size_t set = 0;
  for (const Branch& b : branches) set = 2 * set + (b.source(t) > p ? 1 : 0);
  return set;
}

// At the rows, by short steps of Runge and Kutta, much shorter ones where a diode switches.
std::vector<double> Circuit::truth() const {
  constexpr int much_shorter = 100;
  std::vector<double> values{0};
  double v = 0;
  const double h = stop / (rows * steps_per_row);
  for (int k = 0; k < rows * steps_per_row; ++k) {
    const double t = k * h;
    const bool is_heavy = k >= from * steps_per_row && k < until * steps_per_row;
    const double next = step(t, v, h, is_heavy);
    if (conducting(t, v) == conducting(t + h, next))
      v = next;
    else
      for (int i = 0; i < much_shorter; ++i)
        v = step(t + i * h / much_shorter, v, h / much_shorter, is_heavy);
    if ((k + 1) % steps_per_row == 0) values.push_back(v);
  }
  return values;
}

std::string Circuit::text() const {
  std::string declared, equations, sum;
  for (std::size_t j = 0; j < branches.size(); ++j) {
    const Branch& b = branches[j];
    declared += fmt::format(" Real s{0}, i{0}, w{0}; Boolean off{0};\n", j);
    equations += fmt::format(
        " off{0} = s{0} < 0; w{0} = s{0}*(if off{0} then 1 else {1}); "
        "i{0} = s{0}*(if off{0} then {2} else 1);\n"
        " w{0} = {3}*sin({4}*time + {5}) - {6}*i{0} - p;\n",
        j, on, off, b.amplitude, b.frequency, b.phase, b.resistance);
    sum += fmt::format("{}i{}", j > 0 ? " + " : "", j);
  }
  const double row = stop / rows;
  return fmt::format(
      "model Circuit\n Real v(start=0, fixed=true), p, g;\n{0}equation\n{1}"
      " {2} = (p - v)/{3};\n {4}*der(v) = (p - v)/{3} - g*v;\n"
      " g = if time >= {5:.6g} and time < {6:.6g} then {7} else {8};\nend Circuit;\n",
      declared, equations, sum, common, capacity, from * row, until * row, heavy, load);
}

Circuit random_circuit(unsigned seed) {
  std::mt19937 random(seed);
  const auto between = [&](double a, double b) {
    return a * std::pow(b / a, std::uniform_real_distribution<>(0, 1)(random));
  };
  Circuit circuit{{},
                  between(0.1, 10),
                  between(1e-4, 2e-3),
                  between(1e-3, 1e-1),
                  between(0.1, 1),
                  50 + static_cast<int>(random() % 150),
                  250 + static_cast<int>(random() % 200)};
  const std::size_t count = 2 + random() % 3;
  for (std::size_t j = 0; j < count; ++j)
    circuit.branches.push_back(
        {between(2, 20), between(100, 600), between(0.01, 6), between(0.1, 10)});
  return circuit;
}

// BW_TRIALS circuits, or a few.
TEST(DiodeCircuits, RandomOnesAreRightAndHaveTheSameEventsWithEveryTolerance) {
  const char* const given = std::getenv("BW_TRIALS");
  const unsigned trials = given != nullptr ? static_cast<unsigned>(std::atoi(given)) : 3;
  const test::ScratchFolder scratch;
  unsigned timid = 0, runs = 0;
  for (unsigned seed = 1; seed <= trials; ++seed) {
    const Circuit circuit = random_circuit(seed);
    test::write_file(scratch / "c.mo", circuit.text());
    const std::vector<double> truth = circuit.truth();
    std::size_t events = 0;
    for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
      const RunResult r = run({.target = scratch / "c.mo", .stop = stop, .tolerance = tolerance});
      const std::string where = fmt::format("seed {} tolerance {}\n{}", seed, tolerance, said(r));
      ++runs;
      EXPECT_EQ(r.exit_code, ExitCode::ok) << where;
      if (r.verdict != Verdict::trusted) {
        ++timid;
        continue;
      }
      if (events == 0) events = r.events.size();
      EXPECT_EQ(r.events.size(), events) << where;
      const std::vector<double> v = r.trajectory.real("v");
      ASSERT_EQ(v.size(), truth.size()) << where;
      double worst = 0;
      for (std::size_t k = 0; k < v.size(); ++k)
        worst = std::max(
            worst, (std::abs(v[k] - truth[k]) - 1e-8) / (tolerance * (1 + std::abs(truth[k]))));
      EXPECT_LE(worst, 1) << where;
    }
  }
  EXPECT_LE(20 * timid, runs);
}

}  // namespace
}  // namespace bw::run::diode_circuits_test
