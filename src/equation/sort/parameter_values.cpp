#include "equation/sort/parameter_values.h"

#include <fmt/format.h>

#include "base/error.h"
#include "equation/core/walk.h"

namespace bw::equation {

// A parameter without a binding has its start value, without that 0.
Node ParameterValues::definition(std::uint32_t parameter) const {
  const FlatVariable& v = system_.variables[parameter];
  return v.binding != no_node ? v.binding : v.start;
}

// False: it has a value already.
bool ParameterValues::push(Node node) {
  if (values_.contains(node)) return false;
  if (is_open_[node]) {
    const Term& term = system_.graph[node];
    const FlatVariable& v = system_.variables[term.op == Op::variable ? term.index : 0];
    throw InputError(fmt::format("{}: the value of {} depends on itself.", v.where.text(), v.name));
  }
  stack_.push_back(node);
  return true;
}

double ParameterValues::of(Node root) {
  if (const auto known = values_.find(root); known != values_.end()) return known->second;
  stack_.assign(1, root);
  while (!stack_.empty()) {
    const Node node = stack_.back();
    if (values_.contains(node)) {
      stack_.pop_back();
      continue;
    }
    const bool is_second_time = is_open_[node];
    is_open_[node] = true;
    const Term& term = system_.graph[node];
    bool waits = false;
    if (!is_second_time) {
      if (term.op == Op::variable && !given_.contains(term.index) &&
          definition(term.index) != no_node)
        waits = push(definition(term.index));
      for (const Node operand : operands(term))
        if (operand != no_node) waits = push(operand) || waits;
    }
    if (waits) continue;
    compute(node);
    is_open_[node] = false;
    stack_.pop_back();
  }
  return values_.at(root);
}

void ParameterValues::compute(Node node) {
  const Term& term = system_.graph[node];
  const auto value = [&](Node operand) { return operand == no_node ? 0.0 : values_.at(operand); };
  double result = 0;
  if (term.op == Op::constant) {
    result = term.value;
  } else if (term.op == Op::time) {
    result = start_;
  } else if (term.op == Op::variable) {
    const auto given = given_.find(term.index);
    if (given != given_.end())
      result = given->second;
    else if (definition(term.index) != no_node)
      result = value(definition(term.index));
  } else {
    result = value_of(term.op, value(term.a), value(term.b), value(term.c));
  }
  values_[node] = result;
}

double ParameterValues::of_variable(std::uint32_t parameter) {
  const auto given = given_.find(parameter);
  if (given != given_.end()) return given->second;
  return definition(parameter) == no_node ? 0.0 : of(definition(parameter));
}

}  // namespace bw::equation
