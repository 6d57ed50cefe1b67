// The direct feedthrough from inputs to outputs, and the variables of each terminal.

#include <map>

#include "inspect/info.h"
#include "inspect/info_text.h"
#include "inspect/text_table.h"

namespace bw::inspect {
namespace {

// Outputs with direct feedthrough from the same inputs share a line.
struct Group {
  std::vector<std::string> outputs;
  Json inputs;
};

std::vector<Group> groups_of(const Json& feed_through) {
  std::vector<Group> groups;
  std::map<Json, std::size_t> known;
  for (const Json& line : feed_through) {
    const auto [place, first] = known.try_emplace(line.at("inputs"), groups.size());
    if (first) groups.push_back({{}, line.at("inputs")});
    groups[place->second].outputs.push_back(line.at("output"));
  }
  return groups;
}

std::string feed_through(const Json& fmu, bool all) {
  if (fmu.at("counts").at("inputs") == 0) return "";
  const std::vector<Group> groups = groups_of(fmu.at("structure").at("feed_through"));
  return chapter_text("Direct feedthrough", {"output", "direct feedthrough from"}, groups, all,
                      [&](const Group& group, TextTable& table) {
                        const bool is_every = groups.size() == 1 && group.outputs.size() > 1;
                        table.add({is_every ? "every output" : names_text(group.outputs, all),
                                   group.inputs.is_null() ? "any input (not declared)"
                                   : group.inputs.empty() ? "no input"
                                                          : names_text(group.inputs, all)});
                      });
}

void add_terminal(const Json& terminal, const std::string& indent, bool all, TextTable& table) {
  Json members = Json::array();
  for (const Json& member : terminal.at("members"))
    for (const char* key : {"variable", "out_variable"})
      if (member.contains(key)) members.push_back(member.at(key));
  table.add({indent + words(terminal, "name"), words(terminal, "kind"),
             words(terminal, "matching_rule"), names_text(members, all),
             shortened_words(terminal, "description")});
  for (const Json& inner : terminal.at("terminals")) add_terminal(inner, indent + "  ", all, table);
}

}  // namespace

std::string structure_text(const Json& fmu, bool all) {
  const Json& terminals = fmu.at("terminals");
  return feed_through(fmu, all) +
         chapter_text(with_count("Terminals", terminals.size()),
                      {"name", "kind", "matching", "variables", "description"}, terminals, all,
                      [&](const Json& terminal, TextTable& table) {
                        add_terminal(terminal, "", all, table);
                      });
}

}  // namespace bw::inspect
