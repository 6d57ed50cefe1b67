// The stiff problems of Enright, Hull and others, and the Van der Pol oscillator; see
// ivp_problems.h for the sources.

#include <cmath>

#include "support/ode/ivp_problems.h"

namespace bw::test {
namespace {

void c5(double, In x, Out dx) {
  constexpr double b = 20;
  const double q1 = x[0] * x[0], q2 = q1 + x[1] * x[1], q3 = q2 + x[2] * x[2];
  dx[0] = -x[0] + 2;
  dx[1] = -10 * x[1] + b * q1;
  dx[2] = -40 * x[2] + 4 * b * q2;
  dx[3] = -100 * x[3] + 10 * b * q3;
}

void c5_jacobian(double, In x, Out j) {
  set(j, {-1, 0, 0, 0,                     //
          40 * x[0], -10, 0, 0,            //
          160 * x[0], 160 * x[1], -40, 0,  //
          400 * x[0], 400 * x[1], 400 * x[2], -100});
}

// A nuclear reactor; the third state is a clock.
void d1(double, In x, Out dx) {
  dx[0] = 0.2 * (x[1] - x[0]);
  dx[1] = 10 * x[0] - (60 - 0.125 * x[2]) * x[1] + 0.125 * x[2];
  dx[2] = 1;
}

void d1_jacobian(double, In x, Out j) {
  set(j, {-0.2, 0.2, 0,                                    //
          10, -(60 - 0.125 * x[2]), 0.125 * x[1] + 0.125,  //
          0, 0, 0});
}

void d2(double, In x, Out dx) {
  dx[0] = -0.04 * x[0] + 0.01 * x[1] * x[2];
  dx[1] = 400 * x[0] - 100 * x[1] * x[2] - 3000 * x[1] * x[1];
  dx[2] = 30 * x[1] * x[1];
}

void d2_jacobian(double, In x, Out j) {
  set(j, {-0.04, 0.01 * x[2], 0.01 * x[1],              //
          400, -100 * x[2] - 6000 * x[1], -100 * x[1],  //
          0, 60 * x[1], 0});
}

void d3(double, In x, Out dx) {
  const double a = 100 * x[0] * x[1], b = 1e4 * x[1] * x[1];
  dx[0] = x[2] - a;
  dx[1] = x[2] + 2 * x[3] - a - 2 * b;
  dx[2] = -x[2] + a;
  dx[3] = -x[3] + b;
}

void d3_jacobian(double, In x, Out j) {
  const double a = 100 * x[1], b = 100 * x[0], c = 2e4 * x[1];
  set(j, {-a, -b, 1, 0,          //
          -a, -b - 2 * c, 1, 2,  //
          a, b, -1, 0,           //
          0, c, 0, -1});
}

void d5(double, In x, Out dx) {
  const double s = 0.01 + x[0] + x[1];
  dx[0] = 0.01 - (1 + (x[0] + 1000) * (x[0] + 1)) * s;
  dx[1] = 0.01 - (1 + x[1] * x[1]) * s;
}

void d5_jacobian(double, In x, Out j) {
  const double s = 0.01 + x[0] + x[1];
  const double a = 1 + (x[0] + 1000) * (x[0] + 1), b = 1 + x[1] * x[1];
  set(j, {-(2 * x[0] + 1001) * s - a, -a,  //
          -b, -2 * x[1] * s - b});
}

void d6(double, In x, Out dx) {
  dx[0] = -x[0] + 1e8 * x[2] * (1 - x[0]);
  dx[1] = -10 * x[1] + 3e7 * x[2] * (1 - x[1]);
  dx[2] = -dx[0] - dx[1];
}

void d6_jacobian(double, In x, Out j) {
  set(j, {-1 - 1e8 * x[2], 0, 1e8 * (1 - x[0]),  //
          0, -10 - 3e7 * x[2], 3e7 * (1 - x[1]), 0, 0, 0});
  for (std::size_t i = 0; i < 3; ++i) j[6 + i] = -j[i] - j[3 + i];
}

// A catalytic reactor.
void f1(double, In x, Out dx) {
  const double k = std::exp(20.7 - 1500 / x[0]);
  dx[0] = 1.3 * (x[2] - x[0]) + 10400 * k * x[1];
  dx[1] = 1880 * (x[3] - x[1] * (1 + k));
  dx[2] = 1752 - 269 * x[2] + 267 * x[0];
  dx[3] = 0.1 + 320 * x[1] - 321 * x[3];
}

void f1_jacobian(double, In x, Out j) {
  const double k = std::exp(20.7 - 1500 / x[0]), dk = k * 1500 / (x[0] * x[0]);
  set(j, {-1.3 + 10400 * dk * x[1], 10400 * k, 1.3, 0,  //
          -1880 * x[1] * dk, -1880 * (1 + k), 0, 1880,  //
          267, 0, -269, 0,                              //
          0, 320, 0, -321});
}

// Enzymes.
void f3(double, In x, Out dx) {
  const double a = 1e7 * x[1] * x[0], b = 1e7 * x[1] * x[4];
  dx[0] = -a + 10 * x[2];
  dx[1] = -a - b + 10 * x[2] + 10 * x[3];
  dx[2] = a - 1.001e4 * x[2] + 1e-3 * x[3];
  dx[3] = 1e4 * x[2] - 10.001 * x[3] + b;
  dx[4] = 10 * x[3] - b;
}

void f3_jacobian(double, In x, Out j) {
  const double p = 1e7 * x[0], q = 1e7 * x[1], r = 1e7 * x[4];
  set(j, {-q, -p,     10,       0,       0,   //
          -q, -p - r, 10,       10,      -q,  //
          q,  p,      -1.001e4, 1e-3,    0,   //
          0,  r,      1e4,      -10.001, q,   //
          0,  -r,     0,        10,      -q});
}

// y1' = y2, y2' = (a (1 - y1^2) y2 - y1) b
template <int A, int B>
void van_der_pol(double, In x, Out dx) {
  dx[0] = x[1];
  dx[1] = (A * (1 - x[0] * x[0]) * x[1] - x[0]) * B;
}

template <int A, int B>
void van_der_pol_jacobian(double, In x, Out j) {
  set(j, {0, 1, (-2 * A * x[0] * x[1] - 1) * B, A * (1 - x[0] * x[0]) * B});
}

}  // namespace

std::vector<IvpProblem> stiff_problems() {
  using enum IvpProblem::Kind;
  return {
      {.name = "SD_C5",
       .kind = stiff,
       .stop = 20,
       .x0 = {1, 1, 1, 1},
       .end = {1.9999999979388463776e+0, 7.9999999816786344778e+0, 1.3599999938177135899e+2,
               3.7127999659677623379e+4},
       .digits = 19,
       .f = c5,
       .jacobian = c5_jacobian},
      {.name = "SD_D1",
       .kind = stiff,
       .stop = 400,
       .x0 = {0, 0, 0},
       .end = {2.224222010617239701e+1, 2.711071334484475750e+1, 4.000000000000000000e+2},
       .digits = 18,
       .f = d1,
       .jacobian = d1_jacobian},
      {.name = "SD_D2",
       .kind = stiff,
       .stop = 40,
       .x0 = {1, 0, 0},
       .end = {7.1582706871940509047e-1, 9.1855347645577639047e-2, 2.8416374574583035176e+1},
       .digits = 19,
       .f = d2,
       .jacobian = d2_jacobian},
      {.name = "SD_D3",
       .kind = stiff,
       .stop = 20,
       .x0 = {1, 1, 0, 0},
       .end = {6.3976044468899625217e-1, 5.6308507082879800739e-3, 3.6023955531100374783e-1,
               3.1706479699035413605e-1},
       .digits = 19,
       .f = d3,
       .jacobian = d3_jacobian},
      {.name = "SD_D5",
       .kind = stiff,
       .stop = 100,
       .x0 = {0, 0},
       .end = {-9.9164206984847188e-1, 9.8333635882827962e-1},
       .digits = 16,
       .f = d5,
       .jacobian = d5_jacobian},
      {.name = "SD_D6",
       .kind = stiff,
       .stop = 1,
       .x0 = {1, 0, 0},
       .end = {8.523995440749991295455e-1, 1.476003981941275309546e-1, 5.773087333949987662786e-8},
       .digits = 21,
       .f = d6,
       .jacobian = d6_jacobian,
       .nominals = {1, 1, 1e-8}},
      {.name = "SD_E2_vdp5",
       .kind = stiff,
       .stop = 1,
       .x0 = {2, 0},
       .end = {1.86943885339312835085e+0, -1.48235875377136889746e-1},
       .digits = 20,
       .f = van_der_pol<5, 1>,
       .jacobian = van_der_pol_jacobian<5, 1>},
      {.name = "SD_F1",
       .kind = stiff,
       .stop = 1000,
       .x0 = {761, 0, 600, 0.1},
       .end = {1.211172744776004150090e+3, 1.100169197591472861167e-12, 1.208680753052644787658e+3,
               3.115264808475206964180e-4},
       .digits = 21,
       .f = f1,
       .jacobian = f1_jacobian,
       .nominals = {1, 1e-10, 1, 1}},
      {.name = "SD_F3",
       .kind = stiff,
       .stop = 100,
       .x0 = {4e-6, 1e-6, 0, 0, 0},
       .end = {3.236067653893024307107e-13, 2.360679774997896964092e-7, 7.639319461070156928893e-14,
               7.639319461070156928893e-7, 3.236067653893024307107e-6},
       .digits = 24,
       .f = f3,
       .jacobian = f3_jacobian,
       .nominals = {1e-6, 1e-6, 1e-9, 1e-7, 1e-6}},
      {.name = "VDPOL_eps1e-6",
       .kind = stiff,
       .stop = 2,
       .x0 = {2, 0},
       .end = {1.706167732170465008e+0, -8.928097010248165481e-1},
       .digits = 18,
       .f = van_der_pol<1, 1000000>,
       .jacobian = van_der_pol_jacobian<1, 1000000>},
      {.name = "VDPOL_mu1000_t2000",
       .kind = stiff,
       .stop = 2000,
       .x0 = {2, 0},
       .end = {1.70616773217046501e+0, -8.92809701024816548e-4},
       .digits = 17,
       .f = van_der_pol<1000, 1>,
       .jacobian = van_der_pol_jacobian<1000, 1>},
      {.name = "PROTHERO_ROBINSON_1e6",
       .kind = stiff,
       .stop = 10,
       .x0 = {0},
       .end = {-0.5440211108893698134047477},
       .digits = 24,
       .f = [](double t, In x, Out dx) { dx[0] = -1e6 * (x[0] - std::sin(t)) + std::cos(t); },
       .jacobian = [](double, In, Out j) { j[0] = -1e6; }},
  };
}

}  // namespace bw::test
