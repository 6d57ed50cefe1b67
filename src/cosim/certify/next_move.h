#pragma once
// Chooses the cheaper way to the tolerance: another chain, or communication steps of half, a
// quarter or an eighth of the size. With the changes E_n of this level so far, and further ones
// that shrink as the last did, the change of n chains on level 2^j r is
//
//   E_n 2^-j(p + (n-2) s)
//
// and twice that, or the share of it that is left in the result (share_left()), should be within
// the tolerance. Existing chains cost nothing.

#include <functional>
#include <vector>

#include "cosim/certify/certificate.h"
#include "cosim/certify/tableau.h"
#include "cosim/master/master.h"

namespace bw::cosim {

struct Standing {
  int level = 1;
  int chains = 0;  // of this level, examined so far
  int least_chains = 3, most_chains = 8;
  Expansion expansion{};
};

struct NextMove {
  int level = 1;   // the same: add chains
  int chains = 0;  // the number needed there
};

// `is_there`: whether the chain with this number of steps per interval exists.
NextMove next_move(const Standing& now, const Tableau& tableau,
                   const std::function<bool(int steps)>& is_there);

// Steps per interval of the chains of a level. Where only some are allowed, there is one level.
std::vector<int> steps_of(const CertifyPlan& plan, int level);
// Of the chains from `first` to `last`, which are needed for a sufficient estimate. The longest
// first, because they take most of the time; then some more, for idle processors: the shortest
// first, because a prediction is rarely far off.
std::vector<int> wanted_steps(const CertifyPlan& plan, int level, int first, int last);

}  // namespace bw::cosim
