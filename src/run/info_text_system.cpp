#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/text.h"
#include "run/info_text.h"
#include "run/info_words.h"
#include "run/text_table.h"

namespace bw::run {
namespace {

std::string interface_shown(const PartInfo& part) {
  if (part.table) return "table";
  if (part.is_equations) return "equations";
  return std::string(model::name(part.interface)) + (part.asked_for ? " (asked for)" : "");
}

std::string remark(const PartInfo& part) {
  if (part.table)
    return fmt::format("{}, t = {} to {}", counted(part.table->rows, "row"),
                       shortest(part.table->first), shortest(part.table->last));
  return part.has_library || part.is_equations ? "" : "no library for this machine";
}

std::string parts(const SystemInfo& info, bool all) {
  TextTable table({"name", "model", "FMI", "interface", "file", "remark"});
  const std::size_t shown = all ? info.parts.size() : std::min(info.parts.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const PartInfo& part = info.parts[i];
    table.add({on_one_line(part.name), on_one_line(part.model_name), on_one_line(part.fmi_version),
               interface_shown(part),
               part.file.lexically_proximate(info.system.file.parent_path()).string(),
               remark(part)});
  }
  return fmt::format("\nParts ({})\n", info.parts.size()) + table.text("  ") +
         rest_text(info.parts.size() - shown);
}

std::string columns(const SystemInfo& info, bool all) {
  TextTable table({"column", "type", "unit", "between rows"});
  std::size_t count = 0;
  for (const PartInfo& part : info.parts) {
    if (!part.table) continue;
    for (const TableInfo::Column& column : part.table->columns)
      if (++count <= most_rows || all)
        table.add({on_one_line(part.name + "." + column.name), std::string(name(column.type)),
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

std::string wires(const SystemInfo& info, bool all) {
  if (info.wires.empty()) return "";
  TextTable table({"input", "unit", "", "output", "unit", "scaling"});
  const std::size_t shown = all ? info.wires.size() : std::min(info.wires.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    const WireInfo& wire = info.wires[i];
    table.add({on_one_line(wire.wire.target.text()), on_one_line(wire.target_unit), "←",
               on_one_line(wire.wire.source.text()),
               on_one_line(wire.wire.unit.empty() ? wire.source_unit : wire.wire.unit),
               scaling_shown(wire.scaling)});
  }
  return fmt::format("\nWires ({})\n", info.wires.size()) + table.text("  ") +
         rest_text(info.wires.size() - shown);
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
    for (const std::size_t part : loop.parts) names.push_back(info.parts[part].name);
    table.add({std::to_string(i + 1), loop.closed ? "loop" : "",
               enumerated(names, all ? names.size() : most_names)});
  }
  return fmt::format("\nOrder of evaluation ({})\n", counted(closed, "loop")) + table.text("  ") +
         rest_text(info.loops.size() - shown);
}

std::string undriven(const SystemInfo& info, bool all) {
  TextTable table({"", ""});
  std::size_t count = 0;
  for (const PartInfo& part : info.parts) {
    count += part.undriven_inputs.size();
    if (!part.undriven_inputs.empty())
      table.add({on_one_line(part.name),
                 enumerated(part.undriven_inputs, all ? part.undriven_inputs.size() : most_names)});
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
  return info.system.file.string() + "\n" + parts(info, all) + columns(info, all) +
         wires(info, all) + order(info, all) + undriven(info, all) + written_values(info, all) +
         settings(info) + findings_text(info.report, info.system.file.string());
}

}  // namespace bw::run
