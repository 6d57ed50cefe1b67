#include "inspect/convert/draft_ssp.h"

#include <limits>
#include <utility>

#include "base/error.h"
#include "base/report.h"
#include "base/xml_writer.h"
#include "inspect/convert/component_names.h"
#include "inspect/convert/draft_link.h"
#include "inspect/convert/draft_types.h"
#include "inspect/convert/layout.h"
#include "model/variable.h"
#include "run/open/open_file.h"
#include "system/table_file.h"

#ifndef BELLWETHER_VERSION
#define BELLWETHER_VERSION "unknown"
#endif

namespace bw::inspect {
namespace {

using model::Causality;
using system::SspDraft;

std::string implementation_of(const std::string& interface) {
  return interface == "cs"   ? "CoSimulation"
         : interface == "me" ? "ModelExchange"
         : interface == "se" ? "ScheduledExecution"
                             : "";
}

std::string mime_type_of(const std::filesystem::path& file) {
  if (run::is_equations(file)) return "text/x-modelica";
  if (!system::is_table(file.string())) return "";
  return system::has_ending(file, ".tsv") ? "text/tab-separated-values" : "text/csv";
}

bool is_parameter(Causality causality) {
  return causality == Causality::parameter || causality == Causality::structural_parameter ||
         causality == Causality::calculated_parameter;
}

class Drafter {
 public:
  Drafter(const Settled& settled, const std::string& version, PlacedFiles& files)
      : settled_(settled),
        files_(files),
        is_old_(version == "1.0"),
        names_(settled.system()),
        types_(settled, draft_, is_old_) {
    draft_.version = version;
  }

  SspDraft make(const std::string& name) {
    draft_.name = name;
    draft_.tool = "Bellwether " BELLWETHER_VERSION;
    for (std::size_t i = 0; i < settled_.components().size(); ++i) add_component(i);
    for (const SettledConnection& connection : settled_.connections())
      findings_.attempt([&] { add_links(connection); });
    for (const SettledValue& value : settled_.values()) findings_.attempt([&] { add(value); });
    add_settings();
    check_texts();
    findings_.refuse();
    place_all();
    return std::move(draft_);
  }

 private:
  void add_component(std::size_t index) {
    const system::ComponentEntry& entry = settled_.system().components[index];
    SspDraft::Component component;
    component.name = entry.name;
    component.source = files_.place(entry.file);
    component.mime_type = mime_type_of(entry.file);
    component.implementation = implementation_of(entry.interface);
    component.isolated = entry.isolated;
    component.allow = entry.allow;
    component.held = entry.held;
    if (is_old_ && entry.interface == "se")
      findings_.add(entry.position, "SSP 1.0 has no ScheduledExecution, which component '" +
                                        entry.name + "' needs; write 2.0.");
    draft_.components.push_back(std::move(component));
    const auto& variables = settled_.components().variables(index);
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (variables[i].causality == Causality::input || variables[i].causality == Causality::output)
        findings_.attempt([&] { (void)connector({index, i, variables[i]}); });
  }

  // The connector of a variable, or of the array that it is an element of; added where it is new.
  std::size_t connector(const run::Found& found) {
    const auto element = settled_.element_of(found);
    const std::string& name = element ? element->array : found.variable.name;
    const auto [known, is_new] = connectors_.emplace(
        std::pair(found.component, name), draft_.components[found.component].connectors.size());
    if (!is_new) return known->second;
    SspDraft::Connector made;
    made.name = name;
    made.kind = types_.kind_of(found.variable);
    made.type = types_.type_of(found, settled_.system().components[found.component].position);
    draft_.components[found.component].connectors.push_back(std::move(made));
    return known->second;
  }

  void add_links(const SettledConnection& connection) {
    for (SspDraft::Link& link : links_of(connection, settled_, is_old_))
      draft_.links.push_back(std::move(link));
    (void)connector(connection.sources.front());
    (void)connector(connection.targets.front());
  }

  void add(const SettledValue& settled) {
    const system::Parameter& written = *settled.written;
    const Position& position = written.position;
    if (is_parameter(settled.targets.front().variable.causality))
      (void)connector(settled.targets.front());
    for (SspDraft::Given& given : types_.values_of(settled)) {
      if (names_.owners(given.name).size() > 1)
        throw InputError(position.text() + ": '" + given.name +
                         "' fits two components, whose names begin alike; SSP would set both. "
                         "Give one of them another name.");
      draft_.values.push_back(std::move(given));
    }
    draft_.values_source = "resources/values.ssv";
  }

  // Start and stop are the default experiment; the rest stands in an annotation. A table of inputs
  // is packed.
  void add_settings() {
    draft_.start = settled_.settings().start;
    draft_.stop = settled_.settings().stop;
    for (system::Setting setting : settled_.system().settings) {
      if (setting.key == "start" || setting.key == "stop") continue;
      if (setting.key == "input" && settled_.settings().input)
        setting.values = {
            files_.place(settled_.system().file.parent_path() / *settled_.settings().input)};
      draft_.settings.push_back(std::move(setting));
    }
  }

  void check_text(const std::string& text, const Position& position) {
    if (!is_xml_text(text))
      findings_.add(position, "a text contains characters that XML cannot carry.");
  }
  void check_texts() {
    for (const SettledValue& value : settled_.values())
      for (const Value& one : value.values)
        if (const auto* text = std::get_if<std::string>(&one);
            text != nullptr && value.targets.front().variable.type == Type::string)
          check_text(*text, value.written->position);
    for (const system::ComponentEntry& entry : settled_.system().components)
      check_text(entry.name, entry.position);
    for (const system::Setting& setting : draft_.settings)
      for (const Value& one : setting.values)
        if (const auto* text = std::get_if<std::string>(&one)) check_text(*text, setting.position);
  }

  // Inputs on the left, outputs on the right, parameters below.
  void place_all() {
    std::vector<LayoutNode> nodes;
    for (SspDraft::Component& component : draft_.components)
      nodes.push_back(place_connectors(component));
    std::vector<LayoutEdge> edges;
    for (const SspDraft::Link& link : draft_.links)
      edges.push_back({component_of(link.start), side_of(link.start), component_of(link.end),
                       side_of(link.end)});
    Layout layout = make_layout(nodes, edges);
    for (std::size_t i = 0; i < nodes.size(); ++i) draft_.components[i].box = layout.boxes[i];
    for (std::size_t i = 0; i < edges.size(); ++i)
      draft_.links[i].points = std::move(layout.routes[i]);
    draft_.canvas = layout.canvas;
  }

  LayoutNode place_connectors(const SspDraft::Component& component) {
    const std::size_t index = component_index_.size();
    component_index_.emplace(component.name, index);
    std::vector<SspDraft::Connector*> left, right, below;
    for (SspDraft::Connector& connector : draft_.components[index].connectors)
      (connector.kind == "input"                                 ? left
       : connector.kind == "output" || connector.kind == "local" ? right
                                                                 : below)
          .push_back(&connector);
    for (auto* side : {&left, &right})
      for (std::size_t k = 0; k < side->size(); ++k) {
        (*side)[k]->x = side == &left ? 0 : 1;
        (*side)[k]->y = connector_height(k, side->size());
        sides_[std::pair(component.name, (*side)[k]->name)] = k;
      }
    for (std::size_t k = 0; k < below.size(); ++k)
      below[k]->x = 1 - connector_height(k, below.size());
    return {left.size(), right.size(), component.name.size()};
  }

  std::size_t component_of(const system::Endpoint& end) const {
    return component_index_.at(end.component);
  }
  std::size_t side_of(const system::Endpoint& end) const {
    return sides_.at(std::pair(end.component, end.variable));
  }

  const Settled& settled_;
  PlacedFiles& files_;
  bool is_old_;  // 1.0
  ComponentNames names_;
  SspDraft draft_;
  DraftTypes types_;  // fills the definitions of the draft
  Report findings_;
  std::map<std::pair<std::size_t, std::string>, std::size_t> connectors_;  // by component, name
  std::map<std::string, std::size_t> component_index_;
  std::map<std::pair<std::string, std::string>, std::size_t> sides_;  // place on its side
};

}  // namespace

SspDraft draft_ssp(const Settled& settled, const std::string& name, const std::string& version,
                   PlacedFiles& files) {
  return Drafter(settled, version, files).make(name);
}

}  // namespace bw::inspect
