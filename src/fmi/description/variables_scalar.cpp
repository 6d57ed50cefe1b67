// <ScalarVariable> of FMI 1.0 and 2.0: the type is an element inside.

#include <fmt/format.h>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"
#include "fmi/description/types.h"
#include "fmi/description/variables.h"

namespace bw::fmi {
namespace {

std::optional<XmlElement> type_element(const ElementReader& scalar, Version version) {
  std::optional<XmlElement> found;
  for (auto child = scalar.element().first_child(); child; child = child->next()) {
    if (!data_type_of(version, child->name())) continue;
    if (!found) {
      found = child;
      continue;
    }
    scalar.add(Rule::variable_type, fmt::format("has two types, <{}> and <{}>; only one is allowed",
                                                found->name(), child->name()));
    break;
  }
  if (!found)
    scalar.add(Rule::variable_type,
               "has no type; one of " + type_elements(version) + " is required");
  return found;
}

}  // namespace

std::vector<XmlElement> read_scalars(const XmlElement& model_variables,
                                     std::string_view other_child, Reading& reading,
                                     const ScalarReader& read) {
  reading.element(model_variables).note_unknown_children({"ScalarVariable"});
  std::vector<XmlElement> scalars = model_variables.children("ScalarVariable");
  std::vector<Variable>& variables = reading.description.variables;
  variables.resize(scalars.size());
  Names names(scalars.size());
  for (std::size_t i = 0; i < scalars.size(); ++i) {
    ElementReader head = reading.element(scalars[i]);
    const std::string_view name = scalars[i].attribute("name").value_or("");
    head.call(name);
    if (const auto typed = type_element(head, reading.version)) {
      read(head, *typed, reading, variables[i]);
      head.note_unknown_attributes();
    } else {
      variables[i].face.name = name;
    }
    head.note_unknown_children(
        {"Real", "Integer", "Boolean", "String", "Enumeration", other_child});
    if (reading.version != Version::fmi1) names.add(head, name);
  }
  return scalars;
}

}  // namespace bw::fmi
