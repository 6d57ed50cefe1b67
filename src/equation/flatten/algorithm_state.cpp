#include "equation/flatten/algorithm_state.h"

#include <utility>

namespace bw::equation {

bool AlgorithmState::keeps_its_value(std::uint32_t variable) const {
  return held_.contains(variable) ||
         flattening_.model.variables[variable].variability == Variability::discrete;
}

Node AlgorithmState::current(std::uint32_t variable, Span where) {
  if (!targets_.contains(variable)) return no_node;
  for (std::size_t i = layers_.size(); i-- > 0;)
    if (const auto found = layers_[i].values.find(variable); found != layers_[i].values.end())
      return found->second.value;
  if (keeps_its_value(variable)) return flattening_.model.graph.pre(variable);
  const std::string& name = flattening_.model.variables[variable].name;
  // After a mistake the missing assignment may be the one that could not be parsed.
  if (!flattening_.mistakes.reported_between(0, where.begin))
    flattening_.mistakes.add(
        where, "'" + name +
                   "' is used before the algorithm assigns it. Assign a value first, as in '" +
                   name + " := 0;'.");
  return flattening_.model.graph.variable(variable);
}

void AlgorithmState::assign(std::uint32_t variable, Node value, Span where) {
  Layer& layer = layers_.back();
  if (layer.values.insert_or_assign(variable, Assigned{value, where}).second)
    layer.order.push_back(variable);
}

Layer AlgorithmState::close() {
  Layer top = std::move(layers_.back());
  layers_.pop_back();
  return top;
}

}  // namespace bw::equation
