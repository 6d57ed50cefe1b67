// SystemStructureCommon (SSP 2.0.1, chapter 4): units, enumerations, types, transformations.

#include <charconv>
#include <cmath>

#include "base/text.h"
#include "base/units.h"
#include "base/xml.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {

void SspReader::read_definitions(const XmlElement& root) {
  if (const auto units = root.child("Units"))
    for (const XmlElement& unit : units->children("Unit")) read_unit(unit);
  if (const auto all = root.child("Enumerations"))
    for (const XmlElement& one : all->children("Enumeration")) read_enumeration(one);
}

void SspReader::read_unit(const XmlElement& element) {
  expect(element, "id description name", "BaseUnit");
  const std::string name = required(element, "name");
  const auto base = element.child("BaseUnit");
  if (!base) return mistake(element, "the unit '" + name + "' has no BaseUnit.");
  expect(*base, "id description kg m s A K mol cd rad factor offset", "");
  static constexpr std::array<const char*, 8> symbols = {"kg", "m",   "s",  "A",
                                                         "K",  "mol", "cd", "rad"};
  Unit unit;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const double exponent = number(*base, symbols[i], 0);
    if (exponent != std::floor(exponent) || std::abs(exponent) > 100)
      mistake(*base, "the exponent of " + std::string(symbols[i]) +
                         " must be a whole number, not " + brief(exponent) + ".");
    else
      unit.exponents[i] = static_cast<int>(exponent);
  }
  unit.factor = number(*base, "factor", 1);
  unit.offset = number(*base, "offset", 0);
  if (unit.factor == 0) mistake(*base, "the factor of unit '" + name + "' is 0.");
  if (!definitions_.units.emplace(name, unit).second)
    mistake(element, "the unit '" + name + "' is defined twice.");
}

void SspReader::read_enumeration(const XmlElement& element) {
  expect(element, "id description name", "Item");
  const std::string name = required(element, "name");
  Items items;
  for (const XmlElement& item : element.children("Item")) {
    expect(item, "id description name value", "");
    const std::string value = required(item, "value");
    std::int64_t code = 0;
    const auto [end, problem] = std::from_chars(value.data(), value.data() + value.size(), code);
    if (problem != std::errc{} || end != value.data() + value.size())
      mistake(item,
              "the value of an enumeration's item must be a whole number, not '" + value + "'.");
    else
      items.emplace_back(required(item, "name"), code);
  }
  if (items.empty()) mistake(element, "the enumeration '" + name + "' has no items.");
  if (!definitions_.enumerations.emplace(name, std::move(items)).second)
    mistake(element, "the enumeration '" + name + "' is defined twice.");
}

// A name without a definition is read as engineers write units; one that means nothing stays a
// text.
NamedUnit SspReader::unit_of(const XmlElement& type) {
  const std::string name = optional(type, "unit");
  if (name.empty()) return {};
  if (const auto known = definitions_.units.find(name); known != definitions_.units.end())
    return {name, known->second};
  const auto meaning = parse_unit(name);
  if (said_.emplace("unit", name).second)
    remark(type, "the unit '" + name + "' is not defined in Units; " +
                     (meaning ? "it is read as it is usually meant."
                              : "its meaning is not known, and it is not converted."));
  return {name, meaning};
}

void SspReader::read_dimensions(const XmlElement& element, SspType& type) {
  for (const XmlElement& one : element.children("Dimension")) {
    expect(one, "id description size sizeConnector", "");
    const bool fixed = one.attribute("size").has_value();
    if (fixed && one.attribute("sizeConnector"))
      mistake(one, "a Dimension has size or sizeConnector, not both.");
    const double size = number(one, "size", 0);
    constexpr double most = 1e9;
    if (!(size >= 0 && size <= most) || size != std::floor(size))
      mistake(one,
              "the size of a Dimension must be a whole number from 0, not " + brief(size) + ".");
    else
      type.dimensions.push_back(fixed ? std::optional(static_cast<std::size_t>(size))
                                      : std::nullopt);
  }
}

SspType SspReader::read_type(const XmlElement& element) {
  SspType type;
  read_dimensions(element, type);
  const auto found = type_element(element);
  if (!found) return type;
  type.name = found->name();
  expect(
      *found,
      "id description unit value name mime-type intervalVariability intervalDecimal shiftDecimal "
      "supportsFraction resolution intervalCounter shiftCounter priority",
      "Value Enumeration");
  if (type.name == "Real" || type.name.starts_with("Float")) type.unit = unit_of(*found);
  if (type.name != "Enumeration") return type;
  const std::string name = optional(*found, "name");
  const auto known = definitions_.enumerations.find(name);
  if (known != definitions_.enumerations.end())
    type.items = known->second;
  else if (!name.empty())
    remark(*found, "the enumeration '" + name +
                       "' is not defined in Enumerations; items are those of the variable.");
  return type;
}

SspConnector SspReader::read_connector(const XmlElement& element, bool has_kind) {
  expect(element, has_kind ? "id description name kind" : "id description name",
         std::string(ssp_types) + " Dimension ConnectorGeometry");
  SspConnector connector;
  connector.position = element.exact_position();
  connector.name = required(element, "name");
  connector.type = read_type(element);
  if (!has_kind) return connector;
  (void)required(element, "kind");
  const std::string kind =
      word(element, "kind",
           {"unspecified", "input", "output", "inout", "local", "constant", "parameter",
            "calculatedParameter", "structuralParameter", "acausal"});
  connector.kind = kind == "input"                 ? SspKind::input
                   : kind == "output"              ? SspKind::output
                   : kind == "inout"               ? SspKind::inout
                   : kind == "local"               ? SspKind::local
                   : kind == "constant"            ? SspKind::constant
                   : kind == "parameter"           ? SspKind::parameter
                   : kind == "calculatedParameter" ? SspKind::calculated_parameter
                   : kind == "structuralParameter" ? SspKind::structural_parameter
                                                   : SspKind::unspecified;
  return connector;
}

void SspReader::read_map(const XmlElement& element, SspTransformation& into) {
  expect(element, "id description", "MapEntry");
  for (const XmlElement& entry : element.children("MapEntry")) {
    expect(entry, "id description source target", "");
    std::string source = required(entry, "source"), target = required(entry, "target");
    if (into.kind == SspMapping::boolean) {
      source = boolean(entry, "source", false) ? "true" : "false";
      target = boolean(entry, "target", false) ? "true" : "false";
    }
    if (into.kind == SspMapping::integer)
      for (const char* key : {"source", "target"})
        if (const double value = number(entry, key, 0); value != std::floor(value))
          mistake(entry, std::string(key) + " of a MapEntry must be a whole number, not " +
                             brief(value) + ".");
    for (const auto& [earlier, other] : into.entries)
      if (earlier == source) mistake(entry, "the value '" + source + "' is mapped twice.");
    into.entries.emplace_back(std::move(source), std::move(target));
  }
}

SspTransformation SspReader::read_transformation(const XmlElement& element) {
  SspTransformation transformation;
  for (auto child = element.first_child(); child; child = child->next()) {
    if (!is_listed(child->name(), ssp_transformations)) continue;
    if (transformation.kind != SspMapping::none) {
      mistake(*child, std::string(element.name()) + " has two transformations.");
      break;
    }
    transformation.position = child->exact_position();
    if (child->name() == "LinearTransformation") {
      expect(*child, "id description factor offset", "");
      transformation.kind = SspMapping::linear;
      transformation.factor = number(*child, "factor", 1);
      transformation.offset = number(*child, "offset", 0);
      continue;
    }
    transformation.kind = child->name().starts_with("Boolean")   ? SspMapping::boolean
                          : child->name().starts_with("Integer") ? SspMapping::integer
                                                                 : SspMapping::enumeration;
    read_map(*child, transformation);
  }
  return transformation;
}

}  // namespace bw::system
