#include "cosim/loops.h"

#include <algorithm>
#include <functional>
#include <queue>

namespace bw::cosim {
namespace {

using Neighbours = std::vector<std::vector<std::size_t>>;
constexpr std::size_t none = static_cast<std::size_t>(-1);

// Tarjan with an explicit stack: a chain of 100,000 parts must not overflow the real one.
class Components {
 public:
  explicit Components(const Neighbours& next)
      : next_(next), index_(next.size(), none), low_(next.size()), of_(next.size(), none) {
    for (std::size_t part = 0; part < next.size(); ++part)
      if (index_[part] == none) explore(part);
  }

  const std::vector<std::size_t>& of() const { return of_; }
  std::size_t count() const { return count_; }

 private:
  struct Frame {
    std::size_t part, edge;
  };

  void explore(std::size_t root) {
    std::vector<Frame> frames;
    enter(root, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const std::size_t part = frame.part;
      if (frame.edge < next_[part].size()) {
        const std::size_t other = next_[part][frame.edge++];
        if (index_[other] == none)
          enter(other, frames);
        else if (of_[other] == none)
          low_[part] = std::min(low_[part], index_[other]);
        continue;
      }
      if (low_[part] == index_[part]) close(part);
      frames.pop_back();
      if (!frames.empty())
        low_[frames.back().part] = std::min(low_[frames.back().part], low_[part]);
    }
  }

  void enter(std::size_t part, std::vector<Frame>& frames) {
    index_[part] = low_[part] = visited_++;
    open_.push_back(part);
    frames.push_back({part, 0});
  }

  void close(std::size_t root) {
    std::size_t part = none;
    while (part != root) {
      part = open_.back();
      open_.pop_back();
      of_[part] = count_;
    }
    ++count_;
  }

  const Neighbours& next_;
  std::vector<std::size_t> index_, low_, of_, open_;
  std::size_t visited_ = 0, count_ = 0;
};

}  // namespace

std::vector<Loop> find_loops(std::size_t parts,
                             const std::vector<std::pair<std::size_t, std::size_t>>& edges) {
  Neighbours next(parts);
  for (const auto& [from, to] : edges) next[from].push_back(to);
  const Components components(next);

  std::vector<Loop> loops(components.count());
  for (std::size_t part = 0; part < parts; ++part)
    loops[components.of()[part]].parts.push_back(part);
  std::vector<std::size_t> waiting(loops.size(), 0);
  for (const auto& [from, to] : edges) {
    const std::size_t a = components.of()[from], b = components.of()[to];
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
        const std::size_t d = components.of()[other];
        if (d != c && --waiting[d] == 0) free.emplace(loops[d].parts.front(), d);
      }
    ordered.push_back(std::move(loops[c]));
  }
  return ordered;
}

}  // namespace bw::cosim
