#pragma once
// Which variable is assigned where in an algorithm: found by one traversal without values.

#include <cstdint>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "equation/flatten/evaluate.h"
#include "equation/text/syntax.h"

namespace bw::equation {

struct Survey {
  std::unordered_set<std::uint32_t> targets, outside;    // assigned at all; outside of whens
  std::unordered_map<std::uint32_t, std::size_t> whens;  // number of whens that assign it

  // One when and nothing else assigns it.
  bool has_one_when(std::uint32_t variable) const {
    const auto count = whens.find(variable);
    return count != whens.end() && count->second == 1 && !outside.contains(variable);
  }
};

Survey survey_algorithm(const std::vector<syntax::Statement>& statements, Evaluator& evaluator);

}  // namespace bw::equation
