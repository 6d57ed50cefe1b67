// System structure description (SSP 2.0.1, chapter 5; 1.0), in the order of the schemas.

#include <cmath>

#include "base/text.h"
#include "base/value.h"
#include "base/xml_writer.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_draft.h"
#include "system/ssp/write_ssp.h"
#include "system/system.h"

namespace bw::system {
namespace {

// Of a diagram: a hundredth of a mm is enough, and a thousandth of a box.
double rounded(double length, double digits = 100) { return std::round(length * digits) / digits; }

void write_box(XmlWriter& xml, const char* element, const SspBox& box) {
  xml.open(element)
      .number("x1", rounded(box.x1))
      .number("y1", rounded(box.y1))
      .number("x2", rounded(box.x2))
      .number("y2", rounded(box.y2))
      .close();
}

void write_connector(XmlWriter& xml, const SspDraft::Connector& connector) {
  xml.open("ssd:Connector").attribute("name", connector.name).attribute("kind", connector.kind);
  const SspDraft::Type& type = connector.type;
  if (!type.name.empty()) {
    xml.open("ssc:" + type.name);
    if (!type.unit.empty()) xml.attribute("unit", type.unit);
    if (!type.enumeration.empty()) xml.attribute("name", type.enumeration);
    xml.close();
  }
  write_dimensions(xml, type);
  xml.open("ssd:ConnectorGeometry")
      .number("x", rounded(connector.x, 1000))
      .number("y", rounded(connector.y, 1000))
      .close();
  xml.close();
}

XmlWriter& open_own_annotation(XmlWriter& xml, const char* holder, const char* type,
                               const char* element) {
  return xml.open(holder)
      .open("ssc:Annotation")
      .attribute("type", type)
      .open(std::string("bw:") + element)
      .attribute("xmlns:bw", own_namespace);
}

void write_words(XmlWriter& xml, const char* element, const std::vector<std::string>& words) {
  for (const std::string& word : words) xml.open(element).attribute("value", word).close();
}

// What SSP has no word for.
void write_own_details(XmlWriter& xml, const SspDraft::Component& component) {
  if (!component.isolated && component.allow.empty() && component.held.empty()) return;
  open_own_annotation(xml, "ssd:Annotations", own_component_annotation, "Component");
  if (component.isolated) xml.attribute("isolate", "true");
  write_words(xml, "bw:Allow", component.allow);
  write_words(xml, "bw:Held", component.held);
  xml.close().close().close();
}

void write_component(XmlWriter& xml, const SspDraft::Component& component) {
  xml.open("ssd:Component").attribute("name", component.name);
  if (!component.mime_type.empty()) xml.attribute("type", component.mime_type);
  xml.attribute("source", component.source);
  if (!component.implementation.empty()) xml.attribute("implementation", component.implementation);
  if (!component.connectors.empty()) {
    xml.open("ssd:Connectors");
    for (const SspDraft::Connector& connector : component.connectors)
      write_connector(xml, connector);
    xml.close();
  }
  write_box(xml, "ssd:ElementGeometry", component.box);
  write_own_details(xml, component);
  xml.close();
}

void write_indices(XmlWriter& xml, const char* name, const std::vector<std::size_t>& indices) {
  if (indices.empty()) return;
  std::string all;
  for (const std::size_t index : indices) all += (all.empty() ? "" : " ") + std::to_string(index);
  xml.attribute(name, all);
}

void write_transformation(XmlWriter& xml, const SspDraft::Link& link) {
  if (link.factor != 1 || link.offset != 0)
    xml.open("ssc:LinearTransformation")
        .number("factor", link.factor)
        .number("offset", link.offset)
        .close();
  if (link.map.empty()) return;
  xml.open(link.map_kind == SspMapping::boolean   ? "ssc:BooleanMappingTransformation"
           : link.map_kind == SspMapping::integer ? "ssc:IntegerMappingTransformation"
                                                  : "ssc:EnumerationMappingTransformation");
  for (const auto& [from, to] : link.map)
    xml.open("ssc:MapEntry").attribute("source", from).attribute("target", to).close();
  xml.close();
}

void write_points(XmlWriter& xml, const SspDraft::Link& link) {
  if (link.points.empty()) return;
  std::string xs, ys;
  for (const auto& [x, y] : link.points) {
    xs += (xs.empty() ? "" : " ") + shortest(rounded(x));
    ys += (ys.empty() ? "" : " ") + shortest(rounded(y));
  }
  xml.open("ssd:ConnectionGeometry").attribute("pointsX", xs).attribute("pointsY", ys).close();
}

void write_link(XmlWriter& xml, const SspDraft::Link& link) {
  xml.open("ssd:Connection")
      .attribute("startElement", link.start.component)
      .attribute("startConnector", link.start.variable);
  write_indices(xml, "startIndices", link.start_indices);
  xml.attribute("endElement", link.end.component).attribute("endConnector", link.end.variable);
  write_indices(xml, "endIndices", link.end_indices);
  if (!link.converts) xml.attribute("suppressUnitConversion", "true");
  write_transformation(xml, link);
  write_points(xml, link);
  xml.close();
}

void write_system(XmlWriter& xml, const SspDraft& draft) {
  xml.open("ssd:System").attribute("name", draft.name);
  if (!draft.values_source.empty())
    xml.open("ssd:ParameterBindings")
        .open("ssd:ParameterBinding")
        .attribute("source", draft.values_source)
        .close()
        .close();
  xml.open("ssd:Elements");
  for (const SspDraft::Component& component : draft.components) write_component(xml, component);
  xml.close();
  if (!draft.links.empty()) {
    xml.open("ssd:Connections");
    for (const SspDraft::Link& link : draft.links) write_link(xml, link);
    xml.close();
  }
  write_box(xml, "ssd:SystemGeometry", draft.canvas);
  xml.close();
}

void write_settings(XmlWriter& xml, const std::vector<Setting>& settings) {
  if (settings.empty()) return;
  open_own_annotation(xml, "ssd:Annotations", own_run_annotation, "Run");
  for (const Setting& setting : settings) {
    xml.open("bw:Setting").attribute("name", setting.key);
    for (const Value& value : setting.values) {
      const auto* words = std::get_if<std::string>(&value);
      xml.open(words != nullptr                        ? "bw:String"
               : std::holds_alternative<bool>(value)   ? "bw:Boolean"
               : std::holds_alternative<double>(value) ? "bw:Real"
                                                       : "bw:Integer")
          .attribute("value", words != nullptr ? *words : text(value))
          .close();
    }
    xml.close();
  }
  xml.close().close().close();
}

}  // namespace

std::string write_ssd(const SspDraft& draft) {
  XmlWriter xml;
  open_ssp_root(xml, "ssd", "Description", "SystemStructureDescription", draft);
  write_system(xml, draft);
  write_definitions(xml, "ssd", draft);
  if (draft.start || draft.stop) {
    xml.open("ssd:DefaultExperiment");
    if (draft.start) xml.number("startTime", *draft.start);
    if (draft.stop) xml.number("stopTime", *draft.stop);
    xml.close();
  }
  write_settings(xml, draft.settings);
  return xml.take();
}

}  // namespace bw::system
