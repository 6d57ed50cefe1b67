// A Modelica model: its variables and how its equations are solved.

#include <fmt/format.h>

#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

std::string jacobian(const Json& model) {
  const std::size_t n = model.at("states").size();
  const Json& entries = model.at("jacobian_entries");
  if (n == 0) return "";
  if (entries.is_null()) return "by finite differences; exact derivatives would be too large";
  return fmt::format("exact, {} of {} entries", value_text(entries), n * n);
}

std::string model_head(const Json& model) {
  const Json &states = model.at("states"), &assumed = model.at("assumed_starts");
  TextTable facts({"", ""});
  facts.add({"file", written(model, "file")});
  facts.add({"states", states.empty()
                           ? "none"
                           : fmt::format("{}: {}", states.size(), names_text(states, false))});
  facts.add({"Jacobian", jacobian(model)});
  if (!assumed.empty())
    facts.add(
        {"note", "starts at the start value, which is not fixed: " + names_text(assumed, false)});
  return title_text(model) + facts.text("  ");
}

// An output that is also a state is listed in both chapters.
struct Chapter {
  const char* heading;
  bool (*has)(const Json& variable);
  bool on_demand = false;
};
constexpr Chapter chapters[] = {
    {"Inputs", [](const Json& v) { return v.at("causality") == "input"; }},
    {"Outputs", [](const Json& v) { return v.at("causality") == "output"; }},
    {"Parameters", [](const Json& v) { return v.at("causality") == "parameter"; }},
    {"Parameters that sizes depend on",
     [](const Json& v) { return v.at("causality") == "structural parameter"; }},
    {"States", [](const Json& v) { return v.at("is_state").get<bool>(); }},
    {"Other variables",
     [](const Json& v) {
       return v.at("causality") == "local variable" && v.at("variability") != "constant" &&
              !v.at("is_state").get<bool>();
     }},
    {"Constants", [](const Json& v) { return v.at("variability") == "constant"; }, true}};

std::string model_variables(const Json& variables, bool all) {
  std::string text;
  for (const Chapter& chapter : chapters) {
    std::vector<const Json*> list;
    for (const Json& v : variables)
      if (chapter.has(v) && (all || !chapter.on_demand)) list.push_back(&v);
    text += chapter_text(with_count(chapter.heading, list.size()),
                         {"name", "type", "unit", "start", "range", "description"}, list, all,
                         [](const Json* v, TextTable& table) {
                           const Json& start = v->at("start");
                           table.add({words(*v, "name"), words(*v, "type"), words(*v, "unit"),
                                      start.is_null() ? "" : on_one_line(value_text(start)),
                                      range_text(*v), shortened_words(*v, "description")});
                         });
  }
  return text;
}

std::string way(const Json& block) {
  const std::string way = block.at("way");
  const std::size_t unknowns = block.at("unknowns").size();
  const Json& iterated = block.at("iterated");
  if (way == "linear loop")
    return fmt::format("linear loop of {}, {} iterated", unknowns, iterated.size());
  if (way == "nonlinear loop")
    return fmt::format("nonlinear loop of {}, iterated for {}", unknowns,
                       names_text(iterated, false));
  return "";
}

// "12" of "file:12:3"; empty: the position is unknown.
std::string line_shown(std::string_view place, std::string_view file) {
  if (!place.starts_with(file) || place.size() <= file.size()) return "";
  place.remove_prefix(file.size() + 1);
  return std::string(place.substr(0, place.find(':')));
}

std::string blocks(const std::string& heading, const Json& blocks, const Json& model, bool all) {
  std::vector<std::pair<const Json*, std::size_t>> lines;  // an equation of a block
  for (const Json& block : blocks)
    for (std::size_t k = 0; k < std::max<std::size_t>(block.at("equations").size(), 1); ++k)
      lines.emplace_back(&block, k);
  const std::string& file = written(model, "file");
  return chapter_text(
      heading, {"determines", "by", "line", ""}, lines, all,
      [&](const std::pair<const Json*, std::size_t>& line, TextTable& table) {
        const auto& [block, k] = line;
        const Json &equations = block->at("equations"), &places = block->at("places");
        table.add({k == 0 ? names_text(block->at("unknowns"), false) : "",
                   k < equations.size()
                       ? shortened(on_one_line(equations[k].get<std::string>()), widest_text)
                       : "",
                   k < places.size() ? line_shown(places[k].get<std::string>(), file) : "",
                   k == 0 ? way(*block) : ""});
      });
}

std::string equations(const Json& model, bool all) {
  const Json &list = model.at("equations"), &initial = model.at("initial_loops");
  const auto loops = static_cast<std::size_t>(
      std::ranges::count_if(list, [](const Json& block) { return block.at("way") != "formula"; }));
  return blocks(fmt::format("Equations in the order of evaluation ({}{})", list.size(),
                            loops == 0 ? "" : ", " + counted(loops, "loop")),
                list, model, all) +
         blocks(with_count("Loops at the start", initial.size()), initial, model, all);
}

using Pairs = std::vector<std::pair<std::string, std::string>>;

std::string aliases(const Json& model, bool all) {
  Pairs list;
  for (const auto& [alias, kept] : model.at("aliases").items()) list.emplace_back(alias, kept);
  return chapter_text(with_count("Aliases", list.size()), {"", "", ""}, list, all,
                      [](const Pairs::value_type& alias, TextTable& table) {
                        table.add({alias.first, "=", alias.second});
                      });
}

std::string events(const Json& model, bool all) {
  Pairs list;
  for (const Json& event : model.at("state_events")) list.emplace_back("where", event);
  for (const Json& event : model.at("time_events")) list.emplace_back("at", event);
  return chapter_text(with_count("Events", list.size()), {"", ""}, list, all,
                      [](const Pairs::value_type& event, TextTable& table) {
                        table.add({event.first, shortened(on_one_line(event.second), widest_text)});
                      });
}

}  // namespace

std::string equations_text(const Json& model, bool all) {
  return model_head(model) + experiment_text(model.at("default_experiment")) +
         model_variables(model.at("variables"), all) + equations(model, all) + aliases(model, all) +
         events(model, all) + findings_text(model);
}

}  // namespace bw::inspect
