#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/text.h"
#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/text_table.h"
#include "model/blueprint.h"

namespace bw::inspect {
namespace {

std::string interface_shown(const Json& component) {
  if (!component.at("table").is_null()) return "table";
  if (component.at("is_equations")) return "equations";
  const auto interface = model::parse_interface(written(component, "interface"));
  return std::string(model::name(interface.value())) +
         (component.at("interface_given") ? " (given)" : "");
}

std::string remark(const Json& component) {
  const Json& table = component.at("table");
  if (!table.is_null())
    return fmt::format("{}, t = {} to {}", counted(table.at("rows"), "row"),
                       value_text(table.at("first")), value_text(table.at("last")));
  if (!component.at("has_library") && !component.at("is_equations"))
    return "no library for this machine";
  return component.at("isolated") ? "in a process of its own" : "";
}

std::string components(const Json& system, bool all) {
  const Json& list = system.at("components");
  const auto folder = std::filesystem::path(written(system, "file")).parent_path();
  return chapter_text(with_count("Components", list.size()),
                      {"name", "model", "FMI", "interface", "file", "remark"}, list, all,
                      [&](const Json& component, TextTable& table) {
                        const std::filesystem::path file(written(component, "file"));
                        table.add({words(component, "name"), words(component, "model_name"),
                                   words(component, "fmi_version"), interface_shown(component),
                                   file.lexically_proximate(folder).string(), remark(component)});
                      });
}

std::string columns(const Json& system, bool all) {
  std::vector<std::pair<std::string, const Json*>> list;  // by component
  for (const Json& component : system.at("components"))
    if (const Json& table = component.at("table"); !table.is_null())
      for (const Json& column : table.at("columns"))
        list.emplace_back(component.at("name"), &column);
  return chapter_text(with_count("Columns of tables", list.size()),
                      {"column", "type", "unit", "between rows"}, list, all,
                      [](const std::pair<std::string, const Json*>& item, TextTable& table) {
                        const auto& [component, column] = item;
                        const std::string& name = written(*column, "name");
                        table.add({on_one_line(component + "." + name), words(*column, "type"),
                                   words(*column, "unit"), column->at("held") ? "held" : "linear"});
                      });
}

// "× 2 + 1" in the units of both sides; empty: unchanged.
std::string scaling_shown(const Json& connection) {
  const double gain = connection.at("gain"), offset = connection.at("offset");
  std::string text = gain == 1 ? "" : "× " + shortest(gain);
  if (offset != 0)
    text += (text.empty() ? "" : " ") + std::string(offset < 0 ? "− " : "+ ") +
            shortest(std::abs(offset));
  if (!connection.contains("map")) return text;
  for (const Json& entry : connection.at("map"))
    text += (text.empty() ? "" : ", ") + value_text(entry.at("from")) + " → " +
            value_text(entry.at("to"));
  return text;
}

std::string connections(const Json& system, bool all) {
  const Json& list = system.at("connections");
  return chapter_text(
      with_count("Connections", list.size()), {"input", "unit", "", "output", "unit", "scaling"},
      list, all, [](const Json& connection, TextTable& table) {
        const char* unit = written(connection, "named_unit").empty() ? "output_unit" : "named_unit";
        table.add({words(connection, "input"), words(connection, "input_unit"), "←",
                   words(connection, "output"), words(connection, unit),
                   scaling_shown(connection)});
      });
}

// Of SSP: what --set and --input may name.
std::string connectors(const Json& system, bool all) {
  std::vector<std::pair<const Json*, const Json*>> list;  // connector, what follows it
  for (const Json& connector : system.at("connectors"))
    for (const Json& target : connector.at("targets")) list.emplace_back(&connector, &target);
  return chapter_text(with_count("Connectors of the system", system.at("connectors").size()),
                      {"input", "unit", "", "connector", "unit", "scaling"}, list, all,
                      [](const auto& item, TextTable& table) {
                        table.add({words(*item.second, "input"), words(*item.second, "input_unit"),
                                   "←", words(*item.first, "name"), words(*item.first, "unit"),
                                   scaling_shown(*item.second)});
                      });
}

// "1. source", "2. loop: prey, predator".
std::string order(const Json& system, bool all) {
  const Json& list = system.at("order");
  const auto is_closed = [](const Json& loop) { return loop.at("closed").get<bool>(); };
  const auto closed = std::ranges::count_if(list, is_closed);
  std::size_t number = 0;
  return chapter_text(
      fmt::format("Order of evaluation ({})", counted(static_cast<std::size_t>(closed), "loop")),
      {"", "", ""}, list, all, [&](const Json& loop, TextTable& table) {
        table.add({std::to_string(++number), is_closed(loop) ? "loop" : "",
                   names_text(loop.at("components"), all)});
      });
}

std::string undriven(const Json& system, bool all) {
  std::size_t count = 0;
  std::vector<const Json*> list;
  for (const Json& component : system.at("components"))
    if (const std::size_t inputs = component.at("undriven_inputs").size(); inputs > 0) {
      count += inputs;
      list.push_back(&component);
    }
  return chapter_text(
      with_count("Inputs without connection or value", count), {"", ""}, list, true,
      [&](const Json* component, TextTable& table) {
        table.add({words(*component, "name"), names_text(component->at("undriven_inputs"), all)});
      });
}

std::string with_unit(const Json& value) {
  const std::string unit = words(value, "unit");
  const std::string text = value_text(value.at("value"));
  return shortened(on_one_line(unit.empty() ? text : text + " " + unit), widest_text);
}

std::string file_of(const Json& value, const std::filesystem::path& folder) {
  return std::filesystem::path(written(value, "place")).lexically_proximate(folder).string();
}

// Of SSP, with its origin and the values of other bindings, which lost.
std::string bound_values(const Json& list, const std::filesystem::path& folder, bool all) {
  return chapter_text(
      with_count("Parameters", list.size()), {"variable", "value", "from", "binding"}, list, all,
      [&](const Json& parameter, TextTable& table) {
        table.add({words(parameter, "variable"), with_unit(parameter), file_of(parameter, folder),
                   words(parameter, "binding")});
        for (const Json& lost : parameter.at("replaces"))
          table.add({"  replaces", with_unit(lost), file_of(lost, folder), words(lost, "binding")});
      });
}

std::string written_values(const Json& system, bool all) {
  const Json& list = system.at("parameters");
  const auto is_bound = [](const Json& p) { return !written(p, "binding").empty(); };
  if (std::ranges::any_of(list, is_bound))
    return bound_values(list, std::filesystem::path(written(system, "file")).parent_path(), all);
  return chapter_text(
      with_count("Parameters", list.size()), {"", ""}, list, all,
      [](const Json& parameter, TextTable& table) {
        const std::string value = value_text(parameter.at("value"));
        table.add({words(parameter, "variable"), shortened(on_one_line(value), widest_text)});
      });
}

std::string settings(const Json& settings) {
  if (settings.empty()) return "";
  TextTable table({"", ""});
  for (const auto& [key, setting] : settings.items()) {
    std::vector<std::string> values;
    if (!setting.is_array())
      values.push_back(value_text(setting));
    else
      for (const Json& value : setting) values.push_back(value_text(value));
    table.add({on_one_line(key), enumerated(values, most_names)});
  }
  return "\nRun\n" + table.text("  ");
}

}  // namespace

std::string system_text(const Json& system, bool all) {
  return written(system, "file") + "\n" + components(system, all) + columns(system, all) +
         connections(system, all) + connectors(system, all) + order(system, all) +
         undriven(system, all) + written_values(system, all) + settings(system.at("settings")) +
         findings_text(system);
}

}  // namespace bw::inspect
