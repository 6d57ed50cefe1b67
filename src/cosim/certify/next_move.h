#pragma once
// Whether the next chain is the cheapest way to the tolerance, or communication steps of half, a
// quarter or an eighth of the size. With the changes E_n of this level so far, and further ones
// that shrink as the last did, the change of n chains on level 2^j r is
//
//   E_n 2^-j(p + (n-2) s)
//
// and twice that should be within the tolerance. Chains that are there already cost nothing.

#include <functional>

#include "cosim/certify/tableau.h"
#include "cosim/master/master.h"

namespace bw::cosim {

struct Standing {
  int level = 1;
  int chains = 0;  // of this level, that have been looked at
  int least_chains = 3, most_chains = 8;
  Expansion expansion{};
};

struct NextMove {
  int level = 1;   // the same: add chains
  int chains = 0;  // how many will be needed there
};

// `is_there` is asked for chains by their steps in a cell.
NextMove next_move(const Standing& now, const Tableau& tableau,
                   const std::function<bool(int steps)>& is_there);

}  // namespace bw::cosim
