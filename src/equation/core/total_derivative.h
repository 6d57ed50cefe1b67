#pragma once
// The derivative by time of an expression that stands under der(): der(x y) = der(x) y + x der(y).
//
//   d e / d t = sum over what e contains:  (d e / d leaf) der(leaf),  der(time) = 1

#include "equation/core/differentiate.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/core/walk.h"

namespace bw::equation {

// Remembers what it found out about the graph: every der() of a model looks at its own part only.
class TotalDerivative {
 public:
  explicit TotalDerivative(FlatModel& model);

  // no_node: of a relation, a choice, a discrete variable and their like there is none that could
  // be written down.
  Node of(Node node);

 private:
  bool exists(Node node);

  FlatModel& model_;
  Walk walk_;
  Differentiation by_all_;
};

}  // namespace bw::equation
