// The variables of an FMU as tables.

#include <map>
#include <unordered_map>

#include "inspect/info.h"
#include "inspect/info_facts.h"
#include "inspect/info_text.h"
#include "inspect/text_table.h"
#include "model/variable.h"

namespace bw::inspect {
namespace {

constexpr std::size_t elements_shown = 6, widest_value = 32;

using Variables = std::vector<const Json*>;

// The type in the FMU's version of FMI, with dimensions: "Real", "Float64[n=3, 2]".
std::string type_shown(const Json& v) {
  std::string list;
  if (v.contains("dimensions"))
    for (const Json& dimension : v.at("dimensions")) {
      list += list.empty() ? "[" : ", ";
      if (!dimension.at("parameter").is_null()) list += words(dimension, "parameter") + "=";
      list += value_text(dimension.at("size"));
    }
  return words(v, "type") + list + (list.empty() ? "" : "]");
}

// "K (degC)"
std::string unit_shown(const Json& v) {
  const std::string unit = words(v, "unit"), display = words(v, "display_unit");
  return unit + (display.empty() || display == unit ? "" : " (" + display + ")");
}

std::string element_shown(const Json& value, const Json& v) {
  if (value.is_number_integer() && v.contains("items"))
    for (const Json& item : v.at("items"))
      if (item.at("value") == value) return words(item, "name");
  if (!value.is_string()) return value_text(value);
  const auto text = value.get<std::string>();
  if (v.at("type") != "Binary") return "\"" + shortened(on_one_line(text), widest_value) + "\"";
  return text.substr(0, widest_value) + (text.size() > widest_value ? "…" : "");
}

// "1.5", "[1, 2, …]", "\"a\"", "on"
std::string start_shown(const Json& v) {
  const Json& start = v.at("start");
  if (!start.is_array()) return start.is_null() ? "" : element_shown(start, v);
  std::string list = "[";
  for (std::size_t i = 0; i < start.size() && i < elements_shown; ++i)
    list += (i > 0 ? ", " : "") + element_shown(start[i], v);
  return shortened(list, widest_value) + (start.size() > elements_shown ? ", …]" : "]");
}

// "0..1", "≥ 0", "off=1, on=2"
std::string range_shown(const Json& v) {
  if (!v.contains("items")) return range_text(v);
  std::vector<std::string> items;
  for (const Json& item : v.at("items"))
    items.push_back(written(item, "name") + "=" + value_text(item.at("value")));
  return enumerated(items, 4);
}

std::string described(const Json& v) {
  std::string text = shortened_words(v, "description");
  if (v.contains("aliases"))
    for (const Json& alias : v.at("aliases"))
      text += (text.empty() ? "" : "; ") + ("also " + words(alias, "name"));
  return text;
}

std::string ticks(const Json& clock) {
  std::string text = words(clock, "interval_kind");
  const Json &interval = clock.at("interval"), &shift = clock.at("shift");
  if (!interval.is_null()) text += ", every " + value_text(interval) + " s";
  if (!shift.is_null() && shift != 0) text += " from " + value_text(shift) + " s";
  if (!clock.at("priority").is_null()) text += ", priority " + value_text(clock.at("priority"));
  return text;
}

std::string causality_shown(const Json& v) {
  const auto* word =
      std::find(std::begin(causality_words), std::end(causality_words), written(v, "causality"));
  return std::string(model::name(static_cast<model::Causality>(word - causality_words)));
}

std::string counts_text(const Json& fmu, bool all) {
  const Json& counts = fmu.at("counts");
  const auto number = [&](std::string_view key) { return counts.at(key).get<std::size_t>(); };
  std::vector<std::string> list;
  bool has_inner = false;
  for (const Role& role : roles) {
    if (number(role.key) == 0) continue;
    list.push_back(counted(number(role.key), role.noun));
    has_inner = has_inner || role.is_inner;
  }
  std::string text = "\n" + with_count("Variables", number("variables")) + "\n";
  if (!list.empty()) text += "  " + enumerated(list, list.size()) + "\n";
  text += "  " + counted(number("continuous_states"), "continuous state") + ", " +
          counted(number("event_indicators"), "event indicator");
  if (!is_fmi1(fmu)) text += ", " + counted(number("initial_unknowns"), "initial unknown");
  return text + "\n" +
         (has_inner && !all
              ? "  --variables all lists the calculated, constant and local ones, too\n"
              : "");
}

std::string table_of(const Role& role, const Variables& list, bool all) {
  return chapter_text(
      with_count(role.heading, list.size()),
      {"name", "type", "variability", "unit", "start", "range", "description"}, list, all,
      [](const Json* v, TextTable& table) {
        table.add({words(*v, "name"), type_shown(*v), words(*v, "variability"), unit_shown(*v),
                   start_shown(*v), range_shown(*v), described(*v)});
      });
}

std::string states_text(const Json& fmu, bool all) {
  std::unordered_map<std::string_view, const Json*> by_name;
  for (const Json& v : fmu.at("variables")) by_name[written(v, "name")] = &v;
  Variables derivatives;
  for (const Json& line : fmu.at("structure").at("derivatives")) {
    const Json* v = by_name.at(written(line, "variable"));
    if (!v->at("derivative_of").is_null()) derivatives.push_back(v);
  }
  return chapter_text(
      with_count("States", derivatives.size()),
      {"name", "derivative", "type", "unit", "start", "nominal", "description"}, derivatives, all,
      [&](const Json* derivative, TextTable& table) {
        const Json& v = *by_name.at(written(*derivative, "derivative_of"));
        table.add({words(v, "name"), words(*derivative, "name"), type_shown(v), unit_shown(v),
                   start_shown(v), v.at("nominal") == 1 ? "" : value_text(v.at("nominal")),
                   described(v)});
      });
}

std::string clocks_text(const Role& role, const Variables& list, bool all) {
  return chapter_text(
      with_count(role.heading, list.size()), {"name", "kind", "ticks", "description"}, list, all,
      [](const Json* v, TextTable& table) {
        table.add({words(*v, "name"), causality_shown(*v),
                   v->contains("clock") ? ticks(v->at("clock")) : "", described(*v)});
      });
}

}  // namespace

std::string variables_text(const Json& fmu, bool all) {
  std::map<std::string_view, Variables> by_role;
  for (const Json& v : fmu.at("variables")) by_role[role_of(v)].push_back(&v);
  std::string outer, inner, clocks;
  for (const Role& role : roles) {
    if (role.key == "clocks")
      clocks = clocks_text(role, by_role[role.key], all);
    else if (!role.is_inner)
      outer += table_of(role, by_role[role.key], all);
    else if (all)
      inner += table_of(role, by_role[role.key], all);
  }
  return counts_text(fmu, all) + outer + states_text(fmu, all) + clocks + inner;
}

}  // namespace bw::inspect
