// Boost.odeint: Dormand-Prince 5, Fehlberg 7(8) and Bulirsch-Stoer for what is not stiff,
// Rosenbrock 4 (exact Jacobian) for what is. One absolute tolerance for all states is all it takes:
// that of the smallest one.

#include <boost/numeric/odeint/integrate/integrate_adaptive.hpp>
#include <boost/numeric/odeint/stepper/bulirsch_stoer.hpp>
#include <boost/numeric/odeint/stepper/generation.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_dopri5.hpp>
#include <boost/numeric/odeint/stepper/runge_kutta_fehlberg78.hpp>
#include <cmath>
#include <stdexcept>

#include "ivp_peers.h"
#include "odeint_rosenbrock.h"
#include "support/ode/ivp_solve.h"

namespace bw::bench {
namespace {

namespace odeint = boost::numeric::odeint;

using State = std::vector<double>;

constexpr long most_evaluations = 10000000;

double absolute(const test::IvpProblem& problem, double tolerance) {
  double smallest = 1;
  for (std::size_t i = 0; i < problem.size(); ++i)
    smallest = std::min(smallest, problem.nominal(i));
  return smallest * tolerance;
}

double first_step(double from, double to, double tolerance) {
  return 1e-3 * (to - from) * std::sqrt(tolerance);
}

template <typename Make>
Outcome explicit_run(const test::IvpProblem& problem, double tolerance, const Make& make) {
  test::IvpEquations equations(problem);
  const auto f = [&](const State& x, State& dx, double t) {
    if (equations.evaluations > most_evaluations) throw std::runtime_error("too long");
    equations.derivatives(t, x, dx);
  };
  State x = problem.x0;
  try {
    for (double t = problem.start; t < problem.stop;) {
      const double limit = equations.enter(t);
      auto stepper = make(absolute(problem, tolerance), tolerance);
      odeint::integrate_adaptive(stepper, f, x, t, limit, first_step(t, limit, tolerance));
      t = limit;
    }
  } catch (const std::exception&) {
    x.clear();
  }
  return {x, equations.evaluations, 0};
}

Outcome rosenbrock(const test::IvpProblem& problem, double tolerance) {
  test::IvpEquations equations(problem);
  const std::size_t n = problem.size();
  long jacobians = 0;
  State moved(n), still(n), x = problem.x0;
  StiffTask task;
  task.absolute = absolute(problem, tolerance);
  task.relative = tolerance;
  task.f = [&](double t, const double* at, double* dx) {
    if (equations.evaluations > most_evaluations) throw std::runtime_error("too long");
    equations.derivatives(t, {at, n}, {dx, n});
  };
  // It wants df/dt as well: by a difference.
  task.jacobian = [&](double t, const double* at, double* rows, double* by_time) {
    ++jacobians;
    equations.jacobian(t, {at, n}, {rows, n * n});
    const double d = 1e-8 * std::max(std::abs(t), 1e-3 * (problem.stop - problem.start));
    problem.f(t, {at, n}, still);
    problem.f(t + d, {at, n}, moved);
    for (std::size_t i = 0; i < n; ++i) by_time[i] = (moved[i] - still[i]) / d;
  };
  try {
    for (double t = problem.start; t < problem.stop;) {
      const double limit = equations.enter(t);
      task.first_step = first_step(t, limit, tolerance);
      odeint_rosenbrock(task, x, t, limit);
      t = limit;
    }
  } catch (const std::exception&) {
    x.clear();
  }
  return {x, equations.evaluations, jacobians};
}

}  // namespace

std::vector<Peer> odeint_peers() {
  using test::IvpProblem;
  return {
      {"odeint_dopri5", false, false,
       [](const IvpProblem& p, double r) {
         return explicit_run(p, r, [](double a, double rel) {
           return odeint::make_controlled<odeint::runge_kutta_dopri5<State>>(a, rel);
         });
       }},
      {"odeint_fehlberg78", false, false,
       [](const IvpProblem& p, double r) {
         return explicit_run(p, r, [](double a, double rel) {
           return odeint::make_controlled<odeint::runge_kutta_fehlberg78<State>>(a, rel);
         });
       }},
      {"odeint_bulirsch_stoer", false, false,
       [](const IvpProblem& p, double r) {
         return explicit_run(
             p, r, [](double a, double rel) { return odeint::bulirsch_stoer<State>(a, rel); });
       }},
      {"odeint_rosenbrock4", true, true, rosenbrock},
  };
}

}  // namespace bw::bench
