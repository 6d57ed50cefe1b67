#include "equation/components.h"

#include <algorithm>

namespace bw::equation {
namespace {

class Search {
 public:
  explicit Search(const Rows& needs)
      : needs_(needs), number_(needs.size(), 0), low_(needs.size(), 0), next_(needs.size(), 0) {}

  Rows groups() {
    for (std::uint32_t node = 0; node < needs_.size(); ++node)
      if (number_[node] == 0) visit(node);
    return std::move(found_);
  }

 private:
  static constexpr std::uint32_t done = std::numeric_limits<std::uint32_t>::max();

  void visit(std::uint32_t root) {
    enter(root);
    while (!trail_.empty()) {
      const std::uint32_t node = trail_.back();
      if (next_[node] < needs_[node].size()) {
        const std::uint32_t needed = needs_[node][next_[node]++];
        if (number_[needed] == 0)
          enter(needed);
        else if (number_[needed] != done)
          low_[node] = std::min(low_[node], number_[needed]);
        continue;
      }
      trail_.pop_back();
      if (low_[node] == number_[node]) close_group(node);
      if (!trail_.empty()) low_[trail_.back()] = std::min(low_[trail_.back()], low_[node]);
    }
  }

  void enter(std::uint32_t node) {
    number_[node] = low_[node] = ++count_;
    trail_.push_back(node);
    stack_.push_back(node);
  }

  void close_group(std::uint32_t root) {
    std::uint32_t node = done;
    while (node != root) {
      node = stack_.back();
      stack_.pop_back();
      number_[node] = done;
      found_.values.push_back(node);
    }
    std::sort(found_.values.begin() + found_.begins.back(), found_.values.end());
    found_.close_row();
  }

  const Rows& needs_;
  std::vector<std::uint32_t> number_, low_, next_;
  std::vector<std::uint32_t> trail_, stack_;
  std::uint32_t count_ = 0;
  Rows found_;
};

}  // namespace

Rows components(const Rows& needs) { return Search(needs).groups(); }

}  // namespace bw::equation
