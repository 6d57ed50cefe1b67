// What choosing by itself costs beside choosing by hand: every reference problem by every method
// that can be named and by `auto`, one integration each at tolerances from 1e-2 to 1e-12. One line
// of CSV each; ode_auto.py makes a table of it.
//
// usage: ode_auto [PROBLEM-PATTERN]     the problems with which the thresholds were set
//        ode_auto --unseen [PATTERN]    others (unseen_problems.h)

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include "ode/kernel/integrator.h"
#include "processor_seconds.h"
#include "support/ode/ivp_solve.h"
#include "unseen_problems.h"

namespace {

using bw::bench::processor_seconds;
using bw::test::IvpProblem;
constexpr double long_enough = 1e-3;
constexpr int repetitions = 7;

// Returns the seconds that it took, the shortest time of several.
double measure(const IvpProblem& problem, const bw::ode::MethodKind& method, double tolerance,
               double most_seconds) {
  bw::ode::Setup setup;
  setup.tolerance.relative = tolerance;
  setup.accuracy =
      3 * tolerance;  // as in a run, whose first integration takes a share of the tolerance
  setup.largest_step = (problem.stop - problem.start) / 10;
  double best = 1e9;
  bw::test::IvpEnd end;
  for (int k = 0; k < repetitions && (k == 0 || best < long_enough || k < 3); ++k) {
    const double begin = processor_seconds();
    end = bw::test::solve(problem, method, setup, 3000000);
    best = std::min(best, processor_seconds() - begin);
    if (best > most_seconds) break;
  }
  if (!end.x.empty())
    std::printf("%s,%s,%g,%.3g,%.4g,%ld\n", std::string(problem.name).c_str(),
                std::string(method.name).c_str(), tolerance, end_error(problem, end.x), 1e6 * best,
                end.evaluations);
  std::fflush(stdout);
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  std::string pattern = argc > 1 ? argv[1] : "";
  std::vector<IvpProblem> unseen;
  double most_seconds = 0.5;  // of an integration
  std::span<const IvpProblem> problems = bw::test::ivp_problems();
  if (pattern == "--unseen") {
    unseen = bw::bench::unseen_problems();
    problems = unseen;
    pattern = argc > 2 ? argv[2] : "";
    most_seconds = 0.05;
  }
  std::vector<const bw::ode::MethodKind*> methods(bw::ode::methods().begin(),
                                                  bw::ode::methods().end());
  methods.push_back(&bw::ode::default_method());
  std::printf("problem,method,tolerance,error,microseconds,rhs\n");
  for (const IvpProblem& problem : problems) {
    if (std::string(problem.name).find(pattern) == std::string::npos) continue;
    for (const bw::ode::MethodKind* method : methods) {
      if (method->fixed_step || method->linear_only) continue;
      for (double tolerance = 1e-2; tolerance > 0.5e-12; tolerance /= std::sqrt(10.0))
        if (measure(problem, *method, tolerance, most_seconds) > most_seconds)
          break;  // tighter ones cost more
    }
  }
  return 0;
}
