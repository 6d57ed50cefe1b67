// The facts of an FMU, except its variables.

#include <map>
#include <nlohmann/json.hpp>

#include "fmi/component/inspect.h"
#include "fmi/description/build_description.h"
#include "fmi/description/description.h"
#include "fmi/description/terminals.h"
#include "inspect/info.h"
#include "inspect/info_facts.h"
#include "model/blueprint.h"

namespace bw::inspect {
namespace {

Json head_facts(const fmi::Inspection& fmu) {
  const fmi::Description& d = fmu.description;
  return {{"kind", "fmu"},
          {"file", fmu.file.string()},
          {"bytes", fmu.size},
          {"model_name", d.model_name},
          {"description", d.description},
          {"fmi_version", d.fmi_version},
          {"token", d.token},
          {"author", d.author},
          {"model_version", d.model_version},
          {"copyright", d.copyright},
          {"license", d.license},
          {"generation_tool", d.generation_tool},
          {"generation_time", d.generation_time},
          {"structured_names", d.structured_names}};
}

// What a run can do where it has to repeat a step.
std::string rollback_of(const fmi::InterfaceDescription& i) {
  if (i.get_and_set_state) return "by FMU state";
  if (i.needs_execution_tool) return "no, because it needs the tool that made it";
  return "by process copy";
}

Json interface_facts(const fmi::InterfaceDescription& i, fmi::Interface interface) {
  return {{"interface", model::short_name(interface)},
          {"name", model::name(interface)},
          {"model_identifier", i.model_identifier},
          {"needs_execution_tool", i.needs_execution_tool},
          {"one_instance_only", i.one_instance_only},
          {"no_memory_functions", i.no_memory_functions},
          {"get_and_set_state", i.get_and_set_state},
          {"rollback", rollback_of(i)},
          {"serialise_state", i.serialise_state},
          {"directional_derivatives", i.directional_derivatives},
          {"adjoint_derivatives", i.adjoint_derivatives},
          {"per_element_dependencies", i.per_element_dependencies},
          {"completed_step_needed", i.completed_step_needed},
          {"evaluates_discrete_states", i.evaluates_discrete_states},
          {"variable_steps", i.variable_steps},
          {"interpolates_inputs", i.interpolates_inputs},
          {"runs_asynchronously", i.runs_asynchronously},
          {"signals_events", i.signals_events},
          {"stops_for_events", i.stops_for_events},
          {"event_mode", i.event_mode},
          {"intermediate_update", i.intermediate_update},
          {"might_return_early", i.might_return_early},
          {"returns_early_after_update", i.returns_early_after_update},
          {"fixed_internal_step", or_null(i.fixed_internal_step)},
          {"max_output_derivative_order", i.max_output_derivative_order},
          {"recommended_input_smoothness", i.recommended_input_smoothness},
          {"source_files", i.source_files}};
}

Json interfaces_facts(const fmi::Description& d) {
  Json list = Json::array();
  for (const fmi::Interface interface :
       {fmi::Interface::model_exchange, fmi::Interface::co_simulation,
        fmi::Interface::scheduled_execution})
    if (d.at(interface)) list.push_back(interface_facts(*d.at(interface), interface));
  return list;
}

Json folder_facts(const fmi::Inspection& fmu, const std::string& folder) {
  std::size_t files = 0;
  std::uint64_t bytes = 0;
  for (const fmi::PackedFile& file : fmu.files)
    if (file.name.starts_with(folder + "/")) {
      ++files;
      bytes += file.size;
    }
  return {{"files", files}, {"bytes", bytes}};
}

Json contents_facts(const fmi::Inspection& fmu) {
  Json contents = Json::object();
  for (const char* folder : {"sources", "resources", "documentation", "extra"})
    contents[folder] = folder_facts(fmu, folder);
  contents["platforms"] = list_of(fmu.platforms, [](const fmi::Platform& p) -> Json {
    return {{"name", p.name}, {"libraries", p.libraries}, {"this_machine", p.is_ours}};
  });
  return contents;
}

Json build_facts(const std::optional<fmi::BuildDescription>& build) {
  if (!build) return nullptr;
  const auto set_facts = [](const fmi::SourceFileSet& set) -> Json {
    return {{"language", set.language}, {"files", set.files}};
  };
  const auto library_facts = [](const fmi::LibraryNeeded& library) -> Json {
    return {{"name", library.name}, {"external", library.external}};
  };
  return list_of(build->configurations, [&](const fmi::BuildConfiguration& c) -> Json {
    return {{"model_identifier", c.model_identifier},
            {"platform", c.platform},
            {"source_sets", list_of(c.sets, set_facts)},
            {"libraries", list_of(c.libraries, library_facts)}};
  });
}

Json counts_facts(const fmi::Description& d, const Json& variables) {
  std::map<std::string_view, std::size_t> count;
  for (const Json& variable : variables) ++count[role_of(variable)];
  Json counts = {{"variables", d.variables.size()}};
  for (const Role& role : roles) counts[role.key] = count[role.key];
  counts["continuous_states"] = d.continuous_states;
  counts["event_indicators"] = d.event_indicators;
  counts["initial_unknowns"] = d.structure.initial_unknowns.size();
  return counts;
}

Json terminal_facts(const fmi::Terminal& t) {
  Json members = list_of(t.members, [](const fmi::TerminalMember& m) -> Json {
    return {{"variable", m.variable}, {"name", m.name}, {"kind", m.kind}};
  });
  for (const fmi::StreamMember& s : t.streams)
    members.push_back({{"variable", s.in_variable},
                       {"name", s.in_name},
                       {"kind", "stream"},
                       {"out_variable", s.out_variable},
                       {"out_name", s.out_name}});
  return {{"name", t.name},
          {"kind", t.kind},
          {"matching_rule", t.matching_rule},
          {"description", t.description},
          {"members", std::move(members)},
          {"terminals", list_of(t.terminals, terminal_facts)}};
}

}  // namespace

Json fmu_facts(const std::filesystem::path& file) {
  const fmi::Inspection fmu = fmi::inspect(file);
  const fmi::Description& d = fmu.description;
  Json facts = head_facts(fmu), variables = variables_facts(d);
  facts["interfaces"] = interfaces_facts(d);
  facts["contents"] = contents_facts(fmu);
  facts["build"] = build_facts(fmu.build);
  facts["default_experiment"] = facts_of(d.experiment);
  facts["counts"] = counts_facts(d, variables);
  facts["variables"] = std::move(variables);
  facts["structure"] = structure_facts(d);
  facts["terminals"] =
      fmu.terminals ? list_of(fmu.terminals->terminals, terminal_facts) : Json::array();
  facts["log_categories"] = list_of(d.log_categories, [](const fmi::LogCategory& c) -> Json {
    return {{"name", c.name}, {"description", c.description}};
  });
  facts["annotations"] = facts_of(d.annotations);
  facts["findings"] = facts_of(fmu.report);
  return facts;
}

}  // namespace bw::inspect
