#pragma once
// Solvers of others, each used as its documentation recommends, on the problems of
// tests/support/ivp_problems.h: the same f, the same exact Jacobian, the same tolerances.

#include <functional>
#include <string>
#include <vector>

#include "support/ode/ivp_problems.h"

namespace bw::bench {

struct Outcome {
  std::vector<double> x;  // at the end; empty: it did not get there
  long rhs = 0, jacobians = 0;
};

struct Peer {
  std::string name;
  bool stiff = false;
  bool needs_jacobian = false;
  std::function<Outcome(const test::IvpProblem& problem, double tolerance)> solve;
};

std::vector<Peer> sundials_peers();
std::vector<Peer> odeint_peers();

// CVODE's BDF with its banded solver on the heat equation of heat_equation.h; seconds, and the
// states at the end.
struct BandRun {
  std::vector<double> x;
  long steps = 0;
};
BandRun cvode_on_heat(std::size_t cells, double stop, double tolerance);

}  // namespace bw::bench
