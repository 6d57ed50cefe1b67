#pragma once
// Expressions of a flat model as expressions of a system: variables under another name are the one
// that is kept, and what may only change at events is read from memory.

#include <unordered_map>
#include <vector>

#include "base/position.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/sort/system.h"

namespace bw::equation {

class Rewriter {
 public:
  // All outlive it. Adds relations, roundings, samples and conditions to the system.
  Rewriter(const FlatModel& model, System& system) : model_(model), system_(system) {}

  // All that the roots need; then each of them can be asked for.
  void rewrite(const std::vector<Node>& roots);
  Node operator()(Node old) const { return old == no_node ? no_node : new_[old]; }
  // Old nodes, rising: they ask for equality of what changes without events and is not whole.
  const std::vector<Node>& doubtful() const { return doubtful_; }

  Node leaf(Op op, std::uint32_t variable);  // of the variable that is kept, with its sign
  Node memory(std::uint32_t index) { return graph().indexed(Op::memory, index); }
  // A Boolean becomes true: as a variable it has a value before the event.
  Node edge(Node condition, const Position& where);
  // The same of a when, for which what is true at the start does not become true there.
  Node becomes_true(Node condition, const Position& where);

 private:
  Node rises(std::uint32_t variable);
  Graph& graph() { return system_.graph; }
  Varies varies(Node node);
  bool is_whole(Node node);
  bool is_doubtful(const Term& old);
  Node rewritten(const Term& term);
  Node relation(Op op, Node a, Node b);
  Node relation_of_time(Op op, Node moment, Node plain);
  Node keep(Relation& made, Node key, bool holds, Node plain);
  Node rounding(Op op, Node a, Node b);
  Node kept_number(Rounding::Kind kind, Node argument);
  Node sample(Node first, Node interval);
  std::uint32_t condition(Node node, const Position& where);

  const FlatModel& model_;
  System& system_;
  std::vector<Node> new_, doubtful_;  // new: of each old node
  std::vector<Varies> varies_;
  std::vector<bool> is_whole_;
  std::unordered_map<Node, std::uint32_t> relations_, roundings_, conditions_;
};

}  // namespace bw::equation
