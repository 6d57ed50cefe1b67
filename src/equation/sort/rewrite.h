#pragma once
// Expressions of a flat model as expressions of a system: aliases are replaced by the kept
// variable, and values that change at events only are read from memory.

#include <unordered_map>
#include <vector>

#include "base/position.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/sort/system.h"

namespace bw::equation {

class Rewriter {
 public:
  // All must outlive it. Adds relations, roundings, samples and conditions to the system.
  Rewriter(const FlatModel& model, System& system) : model_(model), system_(system) {}

  // Rewrites everything that the roots need; then each of them can be looked up.
  void rewrite(const std::vector<Node>& roots);
  Node operator()(Node old) const { return old == no_node ? no_node : new_[old]; }
  // The same while the start is computed: homotopy() is between its expressions there.
  Node at_start(Node old) const {
    return old == no_node || start_.empty() ? (*this)(old) : start_[old];
  }
  // Old nodes, ascending: they compare continuous values for equality.
  const std::vector<Node>& doubtful() const { return doubtful_; }

  Node leaf(Op op, std::uint32_t variable);  // of the kept variable, with its sign
  Node memory(std::uint32_t index) { return graph().indexed(Op::memory, index); }
  // A Boolean becomes true: as a variable it has a pre value.
  Node edge(Node condition, const Position& where);
  // The same for a when: a condition that is true at the start does not become true there.
  Node becomes_true(Node condition, const Position& where);

 private:
  Node rises(std::uint32_t variable);
  Graph& graph() { return system_.graph; }
  Varies varies(Node node);
  bool is_whole(Node node);
  bool is_doubtful(const Term& old);
  Node rewritten(const Term& term);
  void rewrite_for_start(Node old);
  Node between(Node actual, Node simplified);
  Node relation(Op op, Node a, Node b);
  Node relation_of_time(Op op, Node event_time, Node plain);
  Node keep(Relation& made, Node key, bool holds, Node plain);
  Node rounding(Op op, Node a, Node b);
  Node kept_number(Rounding::Kind kind, Node argument);
  Node sample(Node first, Node interval);
  std::uint32_t condition(Node node, const Position& where);

  const FlatModel& model_;
  System& system_;
  std::vector<Node> new_, doubtful_;  // new: of each old node
  std::vector<Node> start_;           // likewise, at the start; empty without homotopy()
  std::vector<Varies> varies_;
  std::vector<bool> is_whole_;
  std::unordered_map<Node, std::uint32_t> relations_, roundings_, conditions_;
};

}  // namespace bw::equation
