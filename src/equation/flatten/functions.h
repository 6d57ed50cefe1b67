#pragma once
// The functions that a model can call.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "equation/core/expression.h"
#include "equation/flatten/evaluate.h"

namespace bw::equation {

struct Evaluator::Function {
  enum class Group { elementary, min_max, size, fill, reduction, array, event };
  enum class Result { real, same, integer };

  std::string_view name;
  Group group = Group::elementary;
  Op op = Op::constant;
  Result result = Result::real;
  std::size_t least = 1, most = 1;                   // arguments
  std::array<std::string_view, 3> argument_names{};  // where they may be given by name
};

// For suggestions.
std::vector<std::string> function_names();

}  // namespace bw::equation
