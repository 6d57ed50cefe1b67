// What an FMU is, offers and contains.

#include <fmt/format.h>

#include <set>

#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

std::string bytes_in_words(const Json& bytes) {
  const auto number = bytes.get<double>();
  if (number < 1000) return number == 1 ? "1 byte" : bytes.dump() + " bytes";
  if (number < 1e6) return fmt::format("{:.3g} kB", number / 1e3);
  if (number < 1e9) return fmt::format("{:.3g} MB", number / 1e6);
  return fmt::format("{:.3g} GB", number / 1e9);
}

std::string head(const Json& fmu) {
  TextTable facts({"", ""});
  facts.add(
      {"file", fmt::format("{} ({})", written(fmu, "file"), bytes_in_words(fmu.at("bytes")))});
  constexpr std::pair<const char*, const char*> lines[] = {
      {"FMI version", "fmi_version"}, {"made by", "generation_tool"},
      {"date", "generation_time"},    {"model version", "model_version"},
      {"author", "author"},           {"copyright", "copyright"},
      {"license", "license"}};
  for (const auto& [what, key] : lines)
    facts.add({written(fmu, key).empty() ? "" : what, words(fmu, key)});
  return title_text(fmu) + facts.text("  ");
}

struct Ability {
  const char *key, *words;
  bool co_simulation_only = false;
  bool absence_matters = false;  // to masters or integrators
};

constexpr Ability abilities[] = {
    {"get_and_set_state", "roll back (save and restore its state)", false, true},
    {"serialise_state", "serialise its state"},
    {"variable_steps", "take steps of varying size", true, true},
    {"event_mode", "handle events between steps (event mode)", true},
    {"might_return_early", "return early from a step", true},
    {"returns_early_after_update", "return early when requested in an intermediate update", true},
    {"intermediate_update", "exchange values within a step", true},
    {"interpolates_inputs", "interpolate inputs", true},
    {"signals_events", "signal events", true},
    {"stops_for_events", "stop at events", true},
    {"runs_asynchronously", "run asynchronously", true},
    {"directional_derivatives", "give directional derivatives", false, true},
    {"adjoint_derivatives", "give adjoint derivatives"},
    {"evaluates_discrete_states", "evaluate discrete states"},
    {"per_element_dependencies", "give dependencies of single elements"},
};

std::vector<std::string> notes_about(const Json& interface, bool is_fmi1) {
  std::vector<std::string> notes;
  const auto add = [&](bool applies, const std::string& note) {
    if (applies) notes.push_back(note);
  };
  const Json& step = interface.at("fixed_internal_step");
  const auto order = interface.at("max_output_derivative_order").get<unsigned>();
  const auto smoothness = interface.at("recommended_input_smoothness").get<unsigned>();
  add(interface.at("needs_execution_tool"), "needs the tool that made it");
  add(interface.at("one_instance_only"), "only one instance in a process");
  add(interface.at("no_memory_functions"), "does not use the host's memory management");
  add(!step.is_null(), "internal step size " + value_text(step) + " s");
  add(interface.at("interface") == "me" && !interface.at("completed_step_needed"),
      "does not need completedIntegratorStep");
  add(order > 0, fmt::format("derivatives of outputs up to order {}", order));
  add(smoothness > 0, fmt::format("prefers inputs with {} continuous derivatives", smoothness));
  add(is_fmi1, "FMI 1.0 has neither FMU state nor directional derivatives");
  return notes;
}

std::string interface_text(const Json& interface, bool is_fmi1) {
  TextTable table({"", ""});
  const auto add = [&](const char* what, const std::vector<std::string>& list) {
    for (std::size_t i = 0; i < list.size(); ++i) table.add({i == 0 ? what : "", list[i]});
  };
  std::vector<std::string> can, cannot;
  for (const Ability& ability : abilities) {
    if (ability.co_simulation_only && interface.at("interface") != "cs") continue;
    if (interface.at(ability.key))
      can.emplace_back(ability.words);
    else if (ability.absence_matters)
      cannot.emplace_back(ability.words);
  }
  add("library", {words(interface, "model_identifier")});
  add("can", can);
  add("cannot", cannot);
  add("rollback", {words(interface, "rollback")});
  add("note", notes_about(interface, is_fmi1));
  return fmt::format("  {} ({})\n", words(interface, "name"), words(interface, "interface")) +
         table.text("    ");
}

std::string libraries(const Json& platforms) {
  std::vector<std::string> names;
  bool ours = false;
  for (const Json& platform : platforms) {
    if (platform.at("libraries").empty()) continue;
    const bool is_ours = platform.at("this_machine");
    names.push_back(written(platform, "name") + (is_ours ? " (this machine)" : ""));
    ours = ours || is_ours;
  }
  if (names.empty()) return "none";
  return enumerated(names, names.size()) + (ours ? "" : "; none for this machine");
}

std::string contents(const Json& contents) {
  TextTable table({"", ""});
  table.add({"libraries", libraries(contents.at("platforms"))});
  for (const char* name : {"sources", "resources", "documentation"}) {
    const Json& folder = contents.at(name);
    const auto files = folder.at("files").get<std::size_t>();
    table.add({name, files == 0
                         ? "none"
                         : counted(files, "file") + ", " + bytes_in_words(folder.at("bytes"))});
  }
  return "\nContents\n" + table.text("  ");
}

std::string log_categories(const Json& list, bool all) {
  return chapter_text(
      with_count("Log categories", list.size()), {"", ""}, list, all,
      [](const Json& category, TextTable& table) {
        table.add({words(category, "name"), shortened_words(category, "description")});
      });
}

std::string annotations(const Json& fmu) {
  std::set<std::string> tools;
  const auto add = [&](const Json& annotations) {
    for (const Json& annotation : annotations) tools.insert(annotation.at("tool"));
  };
  add(fmu.at("annotations"));
  for (const Json& variable : fmu.at("variables"))
    if (variable.contains("annotations")) add(variable.at("annotations"));
  if (tools.empty()) return "";
  return "\nAnnotations\n  of " + enumerated({tools.begin(), tools.end()}, most_names) + "\n";
}

}  // namespace

std::string fmu_text(const Json& fmu, bool all) {
  std::string interfaces = "\nInterfaces\n";
  for (const Json& interface : fmu.at("interfaces"))
    interfaces += interface_text(interface, is_fmi1(fmu));
  return head(fmu) + interfaces + contents(fmu.at("contents")) +
         experiment_text(fmu.at("default_experiment")) + variables_text(fmu, all) +
         structure_text(fmu, all) + log_categories(fmu.at("log_categories"), all) +
         annotations(fmu) + findings_text(fmu);
}

}  // namespace bw::inspect
