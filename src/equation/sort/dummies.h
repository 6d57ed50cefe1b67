#pragma once
// Dummy derivatives: differentiated equations determine some derivatives, whose variables are no
// states then. Which ones is decided by elimination with pivots that are known not to vanish; what
// remains is decided during the run.
//
//   J = d (differentiated equations) / d (derivatives)
//   columns that should be states last:  pivot constant, or of parameters:  eliminate its column
//   connected rest of r rows, m columns:  r = m: all of them are dummies;  r < m: a set
//
// Source: S. E. Mattsson, G. Söderlind, Index reduction in differential-algebraic equations using
// dummy derivatives, SIAM J. Sci. Comput. 14, 1993.

#include <cstdint>
#include <map>
#include <vector>

#include "equation/core/expression.h"
#include "equation/sort/system.h"

namespace bw::equation {

struct DummyChoice {
  std::vector<std::uint32_t> dummies;  // columns
  struct Rest {
    std::vector<std::uint32_t> columns;
    std::vector<std::vector<Node>> matrix;  // each row: an entry for each column
  };
  std::vector<Rest> rests;
};

// Rows of J, by column. `rank`: how much each column wants to be a state; one of `always` is left
// out of a rest where that is possible.
DummyChoice choose_dummies(System& system, std::vector<std::map<std::uint32_t, Node>> rows,
                           const std::map<std::uint32_t, int>& rank, int always);

}  // namespace bw::equation
