#pragma once
// Initial value problems that implicit methods are tried on, with their values at the end (computed
// in quadruple precision by two unrelated methods).

#include <algorithm>
#include <cmath>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "ode/kernel/integrator.h"

namespace bw::test {

struct Problem {
  using F = std::function<void(double t, std::span<const double> x, std::span<double> dx)>;
  std::string name;
  std::vector<double> start, nominals;
  double stop = 1;
  F f;
  std::vector<double> end{};
};

// Of a Problem, or of any right-hand side; remembers its calls.
class ProblemEquations final : public ode::Equations {
 public:
  ProblemEquations(std::size_t n, Problem::F f) : n_(n), f_(std::move(f)) {}
  explicit ProblemEquations(const Problem& of) : ProblemEquations(of.start.size(), of.f) {}
  std::size_t size() const override { return n_; }
  void derivatives(double t, std::span<const double> x, std::span<double> dx) override {
    latest = std::max(latest, t);
    ++evaluations;
    f_(t, x, dx);
  }
  double latest = -1e300;
  long evaluations = 0;

 private:
  std::size_t n_;
  Problem::F f_;
};

inline Problem prothero_robinson(double lambda) {
  return {"Prothero-Robinson",
          {0},
          {1},
          10,
          [lambda](double t, std::span<const double> x, std::span<double> dx) {
            dx[0] = lambda * (x[0] - std::sin(t)) + std::cos(t);
          },
          {-0.5440211108893698134}};
}

inline Problem robertson() {
  return {"Robertson",
          {1, 0, 0},
          {1, 1e-4, 1},
          40,
          [](double, std::span<const double> x, std::span<double> dx) {
            dx[0] = -0.04 * x[0] + 1e4 * x[1] * x[2];
            dx[2] = 3e7 * x[1] * x[1];
            dx[1] = -dx[0] - dx[2];
          },
          {7.158270687194050905e-1, 9.185534764557763904e-6, 2.841637457458303518e-1}};
}

inline Problem van_der_pol() {
  return {"van der Pol",
          {2, 0},
          {1, 1},
          2,
          [](double, std::span<const double> x, std::span<double> dx) {
            dx[0] = x[1];
            dx[1] = ((1 - x[0] * x[0]) * x[1] - x[0]) / 1e-6;
          },
          {1.706167732170465008, -8.928097010248165481e-1}};
}

inline Problem hires() {
  return {"HIRES",
          {1, 0, 0, 0, 0, 0, 0, 0.0057},
          std::vector<double>(8, 1e-3),
          321.8122,
          [](double, std::span<const double> x, std::span<double> dx) {
            dx[0] = -1.71 * x[0] + 0.43 * x[1] + 8.32 * x[2] + 0.0007;
            dx[1] = 1.71 * x[0] - 8.75 * x[1];
            dx[2] = -10.03 * x[2] + 0.43 * x[3] + 0.035 * x[4];
            dx[3] = 8.32 * x[1] + 1.71 * x[2] - 1.12 * x[3];
            dx[4] = -1.745 * x[4] + 0.43 * x[5] + 0.43 * x[6];
            dx[5] = -280 * x[5] * x[7] + 0.69 * x[3] + 1.71 * x[4] - 0.43 * x[5] + 0.69 * x[6];
            dx[6] = 280 * x[5] * x[7] - 1.81 * x[6];
            dx[7] = -dx[6];
          },
          {7.37131257332566781e-4, 1.44248572631618466e-4, 5.88872974096757501e-5,
           1.17565134328314915e-3, 2.38635619883133047e-3, 6.23896825274279579e-3,
           2.84999839518576866e-3, 2.85000160481423134e-3}};
}

// A pendulum on a spring so stiff that it swings a hundred times faster than the pendulum.
inline Problem stiff_spring_pendulum() {
  return {"stiff spring pendulum",
          {1, 0, 0, 0},
          {1, 1, 1, 1},
          10,
          [](double, std::span<const double> x, std::span<double> dx) {
            const double r = std::hypot(x[0], x[1]), s = 1e4 * (r - 1) / r;
            dx[0] = x[2];
            dx[1] = x[3];
            dx[2] = -s * x[0];
            dx[3] = -s * x[1] - 1;
          },
          {-8.1057730562733634535e-1, -5.8593167343963574725e-1, -6.3387603420896901839e-1,
           8.7735722697893383403e-1}};
}

struct Solved {
  std::vector<double> x;
  ode::Trouble trouble;
  ode::Counts counts;
  long evaluations = 0;
  double latest = 0;
};

inline Solved solve(std::string_view method, const Problem& problem, ode::Setup setup) {
  ProblemEquations equations(problem);
  setup.stop = problem.stop;
  const auto integrator = ode::find_method(method)->make(equations, setup);
  integrator->restart(setup.start, problem.start, problem.nominals);
  Solved solved;
  while (integrator->time() < setup.stop && !solved.trouble)
    solved.trouble = integrator->step(setup.stop);
  solved.x.assign(integrator->state().begin(), integrator->state().end());
  solved.counts = integrator->counts();
  solved.evaluations = equations.evaluations;
  solved.latest = equations.latest;
  return solved;
}

// The largest error at the end, in units of |x| + nominal.
inline double end_error(const Problem& problem, std::span<const double> x) {
  double largest = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    largest = std::max(largest, std::abs(x[i] - problem.end[i]) /
                                    (std::abs(problem.end[i]) + problem.nominals[i]));
  return largest;
}

// The largest errors at steps and between them, with steps of one size and a tolerance that never
// matters, for equations that are neither linear nor autonomous.
struct Errors {
  double at_steps = 0, between = 0;
};

inline Errors errors_of_equal_steps(std::string_view method, double step,
                                    const Tolerance& tolerance = {.relative = 0.5,
                                                                  .absolute = 1e3}) {
  const auto exact = [](double t) {
    return std::pair{std::sin(t) * std::exp(-t / 5), std::cos(t)};
  };
  ProblemEquations equations(2, [&](double t, std::span<const double> x, std::span<double> dx) {
    const auto [p, q] = exact(t);
    const double dp = (std::cos(t) - std::sin(t) / 5) * std::exp(-t / 5), dq = -std::sin(t);
    dx[0] = dp + (x[1] * x[1] - q * q) - (x[0] - p);
    dx[1] = dq - (x[0] * x[1] - p * q) - 2 * (x[1] - q);
  });
  ode::Setup setup{0, 4, tolerance, step, step};
  const auto integrator = ode::find_method(method)->make(equations, setup);
  integrator->restart(0, std::vector<double>{0, 1}, std::vector<double>{1, 1});
  Errors errors;
  std::vector<double> x(2);
  const auto error = [&](double t) {
    integrator->interpolate(t, x);
    const auto [p, q] = exact(t);
    return std::max(std::abs(x[0] - p), std::abs(x[1] - q));
  };
  while (integrator->time() < setup.stop && !integrator->step(setup.stop)) {
    const double begin = integrator->previous_time(), h = integrator->time() - begin;
    errors.at_steps = std::max(errors.at_steps, error(integrator->time()));
    for (const double share : {0.2, 0.5, 0.8})
      errors.between = std::max(errors.between, error(begin + share * h));
  }
  return errors;
}

}  // namespace bw::test
