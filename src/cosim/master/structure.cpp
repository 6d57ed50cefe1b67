// An algebraic loop is a cycle of signals: signal -> connection -> input of a component -> output
// with direct feedthrough: the strongly connected components of that graph.

#include "cosim/master/structure.h"

#include <algorithm>
#include <utility>

namespace bw::cosim {
namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

// Per real input, by its position in the lane: whether it has direct feedthrough to this output.
std::vector<bool> direct_reals(const model::ComponentShape& shape, const model::Variable& output) {
  std::vector<bool> direct(model::count_reals(shape.inputs), !output.direct_inputs);
  if (!output.direct_inputs) return direct;
  const std::vector<std::size_t> lanes = model::lane_positions(shape.inputs);
  for (const std::size_t input : *output.direct_inputs)
    if (input < shape.inputs.size() && is_real(shape.inputs[input].type))
      direct[lanes[input]] = true;
  return direct;
}

// A component's signals, as far as they feed through.
struct Passage {
  const model::ComponentShape* shape;
  std::vector<Coupling::RealConnection> connections;
  std::size_t first_signal;  // of its outputs
};

std::vector<Passage> passages(const Coupling& coupling) {
  std::vector<Passage> all;
  for (std::size_t component = 0; component < coupling.size(); ++component)
    all.push_back({&coupling.shape(component), coupling.real_connections(component),
                   coupling.place(component).real});
  return all;
}

std::vector<Passage> passages(const std::vector<model::ComponentShape>& shapes,
                              const std::vector<Connection>& connections) {
  std::vector<Passage> all;
  std::size_t signal = 0;
  for (const model::ComponentShape& shape : shapes) {
    all.push_back({&shape, {}, signal});
    signal += model::count_reals(shape.outputs);
  }
  std::vector<std::vector<std::size_t>> inputs, outputs;
  for (const model::ComponentShape& shape : shapes) {
    inputs.push_back(model::lane_positions(shape.inputs));
    outputs.push_back(model::lane_positions(shape.outputs));
  }
  for (const Connection& c : connections)
    if (is_real(shapes[c.from].outputs[c.output].type))
      all[c.to].connections.push_back(
          {all[c.from].first_signal + outputs[c.from][c.output], inputs[c.to][c.input], c.gain});
  return all;
}

std::size_t count_signals(const std::vector<Passage>& components) {
  if (components.empty()) return 0;
  return components.back().first_signal + model::count_reals(components.back().shape->outputs);
}

// From a signal that is read to a signal with direct feedthrough from it in this component.
void add_edges(const Passage& component, Edges& edges) {
  if (component.connections.empty()) return;
  std::size_t signal = component.first_signal;
  for (const model::Variable& output : component.shape->outputs) {
    if (!is_real(output.type)) continue;
    const std::vector<bool> direct = direct_reals(*component.shape, output);
    for (const Coupling::RealConnection& connection : component.connections)
      if (direct[connection.input]) edges.emplace_back(connection.signal, signal);
    ++signal;
  }
}

std::vector<bool> signals_on_connections(const std::vector<Passage>& components) {
  std::vector<bool> read(count_signals(components));
  for (const Passage& component : components)
    for (const Coupling::RealConnection& connection : component.connections)
      read[connection.signal] = true;
  return read;
}

bool any_is_read(const Edges& edges, const std::vector<bool>& read) {
  return std::ranges::any_of(edges, [&](const auto& edge) { return read[edge.second]; });
}

bool has_cycle(std::size_t nodes, const Edges& edges) {
  const std::vector<Loop> loops = find_loops(nodes, edges);
  return std::ranges::any_of(loops, [](const Loop& loop) { return loop.closed; });
}

Structure examine(const std::vector<Passage>& components, const std::vector<Loop>& loops) {
  Edges edges;
  for (const Passage& component : components) add_edges(component, edges);
  Structure structure;
  structure.loop = std::ranges::any_of(loops, [](const Loop& loop) { return loop.closed; });
  structure.feed_through = any_is_read(edges, signals_on_connections(components));
  structure.algebraic_loop = has_cycle(count_signals(components), edges);
  return structure;
}

}  // namespace

std::vector<bool> feeding_through(const Coupling& coupling) {
  const std::vector<Passage> components = passages(coupling);
  const std::vector<bool> read = signals_on_connections(components);
  std::vector<bool> feeding;
  for (const Passage& component : components) {
    Edges edges;
    add_edges(component, edges);
    feeding.push_back(any_is_read(edges, read));
  }
  return feeding;
}

Structure examine(const Coupling& coupling) {
  return examine(passages(coupling), coupling.loops());
}

Structure examine(const std::vector<model::ComponentShape>& shapes,
                  const std::vector<Connection>& connections) {
  Edges between_components;
  for (const Connection& c : connections) between_components.emplace_back(c.from, c.to);
  return examine(passages(shapes, connections), find_loops(shapes.size(), between_components));
}

}  // namespace bw::cosim
