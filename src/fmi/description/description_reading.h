#pragma once
// Shared state of the readers of a model description, and the pieces that all versions of the
// standard write alike. A version's own file has only the differences.

#include <span>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/report.h"
#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/unit_definitions.h"

namespace bw::fmi {

struct Reading {
  Version version;
  Report& report;
  Description& description;
  UnitDefinitions units{};
  // A declared type is a variable without a name: variables that declare it start as its copy.
  std::unordered_map<std::string, Variable> types{};

  ElementReader element(const XmlElement& xml) const { return {xml, report}; }
};

// Each fills the description from the root element.
void read_description_1(ElementReader& root, Reading& reading);
void read_description_2(ElementReader& root, Reading& reading);
void read_description_3(ElementReader& root, Reading& reading);

// modelName, author, ...: the attributes of the root element that all versions have.
void read_head(ElementReader& root, std::string_view token_key, Reading& reading);

// modelIdentifier; rejected when it could not name a file.
std::string read_model_identifier(ElementReader& element);

struct Flag {
  std::string_view key;
  bool InterfaceDescription::*member;
};
void read_flags(ElementReader& element, std::span<const Flag> flags, InterfaceDescription& into);
unsigned read_order(ElementReader& element, std::string_view key);

// <LogCategories>, <DefaultExperiment>, <UnitDefinitions>, <TypeDefinitions> where they occur, and
// the annotations of the document.
void read_definitions(ElementReader& root, Reading& reading);
std::vector<Annotation> read_annotations(const XmlElement& parent, Reading& reading);

// An element that must occur exactly once.
std::optional<XmlElement> single_child(ElementReader& parent, std::string_view name);

}  // namespace bw::fmi
