#include "unseen_problems.h"

#include <cmath>
#include <cstdio>
#include <string>

#include "support/ode/ivp_solve.h"

namespace bw::bench {
namespace {

using test::In;
using test::IvpProblem;
using test::Out;
using Kind = IvpProblem::Kind;

double real(std::size_t i) { return static_cast<double>(i); }

void kepler(double, In x, Out dx) {
  const double r = std::hypot(x[0], x[1]), cube = r * r * r;
  dx[0] = x[2], dx[1] = x[3];
  dx[2] = -x[0] / cube, dx[3] = -x[1] / cube;
}

std::vector<double> kepler_start(double eccentricity) {
  return {1 - eccentricity, 0, 0, std::sqrt((1 + eccentricity) / (1 - eccentricity))};
}

// A row of compartments; the first and the last pass on half.
void tridiagonal(double, In x, Out dx) {
  const std::size_t n = x.size();
  for (std::size_t i = 0; i < n; ++i)
    dx[i] = -2 * x[i] + (i > 0 ? x[i - 1] : 0) + (i + 1 < n ? x[i + 1] : 0);
}

std::vector<double> first_of(std::size_t n) {
  std::vector<double> x(n);
  x[0] = 1;
  return x;
}

std::vector<IvpProblem> small_smooth() {
  return {{.name = "detest_A2",
           .stop = 20,
           .x0 = {1},
           .f = [](double, In x, Out dx) { dx[0] = -x[0] * x[0] * x[0] / 2; }},
          {.name = "detest_A3",
           .stop = 20,
           .x0 = {1},
           .f = [](double t, In x, Out dx) { dx[0] = x[0] * std::cos(t); }},
          {.name = "detest_A4",
           .stop = 20,
           .x0 = {1},
           .f = [](double, In x, Out dx) { dx[0] = x[0] / 4 * (1 - x[0] / 20); }},
          {.name = "detest_B2",
           .stop = 20,
           .x0 = {2, 0, 1},
           .f =
               [](double, In x, Out dx) {
                 dx[0] = -x[0] + x[1];
                 dx[1] = x[0] - 2 * x[1] + x[2];
                 dx[2] = x[1] - x[2];
               }},
          {.name = "detest_B3",
           .stop = 20,
           .x0 = {1, 0, 0},
           .f =
               [](double, In x, Out dx) {
                 dx[0] = -x[0];
                 dx[1] = x[0] - x[1] * x[1];
                 dx[2] = x[1] * x[1];
               }},
          {.name = "detest_B4",
           .stop = 20,
           .x0 = {3, 0, 0},
           .f =
               [](double, In x, Out dx) {
                 const double r = std::hypot(x[0], x[1]);
                 dx[0] = -x[1] - x[0] * x[2] / r;
                 dx[1] = x[0] - x[1] * x[2] / r;
                 dx[2] = x[0] / r;
               }},
          {.name = "detest_E1",
           .stop = 20,
           .x0 = {0.6713967071418030, 0.09540051444747446},
           .f =
               [](double t, In x, Out dx) {
                 const double s = t + 1;
                 dx[0] = x[1];
                 dx[1] = -(x[1] / s + (1 - 0.25 / (s * s)) * x[0]);
               }},
          {.name = "detest_E4", .stop = 20, .x0 = {30, 0}, .f = [](double, In x, Out dx) {
             dx[0] = x[1], dx[1] = 0.032 - 0.4 * x[1] * x[1];
           }}};
}

std::vector<IvpProblem> larger_smooth() {
  return {{.name = "detest_C1",
           .stop = 20,
           .x0 = first_of(10),
           .f =
               [](double, In x, Out dx) {
                 for (std::size_t i = 0; i < 10; ++i)
                   dx[i] = (i > 0 ? x[i - 1] : 0) - (i < 9 ? x[i] : 0);
               }},
          {.name = "detest_C2",
           .stop = 20,
           .x0 = first_of(10),
           .f =
               [](double, In x, Out dx) {
                 for (std::size_t i = 0; i < 10; ++i)
                   dx[i] = (i > 0 ? real(i) * x[i - 1] : 0) - (i < 9 ? real(i + 1) * x[i] : 0);
               }},
          {.name = "detest_C3", .stop = 20, .x0 = first_of(10), .f = tridiagonal},
          {.name = "detest_C4", .stop = 20, .x0 = first_of(51), .f = tridiagonal},
          {.name = "detest_D2", .stop = 20, .x0 = kepler_start(0.3), .f = kepler},
          {.name = "detest_D3", .stop = 20, .x0 = kepler_start(0.5), .f = kepler},
          {.name = "detest_D4", .stop = 20, .x0 = kepler_start(0.7), .f = kepler}};
}

template <int alpha>
void spiral(double, In x, Out dx) {
  dx[0] = -10 * x[0] + alpha * x[1];
  dx[1] = -alpha * x[0] - 10 * x[1];
  dx[2] = -4 * x[2], dx[3] = -x[3], dx[4] = -0.5 * x[4], dx[5] = -0.1 * x[5];
}

template <int tenths>
void cascade(double, In x, Out dx) {
  const double beta = 0.1 * tenths, a = x[0] * x[0], b = a + x[1] * x[1], c = b + x[2] * x[2];
  dx[0] = -x[0] + 2;
  dx[1] = -10 * x[1] + beta * a;
  dx[2] = -40 * x[2] + 4 * beta * b;
  dx[3] = -100 * x[3] + 10 * beta * c;
}

std::vector<IvpProblem> linear_stiff() {
  return {{.name = "stiff_A1",
           .kind = Kind::stiff,
           .stop = 20,
           .x0 = {1, 1, 1, 1},
           .f =
               [](double, In x, Out dx) {
                 dx[0] = -0.5 * x[0], dx[1] = -x[1], dx[2] = -100 * x[2], dx[3] = -90 * x[3];
               }},
          {.name = "stiff_A2",
           .kind = Kind::stiff,
           .stop = 120,
           .x0 = std::vector<double>(9),
           .f =
               [](double, In x, Out dx) {
                 dx[0] = -1800 * x[0] + 900 * x[1];
                 for (std::size_t i = 1; i < 8; ++i) dx[i] = x[i - 1] - 2 * x[i] + x[i + 1];
                 dx[8] = 1000 * x[7] - 2000 * x[8] + 1000;
               }},
          {.name = "stiff_A4",
           .kind = Kind::stiff,
           .stop = 1,
           .x0 = std::vector<double>(10, 1.0),
           .f =
               [](double, In x, Out dx) {
                 for (std::size_t i = 0; i < 10; ++i) dx[i] = -std::pow(real(i + 1), 5) * x[i];
               }},
          {.name = "stiff_B1",
           .kind = Kind::stiff,
           .stop = 20,
           .x0 = {1, 0, 1, 0},
           .f =
               [](double, In x, Out dx) {
                 dx[0] = -x[0] + x[1], dx[1] = -100 * x[0] - x[1];
                 dx[2] = -100 * x[2] + x[3], dx[3] = -10000 * x[2] - 100 * x[3];
               }},
          {.name = "stiff_B2",
           .kind = Kind::stiff,
           .stop = 20,
           .x0 = std::vector<double>(6, 1.0),
           .f = spiral<3>},
          {.name = "stiff_B4",
           .kind = Kind::stiff,
           .stop = 20,
           .x0 = std::vector<double>(6, 1.0),
           .f = spiral<25>},
          {.name = "stiff_B5",
           .kind = Kind::stiff,
           .stop = 20,
           .x0 = std::vector<double>(6, 1.0),
           .f = spiral<100>}};
}

void enright_e1(double, In x, Out dx) {
  constexpr double g = 100;
  dx[0] = x[1], dx[1] = x[2], dx[2] = x[3];
  dx[3] = (x[0] * x[0] - std::sin(x[0]) - g * g * g * g) * x[0] +
          (x[1] * x[2] / (x[0] * x[0] + 1) - 4 * g * g * g) * x[1] + (1 - 6 * g * g) * x[2] +
          (10 * std::exp(-x[3] * x[3]) - 4 * g) * x[3] + 1;
}

std::vector<IvpProblem> chemical_stiff() {
  return {
      {.name = "stiff_C1",
       .kind = Kind::stiff,
       .stop = 20,
       .x0 = {1, 1, 1, 1},
       .f =
           [](double, In x, Out dx) {
             const double c = x[2] * x[2], d = x[3] * x[3];
             dx[0] = -x[0] + x[1] * x[1] + c + d, dx[1] = -10 * x[1] + 10 * (c + d);
             dx[2] = -40 * x[2] + 40 * d, dx[3] = -100 * x[3] + 2;
           }},
      {.name = "stiff_C2", .kind = Kind::stiff, .stop = 20, .x0 = {1, 1, 1, 1}, .f = cascade<1>},
      {.name = "stiff_C4", .kind = Kind::stiff, .stop = 20, .x0 = {1, 1, 1, 1}, .f = cascade<100>},
      {.name = "stiff_D4",
       .kind = Kind::stiff,
       .stop = 50,
       .x0 = {1, 1, 0},
       .f =
           [](double, In x, Out dx) {
             dx[0] = -0.013 * x[0] - 1000 * x[0] * x[2];
             dx[1] = -2500 * x[1] * x[2];
             dx[2] = dx[0] + dx[1];
           },
       .nominals = {1, 1, 1e-5}}};
}

std::vector<IvpProblem> other_stiff() {
  return {{.name = "stiff_E1",
           .kind = Kind::stiff,
           .stop = 1,
           .x0 = {0, 0, 0, 0},
           .f = enright_e1,
           .nominals = {1e-8, 1e-6, 1e-4, 1e-2}},
          {.name = "stiff_E3",
           .kind = Kind::stiff,
           .stop = 500,
           .x0 = {1, 1, 0},
           .f =
               [](double, In x, Out dx) {
                 dx[0] = -(55 + x[2]) * x[0] + 65 * x[1];
                 dx[1] = 0.0785 * (x[0] - x[1]);
                 dx[2] = 0.1 * x[0];
               }},
          {.name = "stiff_F2",
           .kind = Kind::stiff,
           .stop = 240,
           .x0 = {1, 0},
           .f =
               [](double, In x, Out dx) {
                 dx[0] = -x[0] - x[0] * x[1] + 294 * x[1];
                 dx[1] = x[0] * (1 - x[1]) / 98 - 3 * x[1];
               }},
          {.name = "relaxation_mu30",
           .kind = Kind::stiff,
           .stop = 120,
           .x0 = {2, 0},
           .f = [](double, In x,
                   Out dx) { dx[0] = x[1], dx[1] = 30 * (1 - x[0] * x[0]) * x[1] - x[0]; }},
          {.name = "fitzhugh",
           .kind = Kind::stiff,
           .stop = 5,
           .x0 = {-1, 1},
           .f = [](double, In x, Out dx) {
             dx[0] = 1000 * (x[0] - x[0] * x[0] * x[0] / 3 - x[1]);
             dx[1] = x[0] + 0.3;
           }}};
}

// The last multiple of `period` up to t: exactly, as the times of the events are computed.
double multiple_before(double t, double period) {
  const double k = std::floor(t / period + 0.5);
  return t < k * period ? k - 1 : k;
}

// A pendulum whose torque is a sampled and held sine.
template <int thousandths>
void held_pendulum(double t, In x, Out dx) {
  constexpr double hold = 1e-3 * thousandths;
  dx[0] = x[1];
  dx[1] = -std::sin(x[0]) - 0.1 * x[1] + 0.5 * std::sin(hold * multiple_before(t, hold));
}

// A buck converter: 24 V through a switch, an inductor, a capacitor and a load.
template <int microseconds>
void buck(double t, In x, Out dx) {
  constexpr double period = 1e-6 * microseconds;
  const bool on = t < (multiple_before(t, period) + 0.4) * period;
  dx[0] = ((on ? 24.0 : 0.0) - x[1]) / 1e-3;
  dx[1] = (x[0] - x[1] / 5) / 1e-4;
}

std::vector<double> multiples(double period, double stop, bool with_switching) {
  std::vector<double> times;
  for (long k = 0; static_cast<double>(k) * period < stop; ++k) {
    if (k > 0) times.push_back(static_cast<double>(k) * period);
    if (with_switching) times.push_back((static_cast<double>(k) + 0.4) * period);
  }
  while (!times.empty() && times.back() >= stop) times.pop_back();
  return times;
}

// None stops at an event, where f is already the new one.
std::vector<IvpProblem> with_events() {
  const std::vector<double> rest = {1, 0};
  return {{.name = "held_0.05",
           .stop = 19.93,
           .x0 = rest,
           .f = held_pendulum<50>,
           .breaks = multiples(1e-3 * 50, 19.93, false),
           .jumps = true},
          {.name = "held_0.3",
           .stop = 19.93,
           .x0 = rest,
           .f = held_pendulum<300>,
           .breaks = multiples(1e-3 * 300, 19.93, false),
           .jumps = true},
          {.name = "held_2",
           .stop = 19.93,
           .x0 = rest,
           .f = held_pendulum<2000>,
           .breaks = multiples(1e-3 * 2000, 19.93, false),
           .jumps = true},
          {.name = "buck_20us",
           .stop = 3.997e-3,
           .x0 = {0, 0},
           .f = buck<20>,
           .breaks = multiples(1e-6 * 20, 3.997e-3, true),
           .jumps = true},
          {.name = "buck_200us",
           .stop = 9.97e-3,
           .x0 = {0, 0},
           .f = buck<200>,
           .breaks = multiples(1e-6 * 200, 9.97e-3, true),
           .jumps = true}};
}

// The end values of two methods. False: they differ.
bool find_end(IvpProblem& problem) {
  constexpr double most = 1e-9;
  ode::Setup setup;
  setup.tolerance.relative = 1e-13;
  const bool stiff = problem.kind == Kind::stiff;
  const test::IvpEnd first = solve(problem, *ode::find_method(stiff ? "radau" : "dop853"), setup);
  setup.tolerance.relative = 1e-12;
  const test::IvpEnd second = solve(problem, *ode::find_method("radau9"), setup);
  problem.end = first.x;
  problem.digits = 11;
  const double difference =
      first.x.empty() || second.x.empty() ? NAN : end_error(problem, second.x);
  if (difference <= most) return true;
  std::fprintf(stderr, "%s is left out: two end values differ by %.2g.\n",
               std::string(problem.name).c_str(), difference);
  return false;
}

}  // namespace

std::vector<IvpProblem> unseen_problems() {
  std::vector<IvpProblem> all;
  for (auto* group :
       {small_smooth, larger_smooth, linear_stiff, chemical_stiff, other_stiff, with_events})
    for (IvpProblem& problem : group())
      if (find_end(problem)) all.push_back(std::move(problem));
  return all;
}

}  // namespace bw::bench
