#pragma once
// Visits every node below some roots once, without recursion: an expression may be as deep as a
// sum of 100,000 terms.

#include <array>
#include <cstdint>
#include <vector>

#include "equation/core/expression.h"

namespace bw::equation {

inline std::array<Node, 3> operands(const Term& term) { return {term.a, term.b, term.c}; }

class Walk {
 public:
  explicit Walk(const Graph& graph) : graph_(&graph) {}

  // Allows nodes to be visited again.
  void forget() { ++round_; }

  // visit(node) returns whether to go below it; after forget(), each node is visited once.
  template <class Visit>
  void below(Node root, Visit&& visit) {
    if (seen_.size() < graph_->size()) seen_.resize(graph_->size(), 0);
    push(root);
    while (!waiting_.empty()) {
      const Node node = waiting_.back();
      waiting_.pop_back();
      if (!visit(node)) continue;
      const Term& term = (*graph_)[node];
      push(term.c);
      push(term.b);
      push(term.a);
    }
  }

 private:
  void push(Node node) {
    if (node == no_node || seen_[node] == round_) return;
    seen_[node] = round_;
    waiting_.push_back(node);
  }

  const Graph* graph_;
  std::uint32_t round_ = 1;
  std::vector<std::uint32_t> seen_;
  std::vector<Node> waiting_;
};

}  // namespace bw::equation
