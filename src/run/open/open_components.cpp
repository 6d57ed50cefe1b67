#include "run/open/open_components.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "run/open/convert_value.h"
#include "run/open/stages.h"
#include "system/rules.h"
#include "system/table_file.h"

namespace bw::run {

using model::Interface;
using model::Variable;

void OpenComponents::open(const OpenFile& open_file) {
  Report findings;
  open(open_file, findings);
  findings.refuse();
}

// A file that does not exist, with those beside it that have a similar name.
void OpenComponents::check_exists(const system::ComponentEntry& component) {
  std::error_code problem;
  if (component.position.line == 0 || std::filesystem::exists(component.file, problem)) return;
  const std::filesystem::path folder = component.file.parent_path();
  std::vector<std::string> known;
  for (const auto& entry :
       std::filesystem::directory_iterator(folder.empty() ? "." : folder, problem)) {
    const std::filesystem::path& file = entry.path();
    if (system::has_ending(file, ".fmu") || system::has_ending(file, ".mo") ||
        system::has_ending(file, ".bmo") || system::is_table(file))
      known.push_back((folder / entry.path().filename()).string());
  }
  std::ranges::sort(known);
  throw InputError(component.position.text() + ": there is no file '" + component.file.string() +
                   "' for component '" + component.name + "'." +
                   did_you_mean(component.file.string(), known));
}

void OpenComponents::open(const OpenFile& open_file, Report& findings) {
  std::map<std::string, std::shared_ptr<const model::Blueprint>> opened;
  for (const system::ComponentEntry& component : system_.components) {
    if (!component_index_.emplace(component.name, blueprints_.size()).second)
      findings.add(component.position,
                   "there are two components '" + component.name + "'; rename one of them.");
    blueprints_.emplace_back();
    tables_.emplace_back();
    const auto open_one = [&] {
      if (system::is_table(component.file)) return open_table(component);
      auto& blueprint = opened[component.file.lexically_normal().string()];
      if (blueprint == nullptr) blueprint = open_file(component.file);
      blueprints_.back() = blueprint;
    };
    findings.attempt(
        [&] {
          try {
            package_names_.in(open_one);
          } catch (const InputError&) {
            check_exists(component);  // says it better
            throw;
          }
        },
        system::row(system::Rule::component_unusable).key, component.position);
  }
}

// One per component, which may have its own connections and held columns.
void OpenComponents::open_table(const system::ComponentEntry& component) {
  auto table = std::make_shared<result::Table>(result::read_csv(component.file.string()));
  tables_.back() = std::make_shared<TableBlueprint>(std::move(table), component);
  blueprints_.back() = tables_.back();
}

void OpenComponents::settle(const std::vector<WrittenValue>& values, Report& findings) {
  index();
  resize(values, findings);
  index();
  connect_tables(findings);
}

void OpenComponents::resize(const std::vector<WrittenValue>& values, Report& findings) {
  std::vector<std::vector<std::pair<std::size_t, Value>>> sizes(size());
  for (const WrittenValue& written : values) {
    std::optional<Found> found;
    try {
      found.emplace(find(endpoint(written), written.where));
    } catch (const InputError&) {
      continue;  // reported later, when all names are known
    }
    if (found->variable.causality != model::Causality::structural_parameter) continue;
    auto& list = sizes[found->component];
    findings.attempt([&] {
      const Value& given =
          scalar_value(written.parameter, written.value, found->variable, written.where);
      const Value value =
          written.parameter != nullptr
              ? staged_value(*written.parameter, given, found->variable, written.where, nullptr)
              : convert_value(given, found->variable, written.where);
      std::erase_if(list, [&](const auto& earlier) { return earlier.first == found->index; });
      list.emplace_back(found->index, value);
    });
  }
  for (std::size_t component = 0; component < size(); ++component)
    if (!sizes[component].empty())
      findings.attempt(
          [&] { blueprints_[component] = blueprints_[component]->resized(sizes[component]); });
}

void OpenComponents::connect_tables(Report& findings) {
  std::map<std::size_t, std::vector<ColumnUse>> uses;
  for (const system::Connection& connection : system_.connections) {
    const auto from = component_index_.find(connection.source.component);
    if (from == component_index_.end() || tables_[from->second] == nullptr) continue;
    try {
      const Found source = find(connection.source, ""), target = find(connection.target, "");
      if (target.variable.causality != model::Causality::input) continue;
      ColumnUse use{source.index, target.variable, connection.position.text()};
      use.input.name = connection.target.text();
      uses[source.component].push_back(std::move(use));
    } catch (const InputError&) {
      continue;  // reported later, with the other mistakes of connections
    }
  }
  for (const auto& [component, list] : uses) {
    tables_[component] = tables_[component]->connected(list, findings);
    blueprints_[component] = tables_[component];
  }
  if (!uses.empty()) index();
}

void OpenComponents::index() {
  names_.clear();
  for (const auto& blueprint : blueprints_) {
    if (blueprint == nullptr) continue;
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

Interface OpenComponents::interface_of(std::size_t component,
                                       const std::optional<std::string>& option,
                                       bool option_wins) const {
  if (tables_[component] != nullptr) return Interface::co_simulation;  // --interface is for FMUs
  const system::ComponentEntry& entry = system_.components[component];
  const std::vector<Interface>& offered = blueprints_[component]->interfaces();
  if (const auto preferred =
          option_wins ? model::parse_interface(option.value_or("")) : std::nullopt;
      preferred && std::ranges::find(offered, *preferred) != offered.end())
    return *preferred;
  const std::string word = entry.interface.empty() ? option.value_or("auto") : entry.interface;
  const std::string where = entry.interface.empty() ? entry.file.string() : entry.position.text();
  if (word == "auto") return offered.front();
  const auto requested = model::parse_interface(word);
  if (!requested)
    throw InputError(where + ": unknown interface '" + word + "'." +
                     did_you_mean(word, model::interface_names()));
  if (std::ranges::find(offered, *requested) != offered.end()) return *requested;
  const std::string names = listed(offered, [](Interface i) {
    return std::string(model::name(i)) + " (" + std::string(model::short_name(i)) + ")";
  });
  throw InputError(where + ": component '" + entry.name + "' does not offer the interface " +
                   std::string(model::name(*requested)) + "; it offers " + names + ".");
}

system::Endpoint OpenComponents::endpoint(const std::string& text, const std::string& where) const {
  if (!system_.single) {
    for (auto dot = text.rfind('.'); dot != std::string::npos && dot > 0;
         dot = text.rfind('.', dot - 1)) {
      const auto component = component_index_.find(text.substr(0, dot));
      if (component == component_index_.end() || dot + 1 == text.size()) continue;
      return {component->first, text.substr(dot + 1)};
    }
    if (text.find('.') == std::string::npos && !system_.entrances.empty())
      refuse_entrance(text, where);
    return system::endpoint(text, {where});
  }
  const std::string& component = system_.components.front().name;
  const Names& names = names_of(0);
  if (!names.variables.contains(text) && !names.arrays.contains(text) &&
      text.starts_with(component + "."))
    return {component, text.substr(component.size() + 1)};
  return {component, text};
}

// A name without a dot can only be meant for a connector of the system.
void OpenComponents::refuse_entrance(const std::string& text, const std::string& where) const {
  std::vector<std::string> known;
  for (const system::Entrance& one : system_.entrances) known.push_back(one.name);
  throw InputError(where + ": the system has no connector '" + text + "'." +
                   did_you_mean(text, known) +
                   " Variables of components are named component.variable.");
}

std::size_t OpenComponents::find_component(const std::string& name,
                                           const std::string& where) const {
  const auto component = component_index_.find(name);
  if (component != component_index_.end()) return component->second;
  std::vector<std::string> known;
  for (const system::ComponentEntry& entry : system_.components) known.push_back(entry.name);
  throw InputError(where + ": there is no component '" + name + "'." + did_you_mean(name, known));
}

Found OpenComponents::find(const system::Endpoint& end, const std::string& where) const {
  const std::size_t component = find_component(end.component, where);
  if (!is_open(component)) throw InputError(std::vector<std::string>{});  // reported already
  const auto found = names_of(component).variables.find(end.variable);
  if (found != names_of(component).variables.end())
    return {component, found->second, variables(component)[found->second]};
  std::vector<std::string> known;
  for (const Variable& v : variables(component)) known.push_back(v.name);
  throw InputError(where + ": component '" + end.component + "' has no variable '" + end.variable +
                   "'." + did_you_mean(end.variable, known));
}

std::vector<Found> OpenComponents::find_all(const system::Endpoint& end,
                                            const std::string& where) const {
  const std::size_t component = find_component(end.component, where);
  if (!is_open(component)) return {find(end, where)};
  const Names& names = names_of(component);
  const auto array = names.arrays.find(end.variable);
  if (names.variables.contains(end.variable) || array == names.arrays.end())
    return {find(end, where)};
  std::vector<Found> elements;
  for (const std::size_t i : array->second)
    elements.push_back({component, i, variables(component)[i]});
  return elements;
}

std::vector<Found> OpenComponents::find_ends(const system::Endpoint& end,
                                             const std::vector<std::size_t>& indices,
                                             const std::string& where) const {
  if (indices.empty()) return find_all(end, where);
  std::string inside;
  for (const std::size_t index : indices)
    inside += (inside.empty() ? "" : ",") + std::to_string(index);
  return {find({end.component, end.variable + "[" + inside + "]"}, where)};
}

const system::Entrance* OpenComponents::entrance(const std::string& name) const {
  const auto found = std::ranges::find(system_.entrances, name, &system::Entrance::name);
  return found == system_.entrances.end() ? nullptr : &*found;
}

bool OpenComponents::is_missing(const system::Endpoint& end) const {
  const auto component = component_index_.find(end.component);
  if (component == component_index_.end() || !is_open(component->second)) return false;
  const Names& names = names_of(component->second);
  return !names.variables.contains(end.variable) && !names.arrays.contains(end.variable);
}

std::string OpenComponents::shown(std::size_t component, const std::string& variable) const {
  return system_.single ? variable : system_.components[component].name + "." + variable;
}

}  // namespace bw::run
