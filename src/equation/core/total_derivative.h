#pragma once
// The time derivative of an expression inside der(): der(x y) = der(x) y + x der(y).
//
//   d e / d t = sum over what e contains:  (d e / d leaf) der(leaf),  der(time) = 1

#include "equation/core/differentiate.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/core/walk.h"

namespace bw::equation {

// Caches properties of the graph: every der() of a model visits its own subexpressions only.
class TotalDerivative {
 public:
  explicit TotalDerivative(FlatModel& model);

  // no_node: relations, choices, discrete variables and the like have none that can be written
  // down.
  Node of(Node node);

 private:
  bool exists(Node node);

  FlatModel& model_;
  Walk walk_;
  Differentiation by_all_;
};

}  // namespace bw::equation
