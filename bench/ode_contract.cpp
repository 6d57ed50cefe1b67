// Does the product keep its word? Every reference problem, at tolerances from 1e-3 to 1e-10, by
// every method that suits it, through run() as a user calls it: the verdict, the true error at the
// end and the estimate, both in units of the tolerance, and what it cost. One line of CSV each.
//
// usage: ode_contract [PROBLEM-PATTERN [METHOD-PATTERN]]      patterns are components of names

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>

#include "ode/kernel/integrator.h"
#include "processor_seconds.h"
#include "run/run.h"
#include "support/ode/ivp_solve.h"

namespace {

using bw::test::IvpProblem;

using bw::bench::processor_seconds;

constexpr double most_seconds = 1, short_time = 0.01;
constexpr int repetitions = 5;  // of short ones, the shortest counts: others use the machine, too

// In units of the tolerance, at the end.
double true_error(const IvpProblem& problem, double tolerance, const bw::result::RunResult& r) {
  double most = 0;
  if (r.final_values.size() != problem.size() || r.reached < problem.stop) return std::nan("");
  for (std::size_t i = 0; i < problem.size(); ++i) {
    const double x = std::get<double>(r.final_values[i].second);
    const double w = tolerance * (std::abs(problem.end[i]) + problem.nominal(i));
    const double error = std::abs(x - problem.end[i]) / w;
    if (!(error <= most)) most = error;
  }
  return most;
}

std::string bells(const bw::result::RunResult& r) {
  std::string names;
  for (const bw::Bell& bell : r.bells)
    if (bell.severity != bw::Severity::note)
      names += (names.empty() ? "" : "+") + std::string(bw::kind(bell.code).name);
  return names;
}

// Returns the seconds that it took.
double measure(const IvpProblem& problem, const bw::ode::MethodKind& method, double tolerance) {
  bw::result::RunResult r;
  double seconds = 1e9;
  for (int k = 0; k < repetitions && (k == 0 || seconds < short_time); ++k) {
    bw::test::IvpModel model(problem);
    const double begin = processor_seconds();
    r = bw::run::run({.start = problem.start,
                      .stop = problem.stop,
                      .tolerance = tolerance,
                      .interval = problem.stop - problem.start,
                      .method = std::string(method.name)},
                     model);
    seconds = std::min(seconds, processor_seconds() - begin);
  }
  std::printf(
      "%s,%s,%g,%s,%s,%.3g,%.3g,%ld,%d,%.6f\n", std::string(problem.name).c_str(),
      std::string(method.name).c_str(), tolerance, std::string(bw::result::name(r.verdict)).c_str(),
      bells(r).c_str(), true_error(problem, tolerance, r), r.estimated_error.value_or(std::nan("")),
      r.statistics.rhs_evaluations, r.certificate ? r.certificate->integrations : 0, seconds);
  std::fflush(stdout);
  return seconds;
}

}  // namespace

// Eleven decades of time by a method that does not damp.
bool takes_minutes(const IvpProblem& problem, const bw::ode::MethodKind& method) {
  return problem.name == "ROBER_t1e11" && method.name == "gauss8";
}

// All that can be named, and what is taken when nothing is.
std::vector<const bw::ode::MethodKind*> all_methods() {
  std::vector<const bw::ode::MethodKind*> all(bw::ode::methods().begin(), bw::ode::methods().end());
  all.push_back(&bw::ode::default_method());
  return all;
}

int main(int argc, char** argv) {
  const std::string problems = argc > 1 ? argv[1] : "", methods = argc > 2 ? argv[2] : "";
  std::printf("problem,method,tolerance,verdict,bells,error,estimate,rhs,passes,seconds\n");
  for (const IvpProblem& problem : bw::test::ivp_problems())
    for (const bw::ode::MethodKind* method : all_methods()) {
      if (std::string(problem.name).find(problems) == std::string::npos ||
          std::string(method->name).find(methods) == std::string::npos ||
          !bw::test::suits(*method, problem) || takes_minutes(problem, *method))
        continue;
      for (const double tolerance : {1e-3, 1e-4, 1e-5, 1e-6, 1e-7, 1e-8, 1e-9, 1e-10})
        if (measure(problem, *method, tolerance) > most_seconds) break;  // tighter ones cost more
    }
  return 0;
}
