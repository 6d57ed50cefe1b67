// Calls of functions of the text: which one, and its arguments in their order.

#include <algorithm>
#include <limits>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/function_frame.h"
#include "equation/flatten/own_function.h"
#include "equation/text/mistakes.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/records.h"
#include "equation/values/value.h"

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
    const bool is_call = call.kind == syntax::Kind::call;
    if (is_call && find_function(call.name) == nullptr)
      unknown_function(call);
    else
      complain(call.where, is_call ? "'" + std::string(call.name) + "' has one result only."
                                   : "Several results need a call of a function.");
    return {};
  }
  if (calls_ >= deepest_calls) {
    complain(call.where, "Calls of functions are nested more than " +
                             std::to_string(deepest_calls) +
                             " levels deep. A recursion must end by arguments that are known "
                             "before the run, such as constants.");
    throw TooManyMistakes{};  // a branching recursion would come here 2^60 times
  }
  std::vector<const syntax::Declaration*> inputs;
  for (const syntax::Declaration& one : function->declarations)
    if (one.causality == Causality::input) inputs.push_back(&one);
  auto given = own_arguments(call, inputs);
  if (!given) return {};
  std::vector<FlatValue> all = run_function(*function, std::move(*given), *this, call.where);
  if (frame_ == nullptr)
    for (FlatValue& one : all) each_leaf(one, [&](FlatValue& leaf) { demand_values(leaf, call); });
  return all;
}

// Of a result of a call in the model: an assertion; not a number where nobody checks it. A Real
// that is never assigned stays as it is: it may be a result that is not used.
void Evaluator::demand_values(FlatValue& result, const Expression& call) {
  if (!result.has_nodes()) return;
  const auto demand = [&](Node& node) {
    const Node is_there = has_value_.of(node);
    const bool is_sure = graph()[is_there].op == Op::constant && graph()[is_there].value != 0;
    if (is_sure || (result.type == ValueType::real && graph()[node].op == Op::constant)) return;
    if (!is_asserting_) {
      const Node none = graph().constant(std::numeric_limits<double>::quiet_NaN());
      node = graph().make(Op::choose, is_there, node, none);
      return;
    }
    keep_assertion({graph().make(Op::logical_or, graph().make(Op::logical_not, guard_), is_there),
                    "The function " + std::string(call.name) +
                        " needs a value that is not there: of an element behind the end of an "
                        "array, or of a variable that it has not assigned."},
                   call.where);
  };
  if (!result.is_array()) demand(result.scalar);
  for (Node& element : result.elements) demand(element);
}

// The same function may be called many times with the same arguments.
void Evaluator::keep_assertion(Assert assertion, Span where) {
  const Term& condition = graph()[assertion.condition];
  if (condition.op == Op::constant && condition.value != 0) return;
  if (!is_asserting_)
    return flattening_.mistakes.warn(
        where,
        "This assertion is not checked where the function is called at events or at the "
        "start.");
  const auto is_it = [&](const Assert& one) {
    return one.condition == assertion.condition && one.message == assertion.message;
  };
  FlatModel& model = flattening_.model;
  constexpr std::ptrdiff_t farthest = 50;
  const auto first =
      model.asserts.end() - std::min(farthest, static_cast<std::ptrdiff_t>(model.asserts.size()));
  if (std::find_if(first, model.asserts.end(), is_it) != model.asserts.end()) return;
  model.asserts.push_back(std::move(assertion));
  model.assert_places.push_back(flattening_.source.position(where.begin));
}

FlatValue Evaluator::constructed(const Expression& call, const syntax::RecordDefinition& record) {
  std::vector<const syntax::Declaration*> fields;
  for (const syntax::Declaration& one : record.fields) fields.push_back(&one);
  auto given = own_arguments(call, fields);
  if (!given) return {};
  FunctionFrame frame(record.name, *this, call.where);
  return frame.record(record, std::move(*given)).value_or(FlatValue{});
}

std::optional<Evaluator::Arguments> Evaluator::own_arguments(
    const Expression& call, const std::vector<const syntax::Declaration*>& inputs) {
  Arguments all(inputs.size());
  std::size_t next = 0;
  bool has_named = false;
  for (const Id id : tree().list(call)) {
    const Expression& argument = tree()[id];
    const bool is_named = argument.kind == syntax::Kind::named;
    if (has_named && !is_named) {
      complain(argument.where, "An argument without a name cannot follow one with a name.");
      return {};
    }
    has_named = is_named;
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
