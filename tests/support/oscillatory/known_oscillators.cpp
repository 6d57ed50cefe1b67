#include "support/oscillatory/known_oscillators.h"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

namespace bw::test::oscillatory {
namespace {

using std::numbers::pi;

OscillatoryModel named(std::string name, double stop, double periods) {
  OscillatoryModel model;
  model.name = std::move(name);
  model.stop = stop;
  model.interval = stop / 300;
  model.periods = periods;
  return model;
}

std::vector<Formula> add_states(OscillatoryModel& model, const char* letter, std::size_t count,
                                double nominal = 1) {
  std::vector<Formula> all;
  for (std::size_t i = 1; i <= count; ++i)
    all.push_back(model.add(fmt::format("{}{}", letter, i), 0, nominal));
  return all;
}

Formula sum(const std::vector<Formula>& terms) {
  Formula all = terms.front();
  for (std::size_t i = 1; i < terms.size(); ++i) all = all + terms[i];
  return all;
}

}  // namespace

OscillatoryModel van_der_pol_model(double e, double periods) {
  OscillatoryModel m =
      named(fmt::format("van der Pol {:g}, {:g} periods", e, periods), 2 * pi * periods, periods);
  const Formula x = m.add("x", 0.1), v = m.add("v", 0);
  m.der(x) = v;
  m.der(v) = Formula(e) * (1.0 - x * x) * v - x;
  return m;
}

OscillatoryModel warm_model(double w) {
  OscillatoryModel m = named(fmt::format("warm {:g}", w), 10, 10 * w / (2 * pi));
  const Formula x = m.add("x", 1), v = m.add("v", 0, w), h = m.add("h", 0);
  m.der(x) = v;
  m.der(v) = Formula(-w * w) * (1.0 + 0.1 * h) * x - 0.1 * v;
  m.der(h) = x * x - h;
  return m;
}

OscillatoryModel chain_model(double w) {
  OscillatoryModel m = named(fmt::format("FPU {:g}", w), 10, 10 * w / (2 * pi));
  const std::vector<Formula> q = add_states(m, "q", 6), p = add_states(m, "p", 6);
  for (std::size_t i = 3; i < 6; ++i) m.states[i].nominal = 1 / w;
  m.extrapolation_accuracy = 1e-14L;
  m.states[0].start = m.states[6].start = m.states[9].start = 1;
  m.states[3].start = 1 / w;
  // The soft springs: their lengths, and the cubes of these, which are forces.
  const Formula a = power(q[0] - q[3], 3), b = power(q[1] - q[4] - q[0] - q[3], 3),
                c = power(q[2] - q[5] - q[1] - q[4], 3), d = power(q[2] + q[5], 3);
  for (std::size_t i = 0; i < 6; ++i) m.der(q[i]) = p[i];
  m.der(p[0]) = b - a;
  m.der(p[1]) = c - b;
  m.der(p[2]) = -(c + d);
  const double k = w * w;
  m.der(p[3]) = a + b - k * q[3];
  m.der(p[4]) = b + c - k * q[4];
  m.der(p[5]) = c - d - k * q[5];
  return m;
}

OscillatoryModel orbit_model(double e, double periods) {
  OscillatoryModel m = named(fmt::format("Kepler J2 {:g}", e), 2 * pi * periods, periods);
  const Formula x = m.add("x", 0.8), y = m.add("y", 0), z = m.add("z", 0);
  const double speed = std::sqrt(1.5);
  const Formula u = m.add("u", 0), v = m.add("v", speed * std::cos(0.5)),
                w = m.add("w", speed * std::sin(0.5));
  const Formula rr = x * x + y * y + z * z, r = sqrt(rr), q = 5.0 * z * z / rr;
  const Formula near = 1.0 / (rr * r), far = Formula(e) / (rr * rr * r);
  m.extrapolation_accuracy = 3e-17L;  // an error of the energy grows with the square of the time
  m.der(x) = u;
  m.der(y) = v;
  m.der(z) = w;
  m.der(u) = -(x * near) - far * x * (1.0 - q);
  m.der(v) = -(y * near) - far * y * (1.0 - q);
  m.der(w) = -(z * near) - far * z * (3.0 - q);
  return m;
}

OscillatoryModel forced_model(double w) {
  OscillatoryModel m = named(fmt::format("forced {:g}", w), 10, 10 * w / (2 * pi));
  const Formula x = m.add("x", 0.1), v = m.add("v", 0, w);
  m.der(x) = v;
  m.der(v) =
      Formula(-w * w) * x - 0.2 * v - 0.2 * Formula(w) * power(x, 3) + w * cos(w * time_formula());
  return m;
}

OscillatoryModel linear_model(double w) {
  OscillatoryModel m = named(fmt::format("LTI {:g}", w), 10, 10 * w / (2 * pi));
  const std::size_t n = 10;
  m.extrapolation_accuracy = 1e-15L;
  const std::vector<Formula> q = add_states(m, "q", n), p = add_states(m, "p", n, 1);
  m.states[0].start = 1;
  // K = Q D Q with Q = I - 0.2 (all ones): K_ij = D_i [i = j] - 0.2 (D_i + D_j) + 0.04 sum D.
  std::vector<double> d(n);
  double all = 0;
  for (std::size_t k = 0; k < n; ++k) {
    d[k] = std::pow(w, 2.0 * static_cast<double>(k) / 9.0);
    all += d[k];
  }
  const Formula t = time_formula();
  for (std::size_t i = 0; i < n; ++i) {
    std::vector<Formula> terms;
    for (std::size_t j = 0; j < n; ++j)
      terms.push_back(((i == j ? d[i] : 0.0) - 0.2 * (d[i] + d[j]) + 0.04 * all) * q[j]);
    m.der(q[i]) = p[i];
    Formula force = -sum(terms) - 0.02 * p[i];
    if (i == 0) force = force + cos(t);
    if (i == 9) force = force + exp(-(t - 5.0) * (t - 5.0));
    m.der(p[i]) = force;
  }
  return m;
}

OscillatoryModel beam_model(std::size_t points) {
  OscillatoryModel m = named("beam", 20, 20 * 1050 / (2 * pi));
  m.extrapolation_accuracy = 3e-14L;
  const double h = 1.0 / static_cast<double>(points + 1), k = 1 / std::pow(pi * h, 4);
  const std::vector<Formula> u = add_states(m, "u", points), v = add_states(m, "v", points);
  std::vector<Formula> bend;  // the second difference
  for (std::size_t i = 0; i < points; ++i) {
    Formula b = -2.0 * u[i];
    if (i > 0) b = u[i - 1] + b;
    if (i + 1 < points) b = b + u[i + 1];
    bend.push_back(b);
  }
  for (std::size_t i = 0; i < points; ++i) {
    Formula b = -2.0 * bend[i];
    if (i > 0) b = bend[i - 1] + b;
    if (i + 1 < points) b = b + bend[i + 1];
    m.der(u[i]) = v[i];
    m.der(v[i]) = Formula(-k) * b - 0.01 * v[i];
    if (i == points / 2 - 1) m.der(v[i]) = m.der(v[i]) + cos(time_formula() / 3.0);
  }
  return m;
}

std::vector<KnownOscillator> known_oscillators() {
  return {
      {van_der_pol_model(1e-3, 1e3), {{"x", 1.5139747074622, 1e-13}, {"v", -2.49138517e-5, 1e-13}}},
      {van_der_pol_model(1e-3, 1e4), {{"x", 1.9999910569054, 1e-13}, {"v", 0.005984494916, 1e-12}}},
      {van_der_pol_model(1e-4, 1e5), {{"x", 1.99999991056921, 1e-14}, {"v", 0.00059844787, 1e-11}}},
      {warm_model(1e3),
       {{"x", -0.4976727106961, 1e-13},
        {"v", -386.2156975338, 1e-10},
        {"h", 0.21704468751165, 1e-14}}},
      {warm_model(1e4),
       {{"x", 0.60565568842, 1e-11}, {"v", 1656.8861254, 1e-7}, {"h", 0.217133835257, 1e-12}}},
      {chain_model(1e3),
       {{"q1", 1.04260176876302, 1e-14},
        {"q2", 0.24308312321123, 1e-14},
        {"q3", -0.10580135546220, 1e-14},
        {"q4", -0.00126394120366, 1e-14},
        {"p1", 0.89595095476508, 1e-14},
        {"p4", -0.633044922916, 1e-12}}},
      {chain_model(1e4),
       {{"q1", 1.04260294096475, 1e-14},
        {"q2", 0.24308189776586, 1e-14},
        {"q3", -0.10579982916681, 1e-14},
        {"q4", -9.646544617e-5, 1e-14},
        {"p1", 0.8959475833438, 1e-13},
        {"p4", -1.034079501273, 1e-12}}},
      {orbit_model(1e-3, 1e3),
       {{"x", -0.79764115732, 1e-11}, {"y", -0.1514500429, 1e-10}, {"z", 0.0393621364, 1e-10}}},
      {orbit_model(1e-4, 1e4),
       {{"x", -0.7997861944, 1e-10}, {"y", -0.1355150651, 1e-10}, {"z", 0.0574002445, 1e-10}}},
      {forced_model(1e3), {{"x", -2.1426592923505, 1e-13}, {"v", 432.8510828958, 1e-10}}},
      {forced_model(1e4), {{"x", -2.1620982987735, 1e-13}, {"v", -3196.7405696, 1e-7}}},
      {linear_model(1e2),
       {{"q1", -2.0801377456324, 1e-13},
        {"q10", 0.2623944420075, 1e-13},
        {"p1", -8.782943396507, 1e-12},
        {"p10", 9.242354630838, 1e-12}}},
      {linear_model(1e3),
       {{"q1", -1.969162075342, 1e-12},
        {"q10", 0.647440924801, 1e-12},
        {"p1", 27.82005764444, 1e-11},
        {"p10", -24.42304263919, 1e-11}}},
      {beam_model(),
       {{"u25", 0.025123656721475, 1e-15},
        {"v25", 0.0280217668436, 1e-13},
        {"u1", 0.0013415521669735, 1e-16}}}};
}

}  // namespace bw::test::oscillatory
