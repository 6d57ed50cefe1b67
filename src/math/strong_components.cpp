#include "math/strong_components.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace bw::math {
namespace {

constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

class Search {
 public:
  explicit Search(const Rows& next)
      : next_(next), number_(next.size(), none), low_(next.size()), edge_(next.begins) {
    found_.of.assign(next.size(), none);
    found_.members.values.reserve(next.size());
  }

  StrongComponents run() {
    for (std::uint32_t node = 0; node < next_.size(); ++node)
      if (number_[node] == none) explore(node);
    return std::move(found_);
  }

 private:
  void explore(std::uint32_t root) {
    enter(root);
    while (!trail_.empty()) {
      const std::uint32_t node = trail_.back();
      if (edge_[node] < next_.begins[node + 1]) {
        const std::uint32_t other = next_.values[edge_[node]++];
        if (number_[other] == none)
          enter(other);
        else if (found_.of[other] == none)
          low_[node] = std::min(low_[node], number_[other]);
        continue;
      }
      trail_.pop_back();
      if (low_[node] == number_[node]) close(node);
      if (!trail_.empty()) low_[trail_.back()] = std::min(low_[trail_.back()], low_[node]);
    }
  }

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = visited_++;
    trail_.push_back(node);
    open_.push_back(node);
  }

  void close(std::uint32_t root) {
    Rows& members = found_.members;
    const auto number = static_cast<std::uint32_t>(members.size());
    std::uint32_t node = none;
    while (node != root) {
      node = open_.back();
      open_.pop_back();
      found_.of[node] = number;
      members.values.push_back(node);
    }
    std::sort(members.values.begin() + members.begins.back(), members.values.end());
    members.close_row();
  }

  const Rows& next_;
  std::vector<std::uint32_t> number_, low_;
  std::vector<std::uint32_t> edge_;  // per node: the first value of its row that is not visited
  std::vector<std::uint32_t> trail_, open_;
  std::uint32_t visited_ = 0;
  StrongComponents found_;
};

}  // namespace

StrongComponents find_strong_components(const Rows& next) { return Search(next).run(); }

}  // namespace bw::math
