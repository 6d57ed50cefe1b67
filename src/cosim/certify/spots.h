#pragma once
// Chains can agree and be wrong about what happens within a step. Where a signal is bent, or
// changes fast, at a distance d behind a synchronisation point, and d is within the first step of
// every chain, the errors of the chains are a perfect power series with a limit that is wrong by
// about d times the change: the feature might be anywhere in this step, and extrapolation takes it
// to the synchronisation point.
//
// So the chains are repeated with short intervals around the spots that the finest of them shows
// (chain/find_spots.h). There the feature is in another step of each chain, and a limit that moves
// was wrong. Where it moves, the new one is taken if chains with still shorter intervals confirm
// it.

#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/certify/chain_pool.h"
#include "cosim/certify/scan.h"
#include "cosim/chain/chain.h"

namespace bw::cosim {

struct SpotCheck {
  double off = 0;  // what short intervals change, in units of the tolerance; 0: there are no spots
  double estimate = 0;          // of the result with short intervals
  double time = 0;              // of the largest spot
  std::vector<double> rows{};   // the result with short intervals
  std::vector<double> moved{};  // what they change, absolute
  int order = 1;                // of convergence with short intervals
  bool is_confirmed = false;    // `off` is between two results with short intervals
};

SpotCheck check_spots(const CertifyPlan& plan, const std::vector<double>& rows, const Path& finest,
                      const Compared& compared, ChainPool& pool);

}  // namespace bw::cosim
