// How the cost of stiff methods grows with the size of a sparse model: the heat equation of
// tests/support/heat_equation.h, from a thousand cells on. CVODE with its banded solver stands
// beside them. Processor time; prints CSV; ode_size.sh makes a table of it.
//
// usage: ode_size [CELLS ...]

#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "ivp_peers.h"
#include "ode/kernel/integrator.h"
#include "support/ode/heat_equation.h"

namespace {

constexpr double stop = 0.1, tolerance = 1e-6;

double error_of(const bw::test::HeatEquation& heat, std::span<const double> u) {
  std::vector<double> exact(u.size());
  heat.solution(stop, exact);
  double largest = u.empty() ? NAN : 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    largest = std::max(largest, std::abs(u[i] - exact[i]) / (std::abs(exact[i]) + 1));
  return largest;
}

template <typename Run>
double seconds_of(const Run& run) {
  const std::clock_t begin = std::clock();
  run();
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void ours(const bw::ode::MethodKind& method, std::size_t cells, bool exact_jacobian) {
  bw::test::HeatEquation heat(cells, exact_jacobian);
  std::vector<double> u(cells);
  const std::vector<double> nominals(cells, 1.0);
  heat.solution(0, u);
  bw::ode::Setup setup;
  setup.stop = stop;
  setup.tolerance.relative = tolerance;
  std::unique_ptr<bw::ode::Integrator> integrator;
  bool good = true;
  const double seconds = seconds_of([&] {
    integrator = method.make(heat, setup);
    integrator->restart(0, u, nominals);
    while (good && integrator->time() < stop) good = !integrator->step(stop);
  });
  const bw::ode::Counts& counts = integrator->counts();
  std::printf("%s,%s,%zu,%.4g,%ld,%ld,%ld,%ld,%.3g\n", method.name.data(),
              exact_jacobian ? "exact" : "coloured", cells, seconds, counts.steps, heat.evaluations,
              counts.jacobian_evaluations, counts.factorisations,
              good ? error_of(heat, integrator->state()) : NAN);
  std::fflush(stdout);
}

void cvode(std::size_t cells) {
  bw::bench::BandRun run;
  const double seconds =
      seconds_of([&] { run = bw::bench::cvode_on_heat(cells, stop, tolerance); });
  std::printf("cvode_bdf_band,exact,%zu,%.4g,%ld,,,,%.3g\n", cells, seconds, run.steps,
              error_of(bw::test::HeatEquation(cells), run.x));
  std::fflush(stdout);
}

}  // namespace

int main(int count, char** words) {
  std::vector<std::size_t> sizes;
  for (int i = 1; i < count; ++i) sizes.push_back(std::strtoul(words[i], nullptr, 10));
  if (sizes.empty()) sizes = {1000, 3000, 10000, 30000, 100000};
  std::puts("solver,jacobian,cells,seconds,steps,rhs,jacobians,factorisations,error");
  for (const std::size_t cells : sizes) {
    for (const bw::ode::MethodKind* method : bw::ode::methods())
      if (method->stiff && !method->fixed_step && !method->linear_only)
        for (const bool exact : {true, false}) ours(*method, cells, exact);
    cvode(cells);
  }
}
