#include "support/ode/oscillations.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

namespace bw::test {

double Oscillation::error(In x) const {
  double most = 0;
  for (const auto& [i, value] : end)
    most = std::max(most, std::abs(x[i] - value) / (sizes.empty() ? 1.0 : sizes[i]));
  return most;
}

void OscillationEquations::derivatives(double t, In x, Out dx) {
  latest = std::max(latest, t);
  ++evaluations;
  of_.f(t, x, dx);
}

Oscillation van_der_pol(double e, double periods) {
  return {"van der Pol",
          {0.1, 0},
          2 * std::numbers::pi * periods,
          [e](double, In x, Out dx) {
            dx[0] = x[1];
            dx[1] = -x[0] + e * (1 - x[0] * x[0]) * x[1];
          },
          {},
          {2, 2}};
}

Oscillation warm_oscillator(double w) {
  return {"warm",
          {1, 0, 0},
          10,
          [w](double, In x, Out dx) {
            dx[0] = x[1];
            dx[1] = -w * w * (1 + 0.1 * x[2]) * x[0] - 0.1 * x[1];
            dx[2] = x[0] * x[0] - x[2];
          },
          {},
          {1, w, 1}};
}

Oscillation forced_oscillator(double w) {
  return {"forced",
          {0.1, 0},
          10,
          [w](double t, In x, Out dx) {
            dx[0] = x[1];
            dx[1] = -w * w * x[0] - 0.2 * x[1] - 0.2 * w * x[0] * x[0] * x[0] + w * std::cos(w * t);
          },
          {},
          {2, 2 * w}};
}

Oscillation fermi_pasta_ulam(double w) {
  std::vector<double> start(12, 0.0);
  start[0] = start[6] = start[9] = 1;
  start[3] = 1 / w;
  return {"FPU", start, 10, [w](double, In x, Out dx) {
            double force[6] = {};
            const auto spring = [&](double stretch, std::initializer_list<std::pair<int, int>> on) {
              for (const auto& [i, sign] : on) force[i] -= sign * stretch * stretch * stretch;
            };
            spring(x[0] - x[3], {{0, 1}, {3, -1}});
            for (int i = 0; i < 2; ++i)
              spring(x[static_cast<std::size_t>(i + 1)] - x[static_cast<std::size_t>(i + 4)] -
                         x[static_cast<std::size_t>(i)] - x[static_cast<std::size_t>(i + 3)],
                     {{i + 1, 1}, {i + 4, -1}, {i, -1}, {i + 3, -1}});
            spring(x[2] + x[5], {{2, 1}, {5, 1}});
            for (std::size_t i = 0; i < 6; ++i) {
              dx[i] = x[i + 6];
              dx[i + 6] = force[i] - (i < 3 ? 0 : w * w * x[i]);
            }
          }};
}

Oscillation oblate_orbit(double e, double periods) {
  const double v = std::sqrt(1.5);
  return {"J2",
          {0.8, 0, 0, 0, v * std::cos(0.5), v * std::sin(0.5)},
          2 * std::numbers::pi * periods,
          [e](double, In x, Out dx) {
            const double rr = x[0] * x[0] + x[1] * x[1] + x[2] * x[2];
            const double r3 = rr * std::sqrt(rr), r5 = r3 * rr, q = 5 * x[2] * x[2] / rr;
            for (std::size_t i = 0; i < 3; ++i) {
              dx[i] = x[i + 3];
              dx[i + 3] = -x[i] / r3 - e / r5 * x[i] * ((i < 2 ? 1 : 3) - q);
            }
          }};
}

std::vector<Oscillation> reference_oscillations() {
  std::vector<Oscillation> all;
  const auto add = [&](Oscillation problem, std::vector<std::pair<std::size_t, double>> end,
                       const std::string& which) {
    problem.end = std::move(end);
    problem.name += which;
    all.push_back(std::move(problem));
  };
  add(van_der_pol(1e-3, 1e3), {{0, 1.5139747074622}, {1, -2.49138517e-5}}, " 1e-3, 1e3 periods");
  add(van_der_pol(1e-3, 1e4), {{0, 1.9999910569054}, {1, 0.005984494916}}, " 1e-3, 1e4 periods");
  add(van_der_pol(1e-4, 1e5), {{0, 1.99999991056921}, {1, 0.00059844787}}, " 1e-4, 1e5 periods");
  add(warm_oscillator(1e3), {{0, -0.4976727106961}, {1, -386.2156975338}, {2, 0.21704468751165}},
      " 1e3");
  add(warm_oscillator(1e4), {{0, 0.60565568842}, {1, 1656.8861254}, {2, 0.217133835257}}, " 1e4");
  add(fermi_pasta_ulam(1e3),
      {{0, 1.04260176876302},
       {1, 0.24308312321123},
       {2, -0.10580135546220},
       {3, -0.00126394120366},
       {6, 0.89595095476508},
       {9, -0.633044922916}},
      " 1e3");
  add(fermi_pasta_ulam(1e4),
      {{0, 1.04260294096475},
       {1, 0.24308189776586},
       {2, -0.10579982916681},
       {3, -9.646544617e-5},
       {6, 0.8959475833438},
       {9, -1.034079501273}},
      " 1e4");
  add(oblate_orbit(1e-3, 1e3), {{0, -0.79764115732}, {1, -0.1514500429}, {2, 0.0393621364}},
      " 1e-3, 1e3 periods");
  add(oblate_orbit(1e-4, 1e4), {{0, -0.7997861944}, {1, -0.1355150651}, {2, 0.0574002445}},
      " 1e-4, 1e4 periods");
  add(forced_oscillator(1e3), {{0, -2.1426592923505}, {1, 432.8510828958}}, " 1e3");
  add(forced_oscillator(1e4), {{0, -2.1620982987735}, {1, -3196.7405696}}, " 1e4");
  return all;
}

}  // namespace bw::test
