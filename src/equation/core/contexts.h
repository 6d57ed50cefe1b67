#pragma once
// The contexts in a function where a value is needed: everywhere, or only in the branches of an
// if-expression.

#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

#include "equation/core/expression.h"

namespace bw::equation {

class Contexts {
 public:
  static constexpr std::uint32_t whole = 0, nowhere = std::numeric_limits<std::uint32_t>::max();

  // The branches of `choice`, which belongs to `parent`: the first, and the number behind it.
  std::uint32_t open(std::uint32_t parent, Node choice) {
    const auto first = static_cast<std::uint32_t>(all_.size());
    all_.insert(all_.end(), 2, {parent, all_[parent].depth + 1, {}});
    first_[choice] = first;
    return first;
  }
  std::uint32_t depth(std::uint32_t context) const { return all_[context].depth; }
  std::uint32_t first_of(Node choice) const { return first_.at(choice); }
  std::vector<Node>& nodes(std::uint32_t context) { return all_[context].nodes; }

  // The deepest one around both.
  std::uint32_t common(std::uint32_t a, std::uint32_t b) const {
    if (a == nowhere) return b;
    while (a != b) {
      std::uint32_t& deeper = all_[a].depth >= all_[b].depth ? a : b;
      deeper = all_[deeper].parent;
    }
    return a;
  }

 private:
  struct Context {
    std::uint32_t parent = 0, depth = 0;
    std::vector<Node> nodes{};  // computed there, in order
  };
  std::vector<Context> all_{1};
  std::unordered_map<Node, std::uint32_t> first_;
};

}  // namespace bw::equation
