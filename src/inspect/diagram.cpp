#include "inspect/diagram.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "base/xml_writer.h"
#include "cosim/coupling/loops.h"
#include "inspect/convert/layout.h"
#include "inspect/text_table.h"
#include "system/ssp/ssp_draft.h"

namespace bw::inspect {
namespace {

using Names = std::map<std::string, std::size_t>;
using Point = std::pair<double, double>;

constexpr double pixels = 3;  // per mm of the layout
constexpr double letter = 6.6;
constexpr std::string_view grey = "#7d8590";
constexpr std::array<std::string_view, 6> loop_colours = {"#d1242f", "#8250df", "#bc4c00",
                                                          "#0969da", "#1a7f37", "#bf3989"};

// The variables of one side of a component, in the order in which connections name them.
class Side {
 public:
  std::size_t place(const std::string& variable) {
    const auto [found, is_new] = places_.emplace(variable, names_.size());
    if (is_new) names_.push_back(variable);
    return found->second;
  }
  const std::vector<std::string>& names() const { return names_; }
  std::size_t widest() const {
    std::size_t widest = 0;
    for (const std::string& name : names_)
      widest = std::max(widest, std::min(display_width(name), most_letters));
    return widest;
  }
  static constexpr std::size_t most_letters = 22;

 private:
  Names places_;
  std::vector<std::string> names_;
};

class Picture {
 public:
  explicit Picture(const Diagram& diagram)
      : diagram_(diagram), inputs_(diagram.components.size()), outputs_(diagram.components.size()) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (const Diagram::Connection& each : diagram.connections) {
      edges_.push_back({each.from, outputs_[each.from].place(each.output), each.to,
                        inputs_[each.to].place(each.input)});
      pairs.emplace_back(each.from, each.to);
    }
    std::vector<LayoutNode> nodes;
    for (std::size_t i = 0; i < diagram.components.size(); ++i) nodes.push_back(node(i));
    layout_ = make_layout(nodes, edges_);
    colour_loops(pairs);
  }

  std::string svg() const {
    const system::SspBox& canvas = layout_.canvas;
    std::string text = fmt::format(
        R"(<svg xmlns="http://www.w3.org/2000/svg" width="{0:.0f}" height="{1:.0f}" viewBox="0 0 {0:.0f} {1:.0f}" )"
        R"(font-family="system-ui, DejaVu Sans, sans-serif" font-size="11" fill="currentColor">)",
        pixels * (canvas.x2 - canvas.x1), pixels * (canvas.y2 - canvas.y1));
    for (std::size_t i = 0; i < edges_.size(); ++i) text += line(i);
    for (std::size_t i = 0; i < diagram_.components.size(); ++i) text += box(i);
    return text + "</svg>\n";
  }

 private:
  LayoutNode node(std::size_t i) const {
    const std::size_t ports = inputs_[i].widest() + outputs_[i].widest() + 2;
    const std::size_t name = std::min(display_width(diagram_.components[i].name), most_name);
    return {inputs_[i].names().size(), outputs_[i].names().size(), std::max(ports, name + 1)};
  }

  void colour_loops(const std::vector<std::pair<std::size_t, std::size_t>>& pairs) {
    loops_.assign(diagram_.components.size(), no_loop);
    std::size_t number = 0;
    for (const cosim::Loop& loop : cosim::find_loops(diagram_.components.size(), pairs)) {
      if (!loop.closed) continue;
      for (const std::size_t i : loop.components) loops_[i] = number;
      ++number;
    }
  }

  static std::string_view colour(std::size_t loop) {
    return loop == no_loop ? grey : loop_colours[loop % loop_colours.size()];
  }

  // SVG counts downwards.
  Point at(double x, double y) const {
    return {pixels * (x - layout_.canvas.x1), pixels * (layout_.canvas.y2 - y)};
  }
  Point port(std::size_t component, std::size_t k, bool is_input) const {
    const system::SspBox& box = layout_.boxes[component];
    const std::size_t n = (is_input ? inputs_ : outputs_)[component].names().size();
    return at(is_input ? box.x1 : box.x2, box.y1 + connector_height(k, n) * (box.y2 - box.y1));
  }

  std::string line(std::size_t i) const {
    const LayoutEdge& edge = edges_[i];
    const Point from = port(edge.from, edge.output, false), to = port(edge.to, edge.input, true);
    std::string path = fmt::format("M{:.1f},{:.1f}", from.first, from.second);
    for (const Point& corner : layout_.routes[i]) {
      const Point p = at(corner.first, corner.second);
      path += fmt::format(" L{:.1f},{:.1f}", p.first, p.second);
    }
    path += fmt::format(" L{:.1f},{:.1f}", to.first - 5, to.second);
    const bool in_loop = loops_[edge.from] != no_loop && loops_[edge.from] == loops_[edge.to];
    const std::string_view stroke = colour(in_loop ? loops_[edge.from] : no_loop);
    return fmt::format(
        R"(<g><title>{0}</title><path d="{1}" fill="none" stroke="{2}" stroke-width="1.4"/>)"
        R"(<path d="{1}" fill="none" stroke="{2}" stroke-opacity="0" stroke-width="9"/>)"
        R"(<path d="M{3:.1f},{4:.1f} l-7,-3.5 v7 z" fill="{2}"/></g>)",
        xml_escaped(diagram_.connections[i].title), path, stroke, to.first, to.second);
  }

  std::string box(std::size_t i) const {
    const Diagram::Component& component = diagram_.components[i];
    const system::SspBox& box = layout_.boxes[i];
    const Point corner = at(box.x1, box.y2);
    const double width = pixels * (box.x2 - box.x1), height = pixels * (box.y2 - box.y1);
    const auto room = static_cast<std::size_t>(width / letter);
    std::string text = fmt::format(
        R"(<g><title>{0}</title><rect x="{1:.1f}" y="{2:.1f}" width="{3:.1f}" height="{4:.1f}" rx="5" )"
        R"(fill="{5}" fill-opacity="0.1" stroke="{5}"{6}/>)"
        R"(<text x="{1:.1f}" y="{7:.1f}" font-size="12" font-weight="600">{8}</text>)"
        R"(<text x="{1:.1f}" y="{9:.1f}" font-size="9" fill-opacity="0.65">{10}</text>)",
        xml_escaped(component.title), corner.first, corner.second, width, height, colour(loops_[i]),
        component.is_outside ? R"( stroke-dasharray="4 3")" : "", corner.second - 4,
        xml_escaped(shortened(component.name, room)), corner.second + height + 10,
        xml_escaped(shortened(component.kind, room + 4)));
    for (const bool is_input : {true, false}) text += labels(i, is_input);
    return text + "</g>";
  }

  std::string labels(std::size_t i, bool is_input) const {
    const std::vector<std::string>& names = (is_input ? inputs_ : outputs_)[i].names();
    std::string text;
    for (std::size_t k = 0; k < names.size(); ++k) {
      const Point p = port(i, k, is_input);
      text +=
          fmt::format(R"(<text x="{:.1f}" y="{:.1f}"{}>{}</text>)", p.first + (is_input ? 6 : -6),
                      p.second + 4, is_input ? "" : R"( text-anchor="end")",
                      xml_escaped(shortened(names[k], Side::most_letters)));
    }
    return text;
  }

  static constexpr std::size_t no_loop = static_cast<std::size_t>(-1), most_name = 40;
  const Diagram& diagram_;
  std::vector<Side> inputs_, outputs_;
  std::vector<LayoutEdge> edges_;
  std::vector<std::size_t> loops_;  // of each component: the number of its closed loop
  Layout layout_;
};

std::string with_unit(const std::string& name, const std::string& unit) {
  return unit.empty() ? name : name + " [" + unit + "]";
}

std::string scaled(double gain, double offset) {
  std::string text;
  if (gain != 1) text += " × " + shortest(gain);
  if (offset != 0) text += (offset < 0 ? " − " : " + ") + shortest(std::abs(offset));
  return text;
}

std::string file_name(const std::string& file) {
  return std::filesystem::path(file).filename().string();
}

Diagram::Component component_of(const Json& facts) {
  Diagram::Component made{.name = facts.at("name"), .kind = file_name(facts.at("file"))};
  made.title = made.name + ": " + made.kind;
  if (!facts.at("interface").is_null())
    made.title += ", " + std::string(facts.at("interface") == "me"   ? "model exchange"
                                     : facts.at("interface") == "cs" ? "co-simulation"
                                                                     : "scheduled execution");
  const Json& open = facts.at("undriven_inputs");
  for (std::size_t i = 0; i < open.size(); ++i)
    made.title += (i == 0 ? "\ninputs without a connection: " : ", ") + open[i].get<std::string>();
  return made;
}

// Component and variable of "plant.tank.level": names of components may have dots, too.
std::pair<std::size_t, std::string> end_of(const std::string& text, const Names& names) {
  for (std::size_t dot = text.rfind('.'); dot != std::string::npos && dot > 0;
       dot = text.rfind('.', dot - 1))
    if (const auto found = names.find(text.substr(0, dot)); found != names.end())
      return {found->second, text.substr(dot + 1)};
  throw InputError("'" + text + "' names no component.");
}

// A connector of the system drives inputs from outside.
void add_connector(const Json& facts, const Names& names, Diagram& diagram) {
  const std::string name = facts.at("name");
  diagram.components.push_back({name, "connector", with_unit(name, facts.at("unit")), true});
  for (const Json& target : facts.at("targets")) {
    const std::string end = target.at("input");
    const auto [component, variable] = end_of(end, names);
    diagram.connections.push_back({diagram.components.size() - 1, name, component, variable,
                                   with_unit(name, facts.at("unit")) +
                                       scaled(target.at("gain"), target.at("offset")) + " → " +
                                       with_unit(end, target.at("input_unit"))});
  }
}

}  // namespace

Diagram diagram_of(const Info& info) {
  const Json& facts = *info.facts;
  Diagram diagram;
  if (facts.at("kind") != "system") return diagram;
  Names names;
  for (const Json& component : facts.at("components")) {
    names.emplace(component.at("name"), names.size());
    diagram.components.push_back(component_of(component));
  }
  for (const Json& each : facts.at("connections")) {
    const std::string from = each.at("output"), to = each.at("input");
    const auto [source, output] = end_of(from, names);
    const auto [target, input] = end_of(to, names);
    diagram.connections.push_back({source, output, target, input,
                                   with_unit(from, each.at("output_unit")) +
                                       scaled(each.at("gain"), each.at("offset")) + " → " +
                                       with_unit(to, each.at("input_unit"))});
  }
  for (const Json& connector : facts.at("connectors")) add_connector(connector, names, diagram);
  return diagram;
}

Diagram diagram_of(const system::System& system) {
  Diagram diagram;
  Names names;
  for (const system::ComponentEntry& entry : system.components) {
    names.emplace(entry.name, names.size());
    const std::string kind = file_name(entry.file.string());
    diagram.components.push_back({entry.name, kind, entry.name + ": " + kind});
  }
  for (const system::Connection& each : system.connections) {
    const auto from = names.find(each.source.component), to = names.find(each.target.component);
    if (from == names.end() || to == names.end()) continue;
    diagram.connections.push_back({from->second, each.source.variable, to->second,
                                   each.target.variable,
                                   each.source.text() + " → " + each.target.text()});
  }
  return diagram;
}

std::string to_svg(const Diagram& diagram) { return Picture(diagram).svg(); }

std::string system_svg(const std::filesystem::path& target) {
  const system::System system = system::load_partly(target);
  if (system.single)
    throw UsageError("a diagram is for systems; '" + target.string() + "' is a single component.");
  try {
    return to_svg(diagram_of(inform(target)));
  } catch (const InputError&) {  // a component that cannot be opened can be drawn
    return to_svg(diagram_of(system));
  }
}

}  // namespace bw::inspect
