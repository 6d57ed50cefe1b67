#pragma once
// Fast modes that are at rest at the start and are excited later, by an event or by a signal that
// begins to move. A component that is much faster than the steps, with a time constant T, makes
// chains converge with first order, and to a limit that is wrong by about T y'.
//
// One chain looks for them. It takes long steps, each component with the inputs of the step's begin
// (jacobi), so that a fast component is behind its inputs by what they change in a step H. After
// some of these steps it goes on with very short ones that grow:
//
//   four steps each of h_j = 4^j h_0;   r_j = rate of a signal in the last of them
//   h_0 = 1e-9 H, or less where shorter time constants matter at the fastest rate of a signal
//
// Direct feedthrough catches up within a step or two, whatever its length. A mode moves for the
// time T with a rate of about y' H / T: the same r_j on several scales, and much more than that of
// the longest ones, y'. Noise has a rate that falls with h_j. So
//
//   r_j, r_{j+1}, r_{j+2} about equal and above 5 y':   T from the decay of r
//
// The slow motion y' is subtracted from the r_j. The component is late by T, and what it drives is
// late, too: a step signal that reaches a plant later by T shifts the plant's whole answer. So the
// error of a row is T y', with the rates of all signals at rows (Path::rates), not only with that
// of the signal which shows the mode, and not only where it was seen.

#include <string>
#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/certify/chain_pool.h"
#include "cosim/certify/scan.h"
#include "cosim/chain/chain.h"

namespace bw::cosim {

struct LaterMode {
  double error = 0;  // about, in units of the tolerance; 0: none was found
  double time = 0;
  double constant = 0;      // time constant
  bool is_searched = true;  // false: no probe reached the stop time

  std::string complaint() const;
};

// `path` is the finest chain of the result: after its events is where to look first.
LaterMode find_later_mode(const CertifyPlan& plan, const Path& path, const Compared& compared,
                          ChainPool& pool);

}  // namespace bw::cosim
