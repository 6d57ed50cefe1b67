// Work against precision of integration methods: ours and the peers', in one process, one after the
// other, on problems with known end values. Prints CSV; ode_work_precision.sh makes tables of it.
//
// usage: ode_work_precision [--problems A,B,...|all] [--solvers A,B,...] [--tolerances 1e-3,...]
//
// error: the largest |x - end| / (|end| + nominal) at the end; microseconds: processor time, the
// best of several runs, each from the problem to the end values. A run that does not get there has
// no line.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <sstream>

#include "ivp_peers.h"
#include "support/ivp_solve.h"

namespace {

using bw::bench::Outcome;
using bw::bench::Peer;
using bw::test::IvpProblem;

std::vector<std::string> problems = {"DETEST_A5",
                                     "DETEST_B1",
                                     "DETEST_B5",
                                     "DETEST_C5_fivebody",
                                     "DETEST_D1_kepler",
                                     "DETEST_D5_kepler",
                                     "DETEST_E2_vdp1",
                                     "DETEST_F2_disc",
                                     "ARENSTORF",
                                     "LORENZ_t10",
                                     "PLEIADES",
                                     "STIFFSPRING_PENDULUM_k1e4",
                                     "SD_C5",
                                     "SD_D1",
                                     "SD_F1",
                                     "HIRES",
                                     "ROBER_t1e5",
                                     "ROBER_t1e11",
                                     "OREGO_t360",
                                     "VDPOL_eps1e-6",
                                     "POLLU"};
std::vector<std::string> solvers;  // empty: all
std::vector<std::string> tolerances = {"1e-3", "1e-4", "1e-5",  "1e-6",  "1e-7",
                                       "1e-8", "1e-9", "1e-10", "1e-11", "1e-12"};

constexpr long most_steps = 2000000;
constexpr double enough_seconds = 0.02;  // for one figure, if that is two runs or more
constexpr double too_long = 0.5;         // a solver that took so long is not asked for more

double processor_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> parts;
  std::istringstream in(list);
  for (std::string part; std::getline(in, part, ',');) parts.push_back(part);
  return parts;
}

Peer ours(const bw::ode::MethodKind& method) {
  return {std::string(method.name), method.stiff, false,
          [&method](const IvpProblem& problem, double tolerance) -> Outcome {
            bw::ode::Setup setup;
            setup.tolerance.relative = tolerance;
            const auto end = bw::test::solve(problem, method, setup, most_steps);
            return {end.x, end.evaluations, end.counts.jacobian_evaluations};
          }};
}

// Explicit methods where nothing is stiff, stiff ones where it is, both where it oscillates.
bool fits(const Peer& peer, const IvpProblem& problem) {
  if (peer.needs_jacobian && problem.jacobian == nullptr) return false;
  if (!solvers.empty() && std::ranges::find(solvers, peer.name) == solvers.end()) return false;
  return problem.kind == IvpProblem::Kind::oscillatory ||
         peer.stiff == (problem.kind == IvpProblem::Kind::stiff);
}

// One line of the table; the seconds of the best run.
double measure(const Peer& peer, const char* side, const IvpProblem& problem,
               const std::string& tolerance) {
  double best = 1e300, all = 0;
  Outcome outcome;
  for (int runs = 0; runs < 2 || (all < enough_seconds && runs < 200); ++runs) {
    const double begin = processor_seconds();
    outcome = peer.solve(problem, std::stod(tolerance));
    const double seconds = processor_seconds() - begin;
    best = std::min(best, seconds);
    all += seconds;
    if (outcome.x.empty() || seconds > 0.1) break;
  }
  if (!outcome.x.empty())
    std::printf("%s,%s,%s,%s,%.3g,%.4g,%ld,%ld\n", problem.name.data(), side, peer.name.c_str(),
                tolerance.c_str(), end_error(problem, outcome.x), 1e6 * best, outcome.rhs,
                outcome.jacobians);
  std::fflush(stdout);
  return best;
}

void run(const Peer& peer, const char* side, const IvpProblem& problem) {
  if (!fits(peer, problem)) return;
  for (const std::string& tolerance : tolerances)
    if (measure(peer, side, problem, tolerance) > too_long) return;
}

bool read(int count, char** words) {
  for (int i = 1; i + 1 < count; i += 2) {
    const std::string option = words[i];
    if (option == "--problems")
      problems = split(words[i + 1]);
    else if (option == "--solvers")
      solvers = split(words[i + 1]);
    else if (option == "--tolerances")
      tolerances = split(words[i + 1]);
    else
      return false;
  }
  if (problems == std::vector<std::string>{"all"}) {
    problems.clear();
    for (const IvpProblem& problem : bw::test::ivp_problems()) problems.emplace_back(problem.name);
  }
  return count % 2 == 1;
}

}  // namespace

int main(int count, char** words) {
  if (!read(count, words)) {
    std::cerr << "usage: ode_work_precision [--problems A,B|all] [--solvers A,B] "
                 "[--tolerances 1e-3,1e-6]\n";
    return 2;
  }
  std::vector<Peer> own, peers = bw::bench::sundials_peers();
  for (const bw::ode::MethodKind* method : bw::ode::methods())
    if (!method->fixed_step) own.push_back(ours(*method));
  std::ranges::move(bw::bench::odeint_peers(), std::back_inserter(peers));
  std::puts("problem,side,solver,tolerance,error,microseconds,rhs,jacobians");
  for (const std::string& name : problems) {
    const IvpProblem* problem = bw::test::find_ivp(name);
    if (problem == nullptr) {
      std::cerr << "ode_work_precision: there is no problem " << name << '\n';
      return 2;
    }
    for (const Peer& peer : own) run(peer, "ours", *problem);
    for (const Peer& peer : peers) run(peer, "theirs", *problem);
  }
}
