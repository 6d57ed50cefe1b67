#include "inspect/info_json.h"

#include <nlohmann/json.hpp>

#include "inspect/info_words.h"

#ifndef BELLWETHER_VERSION
#define BELLWETHER_VERSION "unknown"
#endif

namespace bw::inspect {
namespace {

Json interface_json(const fmi::InterfaceDescription& i, fmi::Interface interface) {
  return {{"interface", model::short_name(interface)},
          {"name", model::name(interface)},
          {"model_identifier", i.model_identifier},
          {"needs_execution_tool", i.needs_execution_tool},
          {"one_instance_only", i.one_instance_only},
          {"no_memory_functions", i.no_memory_functions},
          {"get_and_set_state", i.get_and_set_state},
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

Json interfaces_json(const fmi::Description& d) {
  Json list = Json::array();
  for (const fmi::Interface interface :
       {fmi::Interface::model_exchange, fmi::Interface::co_simulation,
        fmi::Interface::scheduled_execution})
    if (d.at(interface)) list.push_back(interface_json(*d.at(interface), interface));
  return list;
}

Json contents_json(const fmi::Inspection& fmu) {
  Json platforms = Json::array(), folders = Json::object();
  for (const fmi::Platform& p : fmu.platforms)
    platforms.push_back(
        {{"name", p.name}, {"libraries", p.libraries}, {"this_machine", p.is_ours}});
  for (const char* name : {"sources", "resources", "documentation", "extra"}) {
    const FolderSize size = size_below(fmu, std::string(name) + "/");
    folders[name] = {{"files", size.files}, {"bytes", size.bytes}};
  }
  folders["platforms"] = platforms;
  return folders;
}

Json build_json(const std::optional<fmi::BuildDescription>& build) {
  if (!build) return nullptr;
  Json list = Json::array();
  for (const fmi::BuildConfiguration& c : build->configurations) {
    Json sets = Json::array(), libraries = Json::array();
    for (const fmi::SourceFileSet& set : c.sets)
      sets.push_back({{"language", set.language}, {"files", set.files}});
    for (const fmi::LibraryNeeded& library : c.libraries)
      libraries.push_back({{"name", library.name}, {"external", library.external}});
    list.push_back({{"model_identifier", c.model_identifier},
                    {"platform", c.platform},
                    {"source_sets", sets},
                    {"libraries", libraries}});
  }
  return list;
}

Json counts_json(const FmuInfo& info) {
  const fmi::Description& d = info.fmu.description;
  const Roles& r = info.roles;
  return {{"variables", d.variables.size()},
          {"inputs", r.inputs.size()},
          {"outputs", r.outputs.size()},
          {"parameters", r.parameters.size()},
          {"structural_parameters", r.structural_parameters.size()},
          {"calculated_parameters", r.calculated_parameters.size()},
          {"constants", r.constants.size()},
          {"local", r.locals.size()},
          {"clocks", r.clocks.size()},
          {"continuous_states", d.continuous_states},
          {"event_indicators", d.event_indicators},
          {"initial_unknowns", d.structure.initial_unknowns.size()}};
}

Json terminals_json(const std::vector<fmi::Terminal>& terminals) {
  Json list = Json::array();
  for (const fmi::Terminal& t : terminals) {
    Json members = Json::array();
    for (const fmi::TerminalMember& m : t.members)
      members.push_back({{"variable", m.variable}, {"name", m.name}, {"kind", m.kind}});
    for (const fmi::StreamMember& s : t.streams)
      members.push_back({{"variable", s.in_variable},
                         {"name", s.in_name},
                         {"kind", "stream"},
                         {"out_variable", s.out_variable},
                         {"out_name", s.out_name}});
    list.push_back({{"name", t.name},
                    {"kind", t.kind},
                    {"matching_rule", t.matching_rule},
                    {"description", t.description},
                    {"members", members},
                    {"terminals", terminals_json(t.terminals)}});
  }
  return list;
}

Json names_and_texts(const fmi::Description& d, Json object) {
  Json categories = Json::array(), annotations = Json::array();
  for (const fmi::LogCategory& c : d.log_categories)
    categories.push_back({{"name", c.name}, {"description", c.description}});
  for (const fmi::Annotation& a : d.annotations)
    annotations.push_back({{"tool", a.tool}, {"text", a.text}});
  object["log_categories"] = categories;
  object["annotations"] = annotations;
  return object;
}

Json head_json(const fmi::Inspection& fmu) {
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

Json fmu_json(const FmuInfo& info) {
  const fmi::Description& d = info.fmu.description;
  Json object = head_json(info.fmu);
  object["interfaces"] = interfaces_json(d);
  object["contents"] = contents_json(info.fmu);
  object["build"] = build_json(info.fmu.build);
  object["default_experiment"] = {{"start", or_null(d.experiment.start)},
                                  {"stop", or_null(d.experiment.stop)},
                                  {"step", or_null(d.experiment.step)},
                                  {"tolerance", or_null(d.experiment.tolerance)}};
  object["counts"] = counts_json(info);
  object["variables"] = variables_json(d);
  object["structure"] = structure_json(d);
  object["terminals"] = terminals_json(info.fmu.terminals ? info.fmu.terminals->terminals
                                                          : std::vector<fmi::Terminal>());
  object = names_and_texts(d, std::move(object));
  object["findings"] = inspect::json(info.fmu.report);
  return object;
}

}  // namespace

Json or_null(const std::optional<double>& value) { return value ? Json(*value) : Json(nullptr); }

Json or_null(const std::optional<std::uint32_t>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json json(const Value& value) {
  return std::visit([](const auto& held) { return Json(held); }, value);
}

Json json(const Report& report) {
  Json list = Json::array();
  for (const Finding& f : report.findings())
    list.push_back({{"rule", f.rule},
                    {"severity", name(f.severity)},
                    {"place", f.place.text()},
                    {"sentence", f.sentence},
                    {"count", f.count}});
  return list;
}

std::string info_json(const Info& info) {
  Json object = info.fmu         ? fmu_json(*info.fmu)
                : info.equations ? equations_json(*info.equations)
                                 : system_json(*info.system);
  object["bellwether"] = BELLWETHER_VERSION;
  // Names in archives and start values of binaries may not be UTF-8.
  return object.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

}  // namespace bw::inspect
