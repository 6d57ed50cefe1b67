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

// From a signal that is read to a signal that follows it at once through this part.
void add_edges(const Coupling& coupling, std::size_t part, Edges& edges) {
  const model::PartShape& shape = coupling.shape(part);
  const std::vector<Coupling::RealWire> wires = coupling.real_wires(part);
  if (wires.empty()) return;
  std::size_t signal = coupling.place(part).real;
  for (const model::Variable& output : shape.outputs) {
    if (!is_real(output.type)) continue;
    const std::vector<bool> direct = direct_reals(shape, output);
    for (const Coupling::RealWire& wire : wires)
      if (direct[wire.input]) edges.emplace_back(wire.signal, signal);
    ++signal;
  }
}

std::vector<bool> signals_on_wires(const Coupling& coupling) {
  std::vector<bool> read(coupling.now().reals.size());
  for (std::size_t part = 0; part < coupling.size(); ++part)
    for (const Coupling::RealWire& wire : coupling.real_wires(part)) read[wire.signal] = true;
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

}  // namespace

std::vector<bool> feeding_through(const Coupling& coupling) {
  const std::vector<bool> read = signals_on_wires(coupling);
  std::vector<bool> feeding(coupling.size());
  for (std::size_t part = 0; part < coupling.size(); ++part) {
    Edges edges;
    add_edges(coupling, part, edges);
    feeding[part] = any_is_read(edges, read);
  }
  return feeding;
}

Structure examine(const Coupling& coupling) {
  Edges edges;
  for (std::size_t part = 0; part < coupling.size(); ++part) add_edges(coupling, part, edges);
  Structure structure;
  structure.loop = std::any_of(coupling.loops().begin(), coupling.loops().end(),
                               [](const Loop& loop) { return loop.closed; });
  structure.feed_through = any_is_read(edges, signals_on_wires(coupling));
  structure.algebraic_loop = has_cycle(coupling.now().reals.size(), edges);
  return structure;
}

}  // namespace bw::cosim
