#include "fmi/description/terminals.h"

#include <unordered_set>

#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description_document.h"
#include "fmi/description/rules.h"

namespace bw::fmi {
namespace {

std::string required_text(ElementReader& element, std::string_view key) {
  return std::string(element.required(key).value_or(""));
}

double required_real(ElementReader& element, std::string_view key) {
  element.required(key);
  return element.real(key).value_or(0.0);
}

Extent read_extent(ElementReader& element) {
  return {required_real(element, "x1"), required_real(element, "y1"), required_real(element, "x2"),
          required_real(element, "y2")};
}

TerminalMember read_member(ElementReader element) {
  TerminalMember member;
  member.variable = required_text(element, "variableName");
  element.call(member.variable);
  member.name = element.text("memberName");
  member.kind = required_text(element, "variableKind");
  member.line = element.element().position().line;
  element.note_unknown_attributes();
  return member;
}

StreamMember read_stream(ElementReader element) {
  StreamMember stream;
  stream.in_name = required_text(element, "inStreamMemberName");
  stream.out_name = required_text(element, "outStreamMemberName");
  stream.in_variable = required_text(element, "inStreamVariableName");
  stream.out_variable = required_text(element, "outStreamVariableName");
  stream.line = element.element().position().line;
  element.note_unknown_attributes();
  return stream;
}

std::optional<std::array<int, 3>> read_colour(ElementReader& element) {
  const auto text = element.find("defaultConnectionColor");
  if (!text) return {};
  std::array<int, 3> colour{};
  const std::vector<std::string_view> words = words_of(*text);
  bool is_right = words.size() == colour.size();
  for (std::size_t i = 0; is_right && i < colour.size(); ++i) {
    const auto component = to_xs_integer(words[i]);
    is_right = component && *component >= 0 && *component <= 255;
    if (is_right) colour[i] = static_cast<int>(*component);
  }
  if (is_right) return colour;
  element.wrong("defaultConnectionColor", *text, "expected three numbers from 0 to 255");
  return {};
}

TerminalGraphic read_graphic(ElementReader element) {
  TerminalGraphic graphic;
  graphic.extent = read_extent(element);
  graphic.icon = required_text(element, "iconBaseName");
  graphic.colour = read_colour(element);
  graphic.stroke_size = element.real("defaultConnectionStrokeSize");
  element.note_unknown_attributes();
  return graphic;
}

std::vector<Terminal> read_terminals(const XmlElement& parent, Report& report);

// Nesting is bounded: the XML reader accepts no more than a few hundred levels.
Terminal read_terminal(ElementReader& element) {
  Terminal terminal;
  terminal.name = required_text(element, "name");
  element.call(terminal.name);
  terminal.matching_rule = required_text(element, "matchingRule");
  terminal.kind = element.text("terminalKind");
  terminal.description = element.text("description");
  terminal.line = element.element().position().line;
  element.note_unknown_attributes();
  Report& report = element.report();
  for (auto child = element.element().first_child(); child; child = child->next()) {
    const std::string_view name = child->name();
    if (name == "TerminalMemberVariable") terminal.members.push_back(read_member({*child, report}));
    if (name == "TerminalStreamMemberVariable")
      terminal.streams.push_back(read_stream({*child, report}));
    if (name == "TerminalGraphicalRepresentation")
      terminal.graphic = read_graphic({*child, report});
  }
  terminal.terminals = read_terminals(element.element(), report);
  element.note_unknown_children({"TerminalMemberVariable", "TerminalStreamMemberVariable",
                                 "Terminal", "TerminalGraphicalRepresentation", "Annotations"});
  return terminal;
}

std::vector<Terminal> read_terminals(const XmlElement& parent, Report& report) {
  std::vector<Terminal> terminals;
  std::unordered_set<std::string> names;
  for (const XmlElement& child : parent.children("Terminal")) {
    ElementReader element(child, report);
    terminals.push_back(read_terminal(element));
    const std::string& name = terminals.back().name;
    element.call(name);  // the previous subject has moved
    if (!names.insert(name).second)
      element.wrong("name", name, "another terminal has this name", Rule::terminal_name_twice);
  }
  return terminals;
}

void read_representation(const XmlElement& xml, Report& report, TerminalsAndIcons& into) {
  if (const auto system = xml.child("CoordinateSystem")) {
    ElementReader element(*system, report);
    into.coordinates = read_extent(element);
    into.scaling_to_mm = required_real(element, "suggestedScalingFactorTo_mm");
    element.note_unknown_attributes();
  }
  if (const auto icon = xml.child("Icon")) {
    ElementReader element(*icon, report);
    into.icon = read_extent(element);
    element.note_unknown_attributes();
  }
  ElementReader(xml, report).note_unknown_children({"CoordinateSystem", "Icon", "Annotations"});
}

}  // namespace

TerminalsAndIcons TerminalsAndIcons::parse(std::string_view xml, const std::string& name,
                                           Report& report) {
  TerminalsAndIcons found;
  const auto document = read_document(xml, name, "fmiTerminalsAndIcons", report);
  if (!document) return found;
  ElementReader root(document->root(), report);
  found.fmi_version = required_text(root, "fmiVersion");
  if (const auto e = root.element().child("GraphicalRepresentation"))
    read_representation(*e, report, found);
  if (const auto e = root.element().child("Terminals")) {
    ElementReader(*e, report).note_unknown_children({"Terminal"});
    found.terminals = read_terminals(*e, report);
  }
  root.note_unknown_attributes();
  root.note_unknown_children({"GraphicalRepresentation", "Terminals", "Annotations"});
  return found;
}

}  // namespace bw::fmi
