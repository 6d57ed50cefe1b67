#pragma once
// Values that are known before the run because they depend on constants and parameters only.
//
//   value(node): depth first along operands and bindings, with an explicit stack, each node once

#include <functional>
#include <optional>
#include <vector>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"

namespace bw::equation {

class KnownValues {
 public:
  // `bind` puts the binding of a constant or parameter into the model.
  KnownValues(FlatModel& model, std::function<void(std::uint32_t)> bind);

  std::optional<double> value(Node node);
  // Its operands are known, but the result is not finite: 1/0, sqrt(-1), too large.
  bool is_not_finite(Node node);

  // Fixes every parameter that this depends on.
  void keep(Node node);

 private:
  enum class State : std::uint8_t { fresh, open, known, not_known, not_finite };
  void visit(Node node, std::vector<Node>& stack);
  void settle(Node node, Node from);
  Node binding_of(std::uint32_t variable);
  void grow();

  FlatModel& model_;
  std::function<void(std::uint32_t)> bind_;
  std::vector<State> states_;
  std::vector<double> values_;
  std::vector<bool> kept_;  // visited by keep()
};

}  // namespace bw::equation
