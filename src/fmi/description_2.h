#pragma once
// The pieces of a FMI 2.0 description; description_2.cpp puts them together.

#include <string>
#include <unordered_map>

#include "base/xml.h"
#include "fmi/description.h"
#include "fmi/deviations.h"
#include "fmi/unit_definitions.h"

namespace bw::fmi {

// What is known by the time the variables are read. A declared type is a variable without a name:
// the variables that declare it begin as its copy.
struct Definitions {
  UnitDefinitions units;
  std::unordered_map<std::string, model::Variable> types;
};

Description read_description_2(const XmlElement& root, Bells& bells);

// Nothing when the element is not one of <Real>, <Integer>, <Boolean>, <String>, <Enumeration>.
std::optional<Type> type_of_element(std::string_view name);

void read_types_2(const XmlElement& type_definitions, Definitions& definitions,
                  Deviations& deviations);
void read_variables_2(const XmlElement& model_variables, Definitions& definitions,
                      Description& description, Deviations& deviations);
void read_structure_2(const XmlElement& model_structure, Description& description,
                      Deviations& deviations);

// unit, relativeQuantity, nominal, min, max: what a type and a variable say with the same words.
void read_type_attributes(const XmlElement& element, Definitions& definitions,
                          model::Variable& variable, Deviations& deviations);

}  // namespace bw::fmi
