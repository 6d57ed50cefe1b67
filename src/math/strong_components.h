#pragma once
// The strongly connected components of a directed graph, without recursion: a chain of a million
// nodes must not overflow the stack.
//
//   visit v: number it, push it on the stack; low(v) = the lowest number that v or anything it
//   leads to reaches on the stack; low(v) = number(v): everything above v on the stack is one
//
// Source: R. Tarjan, Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972.

#include "math/rows.h"

namespace bw::math {

struct StrongComponents {
  std::vector<std::uint32_t> of{};  // each node: the number of its component
  Rows members{};                   // each component, ascending; its successors have lower numbers

  std::size_t count() const { return members.size(); }
};

// Row i: the successors of node i.
StrongComponents find_strong_components(const Rows& next);

}  // namespace bw::math
