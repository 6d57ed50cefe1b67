#pragma once
// The values of the variables of an algorithm during symbolic execution. Branches of an if use a
// layer of their own, so that a branch costs what it assigns and not the size of the algorithm.

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "equation/core/expression.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/flattening.h"
#include "equation/text/source_text.h"

namespace bw::equation {

struct Assigned {
  Node value = no_node;
  Span where;
};

// In the order of the first assignment.
struct Layer {
  std::unordered_map<std::uint32_t, Assigned> values;
  std::vector<std::uint32_t> order;
};

class AlgorithmState : public Assignments {
 public:
  AlgorithmState(Flattening& flattening, std::unordered_set<std::uint32_t> targets)
      : flattening_(flattening), targets_(std::move(targets)), layers_(1) {}

  // An unassigned discrete target has its value before the event; one that is not discrete has
  // none.
  Node current(std::uint32_t variable, Span where) override;
  void assign(std::uint32_t variable, Node value, Span where);

  void open() { layers_.emplace_back(); }
  Layer close();
  const Layer& ground() const { return layers_.front(); }
  // Of a variable that only whens assign.
  void hold(std::uint32_t variable) { held_.insert(variable); }

 private:
  bool keeps_its_value(std::uint32_t variable) const;

  Flattening& flattening_;
  std::unordered_set<std::uint32_t> targets_, held_;
  std::vector<Layer> layers_;
};

}  // namespace bw::equation
