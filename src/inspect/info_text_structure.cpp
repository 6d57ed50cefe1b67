// Which outputs follow which inputs at once, and which variables belong together at a terminal.

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "fmi/description/description.h"
#include "fmi/description/terminals.h"
#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/text_table.h"
#include "model/variable.h"

namespace bw::inspect {
namespace {

// Outputs that follow the same inputs share a line.
struct Group {
  std::vector<std::string> outputs;
  std::optional<std::vector<std::size_t>> inputs;
};

std::vector<Group> groups_of(const FmuInfo& info) {
  const std::vector<fmi::Variable>& variables = info.fmu.description.variables;
  std::vector<Group> groups;
  std::map<std::optional<std::vector<std::size_t>>, std::size_t> known;
  for (const std::size_t output : info.roles.outputs) {
    const model::Variable& face = variables[output].face;
    const auto [place, first] = known.emplace(face.direct_inputs, groups.size());
    if (first) groups.push_back({{}, face.direct_inputs});
    groups[place->second].outputs.push_back(face.name);
  }
  return groups;
}

std::string feed_through(const FmuInfo& info, bool all) {
  if (info.roles.inputs.empty() || info.roles.outputs.empty()) return "";
  const std::vector<fmi::Variable>& variables = info.fmu.description.variables;
  const std::vector<Group> groups = groups_of(info);
  TextTable table({"output", "follows at once"});
  const std::size_t shown = all ? groups.size() : std::min(groups.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) {
    std::vector<std::string> inputs;
    if (groups[i].inputs)
      for (const std::size_t input : *groups[i].inputs)
        inputs.push_back(variables[input].face.name);
    const std::size_t most = all ? variables.size() : most_names;
    const bool is_every = groups.size() == 1 && groups[i].outputs.size() > 1;
    table.add({is_every ? "every output" : enumerated(groups[i].outputs, most),
               !groups[i].inputs ? "any input (the description does not tell)"
               : inputs.empty()  ? "no input"
                                 : enumerated(inputs, most)});
  }
  return "\nFeed-through\n" + table.text("  ") + rest_text(groups.size() - shown);
}

void add_terminal(const fmi::Terminal& terminal, const std::string& indent, bool all,
                  TextTable& table) {
  std::vector<std::string> members;
  for (const fmi::TerminalMember& member : terminal.members) members.push_back(member.variable);
  for (const fmi::StreamMember& stream : terminal.streams) {
    members.push_back(stream.in_variable);
    members.push_back(stream.out_variable);
  }
  table.add({indent + on_one_line(terminal.name), on_one_line(terminal.kind),
             on_one_line(terminal.matching_rule),
             enumerated(members, all ? members.size() : most_names),
             shortened(on_one_line(terminal.description), widest_text)});
  for (const fmi::Terminal& inner : terminal.terminals)
    add_terminal(inner, indent + "  ", all, table);
}

std::string terminals(const FmuInfo& info, bool all) {
  if (!info.fmu.terminals || info.fmu.terminals->terminals.empty()) return "";
  const auto& list = info.fmu.terminals->terminals;
  TextTable table({"name", "kind", "matching", "variables", "description"});
  const std::size_t shown = all ? list.size() : std::min(list.size(), most_rows);
  for (std::size_t i = 0; i < shown; ++i) add_terminal(list[i], "", all, table);
  return fmt::format("\nTerminals ({})\n", list.size()) + table.text("  ") +
         rest_text(list.size() - shown);
}

}  // namespace

std::string structure_text(const FmuInfo& info, bool all) {
  return feed_through(info, all) + terminals(info, all);
}

}  // namespace bw::inspect
