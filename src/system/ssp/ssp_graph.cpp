// A connection is a directed edge between connectors; which end gives and which one takes follows
// from their kinds (SSP 2.0.1, Allowed Connections). What a variable takes is found by going back
// along the edges, to a variable that gives it or to a connector that nothing drives.

#include "system/ssp/ssp_graph.h"

#include <algorithm>

#include "base/text.h"
#include "system/rules.h"
#include "system/ssp/ssp_kinds.h"

namespace bw::system {
namespace {

std::string text_of(const SspEnd& end) {
  return (end.element ? *end.element + "." : "") + end.connector;
}

bool overlap(const std::vector<std::size_t>& a, const std::vector<std::size_t>& b) {
  return a.empty() || b.empty() || a == b;
}

}  // namespace

void SspGraph::connect() {
  for (std::size_t i = 0; i < instances_.size(); ++i)
    if (instances_[i].is_system()) connect_all(i);
}

void SspGraph::connect_all(std::size_t system) {
  for (const SspConnection& connection : instances_[system].element->system.connections)
    findings_.mistakes.attempt([&] { connect(system, connection); },
                               row(Rule::ssp_connection_end).key, connection.position);
}

SspGraph::End SspGraph::end_of(std::size_t system, const SspEnd& end,
                               const Position& position) const {
  End found;
  found.instance = system;
  found.own = !end.element;
  const SspInstance& owner = instances_[system];
  if (end.element) {
    const auto child = owner.children.find(*end.element);
    if (child == owner.children.end()) {
      std::vector<std::string> known;
      for (const auto& [name, index] : owner.children) known.push_back(name);
      std::ranges::sort(known);
      refuse(Rule::ssp_connection_end, position,
             "there is no element '" + *end.element + "'." + did_you_mean(*end.element, known));
    }
    found.instance = child->second;
  }
  const SspInstance& instance = instances_[found.instance];
  found.declared = instance.connector(end.connector);
  if (found.declared == nullptr && instance.is_system()) {
    std::vector<std::string> known;
    for (const auto& [name, connector] : instance.connectors) known.push_back(name);
    std::ranges::sort(known);
    refuse(Rule::ssp_connection_end, position,
           "the system " + (instance.name.empty() ? "" : "'" + instance.name + "' ") +
               "has no connector '" + end.connector + "'." + did_you_mean(end.connector, known));
  }
  switch (found.declared == nullptr ? SspKind::unspecified : found.declared->kind) {
    case SspKind::input:
    case SspKind::parameter:
    case SspKind::structural_parameter: found.role = found.own ? Role::giver : Role::taker; break;
    case SspKind::output:
    case SspKind::local:
    case SspKind::constant:
    case SspKind::calculated_parameter: found.role = found.own ? Role::taker : Role::giver; break;
    default: break;
  }
  return found;
}

void SspGraph::connect(std::size_t system, const SspConnection& connection) {
  const Position& position = connection.position;
  End start = end_of(system, connection.start, position);
  End end = end_of(system, connection.end, position);
  if (start.role == end.role && start.role != Role::either)
    refuse(Rule::ssp_connection_kind, position,
           "'" + text_of(connection.start) + "' (" + std::string(name_of(start.declared->kind)) +
               ") and '" + text_of(connection.end) + "' (" +
               std::string(name_of(end.declared->kind)) + ") both " +
               (start.role == Role::giver ? "give" : "take") +
               " a value, so they cannot be connected.");
  const bool turned = start.role == Role::taker || end.role == Role::giver;
  if (turned)
    findings_.remark(Rule::ssp_connection_turned, text_of(connection.start),
                     "the start of this connection takes the value and its end '" +
                         text_of(connection.end) + "' gives it.",
                     position);
  const SspEnd& from = turned ? connection.end : connection.start;
  const SspEnd& to = turned ? connection.start : connection.end;
  if (turned) std::swap(start, end);
  check_allowed(start, end, connection);
  Edge edge;
  edge.oriented = start.role != Role::either || end.role != Role::either;
  edge.from = vertex_of(from, start, false, position);
  edge.to = vertex_of(to, end, true, position);
  edge.from_indices = from.indices;
  edge.to_indices = to.indices;
  edge.stage = stage_of(connection, vertices_[edge.from].declared, vertices_[edge.to].declared);
  add_edge(std::move(edge), position);
}

// A run can do more than the table of the standard allows.
void SspGraph::check_allowed(const End& from, const End& to, const SspConnection& connection) {
  if (from.declared == nullptr || to.declared == nullptr ||
      is_allowed(from.declared->kind, from.own, to.declared->kind, to.own))
    return;
  add(findings_.mistakes, Rule::ssp_connection_allowed, connection.position,
      "'" + text_of(connection.start) + "' and '" + text_of(connection.end) +
          "' cannot be connected by the standard: a connector of kind " +
          std::string(name_of(from.declared->kind)) + " does not drive one of kind " +
          std::string(name_of(to.declared->kind)) + ".");
}

Stage SspGraph::stage_of(const SspConnection& connection, const SspConnector* from,
                         const SspConnector* to) {
  const SspTransformation& how = connection.transformation;
  Stage stage;
  stage.converts = connection.converts_units;
  stage.gain = how.factor;
  stage.offset = how.offset;
  stage.map = how.entries;
  if (from != nullptr) stage.from_items = from->type.items;
  if (to != nullptr) stage.to_items = to->type.items;
  if (to != nullptr) stage.unit = to->type.unit;
  stage.position = connection.position;
  return stage;
}

void SspGraph::add_edge(Edge edge, const Position& position) {
  Vertex& to = vertices_[edge.to];
  for (const std::size_t other : to.in)
    if (overlap(edges_[other].to_indices, edge.to_indices))
      refuse(Rule::ssp_driven_twice, position,
             "'" + endpoint(to).text() + "' is connected twice; the other connection is at " +
                 edges_[other].stage.position.text() + ".");
  to.in.push_back(edges_.size());
  edges_.push_back(std::move(edge));
}

std::size_t SspGraph::vertex(std::size_t instance, const std::string& connector,
                             const SspConnector* declared, const std::string& side) {
  const auto [place, is_new] = known_.emplace(key(instance, connector, side), vertices_.size());
  if (is_new) vertices_.push_back({instance, connector, declared});
  return place->second;
}

std::size_t SspGraph::vertex_of(const SspEnd& end, const End& found, bool takes,
                                const Position& position) {
  const SspInstance& instance = instances_[found.instance];
  if (instance.element->kind == SspElementKind::dictionary_reference)
    return dictionary_vertex(end, found, takes, position);
  if (found.declared == nullptr)
    findings_.remark(Rule::ssp_connector_undeclared, text_of(end),
                     "component '" + instance.name + "' does not declare the connector '" +
                         end.connector + "'; the variable of this name is used.",
                     position);
  return vertex(found.instance, end.connector, found.declared);
}

// A connector of a reference, with an edge to the entry of the dictionary or from it.
std::size_t SspGraph::dictionary_vertex(const SspEnd& end, const End& found, bool takes,
                                        const Position& position) {
  const std::string& name = instances_[found.instance].element->dictionary;
  const SspNamedDictionary* named = nullptr;
  std::size_t owner = found.instance;
  while (named == nullptr && owner != 0) {
    owner = instances_[owner].parent;
    for (const SspNamedDictionary& one : instances_[owner].element->system.dictionaries)
      if (one.name == name) named = &one;
  }
  if (named == nullptr)
    refuse(Rule::ssp_dictionary_unknown, instances_[found.instance].element->position,
           "there is no signal dictionary '" + name + "'.");
  auto& dictionary = dictionaries_[std::to_string(owner) + "/" + name];
  if (dictionary == nullptr)
    dictionary = files_.content(named->dictionary, *instances_[owner].place, {}, read_ssb);
  if (dictionary == nullptr)
    refuse(Rule::ssp_entry_unknown, position,
           "the signal dictionary '" + name + "' has no entries to connect; it is declared at " +
               named->dictionary.position.text() + ", where its source is missing or wrong.");
  const SspConnector* entry = nullptr;
  std::vector<std::string> known;
  for (const SspConnector& one : dictionary->entries) {
    if (one.name == end.connector) entry = &one;
    known.push_back(one.name);
  }
  if (entry == nullptr)
    refuse(Rule::ssp_entry_unknown, position,
           "the signal dictionary '" + name + "' has no entry '" + end.connector + "'." +
               did_you_mean(end.connector, known));
  const std::size_t signal = vertex(owner, end.connector, entry, "dictionary " + name);
  vertices_[signal].is_dictionary = true;
  const std::size_t port =
      vertex(found.instance, end.connector, found.declared != nullptr ? found.declared : entry,
             takes ? "in" : "out");
  if (!takes && !vertices_[port].in.empty()) return port;
  SspConnection plain;
  plain.position = position;
  Edge edge;
  edge.from = takes ? port : signal;
  edge.to = takes ? signal : port;
  edge.stage = stage_of(plain, vertices_[edge.from].declared, vertices_[edge.to].declared);
  if (!takes || vertices_[port].in.empty()) add_edge(std::move(edge), position);
  return port;
}

void SspGraph::follow(System& system) {
  for (const Edge& edge : edges_)
    if (instances_[vertices_[edge.to].instance].is_component())
      findings_.mistakes.attempt([&] { follow(edge, system); }, row(Rule::ssp_connection_end).key);
}

SspGraph::Path SspGraph::path_to_source(const Edge& last) const {
  Path path{&last};
  while (true) {
    const Vertex& from = vertices_[path.back()->from];
    if (instances_[from.instance].is_component() || from.in.empty()) return path;
    const Edge& next = edges_[from.in.front()];
    if (from.in.size() > 1 || !next.to_indices.empty() || !path.back()->from_indices.empty())
      refuse(Rule::ssp_connection_element, path.back()->stage.position,
             "single elements of the array connector '" + endpoint(from).text() +
                 "' of a system cannot be connected; connect the whole array.");
    if (path.size() > vertices_.size())
      refuse(Rule::ssp_connection_cycle, last.stage.position,
             "'" + endpoint(vertices_[last.to]).text() +
                 "' follows connectors that lead back to themselves; nothing drives them.");
    path.push_back(&next);
  }
}

void SspGraph::follow(const Edge& last, System& system) {
  const Path path = path_to_source(last);
  const Vertex& source = vertices_[path.back()->from];
  if (instances_[source.instance].is_component())
    add_connection(path, system);
  else if (instances_[source.instance].is_system() && !source.is_dictionary)
    add_way(path, system);
  else
    findings_.remark(Rule::ssp_not_driven, endpoint(vertices_[last.to]).text(),
                     "nothing drives '" + source.connector + "', so that '" +
                         endpoint(vertices_[last.to]).text() + "' keeps its start value.",
                     last.stage.position);
}

void SspGraph::add_connection(const Path& path, System& system) const {
  const Edge &first = *path.back(), &last = *path.front();
  const Vertex& source = vertices_[first.from];
  Connection connection;
  connection.source = endpoint(source);
  connection.target = endpoint(vertices_[last.to]);
  connection.position = last.stage.position;
  connection.source_indices = first.from_indices;
  connection.target_indices = last.to_indices;
  if (source.declared != nullptr) connection.source_unit = source.declared->type.unit;
  for (auto edge = path.rbegin(); edge != path.rend(); ++edge)
    connection.stages.push_back((*edge)->stage);
  connection.may_turn = path.size() == 1 && !last.oriented;
  connection.from_local = true;
  system.connections.push_back(std::move(connection));
}

void SspGraph::add_way(const Path& path, System& system) {
  const std::size_t source = path.back()->from;
  const auto [place, is_new] = entrances_.emplace(source, system.entrances.size());
  if (is_new) {
    const Vertex& from = vertices_[source];
    const std::string& owner = instances_[from.instance].name;
    Entrance& entrance = system.entrances.emplace_back();
    entrance.name = (owner.empty() ? "" : owner + ".") + from.connector;
    entrance.unit = from.declared->type.unit;
    entrance.position = from.declared->position;
  }
  Entrance::Way way{endpoint(vertices_[path.front()->to]), {}};
  for (auto edge = path.rbegin(); edge != path.rend(); ++edge) way.stages.push_back((*edge)->stage);
  system.entrances[place->second].ways.push_back(std::move(way));
}

}  // namespace bw::system
