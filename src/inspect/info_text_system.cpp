#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "base/units.h"
#include "base/value.h"
#include "cosim/coupling/loops.h"
#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/info_words.h"
#include "inspect/text_table.h"
#include "system/system.h"

namespace bw::inspect {
namespace {

std::string interface_shown(const ComponentInfo& component) {
  if (component.table) return "table";
  if (component.is_equations) return "equations";
  return std::string(model::name(component.interface)) +
         (component.asked_for ? " (asked for)" : "");
}

std::string remark(const ComponentInfo& component) {
  if (component.table)
    return fmt::format("{}, t = {} to {}", counted(component.table->rows, "row"),
                       shortest(component.table->first), shortest(component.table->last));
  return component.has_library || component.is_equations ? "" : "no library for this machine";
}

std::string components(const SystemInfo& info, bool all) {
  TextTable table({"name", "model", "FMI", "interface", "file", "remark"});
  const std::size_t shown =
      all ? info.components.size() : std::min(info.components.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const ComponentInfo& component = info.components[i];
    table.add({on_one_line(component.name), on_one_line(component.model_name),
               on_one_line(component.fmi_version), interface_shown(component),
               component.file.lexically_proximate(info.system.file.parent_path()).string(),
               remark(component)});
  }
  return fmt::format("\nParts ({})\n", info.components.size()) + table.text("  ") +
         rest_text(info.components.size() - shown);
}

std::string columns(const SystemInfo& info, bool all) {
  TextTable table({"column", "type", "unit", "between rows"});
  std::size_t count = 0;
  for (const ComponentInfo& component : info.components) {
    if (!component.table) continue;
    for (const TableInfo::Column& column : component.table->columns)
      if (++count <= most_rows || all)
        table.add({on_one_line(component.name + "." + column.name), std::string(name(column.type)),
                   on_one_line(column.unit), column.held ? "held" : "linear"});
  }
  if (count == 0) return "";
  return fmt::format("\nColumns of tables ({})\n", count) + table.text("  ") +
         rest_text(all || count <= most_rows ? 0 : count - most_rows);
}

// "2 * prey.x + 1" in the units of both sides; empty: the value as it is.
std::string scaling_shown(const Affine& scaling) {
  if (scaling.gain == 1 && scaling.offset == 0) return "";
  std::string words = scaling.gain == 1 ? "" : "× " + shortest(scaling.gain);
  if (scaling.offset != 0)
    words += (words.empty() ? "" : " ") + std::string(scaling.offset < 0 ? "− " : "+ ") +
             shortest(std::abs(scaling.offset));
  return words;
}

std::string connections(const SystemInfo& info, bool all) {
  if (info.connections.empty()) return "";
  TextTable table({"input", "unit", "", "output", "unit", "scaling"});
  const std::size_t shown =
      all ? info.connections.size() : std::min(info.connections.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const ConnectionInfo& connection = info.connections[i];
    table.add({on_one_line(connection.connection.target.text()),
               on_one_line(connection.target_unit), "←",
               on_one_line(connection.connection.source.text()),
               on_one_line(connection.connection.unit.empty() ? connection.source_unit
                                                              : connection.connection.unit),
               scaling_shown(connection.scaling)});
  }
  return fmt::format("\nWires ({})\n", info.connections.size()) + table.text("  ") +
         rest_text(info.connections.size() - shown);
}

// "1. source", "2. loop: prey, predator".
std::string order(const SystemInfo& info, bool all) {
  TextTable table({"", "", ""});
  std::size_t closed = 0;
  const std::size_t shown = all ? info.loops.size() : std::min(info.loops.size(), most_rows);
  for (std::size_t i = 0; i < info.loops.size(); ++i) {
    const cosim::Loop& loop = info.loops[i];
    closed += loop.closed ? 1 : 0;
    if (i >= shown) continue;
    std::vector<std::string> names;
    for (const std::size_t component : loop.components)
      names.push_back(info.components[component].name);
    table.add({std::to_string(i + 1), loop.closed ? "loop" : "",
               enumerated(names, all ? names.size() : most_names)});
  }
  return fmt::format("\nOrder of evaluation ({})\n", counted(closed, "loop")) + table.text("  ") +
         rest_text(info.loops.size() - shown);
}

std::string undriven(const SystemInfo& info, bool all) {
  TextTable table({"", ""});
  std::size_t count = 0;
  for (const ComponentInfo& component : info.components) {
    count += component.undriven_inputs.size();
    if (!component.undriven_inputs.empty())
      table.add({on_one_line(component.name),
                 enumerated(component.undriven_inputs,
                            all ? component.undriven_inputs.size() : most_names)});
  }
  if (count == 0) return "";
  return fmt::format("\nInputs without wire or value ({})\n", count) + table.text("  ");
}

std::string written_values(const SystemInfo& info, bool all) {
  const auto& list = info.system.parameters;
  if (list.empty()) return "";
  TextTable table({"", ""});
  const std::size_t shown = all ? list.size() : std::min(list.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i)
    table.add({on_one_line(list[i].target.text()),
               shortened(on_one_line(text(list[i].value)), widest_text)});
  return fmt::format("\nParameters ({})\n", list.size()) + table.text("  ") +
         rest_text(list.size() - shown);
}

std::string settings(const SystemInfo& info) {
  if (info.system.settings.empty()) return "";
  TextTable table({"", ""});
  for (const system::Setting& setting : info.system.settings) {
    std::vector<std::string> values;
    for (const Value& value : setting.values) values.push_back(text(value));
    table.add({on_one_line(setting.key), enumerated(values, most_names)});
  }
  return "\nRun\n" + table.text("  ");
}

}  // namespace

std::string system_text(const SystemInfo& info, bool all) {
  return info.system.file.string() + "\n" + components(info, all) + columns(info, all) +
         connections(info, all) + order(info, all) + undriven(info, all) +
         written_values(info, all) + settings(info) +
         findings_text(info.report, info.system.file.string());
}

}  // namespace bw::inspect
