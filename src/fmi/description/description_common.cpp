// The content around the variables that all versions of the standard write alike.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include "base/text.h"
#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"
#include "fmi/description/types.h"
#include "model/blueprint.h"

namespace bw::fmi {
namespace {

constexpr Words<bool, 2> naming_conventions = {{{"flat", false}, {"structured", true}}};

std::vector<LogCategory> read_log_categories(const XmlElement& element, Reading& reading) {
  std::vector<LogCategory> categories;
  std::unordered_set<std::string> names;
  reading.element(element).note_unknown_children({"Category", "Annotations"});
  for (const XmlElement& child : element.children("Category")) {
    ElementReader category = reading.element(child);
    const std::string name(category.required("name").value_or(""));
    categories.push_back({name, category.text("description")});
    if (!names.insert(name).second)
      category.wrong("name", name, "another category has this name", Rule::log_category_twice);
    category.note_unknown_attributes();
  }
  return categories;
}

// It is only a proposal: invalid values are dropped.
model::Experiment read_experiment(ElementReader element) {
  const auto sensible = [&](std::string_view key, auto is_good) {
    auto value = element.real(key);
    if (!value || is_good(*value)) return value;
    element.add(
        Rule::default_experiment,
        fmt::format("has {}=\"{}\", which is not possible; it was ignored", key, shortest(*value)));
    return std::optional<double>();
  };
  const auto is_time = [](double value) { return std::isfinite(value); };
  const auto is_positive = [](double value) { return std::isfinite(value) && value > 0; };
  model::Experiment experiment;
  experiment.start = sensible("startTime", is_time);
  experiment.stop = sensible("stopTime", [&](double stop) {
    return is_time(stop) && stop >= experiment.start.value_or(0.0);
  });
  experiment.tolerance = sensible("tolerance", is_positive);
  experiment.step = sensible("stepSize", is_positive);
  element.note_unknown_attributes();
  return experiment;
}

}  // namespace

void read_head(ElementReader& root, std::string_view token_key, Reading& reading) {
  Description& d = reading.description;
  d.model_name = root.required("modelName").value_or("");
  d.token = root.required(token_key).value_or("");
  d.description = root.text("description");
  d.author = root.text("author");
  d.model_version = root.text("version");
  d.copyright = root.text("copyright");
  d.license = root.text("license");
  d.generation_tool = root.text("generationTool");
  d.generation_time = root.text("generationDateAndTime");
  d.structured_names = root.word("variableNamingConvention", naming_conventions).value_or(false);
}

// The identifier becomes the name of a library file and of its functions.
std::string read_model_identifier(ElementReader& element) {
  const auto written = element.required("modelIdentifier");
  if (!written) return {};
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const auto is_path = [](char c) {
    return c == '/' || c == '\\' || c == '\0' || static_cast<unsigned char>(c) < 0x20;
  };
  if (written->empty() || written->front() == '.' || std::ranges::any_of(*written, is_path))
    element.wrong("modelIdentifier", *written,
                  "it names the library in the FMU; expected letters, digits and '_'",
                  Rule::model_identifier);
  else if (!std::ranges::all_of(*written, is_plain))
    element.wrong("modelIdentifier", *written, "only letters, digits and '_' are allowed",
                  Rule::model_identifier_characters);
  return std::string(*written);
}

void read_flags(ElementReader& element, std::span<const Flag> flags, InterfaceDescription& into) {
  for (const Flag& flag : flags) into.*flag.member = element.flag(flag.key, into.*flag.member);
}

unsigned read_order(ElementReader& element, std::string_view key) {
  return static_cast<unsigned>(element.integer(key, unsigned_range).value_or(0));
}

std::optional<XmlElement> single_child(ElementReader& parent, std::string_view name) {
  const std::vector<XmlElement> all = parent.element().children(name);
  if (all.empty()) return {};
  if (all.size() > 1)
    add(parent.report(), Rule::element_twice, all[1].position(),
        fmt::format("<{}> occurs {} times in <{}>; the first was used.", name, all.size(),
                    parent.element().name()));
  return all[0];
}

void read_definitions(ElementReader& root, Reading& reading) {
  Description& d = reading.description;
  if (const auto e = single_child(root, "LogCategories"))
    d.log_categories = read_log_categories(*e, reading);
  if (const auto e = single_child(root, "DefaultExperiment"))
    d.experiment = read_experiment(reading.element(*e));
  if (const auto e = single_child(root, "UnitDefinitions"))
    reading.units.read(*e, reading.version, reading.report);
  d.units = reading.units.all();
  if (const auto e = single_child(root, "TypeDefinitions")) read_types(*e, reading);
  d.annotations = read_annotations(root.element(), reading);
}

// <VendorAnnotations><Tool name=...> until FMI 2.0 (in a variable: <Annotations>), then
// <Annotations><Annotation type=...>.
std::vector<Annotation> read_annotations(const XmlElement& parent, Reading& reading) {
  std::vector<Annotation> annotations;
  for (auto group = parent.first_child(); group; group = group->next()) {
    if (group->name() != "Annotations" && group->name() != "VendorAnnotations") continue;
    const bool is_newest = reading.version == Version::fmi3;
    for (auto one = group->first_child(); one; one = one->next())
      annotations.push_back({std::string(one->attribute(is_newest ? "type" : "name").value_or("")),
                             std::string(one->source())});
  }
  return annotations;
}

}  // namespace bw::fmi
