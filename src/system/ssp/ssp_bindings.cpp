// SSP 2.0.1, ParameterBindings: of several values for one variable the one of the highest level
// wins, within a level the last one. So all values are applied from the deepest level up, in the
// order of the document. A value of a system's connector flows down to the variables that follow
// it.

#include "system/ssp/ssp_bindings.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "system/rules.h"

namespace bw::system {
namespace {

bool is_number(const std::string& type) { return type == "Real" || type.starts_with("Float"); }

Stage stage_of(const SspMappingEntry& entry) {
  Stage stage;
  stage.converts = entry.converts_units;
  stage.gain = entry.transformation.factor;
  stage.offset = entry.transformation.offset;
  stage.map = entry.transformation.entries;
  stage.position = entry.position;
  return stage;
}

std::string words_of(const Parameter& parameter) {
  const auto word = [](const Value& value) {
    const auto* words = std::get_if<std::string>(&value);
    return words != nullptr ? *words : text(value);
  };
  return parameter.elements ? listed(*parameter.elements, word) : word(parameter.value);
}

}  // namespace

void SspBindings::apply(System& system) {
  read_all();
  flow_down(system);
  drop_driven(system);
  for (auto& [name, given] : variables_) system.parameters.push_back(std::move(given.parameter));
}

void SspBindings::read_all() {
  std::vector<std::size_t> order(instances_.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
    return instances_[a].depth > instances_[b].depth;
  });
  for (const std::size_t index : order) {
    const SspInstance& instance = instances_[index];
    const auto read_each = [&](const SspElement& element, const SspPlace& place) {
      for (const SspBinding& binding : element.bindings)
        findings_.mistakes.attempt([&] { read(index, binding, place); },
                                   row(Rule::ssp_file_missing).key, binding.set.position);
    };
    read_each(*instance.element, *instance.place);
    // Those of a component that names a document come behind those of the document, and their files
    // are beside its own.
    if (instance.component != nullptr)
      read_each(*instance.component, *instances_[instance.parent].place);
  }
}

Parameter SspBindings::parameter_of(const SspValue& value, const SspBinding& binding,
                                    const SspInstance& owner) {
  Parameter parameter;
  parameter.binding = (owner.name.empty() ? "the system" : "'" + owner.name + "'") +
                      (binding.prefix.empty() ? "" : ", prefix '" + binding.prefix + "'") +
                      (binding.mapping ? ", mapped" : "");
  parameter.position = value.position;
  parameter.unit = value.type.unit;
  parameter.items = value.type.items;
  if (value.other)
    parameter.ambiguous = "the parameter '" + value.name + "' has another value at " +
                          value.other->text() + "; a set has one value for each name.";
  std::vector<Value> values;
  for (const std::string& word : value.values) {
    const auto number = is_number(value.type.name) ? to_number(word) : std::nullopt;
    if (is_number(value.type.name) && !number) continue;  // a mistake of form
    values.push_back(number ? Value(*number) : Value(word));
  }
  if (value.type.dimensions.empty() && values.size() == 1)
    parameter.value = values.front();
  else
    parameter.elements = std::move(values);
  return parameter;
}

void SspBindings::read(std::size_t index, const SspBinding& binding, const SspPlace& place) {
  const SspInstance& instance = instances_[index];
  const auto set = files_.content(binding.set, place, instance.file, read_ssv);
  std::shared_ptr<const SspParameterMapping> mapping;
  if (binding.mapping) mapping = files_.content(*binding.mapping, place, instance.file, read_ssm);
  if (set == nullptr || (binding.mapping && mapping == nullptr)) return;  // reported already
  std::unordered_map<std::string, const SspValue*> by_name;
  for (const SspValue& value : set->values) {
    const std::string name = binding.prefix + value.name;
    by_name.emplace(name, &value);
    if (mapping == nullptr)
      assign(index, name, {parameter_of(value, binding, instance), instance.depth});
  }
  if (mapping == nullptr) return;
  for (const SspMappingEntry& entry : mapping->entries) {
    const auto found = by_name.find(entry.source);
    if (found == by_name.end()) {
      findings_.remark(Rule::ssp_mapping_unused, entry.source,
                       "the mapping names the parameter '" + entry.source +
                           "', but its source has none of this name.",
                       entry.position);
      continue;
    }
    Given given{parameter_of(*found->second, binding, instance), instance.depth};
    given.parameter.stages.push_back(stage_of(entry));
    assign(index, entry.target, given);
  }
}

void SspBindings::assign(std::size_t index, const std::string& name, const Given& given) {
  if (assign_below(index, name, given) > 0) return;
  findings_.remark(
      Rule::ssp_parameter_unused, name,
      "there is no variable '" + name + "' in " +
          (instances_[index].name.empty() ? "the system" : "'" + instances_[index].name + "'") +
          ", so that this value has no effect.",
      given.parameter.position);
}

// Names may contain dots, so each of them may end the name of an element; all that fit are meant.
std::size_t SspBindings::assign_below(std::size_t index, std::string_view name,
                                      const Given& given) {
  // Elements called "a" and "a.a" in each other give as many ways as Fibonacci's numbers.
  constexpr std::size_t most = 10'000'000;
  if (++looked_up_ > most)
    refuse(Rule::ssp_nesting, given.parameter.position,
           "the names of values fit elements with dots in their names in more than " +
               std::to_string(most) +
               " ways, which is the limit; give these elements names without dots.");
  const SspInstance& instance = instances_[index];
  const std::string variable(name);
  if (instance.is_component()) {
    Given here = given;
    here.parameter.target = {instance.name, variable};
    here.parameter.may_miss = true;
    give(here);
    return 1;
  }
  std::size_t count = 0;
  if (instance.connector(variable) != nullptr) {
    const auto [place, is_new] =
        connectors_.emplace((instance.name.empty() ? "" : instance.name + ".") + variable, given);
    if (!is_new) place->second = replaced(place->second, given);
    ++count;
  }
  for (auto dot = name.find('.'); dot != std::string_view::npos; dot = name.find('.', dot + 1))
    if (const auto child = instance.children.find(std::string(name.substr(0, dot)));
        child != instance.children.end())
      count += assign_below(child->second, name.substr(dot + 1), given);
  return count;
}

// The winner, with what the loser has replaced before.
SspBindings::Given SspBindings::replaced(const Given& loser, Given winner) {
  const system::Endpoint& target =
      winner.parameter.target;  // of a system's connector not known yet
  add(findings_.mistakes, Rule::ssp_binding_lost, loser.parameter.position,
      "this value" + (target.variable.empty() ? "" : " of '" + target.text() + "'") +
          " has no effect; that at " + winner.parameter.position.text() + " wins.");
  auto& lost = winner.parameter.lost;
  const Parameter& old = loser.parameter;
  lost.insert(lost.begin(), old.lost.begin(), old.lost.end());
  lost.push_back({words_of(old), old.unit.name, old.position, old.binding});
  return winner;
}

// The last one that gives a value wins.
void SspBindings::give(const Given& given) {
  const auto [place, is_new] = variables_.emplace(key(given.parameter.target), given);
  if (!is_new) place->second = replaced(place->second, given);
}

void SspBindings::flow_down(System& system) {
  for (const Entrance& entrance : system.entrances) {
    const auto found = connectors_.find(entrance.name);
    if (found == connectors_.end()) continue;
    for (const Entrance::Way& way : entrance.ways) {
      Given given = found->second;
      Parameter& parameter = given.parameter;
      parameter.target = way.target;
      if (!parameter.stages.empty()) parameter.stages.back().unit = entrance.unit;
      if (parameter.unit.name.empty()) parameter.unit = entrance.unit;
      parameter.stages.insert(parameter.stages.end(), way.stages.begin(), way.stages.end());
      const auto direct = variables_.find(key(way.target));
      if (direct == variables_.end() || direct->second.depth >= given.depth)
        give(given);
      else
        direct->second = replaced(given, direct->second);
    }
    connectors_.erase(found);
  }
  for (const auto& [name, given] : connectors_)
    findings_.remark(Rule::ssp_connector_idle, name,
                     "the value of the connector '" + name +
                         "' has no effect: no input and no parameter follows it.",
                     given.parameter.position);
}

void SspBindings::drop_driven(System& system) {
  for (const Connection& connection : system.connections) {
    if (!connection.target_indices.empty()) continue;
    const auto found = variables_.find(key(connection.target));
    if (found == variables_.end()) continue;
    const std::string name = connection.target.text();
    findings_.remark(Rule::ssp_value_connected, name,
                     "the value of '" + name + "' has no effect, because it is connected at " +
                         connection.position.text() + ".",
                     found->second.parameter.position);
    variables_.erase(found);
  }
}

}  // namespace bw::system
