// The selection of a branch of an if; and the calls that are statements: assert, terminate, reinit.

#include <array>
#include <utility>

#include "equation/core/expression.h"
#include "equation/core/flat_model.h"
#include "equation/flatten/evaluate.h"
#include "equation/flatten/flatten_equations.h"
#include "equation/flatten/flattening.h"
#include "equation/text/source_text.h"
#include "equation/text/syntax.h"
#include "equation/values/value.h"

namespace bw::equation {

BranchChoice choose_branch(const std::vector<syntax::Branch>& branches, Evaluator& evaluator) {
  Graph& graph = evaluator.flattening().model.graph;
  BranchChoice choice;
  bool all_false = true;
  for (std::size_t i = 0; i < branches.size(); ++i) {
    const bool is_else = branches[i].condition == syntax::nothing;
    const auto node = is_else ? graph.constant(1) : evaluator.condition(branches[i].condition);
    choice.is_wrong = choice.is_wrong || !node;
    choice.conditions.push_back(node.value_or(graph.constant(1)));
    const Term& term = graph[choice.conditions.back()];
    const bool is_known = node && term.op == Op::constant;
    if (is_known && term.value != 0 && all_false) choice.known = i;
    if (is_known && term.value != 0) break;
    all_false = all_false && is_known;
  }
  choice.is_none = all_false && !choice.known && !choice.is_wrong;
  return choice;
}

std::optional<std::string> CallReader::message(syntax::Id id) {
  const FlatValue value = evaluator.evaluate(id);
  if (value.type == ValueType::text) return value.text;
  Flattening& flattening = evaluator.flattening();
  if (!value.is_unknown())
    flattening.mistakes.add(
        flattening.tree[id].where,
        "A message must be a string in quotes, but this is " + words(value) + ".");
  return {};
}

namespace {

// In the order of these names, however they were given; nothing where one is left out.
std::optional<std::array<syntax::Id, 3>> ordered(const syntax::Expression& call,
                                                 const std::array<std::string_view, 3>& names,
                                                 Flattening& flattening) {
  std::array<syntax::Id, 3> ids{syntax::nothing, syntax::nothing, syntax::nothing};
  std::size_t next = 0;
  for (const syntax::Id id : flattening.tree.list(call)) {
    const syntax::Expression& argument = flattening.tree[id];
    std::size_t at = next;
    if (argument.kind == syntax::Kind::named)
      for (at = 0; at < names.size() && names[at] != argument.name;) ++at;
    if (at >= names.size() || names[at].empty() || ids[at] != syntax::nothing) {
      flattening.mistakes.add(argument.where,
                              "'" + std::string(call.name) + "' does not have this argument.");
      return {};
    }
    ids[at] = argument.kind == syntax::Kind::named ? argument.a : id;
    next = at + 1;
  }
  return ids;
}

bool are_given(const syntax::Expression& call, std::span<const syntax::Id> ids,
               std::string_view example, Flattening& flattening) {
  for (const syntax::Id id : ids) {
    if (id != syntax::nothing) continue;
    flattening.mistakes.add(call.where,
                            "An argument is missing: write " + std::string(example) + ".");
    return false;
  }
  return true;
}

}  // namespace

std::optional<Assert> CallReader::read_assert(const syntax::Expression& call, Node path) {
  Flattening& flattening = evaluator.flattening();
  Graph& graph = flattening.model.graph;
  const auto ids = ordered(call, {"condition", "message", "level"}, flattening);
  if (!ids || !are_given(call, std::span(*ids).first(2), "assert(x > 0, \"x is not positive\")",
                         flattening))
    return {};
  Assert made;
  const auto condition = evaluator.condition((*ids)[0]);
  const auto words = message((*ids)[1]);
  if (!condition || !words) return {};
  made.condition = graph.make(Op::logical_or, graph.make(Op::logical_not, path), *condition);
  made.message = *words;
  if ((*ids)[2] == syntax::nothing) return made;
  const syntax::Expression& level = flattening.tree[(*ids)[2]];
  made.warning = level.name == "AssertionLevel.warning";
  if (level.kind == syntax::Kind::name && (made.warning || level.name == "AssertionLevel.error"))
    return made;
  flattening.mistakes.add(level.where,
                          "The level must be AssertionLevel.warning or AssertionLevel.error.");
  return {};
}

bool CallReader::keep_assert(const syntax::Expression& call) const {
  auto made = CallReader(*this).read_assert(call, evaluator.guard());
  if (made) evaluator.keep_assertion(std::move(*made), call.where);
  return made.has_value();
}

bool CallReader::keep_failure(const syntax::Expression& call) const {
  Flattening& flattening = evaluator.flattening();
  const auto ids = ordered(call, {"string", "", ""}, flattening);
  if (!ids || !are_given(call, std::span(*ids).first(1), "error(\"why\")", flattening))
    return false;
  const auto words = CallReader(*this).message((*ids)[0]);
  if (!words) return false;
  Graph& graph = flattening.model.graph;
  evaluator.keep_assertion({graph.make(Op::logical_not, evaluator.guard()), *words}, call.where);
  return true;
}

std::optional<Terminate> CallReader::read_terminate(const syntax::Expression& call) {
  Flattening& flattening = evaluator.flattening();
  const auto ids = ordered(call, {"message", "", ""}, flattening);
  if (!ids || !are_given(call, std::span(*ids).first(1), "terminate(\"why\")", flattening))
    return {};
  const auto words = message((*ids)[0]);
  return words ? std::optional(Terminate{*words}) : std::nullopt;
}

std::vector<Reinit> CallReader::read_reinit(const syntax::Expression& call) {
  Flattening& flattening = evaluator.flattening();
  const auto ids = ordered(call, {"x", "expr", ""}, flattening);
  if (!ids || !are_given(call, std::span(*ids).first(2), "reinit(x, new_value)", flattening))
    return {};
  const auto state = evaluator.variables((*ids)[0], "'reinit' takes");
  const FlatValue value = evaluator.evaluate((*ids)[1]);
  if (!state || value.is_unknown()) return {};
  const Span where = call.where;
  if (state->type != ValueType::real || !fits(value.type, state->type) ||
      value.shape != state->shape) {
    flattening.mistakes.add(where, "'reinit' needs a Real variable and a value, but here are " +
                                       words(*state) + " and " + words(value) + ".");
    return {};
  }
  std::vector<Reinit> all;
  for (std::size_t i = 0; i < state->size(); ++i) {
    const Term& term = flattening.model.graph[state->at(i)];
    if (term.op == Op::variable &&
        flattening.model.variables[term.index].variability == Variability::continuous &&
        flattening.model.variables[term.index].causality != Causality::input) {
      all.push_back({term.index, value.at(i)});
      continue;
    }
    flattening.mistakes.add(where, "Only a state, a variable in der(), can be set by 'reinit'.");
    return {};
  }
  return all;
}

}  // namespace bw::equation
