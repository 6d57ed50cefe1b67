// SystemStructureCommon (SSP 2.0.1, chapter 4): units, enumerations, types, transformations.

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <set>

#include "base/text.h"
#include "base/units.h"
#include "base/xml.h"
#include "system/rules.h"
#include "system/ssp/ssp_document.h"
#include "system/ssp/ssp_kinds.h"
#include "system/ssp/ssp_reader.h"
#include "system/system.h"

namespace bw::system {
namespace {

// Of the same quantity: "degC" without its offset.
bool is_misleading(const Unit& defined, const Unit& usual) {
  const auto differ = [](double x, double y) { return std::abs(x - y) > 1e-6 * std::abs(y); };
  return defined.same_dimension(usual) &&
         (differ(defined.factor, usual.factor) || differ(defined.offset, usual.offset));
}

std::string in_base_units(const Unit& unit) {
  return brief(unit.factor) + " * value + " + brief(unit.offset) + " in base units";
}

}  // namespace

void SspReader::read_definitions(const XmlElement& root) {
  for (const XmlElement& units : root.children("Units"))
    for (const XmlElement& unit : units.children("Unit")) read_unit(unit);
  for (const XmlElement& all : root.children("Enumerations"))
    for (const XmlElement& one : all.children("Enumeration")) read_enumeration(one);
}

void SspReader::read_unit(const XmlElement& element) {
  const std::string name = text(element, "name");
  const auto base = element.child("BaseUnit");
  if (!base) return;
  static constexpr std::array<const char*, 8> symbols = {"kg", "m",   "s",  "A",
                                                         "K",  "mol", "cd", "rad"};
  Unit unit;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    const double exponent = number(*base, symbols[i], 0);
    if (std::abs(exponent) > 100)
      mistake(Rule::ssp_unit_definition, *base,
              "the exponent of " + std::string(symbols[i]) + " must be from -100 to 100, not " +
                  brief(exponent) + ".");
    else
      unit.exponents[i] = static_cast<int>(exponent);
  }
  unit.factor = number(*base, "factor", 1);
  unit.offset = number(*base, "offset", 0);
  if (unit.factor == 0)
    mistake(Rule::ssp_unit_definition, *base, "the factor of unit '" + name + "' is 0.");
  if (!definitions_.units.emplace(name, unit).second)
    mistake(Rule::ssp_name_twice, element, "the unit '" + name + "' is defined twice.");
}

void SspReader::read_enumeration(const XmlElement& element) {
  const std::string name = text(element, "name");
  Items items;
  std::set<std::string> names;
  for (const XmlElement& item : element.children("Item")) {
    const std::string value = text(item, "value");
    std::int64_t code = 0;
    const std::string_view digits = trimmed(value);
    const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), code);
    if (problem != std::errc{} || end != digits.data() + digits.size()) continue;
    if (!names.insert(text(item, "name")).second)
      mistake(Rule::ssp_name_twice, item,
              "the enumeration '" + name + "' has two items '" + text(item, "name") + "'.");
    items.emplace_back(text(item, "name"), code);
  }
  if (!definitions_.enumerations.emplace(name, std::move(items)).second)
    mistake(Rule::ssp_name_twice, element, "the enumeration '" + name + "' is defined twice.");
}

// A name without a definition is read as engineers write units; one that means nothing stays a
// text.
NamedUnit SspReader::unit_of(const XmlElement& type) {
  const std::string name = text(type, "unit");
  if (name.empty()) return {};
  const auto meaning = parse_unit(name);
  if (const auto known = definitions_.units.find(name); known != definitions_.units.end()) {
    if (meaning && is_misleading(known->second, *meaning) && said_.emplace("unit", name).second) {
      remark(Rule::ssp_unit_unusual, type,
             "Units defines '" + name + "' as " + in_base_units(known->second) + ", but usually " +
                 name + " is " + in_base_units(*meaning) + "; the definition is used.");
      findings_.remarks.back().misleads = true;
    }
    return {name, known->second};
  }
  if (said_.emplace("unit", name).second)
    remark(Rule::ssp_unit_undefined, type,
           "the unit '" + name + "' is not defined in Units; " +
               (meaning ? "it is read as it is usually meant."
                        : "its meaning is not known, and it is not converted."));
  return {name, meaning};
}

void SspReader::read_dimensions(const XmlElement& element, SspType& type) {
  for (const XmlElement& one : element.children("Dimension")) {
    const bool fixed = one.attribute("size").has_value();
    if (fixed && one.attribute("sizeConnector"))
      mistake(Rule::ssp_dimension, one, "a Dimension has size or sizeConnector, not both.");
    const double size = number(one, "size", 0);
    constexpr double most = 1e9;
    if (size > most)
      mistake(Rule::ssp_dimension, one,
              "the size of a Dimension must be at most 1e9, not " + brief(size) + ".");
    else
      type.dimensions.push_back(
          {fixed ? std::optional(static_cast<std::size_t>(std::max(0.0, size))) : std::nullopt,
           text(one, "sizeConnector")});
  }
}

SspType SspReader::read_type(const XmlElement& element) {
  SspType type;
  read_dimensions(element, type);
  const auto found = type_element(element);
  if (!found) return type;
  type.name = found->name();
  if (type.name == "Real" || type.name.starts_with("Float")) type.unit = unit_of(*found);
  if (type.name != "Enumeration") return type;
  const std::string name = text(*found, "name");
  const auto known = definitions_.enumerations.find(name);
  if (known != definitions_.enumerations.end())
    type.items = known->second;
  else if (!name.empty())
    remark(Rule::ssp_enumeration_undefined, *found,
           "the enumeration '" + name +
               "' is not defined in Enumerations; items are those of the variable.");
  return type;
}

SspConnector SspReader::read_connector(const XmlElement& element) {
  SspConnector connector;
  connector.position = element.exact_position();
  connector.name = text(element, "name");
  connector.type = read_type(element);
  for (const XmlElement& one : element.children("Clock"))
    if (one.attribute("name")) connector.clocks.push_back(text(one, "name"));
  connector.kind = kind_of(text(element, "kind"));
  return connector;
}

void SspReader::read_map(const XmlElement& element, SspTransformation& into) {
  std::set<std::string> seen;
  for (const XmlElement& entry : element.children("MapEntry")) {
    std::string source = text(entry, "source"), target = text(entry, "target");
    if (into.kind == SspMapping::boolean) {
      source = boolean(entry, "source", false) ? "true" : "false";
      target = boolean(entry, "target", false) ? "true" : "false";
    }
    if (into.kind == SspMapping::integer) {
      source = trimmed(source);
      target = trimmed(target);
    }
    if (!seen.insert(source).second)
      mistake(Rule::ssp_map_twice, entry, "the value '" + source + "' is mapped twice.");
    into.entries.emplace_back(std::move(source), std::move(target));
  }
}

SspTransformation SspReader::read_transformation(const XmlElement& element) {
  SspTransformation transformation;
  for (auto child = element.first_child(); child; child = child->next()) {
    if (!is_listed(child->name(), ssp_transformations)) continue;
    if (transformation.kind != SspMapping::none) break;  // a mistake of form
    transformation.position = child->exact_position();
    if (child->name() == "LinearTransformation") {
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
