#pragma once
// A Modelica model (flat subset) as variables and equations.
//
//   text -> tokens (lexer) -> tree (parser) -> FlatModel (flatten) -> checks

#include <cstddef>
#include <map>
#include <string>
#include <vector>

#include "equation/core/flat_model.h"
#include "equation/text/mistakes.h"

namespace bw::equation {

struct ReadModel {
  FlatModel model;
  std::vector<Warning> warnings;  // in the order of the text
};

// The most array elements and loop iterations of a model.
inline constexpr std::size_t largest_model = 10'000'000;

// Values of parameters that replace those in the text, by name.
using GivenValues = std::map<std::string, double>;

// Throws an InputError with all mistakes, each with file, line, column and a caret. `file` is used
// in messages.
ReadModel read_model(std::string text, const std::string& file, std::size_t largest = largest_model,
                     const GivenValues& given = {});

}  // namespace bw::equation
