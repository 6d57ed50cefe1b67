#pragma once
// Errors of the solvers inside components (black boxes). All chains contain them, so that these
// converge, cleanly, to the coupled system *with* its solvers.
//
// A solver with steps of its own, h_0, makes several of them, and a shorter one, in a doStep of
// h > h_0, so that its error depends on h_0 and no longer on h. One that makes a step in each
// doStep has an error of order p in h, which chains extrapolate like that of the coupling. So
// doSteps of many lengths are made twice from the same point, with the same inputs, the second time
// as four shorter ones:
//
//   h_j = 3^j h_0, up to three communication steps;   d_j = difference;   r_j = d_j / h_j
//
// r_j grows by 3^p from scale to scale as long as the solver's steps are those of the chains, and
// no longer where it makes several in one doStep. That r_j is the error per unit of time. Noise of
// a component falls with h_j.
//
// Where r_j matters, a whole run with the communication steps of the finest chain is repeated with
// doSteps divided until they are far shorter than that h_j: what changes is the error of the
// solvers in the rows.
//
// A solver whose error does not depend on the doSteps, because it goes on beyond them, stays
// unseen.

#include <string>

#include "cosim/certify/certificate.h"
#include "cosim/certify/chain_pool.h"
#include "cosim/certify/scan.h"

namespace bw::cosim {

struct SolverError {
  double error = 0;  // of a row, about, in units of the tolerance; 0: none was seen
  double step = 0;   // of the solver, about: shorter doSteps reduce its error
  double time = 0;   // of the probe that showed it

  std::string complaint() const;
};

SolverError find_solver_error(const CertifyPlan& plan, const Compared& compared, ChainPool& pool);

}  // namespace bw::cosim
