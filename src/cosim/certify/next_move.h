#pragma once
// Chooses the cheaper way to the tolerance: another chain, or communication steps of half, a
// quarter or an eighth of the size. With the changes E_n of this level so far, and further ones
// that shrink as the last did, the change of n chains on level 2^j r is
//
//   E_n 2^-j(p + (n-2) s)
//
// and twice that should be within the tolerance. Existing chains cost nothing.

#include <functional>

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

}  // namespace bw::cosim
