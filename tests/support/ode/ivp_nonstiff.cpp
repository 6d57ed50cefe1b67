// Problems that explicit methods solve well; see ivp_problems.h for the sources.

#include <cmath>
#include <numbers>

#include "support/ode/ivp_problems.h"

namespace bw::test {
namespace {

using std::numbers::pi;

bool odd(double t) { return std::fmod(std::floor(t), 2) != 0; }

std::vector<double> whole_numbers_below(int end) {
  std::vector<double> all;
  for (int k = 1; k < end; ++k) all.push_back(k);
  return all;
}

void van_der_pol(double, In x, Out dx) {
  dx[0] = x[1];
  dx[1] = (1 - x[0] * x[0]) * x[1] - x[0];
}

void lorenz(double, In x, Out dx) {
  dx[0] = 10 * (x[1] - x[0]);
  dx[1] = x[0] * (28 - x[2]) - x[1];
  dx[2] = x[0] * x[1] - 8.0 / 3 * x[2];
}

void lotka_volterra(double, In x, Out dx) {
  dx[0] = x[0] * (0.1 - 0.02 * x[1]);
  dx[1] = x[1] * (0.02 * x[0] - 0.4);
}

// A weight on a spring of stiffness 1e4 and length 1.
void spring_pendulum(double, In x, Out dx) {
  const double r = std::sqrt(x[0] * x[0] + x[1] * x[1]);
  const double s = 1e4 * (r - 1) / r;
  dx[0] = x[2];
  dx[1] = x[3];
  dx[2] = -s * x[0];
  dx[3] = -s * x[1] - 1;
}

void spring_pendulum_jacobian(double, In x, Out j) {
  const double k = 1e4, r = std::sqrt(x[0] * x[0] + x[1] * x[1]);
  const double s = k * (r - 1) / r, bend = k / (r * r * r);  // d(s)/dx_i = bend x_i
  std::fill(j.begin(), j.end(), 0.0);
  j[2] = j[7] = 1;
  j[8] = -s - bend * x[0] * x[0];
  j[9] = j[12] = -bend * x[0] * x[1];
  j[13] = -s - bend * x[1] * x[1];
}

std::vector<IvpProblem> smooth() {
  return {
      {.name = "DETEST_A5",
       .stop = 20,
       .x0 = {4},
       .end = {-7.887826688964014237307e-1},
       .digits = 23,
       .f = [](double t, In x, Out dx) { dx[0] = (x[0] - t) / (x[0] + t); }},
      {.name = "DETEST_B1",
       .stop = 20,
       .x0 = {1, 3},
       .end = {6.761876008576606607256e-1, 1.860816099640029800751e-1},
       .digits = 24,
       .f =
           [](double, In x, Out dx) {
             dx[0] = 2 * (x[0] - x[0] * x[1]);
             dx[1] = -(x[1] - x[0] * x[1]);
           }},
      {.name = "DETEST_B5",
       .stop = 20,
       .x0 = {0, 1, 1},
       .end = {-9.396570798729203961884e-1, -3.421177754000749065348e-1,
               7.414126596199953007826e-1},
       .digits = 25,
       .f =
           [](double, In x, Out dx) {
             dx[0] = x[1] * x[2];
             dx[1] = -x[0] * x[2];
             dx[2] = -0.51 * x[0] * x[1];
           }},
      {.name = "DETEST_E2_vdp1",
       .stop = 20,
       .x0 = {2, 0},
       .end = {2.008149762174948592014e+0, -4.250887527320214698593e-2},
       .digits = 23,
       .f = van_der_pol},
      {.name = "DETEST_E3_duffing",
       .stop = 20,
       .x0 = {0, 0},
       .end = {-1.004178858647240710356e-1, 2.411400132095955582423e-1},
       .digits = 24,
       .f =
           [](double t, In x, Out dx) {
             dx[0] = x[1];
             dx[1] = x[0] * x[0] * x[0] / 6 - x[0] + 2 * std::sin(2.78535 * t);
           }},
      {.name = "DETEST_E5_pursuit",
       .stop = 20,
       .x0 = {0, 0},
       .end = {1.411797390542625468251e+1, 2.400000000000000000000e+0},
       .digits = 25,
       .f =
           [](double t, In x, Out dx) {
             dx[0] = x[1];
             dx[1] = std::sqrt(1 + x[1] * x[1]) / (25 - t);
           }},
      {.name = "LOTKA_VOLTERRA_seed000",
       .stop = 100,
       .x0 = {10, 10},
       .end = {2.568174629422052652018e+1, 1.531262382851150431537e+1},
       .digits = 25,
       .f = lotka_volterra},
      {.name = "LORENZ_t10",
       .stop = 10,
       .x0 = {1, 1, 1},
       .end = {-4.902687541134645731904e+0, -3.743872921802919616315e+0,
               2.469085810279055545322e+1},
       .digits = 23,
       .f = lorenz,
       .amplification = 1e4},
      {.name = "LORENZ_t30",
       .stop = 30,
       .x0 = {1, 1, 1},
       .end = {7.394985523949071e+0, 2.051642562928770e+0, 3.176107506496639e+1},
       .digits = 15,
       .f = lorenz,
       .amplification = 1e11},
      {.name = "STIFFSPRING_PENDULUM_k1e4",
       .kind = IvpProblem::Kind::oscillatory,
       .stop = 10,
       .x0 = {1, 0, 0, 0},
       .end = {-8.1057730562733634535e-1, -5.8593167343963574725e-1, -6.3387603420896901839e-1,
               8.7735722697893383403e-1},
       .digits = 19,
       .f = spring_pendulum,
       .jacobian = spring_pendulum_jacobian},
  };
}

// Right-hand sides that jump, or have a kink, at each whole t.
std::vector<IvpProblem> broken() {
  return {
      {.name = "DETEST_F1_disc",
       .stop = 20,
       .x0 = {0, 0},
       .end = {-12.94460621213473431488065, 0},
       .digits = 24,
       .f =
           [](double t, In x, Out dx) {
             dx[0] = x[1];
             dx[1] = 2 * 0.1 * x[1] - (pi * pi + 0.01) * x[0] + (odd(t) ? -1 : 1);
           },
       .breaks = whole_numbers_below(20),
       .jumps = true},
      {.name = "DETEST_F2_disc",
       .stop = 20,
       .x0 = {110},
       .end = {70.03731057008606686785223},
       .digits = 24,
       .f = [](double t, In x, Out dx) { dx[0] = 55 - (odd(t) ? 0.5 : 1.5) * x[0]; },
       .breaks = whole_numbers_below(20),
       .jumps = true},
      {.name = "DETEST_F3_kink",
       .stop = 20,
       .x0 = {0, 0},
       .end = {-3.726957553088177386452e-1, -6.230137949234192874429e-1},
       .digits = 25,
       .f =
           [](double t, In x, Out dx) {
             dx[0] = x[1];
             dx[1] = 0.01 * x[1] * (1 - x[0] * x[0]) - x[0] - std::abs(std::sin(pi * t));
           },
       .breaks = whole_numbers_below(20)},
  };
}

}  // namespace

std::vector<IvpProblem> nonstiff_problems() {
  std::vector<IvpProblem> all = smooth(), more = broken();
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

}  // namespace bw::test
