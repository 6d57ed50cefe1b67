// Calls of functions of the text: which one, and its arguments in their order.

#include "equation/core/flat_model.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/own_function.h"
#include "equation/flatten/value.h"
#include "equation/text/syntax.h"

namespace bw::equation {
namespace {

constexpr int deepest_calls = 60;  // far below the limit of the stack

}  // namespace

const syntax::FunctionDefinition* Evaluator::find_own_function(std::string_view name) {
  const auto found = own_functions_.find(name);
  return found == own_functions_.end() ? nullptr : found->second;
}

void Evaluator::collect_functions() {
  for (const syntax::FunctionDefinition& function : tree().functions) {
    const bool is_of_library = function.name.find('.') != std::string_view::npos;
    if (!is_of_library && find_function(function.name) != nullptr)
      complain(function.where, "'" + std::string(function.name) +
                                   "' is a function of the language. Rename the one of this file.");
    else if (!own_functions_.emplace(function.name, &function).second)
      complain(function.where,
               "The function '" + std::string(function.name) + "' is defined twice.");
  }
}

std::vector<FlatValue> Evaluator::results(const Expression& call) {
  const syntax::FunctionDefinition* const function =
      call.kind == syntax::Kind::call ? find_own_function(call.name) : nullptr;
  if (function == nullptr) {
    complain(call.where,
             call.kind == syntax::Kind::call
                 ? "The file does not contain the function '" + std::string(call.name) + "'."
                 : "Several results need a call of a function.");
    return {};
  }
  const std::string name(call.name);
  if (function->is_external) {
    complain(call.where,
             "The function '" + name + "' is written in another language, which is not supported.");
    return {};
  }
  if (calls_ >= deepest_calls) {
    complain(call.where, "Calls of functions are nested more than " +
                             std::to_string(deepest_calls) + " levels deep.");
    return {};
  }
  std::vector<const syntax::Declaration*> inputs;
  for (const syntax::Declaration& one : function->declarations)
    if (one.causality == Causality::input) inputs.push_back(&one);
  auto given = own_arguments(call, inputs);
  return given ? run_function(*function, std::move(*given), *this, call.where)
               : std::vector<FlatValue>{};
}

std::optional<Evaluator::Arguments> Evaluator::own_arguments(
    const Expression& call, const std::vector<const syntax::Declaration*>& inputs) {
  Arguments all(inputs.size());
  std::size_t next = 0;
  for (const Id id : tree().list(call)) {
    const Expression& argument = tree()[id];
    const bool is_named = argument.kind == syntax::Kind::named;
    std::size_t at = is_named ? 0 : next++;
    while (is_named && at < inputs.size() && inputs[at]->name != argument.name) ++at;
    if (at >= inputs.size()) {
      complain(argument.where, is_named ? "The function '" + std::string(call.name) +
                                              "' has no input '" + std::string(argument.name) + "'."
                                        : "The function '" + std::string(call.name) + "' takes " +
                                              std::to_string(inputs.size()) + " arguments.");
      return {};
    }
    if (!all[at].is_unknown()) {
      complain(argument.where,
               "The argument '" + std::string(inputs[at]->name) + "' is given twice.");
      return {};
    }
    all[at] = evaluate(is_named ? argument.a : id);
    if (all[at].is_unknown()) return {};
  }
  for (std::size_t i = 0; i < inputs.size(); ++i)
    if (all[i].is_unknown() && inputs[i]->binding == syntax::nothing) {
      complain(call.where, "The argument '" + std::string(inputs[i]->name) + "' of the function '" +
                               std::string(call.name) + "' is missing.");
      return {};
    }
  return all;
}

}  // namespace bw::equation
