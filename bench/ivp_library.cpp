// The reference problems behind plain C calls, for solvers in other languages (ctypes in Python).

#include <cstddef>

#include "support/ode/ivp_problems.h"

namespace {
const bw::test::IvpProblem& at(int problem) {
  return bw::test::ivp_problems()[static_cast<std::size_t>(problem)];
}
}  // namespace

extern "C" {
int ivp_count() { return static_cast<int>(bw::test::ivp_problems().size()); }
const char* ivp_name(int problem) { return at(problem).name.data(); }
int ivp_kind(int problem) { return static_cast<int>(at(problem).kind); }
int ivp_size(int problem) { return static_cast<int>(at(problem).size()); }
double ivp_start(int problem) { return at(problem).start; }
double ivp_stop(int problem) { return at(problem).stop; }
double ivp_x0(int problem, int i) { return at(problem).x0[static_cast<std::size_t>(i)]; }
double ivp_end(int problem, int i) { return at(problem).end[static_cast<std::size_t>(i)]; }
double ivp_nominal(int problem, int i) { return at(problem).nominal(static_cast<std::size_t>(i)); }
int ivp_breaks(int problem) { return static_cast<int>(at(problem).breaks.size()); }
double ivp_break(int problem, int i) { return at(problem).breaks[static_cast<std::size_t>(i)]; }
int ivp_has_jacobian(int problem) { return at(problem).jacobian != nullptr; }

void ivp_f(int problem, double t, const double* x, double* dx) {
  const std::size_t n = at(problem).size();
  at(problem).f(t, {x, n}, {dx, n});
}
// As bellwether.solve_ivp calls it, with a pointer to the problem's number.
void ivp_callback(double t, const double* x, double* dx, const int* problem) {
  ivp_f(*problem, t, x, dx);
}
// As LSODA calls it; which problem is said before.
int ivp_current = 0;
void ivp_use(int problem) { ivp_current = problem; }
void ivp_fortran_f(const int* /*n*/, const double* t, const double* x, double* dx) {
  ivp_f(ivp_current, *t, x, dx);
}
void ivp_jacobian(int problem, double t, const double* x, double* j) {
  const std::size_t n = at(problem).size();
  at(problem).jacobian(t, {x, n}, {j, n * n});
}
}
