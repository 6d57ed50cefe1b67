#pragma once
// Which nodes of a directed graph reach each other: strongly connected components (R. Tarjan,
// Depth-first search and linear graph algorithms, SIAM J. Comput. 1, 1972), without recursion: a
// chain of 100,000 nodes must not overflow the stack.

#include <cstddef>
#include <vector>

namespace bw::math {

struct Components {
  std::vector<std::size_t> of;  // each node: the number of its component
  std::size_t count = 0;        // what a component leads to has a lower number
};

// next[i]: the nodes that i leads to.
Components find_components(const std::vector<std::vector<std::size_t>>& next);

}  // namespace bw::math
