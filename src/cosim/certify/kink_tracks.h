#pragma once
// Kinks at rows. The errors of the chains shift a kink, perhaps over a row: all chains have it
// before the row and their limit has it after, and nothing in their differences shows it. But the
// time of a kink is a function of the step size like the signals are, so that it is followed from
// chain to chain and extrapolated:
//
//   tau_i = tau + c n_i^-p      by two chains; a third one must have the kink where this says
//
// At a row t a chain is wrong by b (tau_i - t), b the change of the slope, if it has the kink on
// the other side of t than the limit. The extrapolation of these errors is that of the row:
//
//   b |sum w_i (tau_i - t)|  over the chains on the other side;   b |tau - t|  if all of them are
//
// and where the side of the limit is not sure, the larger one of both. A signal that catches up
// with its input where steps of different lengths meet looks like a kink, too. Its place is a
// share of a step behind a synchronisation point, so that tau is that point, and the error
// vanishes.

#include <cstddef>
#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/certify/tableau.h"

namespace bw::cosim {

struct KinkTrack {
  std::vector<double> times{};  // in the chains, computed where a chain does not show it
  double limit = 0, uncertainty = 0;
  double bend = 0;  // change of the slope per time, in tolerances of the signal
};

// Those that three of the last four chains have.
std::vector<KinkTrack> follow_kinks(const Tableau& tableau);

// The largest error of a row near a kink, in units of the tolerance, and the kink's time.
struct KinkError {
  double error = 0, time = 0;
};
KinkError error_at_rows(const CertifyPlan& plan, const Tableau& tableau);

}  // namespace bw::cosim
