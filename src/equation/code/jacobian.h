#pragma once
// df/dx as expressions: the chain rule in the order of evaluation, and through each algebraic loop
// the implicit function theorem:
//
//   r(z, s) = 0  ->  dr/dz dz/ds = -dr/ds,  one right-hand side per state s that reaches the loop
//
// dr/ds is written into memory, the run time solves with the loop's matrix and leaves dz/ds there.

#include <vector>

#include "equation/core/expression.h"
#include "equation/sort/plan.h"
#include "math/pattern.h"

namespace bw::equation {

// Of one loop: right-hand sides column by column, one for each state that reaches it.
struct Response {
  std::vector<Node> right_sides;
  std::uint32_t first_memory = 0, columns = 0;
};

struct Jacobian {
  bool exists = false;  // false: too many entries to be useful
  math::Pattern pattern;
  std::vector<Node> values;         // along the pattern
  std::vector<Response> responses;  // of each loop of plan.running
};

Jacobian make_jacobian(Plan& plan);

// The same for wanted expressions by other leaves: inputs, and parameters including the formulas
// that depend on them. Row i of the pattern: positions in `seeds`.
struct Partials {
  bool exists = false;
  std::vector<std::vector<std::size_t>> pattern;
  std::vector<Node> values;
  std::vector<Response> responses;
};
Partials make_partials(Plan& plan, const std::vector<Node>& wanted, const std::vector<Node>& seeds);

}  // namespace bw::equation
