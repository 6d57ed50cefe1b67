#include "run/open_parts.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "run/convert_value.h"
#include "system/table_file.h"

namespace bw::run {

using model::Interface;
using model::Variable;

std::optional<Interface> parse_interface(std::string_view word) {
  const auto plain = [](std::string_view text) {
    std::string letters = lowercase(text);
    std::erase_if(letters, [](char c) { return c < 'a' || c > 'z'; });
    return letters;
  };
  for (const Interface i :
       {Interface::co_simulation, Interface::model_exchange, Interface::scheduled_execution})
    if (plain(word) == model::short_name(i) || plain(word) == plain(model::name(i))) return i;
  return {};
}

std::vector<std::string> interface_names() {
  return {std::string(model::short_name(Interface::co_simulation)),
          std::string(model::short_name(Interface::model_exchange)),
          std::string(model::short_name(Interface::scheduled_execution))};
}

void OpenParts::open(const OpenFile& open_file) {
  Findings findings;
  std::map<std::string, std::shared_ptr<const model::Blueprint>> opened;
  for (const system::PartEntry& part : system_.parts) {
    part_index_.emplace(part.name, blueprints_.size());
    blueprints_.emplace_back();
    tables_.emplace_back();
    findings.attempt([&] {
      if (system::is_table(part.file)) return open_table(part);
      auto& blueprint = opened[part.file.lexically_normal().string()];
      if (blueprint == nullptr) blueprint = open_file(part.file);
      blueprints_.back() = blueprint;
    });
  }
  findings.refuse();  // nothing about variables can be said before all parts are open
}

// One for each part, which may have wires and held columns of its own.
void OpenParts::open_table(const system::PartEntry& part) {
  auto table = std::make_shared<result::Table>(result::read_csv(part.file.string()));
  tables_.back() = std::make_shared<TableBlueprint>(std::move(table), part);
  blueprints_.back() = tables_.back();
}

void OpenParts::settle(const std::vector<WrittenValue>& values, Findings& findings) {
  index();
  resize(values, findings);
  index();
  wire_tables(findings);
}

void OpenParts::resize(const std::vector<WrittenValue>& values, Findings& findings) {
  std::vector<std::vector<std::pair<std::size_t, Value>>> sizes(size());
  for (const WrittenValue& written : values) {
    std::optional<Found> found;
    try {
      found.emplace(find(endpoint(written.target, written.where), written.where));
    } catch (const InputError&) {
      continue;  // told later, when all names are there
    }
    if (found->variable.causality != model::Causality::structural_parameter) continue;
    auto& list = sizes[found->part];
    findings.attempt([&] {
      const Value value = convert_value(written.value, found->variable, written.where);
      std::erase_if(list, [&](const auto& earlier) { return earlier.first == found->index; });
      list.emplace_back(found->index, value);
    });
  }
  for (std::size_t part = 0; part < size(); ++part)
    if (!sizes[part].empty())
      findings.attempt([&] { blueprints_[part] = blueprints_[part]->resized(sizes[part]); });
}

void OpenParts::wire_tables(Findings& findings) {
  std::map<std::size_t, std::vector<ColumnUse>> uses;
  for (const system::Wire& wire : system_.wires) {
    const auto from = part_index_.find(wire.source.part);
    if (from == part_index_.end() || tables_[from->second] == nullptr) continue;
    try {
      const Found source = find(wire.source, ""), target = find(wire.target, "");
      if (target.variable.causality != model::Causality::input) continue;
      ColumnUse use{source.index, target.variable, wire.position.text()};
      use.input.name = wire.target.text();
      uses[source.part].push_back(std::move(use));
    } catch (const InputError&) {
      continue;  // told later, with all that is wrong with wires
    }
  }
  for (const auto& [part, list] : uses) {
    tables_[part] = tables_[part]->wired(list, findings);
    blueprints_[part] = tables_[part];
  }
  if (!uses.empty()) index();
}

void OpenParts::index() {
  names_.clear();
  for (const auto& blueprint : blueprints_) {
    auto [place, first] = names_.try_emplace(blueprint.get());
    if (!first) continue;
    Names& names = place->second;
    for (std::size_t i = 0; i < blueprint->variables().size(); ++i) {
      const std::string& name = blueprint->variables()[i].name;
      names.variables.emplace(name, i);
      if (const auto bracket = name.rfind('['); name.ends_with(']') && bracket != name.npos)
        names.arrays[name.substr(0, bracket)].push_back(i);
    }
  }
}

Interface OpenParts::interface_of(std::size_t part, const std::optional<std::string>& wish) const {
  if (tables_[part] != nullptr) return Interface::co_simulation;  // the run's wish means FMUs
  const system::PartEntry& entry = system_.parts[part];
  const std::vector<Interface>& offered = blueprints_[part]->interfaces();
  const std::string word = entry.interface.empty() ? wish.value_or("auto") : entry.interface;
  const std::string where = entry.interface.empty() ? entry.file.string() : entry.position.text();
  if (word == "auto") return offered.front();
  const auto asked = parse_interface(word);
  if (!asked)
    throw InputError(where + ": there is no interface '" + word + "'." +
                     did_you_mean(word, interface_names()));
  if (std::find(offered.begin(), offered.end(), *asked) != offered.end()) return *asked;
  std::string names;
  for (const Interface i : offered)
    names += (names.empty() ? "" : ", ") + std::string(model::name(i)) + " (" +
             std::string(model::short_name(i)) + ")";
  throw InputError(where + ": part '" + entry.name + "' does not offer the interface " +
                   std::string(model::name(*asked)) + "; it offers " + names + ".");
}

system::Endpoint OpenParts::endpoint(const std::string& text, const std::string& where) const {
  if (!system_.single) return system::endpoint(text, {where});
  const std::string& part = system_.parts.front().name;
  const Names& names = names_of(0);
  if (!names.variables.contains(text) && !names.arrays.contains(text) &&
      text.starts_with(part + "."))
    return {part, text.substr(part.size() + 1)};
  return {part, text};
}

std::size_t OpenParts::find_part(const std::string& name, const std::string& where) const {
  const auto part = part_index_.find(name);
  if (part != part_index_.end()) return part->second;
  std::vector<std::string> known;
  for (const system::PartEntry& entry : system_.parts) known.push_back(entry.name);
  throw InputError(where + ": there is no part '" + name + "'." + did_you_mean(name, known));
}

Found OpenParts::find(const system::Endpoint& end, const std::string& where) const {
  const std::size_t part = find_part(end.part, where);
  const auto found = names_of(part).variables.find(end.variable);
  if (found != names_of(part).variables.end())
    return {part, found->second, variables(part)[found->second]};
  std::vector<std::string> known;
  for (const Variable& v : variables(part)) known.push_back(v.name);
  throw InputError(where + ": part '" + end.part + "' has no variable '" + end.variable + "'." +
                   did_you_mean(end.variable, known));
}

std::vector<Found> OpenParts::find_all(const system::Endpoint& end,
                                       const std::string& where) const {
  const std::size_t part = find_part(end.part, where);
  const Names& names = names_of(part);
  const auto array = names.arrays.find(end.variable);
  if (names.variables.contains(end.variable) || array == names.arrays.end())
    return {find(end, where)};
  std::vector<Found> elements;
  for (const std::size_t i : array->second) elements.push_back({part, i, variables(part)[i]});
  return elements;
}

std::string OpenParts::shown(std::size_t part, const std::string& variable) const {
  return system_.single ? variable : system_.parts[part].name + "." + variable;
}

}  // namespace bw::run
