// Work against precision of integration methods: ours and the peers', in one process, one after the
// other, on problems with known end values. Prints CSV; ode_work_precision.sh makes tables of it.
//
// usage: ode_work_precision [--problems A,B,...|all] [--solvers A,B,...] [--tolerances 1e-3,...]
//
// error: the largest |x - end| / (|end| + nominal) at the end; microseconds: processor time, the
// best of several runs, each from the problem to the end values. A run that does not get there has
// no line. All solvers of a problem run in several rounds, so that a while in which the
// machine was slow does not affect only one of them.

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <sstream>

#include "ivp_peers.h"
#include "processor_seconds.h"
#include "support/ode/ivp_solve.h"

namespace {

using bw::bench::Outcome;
using bw::bench::Peer;
using bw::bench::processor_seconds;
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
std::vector<std::string> tolerances = {"1e-3", "1e-4",  "1e-5",  "1e-6",  "1e-7",  "1e-8",
                                       "1e-9", "1e-10", "1e-11", "1e-12", "1e-13", "1e-14"};

constexpr long most_steps = 2000000;
constexpr int rounds = 3;
constexpr double enough_seconds = 0.01;  // for one figure in a round
constexpr double too_long = 0.2;         // a solver that took longer gets no tighter tolerance

std::vector<std::string> split(const std::string& list) {
  std::vector<std::string> components;
  std::istringstream in(list);
  for (std::string component; std::getline(in, component, ',');) components.push_back(component);
  return components;
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

struct Line {
  const Peer* peer;
  const char* side;
  std::string tolerance;
  Outcome outcome;
  double seconds;  // of the best run
};

void repeat(const IvpProblem& problem, Line& line) {
  double all = 0;
  for (int runs = 0; runs == 0 || (all < enough_seconds && runs < 100); ++runs) {
    const double begin = processor_seconds();
    line.outcome = line.peer->solve(problem, std::stod(line.tolerance));
    const double seconds = processor_seconds() - begin;
    line.seconds = std::min(line.seconds, seconds);
    all += seconds;
  }
}

// The first round also finds out where a solver takes too long.
void begin(const Peer& peer, const char* side, const IvpProblem& problem,
           std::vector<Line>& lines) {
  if (!fits(peer, problem)) return;
  for (const std::string& tolerance : tolerances) {
    Line line{&peer, side, tolerance, {}, 1e300};
    repeat(problem, line);
    if (!line.outcome.x.empty()) lines.push_back(line);
    if (line.seconds > too_long) return;
  }
}

void print(const IvpProblem& problem, const Line& line) {
  std::printf("%s,%s,%s,%s,%.3g,%.4g,%ld,%ld\n", problem.name.data(), line.side,
              line.peer->name.c_str(), line.tolerance.c_str(), end_error(problem, line.outcome.x),
              1e6 * line.seconds, line.outcome.rhs, line.outcome.jacobians);
}

void run(const std::vector<Peer>& own, const std::vector<Peer>& peers, const IvpProblem& problem) {
  std::vector<Line> lines;
  for (const Peer& peer : own) begin(peer, "ours", problem, lines);
  for (const Peer& peer : peers) begin(peer, "theirs", problem, lines);
  for (int round = 1; round < rounds; ++round)
    for (Line& line : lines) repeat(problem, line);
  for (const Line& line : lines) print(problem, line);
  std::fflush(stdout);
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
    if (!method->fixed_step && !method->linear_only) own.push_back(ours(*method));
  std::ranges::move(bw::bench::odeint_peers(), std::back_inserter(peers));
  std::puts("problem,side,solver,tolerance,error,microseconds,rhs,jacobians");
  for (const std::string& name : problems) {
    const IvpProblem* problem = bw::test::find_ivp(name);
    if (problem == nullptr) {
      std::cerr << "ode_work_precision: there is no problem " << name << '\n';
      return 2;
    }
    run(own, peers, *problem);
  }
}
