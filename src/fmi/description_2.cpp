// A FMI 2.0 model description, in the order of the file. Unknown elements and attributes
// (VendorAnnotations and what tools add) are passed over.

#include "fmi/description_2.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "fmi/attributes.h"

namespace bw::fmi {
namespace {

// The identifier becomes the name of a library file and of its functions.
std::string model_identifier(const XmlElement& element, Deviations& deviations) {
  const std::string_view written = required(element, "modelIdentifier");
  const auto is_plain = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
  };
  const auto is_path = [](char c) {
    return c == '/' || c == '\\' || c == '\0' || static_cast<unsigned char>(c) < 0x20;
  };
  if (written.empty() || written.front() == '.' ||
      std::any_of(written.begin(), written.end(), is_path))
    refuse(element, "modelIdentifier", written,
           "it names the library in the FMU; letters, digits and '_' would be right");
  if (!std::all_of(written.begin(), written.end(), is_plain))
    deviations.note(
        "model identifier", element,
        fmt::format("modelIdentifier is '{}'; only letters, digits and '_' are allowed", written));
  return std::string(written);
}

CoSimulation read_co_simulation(const XmlElement& e, Deviations& deviations) {
  CoSimulation can;
  can.model_identifier = model_identifier(e, deviations);
  const auto flag = [&](std::string_view key) { return boolean_attribute(e, key, false); };
  can.variable_steps = flag("canHandleVariableCommunicationStepSize");
  can.get_and_set_state = flag("canGetAndSetFMUstate");
  can.serialise_state = flag("canSerializeFMUstate");
  can.one_instance_only = flag("canBeInstantiatedOnlyOncePerProcess");
  can.needs_execution_tool = flag("needsExecutionTool");
  can.runs_asynchronously = flag("canRunAsynchronuously");  // the standard's own spelling
  can.own_memory_management_not_used = flag("canNotUseMemoryManagementFunctions");
  can.interpolates_inputs = flag("canInterpolateInputs");
  can.directional_derivatives = flag("providesDirectionalDerivative");
  can.max_output_derivative_order = static_cast<unsigned>(
      integer_attribute(e, "maxOutputDerivativeOrder", unsigned_range).value_or(0));
  return can;
}

std::vector<std::string> read_log_categories(const XmlElement& element) {
  std::vector<std::string> names;
  for (const XmlElement& category : element.children("Category"))
    names.emplace_back(required(category, "name"));
  return names;
}

// It is only a proposal: what makes no sense is not proposed.
model::Experiment read_experiment(const XmlElement& element, Deviations& deviations) {
  const auto sensible = [&](std::string_view key, auto is_good) {
    auto value = real_attribute(element, key);
    if (!value || is_good(*value)) return value;
    deviations.note(
        "default experiment", element,
        fmt::format("DefaultExperiment has {}=\"{}\"; it was ignored", key, shortest(*value)));
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
  return experiment;
}

void read_head(const XmlElement& root, Description& d, Deviations& deviations) {
  d.fmi_version = required(root, "fmiVersion");
  d.model_name = required(root, "modelName");
  d.guid = required(root, "guid");
  d.description = text_attribute(root, "description");
  d.generation_tool = text_attribute(root, "generationTool");
  if (const auto e = root.child("CoSimulation"))
    d.co_simulation = read_co_simulation(*e, deviations);
  d.model_exchange = root.child("ModelExchange").has_value();
  if (const auto e = root.child("LogCategories")) d.log_categories = read_log_categories(*e);
  if (const auto e = root.child("DefaultExperiment"))
    d.experiment = read_experiment(*e, deviations);
}

}  // namespace

Description read_description_2(const XmlElement& root, Bells& bells) {
  Description description;
  Deviations deviations;
  Definitions definitions;
  read_head(root, description, deviations);
  if (const auto e = root.child("UnitDefinitions")) definitions.units.read(*e);
  if (const auto e = root.child("TypeDefinitions")) read_types_2(*e, definitions, deviations);
  description.units = definitions.units.known();
  read_variables_2(required_child(root, "ModelVariables"), definitions, description, deviations);
  if (const auto e = root.child("ModelStructure"))
    read_structure_2(*e, description, deviations);
  else
    deviations.note("no model structure", root,
                    "there is no ModelStructure; any input may act on any output");
  deviations.ring(root.position().file, bells);
  return description;
}

}  // namespace bw::fmi
