// An FMI 1.0 model description. Without <Implementation> it is for model exchange.

#include <array>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"
#include "fmi/description/variables.h"
#include "model/blueprint.h"

namespace bw::fmi {
namespace {

using I = InterfaceDescription;

constexpr std::array capabilities = {
    Flag{"canHandleVariableCommunicationStepSize", &I::variable_steps},
    Flag{"canHandleEvents", &I::stops_for_events},
    Flag{"canInterpolateInputs", &I::interpolates_inputs},
    Flag{"canRunAsynchronuously", &I::runs_asynchronously},  // the standard's own spelling
    Flag{"canSignalEvents", &I::signals_events},
    Flag{"canBeInstantiatedOnlyOncePerProcess", &I::one_instance_only},
    Flag{"canNotUseMemoryManagementFunctions", &I::no_memory_functions},
};

void read_capabilities(const XmlElement& implementation, Reading& reading,
                       InterfaceDescription& into) {
  const auto xml = implementation.child("Capabilities");
  if (!xml) return;
  ElementReader element = reading.element(*xml);
  read_flags(element, capabilities, into);
  element.flag("canRejectSteps");  // useless without saved states
  into.max_output_derivative_order = read_order(element, "maxOutputDerivativeOrder");
  element.note_unknown_attributes();
}

// <CoSimulation_Tool> only refers to a tool that must be installed.
void read_implementation(const XmlElement& xml, Reading& reading, InterfaceDescription& into) {
  ElementReader element = reading.element(xml);
  const auto alone = xml.child("CoSimulation_StandAlone");
  const auto tool = xml.child("CoSimulation_Tool");
  element.note_unknown_children({"CoSimulation_StandAlone", "CoSimulation_Tool"});
  if (!alone && !tool)
    element.add(Rule::element_missing,
                "contains neither <CoSimulation_StandAlone> nor <CoSimulation_Tool>");
  into.needs_execution_tool = tool && !alone;
  if (alone || tool) read_capabilities(alone ? *alone : *tool, reading, into);
}

std::size_t required_count(ElementReader& root, std::string_view key) {
  root.required(key);
  return read_order(root, key);
}

}  // namespace

void read_description_1(ElementReader& root, Reading& reading) {
  Description& d = reading.description;
  read_head(root, "guid", reading);
  d.continuous_states = required_count(root, "numberOfContinuousStates");
  d.event_indicators = required_count(root, "numberOfEventIndicators");
  InterfaceDescription found;
  found.model_identifier = read_model_identifier(root);
  const auto implementation = single_child(root, "Implementation");
  if (implementation) read_implementation(*implementation, reading, found);
  const Interface offered = implementation ? Interface::co_simulation : Interface::model_exchange;
  d.interfaces[static_cast<std::size_t>(offered)] = std::move(found);
  read_definitions(root, reading);
  if (const auto e = single_child(root, "ModelVariables")) read_variables_1(*e, reading);
  root.note_unknown_children({"UnitDefinitions", "TypeDefinitions", "DefaultExperiment",
                              "VendorAnnotations", "ModelVariables", "Implementation"});
}

}  // namespace bw::fmi
