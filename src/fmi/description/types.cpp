// <TypeDefinitions> (FMI 2.0, 2.2.3; FMI 3.0, 2.4.4). FMI 1.0 and 2.0 wrap the type's element, as
// <Type><RealType/></Type> and <SimpleType><Real/></SimpleType>; FMI 3.0 has <Float64Type/> alone.

#include "fmi/description/types.h"

#include <fmt/format.h>

#include <array>
#include <unordered_set>
#include <utility>

#include "fmi/description/start_values.h"

namespace bw::fmi {
namespace {

constexpr std::array<std::pair<std::string_view, DataType>, 5> old_elements = {{
    {"Real", DataType::float64},
    {"Integer", DataType::int32},
    {"Boolean", DataType::boolean},
    {"String", DataType::string},
    {"Enumeration", DataType::enumeration},
}};

// FMI 1.0 counts the items of an enumeration from 1.
void read_items(const XmlElement& element, Reading& reading, Variable& type) {
  std::unordered_set<std::int64_t> values;
  for (const XmlElement& child : element.children("Item")) {
    ElementReader item = reading.element(child);
    const std::string name(item.required("name").value_or(""));
    std::optional<std::int64_t> value = static_cast<std::int64_t>(type.face.items.size()) + 1;
    if (reading.version != Version::fmi1) {
      item.required("value");
      value = item.integer("value", range_of(DataType::enumeration, reading.version));
    }
    item.find("description");
    item.note_unknown_attributes();
    if (!value) continue;
    if (!values.insert(*value).second)
      item.add(Rule::enumeration_value_twice,
               fmt::format("'{}' has the value {}, which another item also has", name, *value));
    type.face.items.emplace_back(name, *value);
  }
}

// The element with the type: a child, or the definition itself.
std::optional<XmlElement> typed_element(const XmlElement& definition, Version version) {
  const auto says = [&](const XmlElement& e) {
    std::string_view name = e.name();
    if (version != Version::fmi2 && name.ends_with("Type")) name.remove_suffix(4);
    return data_type_of(version, name).has_value();
  };
  if (version == Version::fmi3) return says(definition) ? std::optional(definition) : std::nullopt;
  for (auto child = definition.first_child(); child; child = child->next())
    if (says(*child)) return child;
  return {};
}

void read_type(const XmlElement& xml, Reading& reading) {
  ElementReader head = reading.element(xml);
  const std::string name(head.required("name").value_or(""));
  head.call(name);
  const auto found = typed_element(xml, reading.version);
  if (!found) {
    head.add(Rule::type_element, "has no type; expected one of " + type_elements(reading.version));
    return;
  }
  ElementReader own = reading.element(*found);
  own.call(name);
  ElementReader& typed = reading.version == Version::fmi3 ? head : own;
  Variable type;
  std::string_view element = found->name();
  if (reading.version != Version::fmi2 && element.ends_with("Type")) element.remove_suffix(4);
  type.type = *data_type_of(reading.version, element);
  type.face.type = type_of(type.type);
  const std::string description = head.text("description");
  read_type_attributes(typed, reading, type);
  if (type.type == DataType::enumeration) read_items(*found, reading, type);
  head.note_unknown_attributes();
  if (reading.version != Version::fmi3) own.note_unknown_attributes();
  reading.description.types.push_back({name, description, type.quantity, type.type});
  if (!reading.types.emplace(name, std::move(type)).second)
    head.wrong("name", name, "a type of this name was defined before; names must differ",
               Rule::type_twice);
}

}  // namespace

std::optional<DataType> data_type_of(Version version, std::string_view element) {
  if (version != Version::fmi3) {
    for (const auto& [known, type] : old_elements)
      if (known == element) return type;
    return {};
  }
  for (int i = 0; i <= static_cast<int>(DataType::clock); ++i)
    if (name(static_cast<DataType>(i)) == element) return static_cast<DataType>(i);
  return {};
}

std::string type_elements(Version version) {
  if (version == Version::fmi3) return "<Float32>, <Float64>, <Int8> ... <Clock>";
  return "<Real>, <Integer>, <Boolean>, <String>, <Enumeration>";
}

void read_types(const XmlElement& type_definitions, Reading& reading) {
  const std::string_view wrapper = reading.version == Version::fmi1 ? "Type" : "SimpleType";
  if (reading.version != Version::fmi3)
    reading.element(type_definitions).note_unknown_children({wrapper});
  for (auto child = type_definitions.first_child(); child; child = child->next())
    if (reading.version == Version::fmi3 || child->name() == wrapper) read_type(*child, reading);
}

}  // namespace bw::fmi
