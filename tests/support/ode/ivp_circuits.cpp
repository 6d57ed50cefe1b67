// A ring modulator (a circuit of four diodes) and an elastic beam; see ivp_problems.h for the
// sources.

#include <array>
#include <cmath>
#include <numbers>

#include "support/ode/ivp_problems.h"

namespace bw::test {
namespace {

using std::numbers::pi;

// ---- ring modulator ----

constexpr double C = 1.6e-8, Cs = 2e-12, Cp = 1e-8, R = 25e3, Rp = 50, Lh = 4.45, Ls1 = 2e-3,
                 Ls2 = 5e-4, Ls3 = 5e-4, Rg1 = 36.3, Rg2 = 17.3, Rg3 = 17.3, Ri = 50, Rc = 600,
                 gamma_q = 40.67286402e-9, delta = 17.7493332;

// Voltages at the diodes; each is +-1 times three of the states and the second source.
std::array<double, 4> diodes(double t, In x) {
  const double in = 2 * std::sin(2e4 * pi * t);
  return {x[2] - x[4] - x[6] - in, -x[3] + x[5] - x[6] - in, x[3] + x[4] + x[6] + in,
          -x[2] - x[5] + x[6] + in};
}

void ring_modulator(double t, In x, Out dx) {
  const double in = 0.5 * std::sin(2e3 * pi * t);
  std::array<double, 4> q = diodes(t, x);
  for (double& current : q) current = gamma_q * (std::exp(delta * current) - 1);
  dx[0] = (x[7] - 0.5 * x[9] + 0.5 * x[10] + x[13] - x[0] / R) / C;
  dx[1] = (x[8] - 0.5 * x[11] + 0.5 * x[12] + x[14] - x[1] / R) / C;
  dx[2] = (x[9] - q[0] + q[3]) / Cs;
  dx[3] = (-x[10] + q[1] - q[2]) / Cs;
  dx[4] = (x[11] + q[0] - q[2]) / Cs;
  dx[5] = (-x[12] - q[1] + q[3]) / Cs;
  dx[6] = (-x[6] / Rp + q[0] + q[1] - q[2] - q[3]) / Cp;
  dx[7] = -x[0] / Lh;
  dx[8] = -x[1] / Lh;
  dx[9] = (0.5 * x[0] - x[2] - Rg2 * x[9]) / Ls2;
  dx[10] = (-0.5 * x[0] + x[3] - Rg3 * x[10]) / Ls3;
  dx[11] = (0.5 * x[1] - x[4] - Rg2 * x[11]) / Ls2;
  dx[12] = (-0.5 * x[1] + x[5] - Rg3 * x[12]) / Ls3;
  dx[13] = (-x[0] + in - (Ri + Rg1) * x[13]) / Ls1;
  dx[14] = (-x[1] - (Rc + Rg1) * x[14]) / Ls1;
}

void ring_modulator_jacobian(double t, In x, Out j) {
  const auto at = [j](int row, int column) -> double& {
    return j[static_cast<std::size_t>(15 * (row - 1) + column - 1)];
  };
  std::fill(j.begin(), j.end(), 0.0);
  at(1, 1) = at(2, 2) = -1 / (R * C);
  at(1, 8) = at(1, 14) = at(2, 9) = at(2, 15) = 1 / C;
  at(1, 10) = at(2, 12) = -0.5 / C;
  at(1, 11) = at(2, 13) = 0.5 / C;
  at(3, 10) = at(5, 12) = 1 / Cs;
  at(4, 11) = at(6, 13) = -1 / Cs;
  at(7, 7) = -1 / (Rp * Cp);
  at(8, 1) = at(9, 2) = -1 / Lh;
  at(10, 1) = at(12, 2) = 0.5 / Ls2;
  at(10, 3) = at(12, 5) = -1 / Ls2;
  at(10, 10) = at(12, 12) = -Rg2 / Ls2;
  at(11, 1) = at(13, 2) = -0.5 / Ls3;
  at(11, 4) = at(13, 6) = 1 / Ls3;
  at(11, 11) = at(13, 13) = -Rg3 / Ls3;
  at(14, 1) = at(15, 2) = -1 / Ls1;
  at(14, 14) = -(Ri + Rg1) / Ls1;
  at(15, 15) = -(Rc + Rg1) / Ls1;
  // Of each diode: its three states with their signs, and the nodes that its current reaches.
  struct Diode {
    std::array<int, 3> states, signs;
    std::array<int, 2> nodes, flows;
    int into_seven;
  };
  static constexpr std::array<Diode, 4> all = {{{{3, 5, 7}, {1, -1, -1}, {3, 5}, {-1, 1}, 1},
                                                {{4, 6, 7}, {-1, 1, -1}, {4, 6}, {1, -1}, 1},
                                                {{4, 5, 7}, {1, 1, 1}, {4, 5}, {-1, -1}, -1},
                                                {{3, 6, 7}, {-1, -1, 1}, {3, 6}, {1, 1}, -1}}};
  const std::array<double, 4> u = diodes(t, x);
  for (std::size_t d = 0; d < 4; ++d) {
    const double slope = gamma_q * delta * std::exp(delta * u[d]);
    for (std::size_t s = 0; s < 3; ++s) {
      const double du = slope * all[d].signs[s];
      for (std::size_t k = 0; k < 2; ++k)
        at(all[d].nodes[k], all[d].states[s]) += all[d].flows[k] * du / Cs;
      at(7, all[d].states[s]) += all[d].into_seven * du / Cp;
    }
  }
}

// ---- beam ----

// Angles of 40 links and their velocities. With the bending moments and the force in v,
//   C w = D v + velocities^2  (C tridiagonal),  acceleration = C v + D w,
// where C has -cos and D has sin of the angles between neighbours beside the diagonal.
constexpr std::size_t links = 40;

struct Beam {
  std::array<double, links> v, w, sine, cosine, diagonal;
};

void load_beam(double t, In x, Beam& beam) {
  constexpr double n2 = links * links, n4 = n2 * n2;
  const double force = t < pi ? 1.5 * std::sin(t) * std::sin(t) : 0;
  for (std::size_t i = 0; i < links; ++i) {
    const double left = i == 0 ? -x[0] : x[i - 1], right = i == links - 1 ? x[i] : x[i + 1];
    beam.v[i] = n4 * (left - 2 * x[i] + right);
    if (force != 0) beam.v[i] += n2 * force * (std::cos(x[i]) + std::sin(x[i]));
    if (i == 0) continue;
    beam.sine[i] = std::sin(x[i] - x[i - 1]);
    beam.cosine[i] = std::cos(x[i] - x[i - 1]);
  }
}

void solve_beam(In x, Beam& b) {
  for (std::size_t i = 0; i < links; ++i) {
    b.w[i] = x[links + i] * x[links + i];
    if (i > 0) b.w[i] -= b.sine[i] * b.v[i - 1];
    if (i + 1 < links) b.w[i] += b.sine[i + 1] * b.v[i + 1];
    b.diagonal[i] = i == 0 ? 1 : i == links - 1 ? 3 : 2;
  }
  for (std::size_t i = links - 1; i-- > 0;) {
    const double q = -b.cosine[i + 1] / b.diagonal[i + 1];
    b.w[i] -= b.w[i + 1] * q;
    b.diagonal[i] += b.cosine[i + 1] * q;
  }
  b.w[0] /= b.diagonal[0];
  for (std::size_t i = 1; i < links; ++i)
    b.w[i] = (b.w[i] + b.cosine[i] * b.w[i - 1]) / b.diagonal[i];
}

void beam(double t, In x, Out dx) {
  Beam b;
  load_beam(t, x, b);
  solve_beam(x, b);
  for (std::size_t i = 0; i < links; ++i) {
    double u = (i == 0 ? 1 : i == links - 1 ? 3 : 2) * b.v[i];
    if (i > 0) u -= b.cosine[i] * b.v[i - 1] + b.sine[i] * b.w[i - 1];
    if (i + 1 < links) u += b.sine[i + 1] * b.w[i + 1] - b.cosine[i + 1] * b.v[i + 1];
    dx[i] = x[links + i];
    dx[links + i] = u;
  }
}

}  // namespace

std::vector<IvpProblem> circuit_problems() {
  using enum IvpProblem::Kind;
  return {
      {.name = "RINGMOD",
       .kind = stiff,
       .stop = 1e-3,
       .x0 = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
       .end = {-2.339057358437159e-2, -7.367485486008225e-3, 2.582956709991923e-1,
               -4.064465720588007e-1, -4.039455664455436e-1, 2.607966766124491e-1,
               1.106761861273298e-1, 2.939904342433013e-7, -2.840029933066472e-8,
               7.267198267291452e-4, 7.929487197023226e-4, -7.255283495765835e-4,
               -7.941401968548843e-4, 7.088495416875680e-5, 2.390059075277105e-5},
       .digits = 15,
       .f = ring_modulator,
       .jacobian = ring_modulator_jacobian,
       .nominals = {1, 1, 1, 1, 1, 1, 1, 1e-5, 1e-6, 1e-2, 1e-2, 1e-2, 1e-2, 1e-3, 1e-4}},
      {.name = "BEAM",
       .kind = stiff,
       .stop = 5,
       .x0 = std::vector<double>(2 * links),
       .end = {-5.7923665913e-3, -1.6952985507e-2, -2.7691033130e-2, -3.8008156559e-2,
               -4.7906168597e-2, -5.7387104353e-2, -6.6453273135e-2, -7.5107305820e-2,
               -8.3352197654e-2, -9.1191346546e-2, -9.8628587001e-2, -1.0566822004e-1,
               -1.1231503954e-1, -1.1857435527e-1, -1.2445201288e-1, -1.2995441133e-1,
               -1.3508851806e-1, -1.3986188192e-1, -1.4428264410e-1, -1.4835954725e-1,
               -1.5210194290e-1, -1.5551979781e-1, -1.5862369934e-1, -1.6142486037e-1,
               -1.6393512382e-1, -1.6616696734e-1, -1.6813350818e-1, -1.6984850806e-1,
               -1.7132637824e-1, -1.7258218475e-1, -1.7363165380e-1, -1.7449117738e-1,
               -1.7517781879e-1, -1.7570931787e-1, -1.7610409602e-1, -1.7638126072e-1,
               -1.7656060976e-1, -1.7666263523e-1, -1.7670852708e-1, -1.7672017611e-1,
               3.7473626806e-2,  1.0991178802e-1,  1.7983604744e-1,  2.4724273056e-1,
               3.1212938203e-1,  3.7449473771e-1,  4.3433860736e-1,  4.9166203543e-1,
               5.4646778549e-1,  5.9876097023e-1,  6.4854936113e-1,  6.9584351690e-1,
               7.4065726685e-1,  7.8300817480e-1,  8.2291766587e-1,  8.6041103058e-1,
               8.9551755023e-1,  9.2827082627e-1,  9.5870893350e-1,  9.8687478214e-1,
               1.0128165800e+0,  1.0365877367e+0,  1.0582468265e+0,  1.0778578114e+0,
               1.0954902220e+0,  1.1112191643e+0,  1.1251252693e+0,  1.1372945266e+0,
               1.1478180252e+0,  1.1567921320e+0,  1.1643188452e+0,  1.1705059926e+0,
               1.1754674243e+0,  1.1793230032e+0,  1.1821985863e+0,  1.1842261112e+0,
               1.1855439098e+0,  1.1862970842e+0,  1.1866376189e+0,  1.1867246151e+0},
       .digits = 10,
       .f = beam,
       .breaks = {pi}},
  };
}

}  // namespace bw::test
