#include "inspect/info_words.h"

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

using fmi::DataType;
using fmi::Interface;
using fmi::InterfaceDescription;
using fmi::Version;

constexpr std::size_t elements_shown = 6, widest_value = 32;

struct Ability {
  bool InterfaceDescription::*member;
  std::string_view words;
  bool co_simulation_only = false;
  bool tell_absence = false;  // because masters or integrators feel it
};

constexpr Ability abilities[] = {
    {&InterfaceDescription::get_and_set_state, "roll back (save and restore its state)", false,
     true},
    {&InterfaceDescription::serialise_state, "serialise its state"},
    {&InterfaceDescription::variable_steps, "take steps of varying size", true, true},
    {&InterfaceDescription::event_mode, "handle events between steps (event mode)", true},
    {&InterfaceDescription::might_return_early, "return early from a step", true},
    {&InterfaceDescription::returns_early_after_update,
     "return early when told so in an intermediate update", true},
    {&InterfaceDescription::intermediate_update, "exchange values within a step", true},
    {&InterfaceDescription::interpolates_inputs, "interpolate inputs", true},
    {&InterfaceDescription::signals_events, "signal events", true},
    {&InterfaceDescription::stops_for_events, "stop at events", true},
    {&InterfaceDescription::runs_asynchronously, "run asynchronously", true},
    {&InterfaceDescription::directional_derivatives, "give directional derivatives", false, true},
    {&InterfaceDescription::adjoint_derivatives, "give adjoint derivatives"},
    {&InterfaceDescription::evaluates_discrete_states, "evaluate discrete states"},
    {&InterfaceDescription::per_element_dependencies, "tell dependencies of single elements"},
};

std::vector<std::string> notes_about(const InterfaceDescription& offered, Interface interface) {
  std::vector<std::string> notes;
  if (offered.needs_execution_tool) notes.emplace_back("needs the tool that made it");
  if (offered.one_instance_only) notes.emplace_back("only one instance in a process");
  if (offered.no_memory_functions) notes.emplace_back("does without the host's memory management");
  if (offered.fixed_internal_step)
    notes.push_back("steps inside by " + shortest(*offered.fixed_internal_step) + " s");
  if (interface == Interface::model_exchange && !offered.completed_step_needed)
    notes.emplace_back("need not be told that a step is complete");
  if (offered.max_output_derivative_order > 0)
    notes.push_back(
        fmt::format("derivatives of outputs up to order {}", offered.max_output_derivative_order));
  if (offered.recommended_input_smoothness > 0)
    notes.push_back(fmt::format("likes inputs with {} continuous derivatives",
                                offered.recommended_input_smoothness));
  return notes;
}

std::string value_shown(const Value& value, const fmi::Variable& variable) {
  const auto* whole = std::get_if<std::int64_t>(&value);
  if (whole != nullptr && variable.type == DataType::uint64)
    return std::to_string(static_cast<std::uint64_t>(*whole));
  if (whole != nullptr && variable.type == DataType::boolean) return *whole != 0 ? "true" : "false";
  if (whole != nullptr)
    for (const auto& [item, number] : variable.face.items)
      if (number == *whole) return on_one_line(item);
  const auto* bytes = std::get_if<std::string>(&value);
  if (bytes == nullptr) return text(value);
  if (variable.type != DataType::binary)
    return "\"" + shortened(on_one_line(*bytes), widest_value) + "\"";
  std::string digits;
  for (const char byte : bytes->substr(0, widest_value / 2))
    digits += fmt::format("{:02x}", static_cast<unsigned char>(byte));
  return digits + (bytes->size() > widest_value / 2 ? "…" : "");
}

}  // namespace

InterfaceWords words_about(const InterfaceDescription& offered, Interface interface,
                           Version version) {
  InterfaceWords words;
  for (const Ability& ability : abilities) {
    if (ability.co_simulation_only && interface != Interface::co_simulation) continue;
    if (offered.*ability.member)
      words.can.emplace_back(ability.words);
    else if (ability.tell_absence)
      words.cannot.emplace_back(ability.words);
  }
  words.notes = notes_about(offered, interface);
  if (version == Version::fmi1)
    words.notes.emplace_back("FMI 1.0 knows neither states to save nor derivatives");
  return words;
}

FolderSize size_below(const fmi::Inspection& fmu, std::string_view folder) {
  FolderSize size;
  for (const fmi::PackedFile& file : fmu.files)
    if (file.name.starts_with(folder)) {
      ++size.files;
      size.bytes += file.size;
    }
  return size;
}

std::string bytes_in_words(std::uint64_t bytes) {
  if (bytes < 1000) return bytes == 1 ? "1 byte" : fmt::format("{} bytes", bytes);
  const auto number = static_cast<double>(bytes);
  if (number < 1e6) return fmt::format("{:.3g} kB", number / 1e3);
  if (number < 1e9) return fmt::format("{:.3g} MB", number / 1e6);
  return fmt::format("{:.3g} GB", number / 1e9);
}

std::string type_name(const fmi::Variable& variable, const fmi::Description& description) {
  std::string words(description.version == Version::fmi3 ? fmi::name(variable.type)
                                                         : bw::name(variable.face.type));
  for (std::size_t i = 0; i < variable.dimensions.size(); ++i) {
    const fmi::Dimension& dimension = variable.dimensions[i];
    words += i == 0 ? "[" : ", ";
    if (dimension.parameter)
      words += on_one_line(description.variables[*dimension.parameter].face.name) + "=";
    words += std::to_string(dimension.size);
  }
  return words + (variable.dimensions.empty() ? "" : "]");
}

std::string unit_shown(const fmi::Variable& variable) {
  const std::string unit = on_one_line(variable.face.unit);
  const std::string display = on_one_line(variable.display_unit);
  return unit + (display.empty() || display == unit ? "" : " (" + display + ")");
}

std::string start_shown(const fmi::Variable& variable) {
  if (variable.type == DataType::clock) return "";
  if (!variable.is_array())
    return variable.starts.empty() ? "" : value_shown(variable.starts.front(), variable);
  if (variable.starts.empty()) return "";
  std::string list = "[";
  for (std::size_t i = 0; i < variable.starts.size() && i < elements_shown; ++i)
    list += (i > 0 ? ", " : "") + value_shown(variable.starts[i], variable);
  return shortened(list, widest_value) + (variable.starts.size() > elements_shown ? ", …]" : "]");
}

std::string range_shown(const fmi::Variable& variable) {
  if (!variable.face.items.empty()) {
    std::vector<std::string> items;
    for (const auto& [item, number] : variable.face.items)
      items.push_back(fmt::format("{}={}", item, number));
    return enumerated(items, 4);
  }
  const double min = variable.face.min, max = variable.face.max;
  if (std::isfinite(min) && std::isfinite(max)) return shortest(min) + ".." + shortest(max);
  if (std::isfinite(min)) return "≥ " + shortest(min);
  return std::isfinite(max) ? "≤ " + shortest(max) : "";
}

std::string_view name(fmi::Clock::Interval interval) {
  using Interval = fmi::Clock::Interval;
  switch (interval) {
    case Interval::constant: return "constant";
    case Interval::fixed: return "fixed";
    case Interval::calculated: return "calculated";
    case Interval::tunable: return "tunable";
    case Interval::changing: return "changing";
    case Interval::countdown: return "countdown";
    case Interval::triggered: return "triggered";
  }
  return "?";
}

std::string_view name(fmi::Dependency::Kind kind) {
  using Kind = fmi::Dependency::Kind;
  switch (kind) {
    case Kind::dependent: return "dependent";
    case Kind::constant: return "constant";
    case Kind::fixed: return "fixed";
    case Kind::tunable: return "tunable";
    case Kind::discrete: return "discrete";
  }
  return "?";
}

long count_of(const Report& report, Finding::Severity severity) {
  long count = 0;
  for (const Finding& finding : report.findings())
    if (finding.severity == severity) count += finding.count;
  return count;
}

}  // namespace bw::inspect
