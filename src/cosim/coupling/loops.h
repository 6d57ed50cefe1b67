#pragma once
// Which components stand in a loop with each other, and in which order the loops are walked.
// Strongly connected components of the graph component -> component (R. Tarjan 1972), in
// topological order: what drives a loop comes before it. Ties, and the order inside a loop, follow
// the file.

#include <cstddef>
#include <utility>
#include <vector>

namespace bw::cosim {

struct Loop {
  std::vector<std::size_t> components;  // in the order of the file
  bool closed =
      false;  // some signal comes back: more than one component, or a component that drives itself
};

// `edges` are (from, to).
std::vector<Loop> find_loops(std::size_t components,
                             const std::vector<std::pair<std::size_t, std::size_t>>& edges);

}  // namespace bw::cosim
