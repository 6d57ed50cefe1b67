#include "cosim/loops.h"

#include <algorithm>
#include <functional>
#include <queue>

#include "math/components.h"

namespace bw::cosim {

std::vector<Loop> find_loops(std::size_t parts,
                             const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
  std::vector<std::vector<std::size_t>> next(parts);
  for (const auto& [from, to] : edges) next[from].push_back(to);
  const math::Components components = math::find_components(math::rows_of(next));

  std::vector<Loop> loops(components.count());
  for (std::size_t part = 0; part < parts; ++part) loops[components.of[part]].parts.push_back(part);
  std::vector<std::size_t> waiting(loops.size(), 0);
  for (const auto& [from, to] : edges) {
    const std::size_t a = components.of[from], b = components.of[to];
    if (a == b)
      loops[a].closed = true;
    else
      ++waiting[b];
  }

  // Kahn's order with the earliest part of the file first among those that are free.
  using Candidate = std::pair<std::size_t, std::size_t>;  // first part, component
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> free;
  for (std::size_t c = 0; c < loops.size(); ++c)
    if (waiting[c] == 0) free.emplace(loops[c].parts.front(), c);
  std::vector<Loop> ordered;
  while (!free.empty()) {
    const std::size_t c = free.top().second;
    free.pop();
    for (const std::size_t part : loops[c].parts)
      for (const std::size_t other : next[part]) {
        const std::size_t d = components.of[other];
        if (d != c && --waiting[d] == 0) free.emplace(loops[d].parts.front(), d);
      }
    ordered.push_back(std::move(loops[c]));
  }
  return ordered;
}

}  // namespace bw::cosim
