#include "inspect/info.h"

#include "run/open/open_file.h"

namespace bw::inspect {
namespace {

using model::Causality;
using model::Variability;

std::vector<std::size_t>* list_for(const fmi::Variable& variable, Roles& roles) {
  if (variable.type == fmi::DataType::clock) return &roles.clocks;
  switch (variable.face.causality) {
    case Causality::parameter: return &roles.parameters;
    case Causality::calculated_parameter: return &roles.calculated_parameters;
    case Causality::structural_parameter: return &roles.structural_parameters;
    case Causality::input: return &roles.inputs;
    case Causality::output: return &roles.outputs;
    case Causality::local:
      return variable.face.variability == Variability::constant ? &roles.constants : &roles.locals;
    case Causality::independent: return nullptr;
  }
  return nullptr;
}

Roles sorted_by_role(const fmi::Description& description) {
  Roles roles;
  for (std::size_t i = 0; i < description.variables.size(); ++i)
    if (auto* list = list_for(description.variables[i], roles)) list->push_back(i);
  for (const fmi::Unknown& unknown : description.structure.derivatives)
    if (const auto state = description.variables[unknown.variable].derivative_of)
      roles.states.push_back({*state, unknown.variable});
  return roles;
}

}  // namespace

FmuInfo inform_about_fmu(const std::filesystem::path& file) {
  FmuInfo info{fmi::inspect(file), {}};
  info.roles = sorted_by_role(info.fmu.description);
  return info;
}

EquationsInfo inform_about_equations(const std::filesystem::path& file) {
  EquationsInfo info;
  Bells bells;
  info.file = file;
  info.model = run::open_equations(file, bells);
  report(bells, info.report);
  return info;
}

void report(const Bells& bells, Report& into) {
  for (const Bell& bell : bells.rung())
    into.add(kind(bell.code).name,
             bell.severity == Severity::note ? Finding::Severity::note : Finding::Severity::warning,
             {bell.subject}, bell.message);
}

Info inform(const std::filesystem::path& target) {
  system::System system = system::load(target);
  Info info;
  if (run::is_equations(target))
    info.equations = inform_about_equations(target);
  else if (system.single)
    info.fmu = inform_about_fmu(target);
  else
    info.system = inform_about_system(std::move(system));
  return info;
}

}  // namespace bw::inspect
