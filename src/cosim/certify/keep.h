#pragma once
// What a certificate shows: the extrapolated rows, a chain that needs no extrapolation, or the best
// of chains without an estimate.

#include "cosim/certify/certificate.h"
#include "cosim/certify/chain_pool.h"
#include "cosim/certify/tableau.h"

namespace bw::cosim {

void keep_extrapolated(const Tableau& tableau, Certificate& certificate);
// The finest chain as it is; its error: how far the others are from it.
void keep_finest(const CertifyPlan& plan, const Tableau& tableau, Certificate& certificate);
// Without an estimate.
void keep_interrupted(const ChainPool& pool, Certificate& certificate);
void keep_best_chain(const ChainPool& pool, Certificate& certificate);

}  // namespace bw::cosim
