#pragma once
// Programs as C text. Every expression that is needed twice is computed once.
//
//   from the last node up: where is it needed?  contexts form a tree: the whole function, and for
//     each if-expression its two branches; a node belongs to the deepest one that has all its uses
//   from the first instruction down: a node that is used twice, or is long, becomes a local
//     variable; others are written where they are used; nodes of a branch are computed there
//   functions of bounded length: values needed by a later one are stored in memory
//
// Only + - * /, comparisons and functions of the C library are used, in one fixed order, so that
// every compiler that follows IEEE 754 computes the same bits.

#include <string>
#include <vector>

#include "equation/code/program.h"
#include "equation/core/expression.h"
#include "equation/sort/system.h"

namespace bw::equation {

struct Generated {
  std::string text;  // C
  // Expressions of parameters, computed once by the host and kept in memory.
  std::vector<std::pair<Node, std::uint32_t>> known_before;
};

// May add memory to the system.
Generated generate(System& system, const Programs& programs);

}  // namespace bw::equation
