#pragma once
// Kinks of signals, and the mesh that resolves them. A step over a kink has an error that is no
// power series of the step size: columns stall, or, where the kink is in the first step of every
// chain, converge to a wrong limit. Shorter steps everywhere are an expensive remedy. Instead the
// mesh, which all chains share, gets short intervals around the kinks of the chains:
//
//   chain i has the kink at tau_i; spread = max |tau_i - tau_k|; b = change of the slope
//   error of a step of length l over it, seen by what integrates the signal for an interval H
//   between rows:  about b l^2 / H;  so  l = sqrt(0.01 w H / b), within 2 spread and a share of the
//   step that it was found in
//
// The first meshes find the kinks, the last one resolves them; certify.h then judges its chains
// like any others. docs/decisions/0024.

#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/certify/tableau.h"
#include "cosim/chain/mesh.h"

namespace bw::cosim {

// A kink that chains of a level have in common.
struct SharedKink {
  double time = 0;    // in the finest chain
  double spread = 0;  // of its times in the chains
  double step = 0;    // of the finest chain
  double bend = 0;    // change of the slope per time, in tolerances of the signal's largest value
  std::size_t signal = 0;
};

std::vector<SharedKink> shared_kinks(const CertifyPlan& plan, const Tableau& tableau);

// The level to begin with on a refined mesh, where another mesh was left at `level`: without kinks
// longer steps may do.
int first_level(int level);
// Places of the mesh for shorter intervals; empty: all kinks are resolved by the chains of this
// level, or there are too many.
std::vector<Mesh::Fine> places_to_refine(const std::vector<SharedKink>& kinks,
                                         const CertifyPlan& plan, int level);

}  // namespace bw::cosim
