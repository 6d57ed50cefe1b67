#include "fmi/description/build_description.h"

#include <algorithm>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description_document.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

std::vector<std::string> read_names(const ElementReader& parent, std::string_view child_name) {
  std::vector<std::string> names;
  for (const XmlElement& child : parent.element().children(child_name)) {
    ElementReader element(child, parent.report());
    names.emplace_back(element.required("name").value_or(""));
    element.note_unknown_attributes();
  }
  return names;
}

PreprocessorDefinition read_definition(ElementReader element) {
  PreprocessorDefinition definition;
  definition.name = element.required("name").value_or("");
  element.call(definition.name);
  definition.value = element.text("value");
  definition.description = element.text("description");
  definition.optional = element.flag("optional");
  for (const XmlElement& option : element.element().children("Option"))
    definition.options.emplace_back(option.attribute("value").value_or(""));
  element.note_unknown_attributes();
  element.note_unknown_children({"Option", "Annotations"});
  return definition;
}

SourceFileSet read_set(ElementReader element) {
  SourceFileSet set;
  set.name = element.text("name");
  element.call(set.name);
  set.language = element.text("language");
  set.compiler = element.text("compiler");
  set.compiler_options = element.text("compilerOptions");
  set.files = read_names(element, "SourceFile");
  set.include_directories = read_names(element, "IncludeDirectory");
  for (const XmlElement& child : element.element().children("PreprocessorDefinition"))
    set.definitions.push_back(read_definition({child, element.report()}));
  if (set.files.empty()) element.add(Rule::build_source_missing, "contains no <SourceFile>");
  element.note_unknown_attributes();
  element.note_unknown_children(
      {"SourceFile", "PreprocessorDefinition", "IncludeDirectory", "Annotations"});
  return set;
}

LibraryNeeded read_library(ElementReader element) {
  LibraryNeeded library;
  library.name = element.required("name").value_or("");
  library.version = element.text("version");
  library.description = element.text("description");
  library.external = element.flag("external");
  element.note_unknown_attributes();
  return library;
}

BuildConfiguration read_configuration(ElementReader element) {
  BuildConfiguration configuration;
  configuration.model_identifier = element.required("modelIdentifier").value_or("");
  element.call(configuration.model_identifier);
  configuration.platform = element.text("platform");
  configuration.description = element.text("description");
  for (const XmlElement& child : element.element().children("SourceFileSet"))
    configuration.sets.push_back(read_set({child, element.report()}));
  for (const XmlElement& child : element.element().children("Library"))
    configuration.libraries.push_back(read_library({child, element.report()}));
  element.note_unknown_attributes();
  element.note_unknown_children({"SourceFileSet", "Library", "Annotations"});
  return configuration;
}

}  // namespace

BuildDescription BuildDescription::parse(std::string_view xml, const std::string& name,
                                         Report& report) {
  BuildDescription found;
  const auto document = read_document(xml, name, "fmiBuildDescription", report);
  if (!document) return found;
  ElementReader root(document->root(), report);
  found.fmi_version = root.required("fmiVersion").value_or("");
  root.required_child("BuildConfiguration");
  for (const XmlElement& child : root.element().children("BuildConfiguration"))
    found.configurations.push_back(read_configuration({child, report}));
  root.note_unknown_attributes();
  root.note_unknown_children({"BuildConfiguration", "Annotations"});
  return found;
}

BuildDescription BuildDescription::of(const Description& description) {
  BuildDescription found;
  found.fmi_version = description.fmi_version;
  for (const auto& interface : description.interfaces) {
    if (!interface || interface->source_files.empty()) continue;
    const auto is_same = [&](const BuildConfiguration& known) {
      return known.model_identifier == interface->model_identifier;
    };
    if (std::ranges::any_of(found.configurations, is_same)) continue;
    BuildConfiguration configuration;
    configuration.model_identifier = interface->model_identifier;
    configuration.sets.emplace_back().files = interface->source_files;
    found.configurations.push_back(std::move(configuration));
  }
  return found;
}

}  // namespace bw::fmi
