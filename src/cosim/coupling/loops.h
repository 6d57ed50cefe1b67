#pragma once
// The loops of a coupled system and their order. Strongly connected components of the graph
// component -> component (R. Tarjan 1972), in topological order: a loop comes after its
// predecessors. Ties, and the order inside a loop, follow the file.

#include <cstddef>
#include <utility>
#include <vector>

namespace bw::cosim {

struct Loop {
  std::vector<std::size_t> components;  // in the order of the file
  bool closed = false;  // some signal feeds back: several components, or one that drives itself
};

// `edges` are (from, to).
std::vector<Loop> find_loops(std::size_t components,
                             const std::vector<std::pair<std::size_t, std::size_t>>& edges);

}  // namespace bw::cosim
