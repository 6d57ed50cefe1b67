// An FMI 3.0 model description.

#include <array>
#include <cmath>

#include "base/text.h"
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

constexpr std::array fmi3_common_flags = {
    Flag{"needsExecutionTool", &I::needs_execution_tool},
    Flag{"canBeInstantiatedOnlyOncePerProcess", &I::one_instance_only},
    Flag{"canGetAndSetFMUState", &I::get_and_set_state},
    Flag{"canSerializeFMUState", &I::serialise_state},
    Flag{"providesDirectionalDerivatives", &I::directional_derivatives},
    Flag{"providesAdjointDerivatives", &I::adjoint_derivatives},
    Flag{"providesPerElementDependencies", &I::per_element_dependencies},
};
constexpr std::array fmi3_model_exchange_flags = {
    Flag{"needsCompletedIntegratorStep", &I::completed_step_needed},
    Flag{"providesEvaluateDiscreteStates", &I::evaluates_discrete_states},
};
constexpr std::array fmi3_co_simulation_flags = {
    Flag{"canHandleVariableCommunicationStepSize", &I::variable_steps},
    Flag{"providesIntermediateUpdate", &I::intermediate_update},
    Flag{"mightReturnEarlyFromDoStep", &I::might_return_early},
    Flag{"canReturnEarlyAfterIntermediateUpdate", &I::returns_early_after_update},
    Flag{"hasEventMode", &I::event_mode},
    Flag{"providesEvaluateDiscreteStates", &I::evaluates_discrete_states},
};

void read_co_simulation(ElementReader& element, InterfaceDescription& into) {
  read_flags(element, fmi3_co_simulation_flags, into);
  into.max_output_derivative_order = read_order(element, "maxOutputDerivativeOrder");
  into.recommended_input_smoothness = read_order(element, "recommendedIntermediateInputSmoothness");
  const auto step = element.real("fixedInternalStepSize");
  if (step && !(*step > 0 && std::isfinite(*step)))
    element.wrong("fixedInternalStepSize", shortest(*step), "expected a number above 0");
  else
    into.fixed_internal_step = step;
}

void read_interface(ElementReader& root, std::string_view name, Interface interface,
                    Reading& reading) {
  const auto xml = single_child(root, name);
  if (!xml) return;
  ElementReader element = reading.element(*xml);
  InterfaceDescription found;
  found.completed_step_needed = false;  // optional in FMI 3.0, implied in earlier versions
  found.model_identifier = read_model_identifier(element);
  read_flags(element, fmi3_common_flags, found);
  if (interface == Interface::model_exchange) read_flags(element, fmi3_model_exchange_flags, found);
  if (interface == Interface::co_simulation) read_co_simulation(element, found);
  element.note_unknown_attributes();
  element.note_unknown_children({"Annotations"});
  reading.description.interfaces[static_cast<std::size_t>(interface)] = std::move(found);
}

}  // namespace

void read_description_3(ElementReader& root, Reading& reading) {
  read_head(root, "instantiationToken", reading);
  read_interface(root, "ModelExchange", Interface::model_exchange, reading);
  read_interface(root, "CoSimulation", Interface::co_simulation, reading);
  read_interface(root, "ScheduledExecution", Interface::scheduled_execution, reading);
  const auto& found = reading.description.interfaces;
  if (!found[0] && !found[1] && !found[2])
    root.add(Rule::interface_missing,
             "has none of <ModelExchange>, <CoSimulation>, <ScheduledExecution>");
  read_definitions(root, reading);
  VariableReferences references = VariableReferences::by_value({});
  if (const auto e = root.required_child("ModelVariables"))
    references = read_variables_3(*e, reading);
  read_structure(root, references, reading);
  root.note_unknown_children(
      {"ModelExchange", "CoSimulation", "ScheduledExecution", "UnitDefinitions", "TypeDefinitions",
       "LogCategories", "DefaultExperiment", "ModelVariables", "ModelStructure", "Annotations"});
}

}  // namespace bw::fmi
