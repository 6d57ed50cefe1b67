#include "cosim/coupling/loops.h"

#include <functional>
#include <queue>

#include "math/strong_components.h"

namespace bw::cosim {

std::vector<Loop> find_loops(std::size_t components,
                             const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
  std::vector<std::vector<std::size_t>> next(components);
  for (const auto& [from, to] : edges) next[from].push_back(to);
  const math::StrongComponents strong = math::find_strong_components(math::rows_of(next));

  std::vector<Loop> loops(strong.count());
  for (std::size_t component = 0; component < components; ++component)
    loops[strong.of[component]].components.push_back(component);
  std::vector<std::size_t> waiting(loops.size(), 0);
  for (const auto& [from, to] : edges) {
    const std::size_t a = strong.of[from], b = strong.of[to];
    if (a == b)
      loops[a].closed = true;
    else
      ++waiting[b];
  }

  // Kahn's algorithm; among the free ones the earliest in the file first.
  using Candidate = std::pair<std::size_t, std::size_t>;  // its first component, the loop
  std::priority_queue<Candidate, std::vector<Candidate>, std::greater<>> free;
  for (std::size_t c = 0; c < loops.size(); ++c)
    if (waiting[c] == 0) free.emplace(loops[c].components.front(), c);
  std::vector<Loop> ordered;
  while (!free.empty()) {
    const std::size_t c = free.top().second;
    free.pop();
    for (const std::size_t component : loops[c].components)
      for (const std::size_t other : next[component]) {
        const std::size_t d = strong.of[other];
        if (d != c && --waiting[d] == 0) free.emplace(loops[d].components.front(), d);
      }
    ordered.push_back(std::move(loops[c]));
  }
  return ordered;
}

}  // namespace bw::cosim
