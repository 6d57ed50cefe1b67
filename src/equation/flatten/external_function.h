#pragma once
// Functions in C that the standard library declares, and that are known here by their names there:
// the tables of ModelicaStandardTables.

#include <optional>
#include <string_view>
#include <vector>

#include "equation/flatten/evaluate.h"
#include "equation/text/source_text.h"
#include "equation/values/value.h"

namespace bw::equation {

// Its result, unknown after a mistake; nothing where it is not known.
std::optional<FlatValue> call_external(std::string_view name,
                                       const std::vector<FlatValue>& arguments,
                                       Evaluator& evaluator, Span call);

}  // namespace bw::equation
