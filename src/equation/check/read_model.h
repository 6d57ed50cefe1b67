#pragma once
// A model text, a flat subset of Modelica, as variables and equations.
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

// So many elements of arrays and rounds of loops a text may ask for.
inline constexpr std::size_t largest_model = 20'000'000;

// Values of parameters that take the place of those in the text, by name.
using GivenValues = std::map<std::string, double>;

// Throws an InputError that holds all mistakes, each with file, line, column and a caret. `file` is
// the name for sentences.
ReadModel read_model(std::string text, const std::string& file, std::size_t largest = largest_model,
                     const GivenValues& given = {});

}  // namespace bw::equation
