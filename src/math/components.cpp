#include "math/components.h"

#include <algorithm>

namespace bw::math {
namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

class Search {
 public:
  explicit Search(const std::vector<std::vector<std::size_t>>& next)
      : next_(next), index_(next.size(), none), low_(next.size()) {
    found_.of.assign(next.size(), none);
  }

  Components run() {
    for (std::size_t node = 0; node < next_.size(); ++node)
      if (index_[node] == none) explore(node);
    return std::move(found_);
  }

 private:
  struct Frame {
    std::size_t node, edge;
  };

  void explore(std::size_t root) {
    std::vector<Frame> frames;
    enter(root, frames);
    while (!frames.empty()) {
      Frame& frame = frames.back();
      const std::size_t node = frame.node;
      if (frame.edge < next_[node].size()) {
        const std::size_t other = next_[node][frame.edge++];
        if (index_[other] == none)
          enter(other, frames);
        else if (found_.of[other] == none)
          low_[node] = std::min(low_[node], index_[other]);
        continue;
      }
      if (low_[node] == index_[node]) close(node);
      frames.pop_back();
      if (!frames.empty())
        low_[frames.back().node] = std::min(low_[frames.back().node], low_[node]);
    }
  }

  void enter(std::size_t node, std::vector<Frame>& frames) {
    index_[node] = low_[node] = visited_++;
    open_.push_back(node);
    frames.push_back({node, 0});
  }

  void close(std::size_t root) {
    std::size_t node = none;
    while (node != root) {
      node = open_.back();
      open_.pop_back();
      found_.of[node] = found_.count;
    }
    ++found_.count;
  }

  const std::vector<std::vector<std::size_t>>& next_;
  std::vector<std::size_t> index_, low_, open_;
  std::size_t visited_ = 0;
  Components found_;
};

}  // namespace

Components find_components(const std::vector<std::vector<std::size_t>>& next) {
  return Search(next).run();
}

}  // namespace bw::math
