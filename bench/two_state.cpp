// ARGESIM C5, task b, by CVODE with its own root finding and by ours, in one run: time and true
// errors of one integration each, and of our whole run with its estimate.

#include <cvode/cvode.h>
#include <nvector/nvector_serial.h>
#include <sunlinsol/sunlinsol_dense.h>
#include <sunmatrix/sunmatrix_dense.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "run/run.h"
#include "support/model/two_states.h"

namespace {

using bw::test::TwoStates;

constexpr double c1 = TwoStates::c1, c3 = TwoStates::c3;
constexpr double events[] = {1.108306167771131187, 2.129685355154713893, 3.054152906995719469,
                             4.075532094379302175, 4.999999646220307751};
constexpr double y1 = 5.369312123556102011, y2 = 5.399996764459944201;

void slopes(bool in_a, const double* y, double* dy) {
  dy[0] = c1 * (y[1] + (in_a ? 0.4 : -0.3) - y[0]);
  dy[1] = c3 * ((in_a ? 5.5 : 2.73) - y[1]);
}
double indicator(bool in_a, const double* y) { return in_a ? y[0] - 5.8 : 2.5 - y[0]; }

struct Outcome {
  std::vector<double> times{};
  double y[2] = {0, 0}, seconds = 0;
  std::string said{};
};

Outcome by_cvode(double tolerance) {
  static SUNContext context = [] {
    SUNContext made = nullptr;
    SUNContext_Create(nullptr, &made);
    return made;
  }();
  Outcome outcome;
  bool in_a = true;
  const auto begin = std::chrono::steady_clock::now();
  N_Vector y = N_VNew_Serial(2, context);
  double* const values = N_VGetArrayPointer(y);
  values[0] = 4.2, values[1] = 0.3;
  void* memory = CVodeCreate(CV_BDF, context);
  CVodeInit(
      memory,
      [](double, N_Vector x, N_Vector dx, void* user) {
        slopes(*static_cast<bool*>(user), N_VGetArrayPointer(x), N_VGetArrayPointer(dx));
        return 0;
      },
      0, y);
  CVodeSStolerances(memory, tolerance, tolerance);
  CVodeSetUserData(memory, &in_a);
  CVodeSetMaxNumSteps(memory, 1000000);
  SUNMatrix matrix = SUNDenseMatrix(2, 2, context);
  SUNLinearSolver solver = SUNLinSol_Dense(y, matrix, context);
  CVodeSetLinearSolver(memory, solver, matrix);
  CVodeSetJacFn(memory,
                [](double, N_Vector, N_Vector, SUNMatrix j, void*, N_Vector, N_Vector, N_Vector) {
                  SM_ELEMENT_D(j, 0, 0) = -c1, SM_ELEMENT_D(j, 0, 1) = c1;
                  SM_ELEMENT_D(j, 1, 0) = 0, SM_ELEMENT_D(j, 1, 1) = -c3;
                  return 0;
                });
  CVodeRootInit(memory, 1, [](double, N_Vector x, double* z, void* user) {
    z[0] = indicator(*static_cast<bool*>(user), N_VGetArrayPointer(x));
    return 0;
  });
  CVodeSetStopTime(memory, 5);
  double t = 0;
  int flag = CV_SUCCESS;
  while (t < 5 && flag >= 0) {
    flag = CVode(memory, 5, y, &t, CV_NORMAL);
    if (flag != CV_ROOT_RETURN) continue;
    outcome.times.push_back(t);
    in_a = !in_a;
    CVodeReInit(memory, t, y);
    CVodeSetStopTime(memory, 5);
  }
  outcome.y[0] = values[0], outcome.y[1] = values[1];
  SUNLinSolFree(solver);
  SUNMatDestroy(matrix);
  CVodeFree(&memory);
  N_VDestroy(y);
  outcome.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  return outcome;
}

Outcome by_us(double tolerance, bool certify, const char* method) {
  TwoStates model;
  const bw::result::RunResult r = bw::run::run(
      {.stop = 5, .tolerance = tolerance, .interval = 5, .certify = certify, .method = method},
      model);
  Outcome outcome;
  for (const bw::result::LocatedEvent& event : r.events) outcome.times.push_back(event.time);
  outcome.y[0] = std::get<double>(r.final_values[0].second);
  outcome.y[1] = std::get<double>(r.final_values[1].second);
  outcome.seconds = r.statistics.seconds.master;
  outcome.said = bw::result::name(r.verdict);
  return outcome;
}

template <class Run>
void report(const std::string& name, const Run& run) {
  Outcome best = run();
  for (int k = 0; k < 20; ++k) best.seconds = std::min(best.seconds, run().seconds);
  double worst = 0;
  for (std::size_t e = 0; e < best.times.size() && e < 5; ++e)
    worst = std::max(worst, std::abs(best.times[e] - events[e]) / events[e]);
  const std::string times =
      best.times.empty() ? "-" : std::to_string(best.times.size()) + " events";
  std::printf("%-26s %9.0f us  %-9s  t_i %.0e  y1(5) %.0e  y2(5) %.0e  %s\n", name.c_str(),
              1e6 * best.seconds, times.c_str(), worst, std::abs(best.y[0] - y1) / y1,
              std::abs(best.y[1] - y2) / y2, best.said.c_str());
}

}  // namespace

int main() {
  for (const double tolerance : {1e-6, 1e-10, 1e-14}) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", tolerance);
    report(std::string("CVODE BDF ") + text, [&] { return by_cvode(tolerance); });
    report(std::string("radau9, one pass ") + text,
           [&] { return by_us(tolerance, false, "radau9"); });
    report(std::string("radau9, certified ") + text,
           [&] { return by_us(tolerance, true, "radau9"); });
  }
  return 0;
}
