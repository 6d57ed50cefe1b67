// An algebraic loop is a cycle of signals: signal -> wire -> input of a part -> output that follows
// it at once. The strongly connected components of that graph tell, as those of parts do for loops.

#include "cosim/structure.h"

#include <algorithm>
#include <utility>

namespace bw::cosim {
namespace {

using Edges = std::vector<std::pair<std::size_t, std::size_t>>;

// Real inputs by their position in the lane: those that act at once on this output.
std::vector<bool> direct_reals(const model::PartShape& shape, const model::Variable& output) {
  std::vector<bool> direct(model::count_reals(shape.inputs), !output.direct_inputs);
  if (!output.direct_inputs) return direct;
  const std::vector<std::size_t> lanes = model::lane_positions(shape.inputs);
  for (const std::size_t input : *output.direct_inputs)
    if (input < shape.inputs.size() && is_real(shape.inputs[input].type))
      direct[lanes[input]] = true;
  return direct;
}

// A part as far as signals pass through it.
struct Passage {
  const model::PartShape* shape;
  std::vector<Coupling::RealWire> wires;
  std::size_t first_signal;  // of its outputs
};

std::vector<Passage> passages(const Coupling& coupling) {
  std::vector<Passage> all;
  for (std::size_t part = 0; part < coupling.size(); ++part)
    all.push_back({&coupling.shape(part), coupling.real_wires(part), coupling.place(part).real});
  return all;
}

std::vector<Passage> passages(const std::vector<model::PartShape>& shapes,
                              const std::vector<Connection>& connections) {
  std::vector<Passage> all;
  std::size_t signal = 0;
  for (const model::PartShape& shape : shapes) {
    all.push_back({&shape, {}, signal});
    signal += model::count_reals(shape.outputs);
  }
  std::vector<std::vector<std::size_t>> inputs, outputs;
  for (const model::PartShape& shape : shapes) {
    inputs.push_back(model::lane_positions(shape.inputs));
    outputs.push_back(model::lane_positions(shape.outputs));
  }
  for (const Connection& c : connections)
    if (is_real(shapes[c.from].outputs[c.output].type))
      all[c.to].wires.push_back(
          {all[c.from].first_signal + outputs[c.from][c.output], inputs[c.to][c.input], c.gain});
  return all;
}

std::size_t count_signals(const std::vector<Passage>& parts) {
  if (parts.empty()) return 0;
  return parts.back().first_signal + model::count_reals(parts.back().shape->outputs);
}

// From a signal that is read to a signal that follows it at once through this part.
void add_edges(const Passage& part, Edges& edges) {
  if (part.wires.empty()) return;
  std::size_t signal = part.first_signal;
  for (const model::Variable& output : part.shape->outputs) {
    if (!is_real(output.type)) continue;
    const std::vector<bool> direct = direct_reals(*part.shape, output);
    for (const Coupling::RealWire& wire : part.wires)
      if (direct[wire.input]) edges.emplace_back(wire.signal, signal);
    ++signal;
  }
}

std::vector<bool> signals_on_wires(const std::vector<Passage>& parts) {
  std::vector<bool> read(count_signals(parts));
  for (const Passage& part : parts)
    for (const Coupling::RealWire& wire : part.wires) read[wire.signal] = true;
  return read;
}

bool any_is_read(const Edges& edges, const std::vector<bool>& read) {
  return std::any_of(edges.begin(), edges.end(),
                     [&](const auto& edge) { return read[edge.second]; });
}

bool has_cycle(std::size_t nodes, const Edges& edges) {
  const std::vector<Loop> loops = find_loops(nodes, edges);
  return std::any_of(loops.begin(), loops.end(), [](const Loop& loop) { return loop.closed; });
}

Structure examine(const std::vector<Passage>& parts, const std::vector<Loop>& loops) {
  Edges edges;
  for (const Passage& part : parts) add_edges(part, edges);
  Structure structure;
  structure.loop =
      std::any_of(loops.begin(), loops.end(), [](const Loop& loop) { return loop.closed; });
  structure.feed_through = any_is_read(edges, signals_on_wires(parts));
  structure.algebraic_loop = has_cycle(count_signals(parts), edges);
  return structure;
}

}  // namespace

std::vector<bool> feeding_through(const Coupling& coupling) {
  const std::vector<Passage> parts = passages(coupling);
  const std::vector<bool> read = signals_on_wires(parts);
  std::vector<bool> feeding;
  for (const Passage& part : parts) {
    Edges edges;
    add_edges(part, edges);
    feeding.push_back(any_is_read(edges, read));
  }
  return feeding;
}

Structure examine(const Coupling& coupling) {
  return examine(passages(coupling), coupling.loops());
}

Structure examine(const std::vector<model::PartShape>& shapes,
                  const std::vector<Connection>& connections) {
  Edges between_parts;
  for (const Connection& c : connections) between_parts.emplace_back(c.from, c.to);
  return examine(passages(shapes, connections), find_loops(shapes.size(), between_parts));
}

}  // namespace bw::cosim
