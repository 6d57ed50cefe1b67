#pragma once
// The unit of an expression, where it follows from the units of its variables.
//
//   a + b, if c then a else b, a < b    the units of both are the same
//   a b, a / b, a^n, sqrt(a)            follow from those of a and b
//   sin(a), exp(a)                      take a number without a unit (rad is one) and give one
//
// A literal may hide a unit (9.81 is m/s2), so the unit of a product with one is unknown; small
// whole numbers and halves are taken as dimensionless. A variable without a unit may have any, and
// so may `time`: sin(3*time) + time^2 is common and implies factors of 1 with units.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/units.h"
#include "equation/core/expression.h"
#include "equation/core/flat_model.h"

namespace bw::equation {

using MaybeUnit = std::optional<Unit>;

// "kg.m/s2", "1000 m": in SI base units.
std::string words(const Unit& unit);
bool fit_together(const MaybeUnit& a, const MaybeUnit& b);

class NodeUnits {
 public:
  // `warn` receives the mismatches.
  NodeUnits(const FlatModel& model, std::function<void(const std::string&)> warn);

  MaybeUnit of(Node node);
  MaybeUnit of_variable(std::uint32_t variable) const { return of_variable_[variable]; }
  // Variables whose unit could not be parsed.
  const std::vector<std::uint32_t>& unreadable() const { return unreadable_; }

 private:
  MaybeUnit found(Node node);
  MaybeUnit alike(const Term& term, Node a, Node b);
  MaybeUnit product(const Term& term);
  MaybeUnit power(const Term& term);
  MaybeUnit function(const Term& term);
  bool is_plain_number(Node node) const;

  const FlatModel& model_;
  std::function<void(const std::string&)> warn_;
  std::vector<MaybeUnit> of_variable_, of_node_;
  std::vector<bool> is_found_;
  std::vector<std::uint32_t> unreadable_;
};

}  // namespace bw::equation
