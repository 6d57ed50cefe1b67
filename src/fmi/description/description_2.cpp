// An FMI 2.0 model description.

#include <array>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"
#include "fmi/description/structure.h"
#include "fmi/description/variables.h"
#include "model/blueprint.h"

namespace bw::fmi {
namespace {

using I = InterfaceDescription;

constexpr std::array fmi2_common_flags = {
    Flag{"needsExecutionTool", &I::needs_execution_tool},
    Flag{"canBeInstantiatedOnlyOncePerProcess", &I::one_instance_only},
    Flag{"canNotUseMemoryManagementFunctions", &I::no_memory_functions},
    Flag{"canGetAndSetFMUstate", &I::get_and_set_state},
    Flag{"canSerializeFMUstate", &I::serialise_state},
    Flag{"providesDirectionalDerivative", &I::directional_derivatives},
};
constexpr std::array fmi2_co_simulation_flags = {
    Flag{"canHandleVariableCommunicationStepSize", &I::variable_steps},
    Flag{"canInterpolateInputs", &I::interpolates_inputs},
    Flag{"canRunAsynchronuously", &I::runs_asynchronously},  // the standard's own spelling
};

InterfaceDescription read_interface(ElementReader& element, const Reading& reading) {
  InterfaceDescription found;
  found.model_identifier = read_model_identifier(element);
  read_flags(element, fmi2_common_flags, found);
  if (const auto files = element.element().child("SourceFiles"))
    for (const XmlElement& file : files->children("File"))
      found.source_files.emplace_back(reading.element(file).required("name").value_or(""));
  element.note_unknown_children({"SourceFiles"});
  return found;
}

void read_interfaces(ElementReader& root, Reading& reading) {
  auto& interfaces = reading.description.interfaces;
  if (const auto e = single_child(root, "ModelExchange")) {
    ElementReader element = reading.element(*e);
    InterfaceDescription found = read_interface(element, reading);
    found.completed_step_needed = !element.flag("completedIntegratorStepNotNeeded");
    element.note_unknown_attributes();
    interfaces[static_cast<std::size_t>(Interface::model_exchange)] = found;
  }
  if (const auto e = single_child(root, "CoSimulation")) {
    ElementReader element = reading.element(*e);
    InterfaceDescription found = read_interface(element, reading);
    read_flags(element, fmi2_co_simulation_flags, found);
    found.max_output_derivative_order = read_order(element, "maxOutputDerivativeOrder");
    element.note_unknown_attributes();
    interfaces[static_cast<std::size_t>(Interface::co_simulation)] = found;
  }
  if (!interfaces[0] && !interfaces[1])
    root.add(Rule::interface_missing, "has neither <ModelExchange> nor <CoSimulation>");
}

}  // namespace

void read_description_2(ElementReader& root, Reading& reading) {
  read_head(root, "guid", reading);
  reading.description.event_indicators = read_order(root, "numberOfEventIndicators");
  read_interfaces(root, reading);
  read_definitions(root, reading);
  if (const auto e = root.required_child("ModelVariables")) read_variables_2(*e, reading);
  read_structure(root, VariableReferences::by_position(reading.description.variables.size()),
                 reading);
  root.note_unknown_children({"ModelExchange", "CoSimulation", "UnitDefinitions", "TypeDefinitions",
                              "LogCategories", "DefaultExperiment", "VendorAnnotations",
                              "ModelVariables", "ModelStructure"});
}

}  // namespace bw::fmi
