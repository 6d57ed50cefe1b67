// Parameter values, and what all files of SSP have in common (SSP 2.0.1, chapters 4 and 6).

#include <array>

#include "base/text.h"
#include "base/units.h"
#include "base/xml_writer.h"
#include "system/ssp/ssp_draft.h"
#include "system/ssp/write_ssp.h"
#include "system/system.h"

namespace bw::system {
namespace {

void write_value(XmlWriter& xml, const SspDraft::Given& given) {
  xml.open("ssv:Parameter").attribute("name", given.name);
  xml.open("ssv:" + given.type.name);
  const bool is_text = given.type.name == "String" || given.type.name == "Enumeration" ||
                       given.type.name == "Binary";
  if (!given.type.enumeration.empty()) xml.attribute("name", given.type.enumeration);
  if (is_text && !given.type.dimensions.empty()) {
    for (const std::string& value : given.values)
      xml.open("ssv:Value").attribute("value", value).close();
  } else {
    std::string all;
    for (const std::string& value : given.values) all += (all.empty() ? "" : " ") + value;
    xml.attribute("value", all);
  }
  if (!given.type.unit.empty()) xml.attribute("unit", given.type.unit);
  xml.close();
  write_dimensions(xml, given.type);
  xml.close();
}

void write_unit(XmlWriter& xml, const std::string& name, const Unit& unit) {
  constexpr std::array<const char*, 8> bases = {"kg", "m", "s", "A", "K", "mol", "cd", "rad"};
  xml.open("ssc:Unit").attribute("name", name).open("ssc:BaseUnit");
  for (std::size_t i = 0; i < bases.size(); ++i)
    if (unit.exponents[i] != 0) xml.attribute(bases[i], std::to_string(unit.exponents[i]));
  if (unit.factor != 1) xml.number("factor", unit.factor);
  if (unit.offset != 0) xml.number("offset", unit.offset);
  xml.close().close();
}

void write_enumeration(XmlWriter& xml, const std::string& name, const Items& items) {
  xml.open("ssc:Enumeration").attribute("name", name);
  for (const auto& [item, value] : items)
    xml.open("ssc:Item").attribute("name", item).attribute("value", std::to_string(value)).close();
  xml.close();
}

}  // namespace

void open_ssp_root(XmlWriter& xml, const std::string& prefix, const std::string& space,
                   const std::string& element, const SspDraft& draft) {
  xml.open(prefix + ":" + element)
      .attribute("xmlns:" + prefix, ssp_home + space)
      .attribute("xmlns:ssc", ssp_home + std::string("Common"))
      .attribute("version", draft.version)
      .attribute("name", draft.name);
  if (!draft.tool.empty()) xml.attribute("generationTool", draft.tool);
}

void write_definitions(XmlWriter& xml, const std::string& prefix, const SspDraft& draft) {
  if (!draft.enumerations.empty()) {
    xml.open(prefix + ":Enumerations");
    for (const auto& [name, items] : draft.enumerations) write_enumeration(xml, name, items);
    xml.close();
  }
  if (!draft.units.empty()) {
    xml.open(prefix + ":Units");
    for (const auto& [name, unit] : draft.units) write_unit(xml, name, unit);
    xml.close();
  }
}

void write_dimensions(XmlWriter& xml, const SspDraft::Type& type) {
  for (const std::size_t size : type.dimensions)
    xml.open("ssc:Dimension").attribute("size", std::to_string(size)).close();
}

std::string write_ssv(const SspDraft& draft) {
  XmlWriter xml;
  open_ssp_root(xml, "ssv", "ParameterValues", "ParameterSet", draft);
  xml.open("ssv:Parameters");
  for (const SspDraft::Given& given : draft.values) write_value(xml, given);
  xml.close();
  write_definitions(xml, "ssv", draft);
  return xml.take();
}

}  // namespace bw::system
