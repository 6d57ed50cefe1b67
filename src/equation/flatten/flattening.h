#pragma once
// Shared state of the flattening.

#include <cstddef>
#include <map>
#include <string>

#include "base/run_control.h"
#include "equation/core/flat_model.h"
#include "equation/text/mistakes.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"

namespace bw::equation {

struct Flattening {
  const SourceText& source;
  const syntax::Tree& tree;
  Mistakes& mistakes;
  FlatModel& model;
  std::size_t budget;  // array elements and loop iterations that are still allowed
  const std::map<std::string, double>& given;  // values that replace those of parameters

  // A range of a thousand million is a typing error, not a model.
  void spend(std::size_t count, Span where) {
    throw_if_interrupted();
    if (count <= budget) {
      budget -= count;
      return;
    }
    mistakes.add(where,
                 "The model is too large here: too many array elements or loop iterations. Check "
                 "the sizes.");
    throw TooManyMistakes{};
  }
  // One is cheap, but a text may contain any number of them.
  void spend_on_operations(std::size_t count, Span where) {
    constexpr std::size_t for_an_element = 8;
    spend(count / for_an_element, where);
  }
};

}  // namespace bw::equation
