// <ModelStructure> (FMI 2.0, 2.2.8; FMI 3.0, 2.4.8). FMI 2.0 has lists, <Outputs><Unknown
// index=...>, FMI 3.0 single elements, <Output valueReference=...>.

#include "fmi/description/structure.h"

#include <fmt/format.h>

#include <algorithm>

namespace bw::fmi {

using model::Causality;

namespace {

struct List {
  std::string_view name_2, name_3;  // "" when the version does not have it
  std::vector<Unknown> Structure::*unknowns;
};
constexpr List lists[] = {
    {"Outputs", "Output", &Structure::outputs},
    {"Derivatives", "ContinuousStateDerivative", &Structure::derivatives},
    {"", "ClockedState", &Structure::clocked_states},
    {"InitialUnknowns", "InitialUnknown", &Structure::initial_unknowns},
    {"", "EventIndicator", &Structure::event_indicators},
};

using DependencyKind = Dependency::Kind;
constexpr Words<DependencyKind, 5> dependency_kinds = {{
    {"dependent", DependencyKind::dependent},
    {"constant", DependencyKind::constant},
    {"fixed", DependencyKind::fixed},
    {"tunable", DependencyKind::tunable},
    {"discrete", DependencyKind::discrete},
}};

std::optional<DependencyKind> kind_of(std::string_view word) {
  for (const auto& [known, kind] : dependency_kinds)
    if (known == word) return kind;
  return {};
}

// Kinds only refine a dependency: a wrong list of them is ignored.
void read_kinds(ElementReader& element, std::vector<Dependency>& dependencies) {
  const auto text = element.find("dependenciesKind");
  if (!text) return;
  const std::vector<std::string_view> words = words_of(*text);
  if (words.size() != dependencies.size()) {
    element.add(
        Rule::dependencies_kind,
        fmt::format("has {} dependencies but {} words in dependenciesKind; they were ignored",
                    dependencies.size(), words.size()));
    return;
  }
  for (std::size_t i = 0; i < words.size(); ++i) {
    const auto kind = kind_of(words[i]);
    if (!kind)
      element.wrong(
          "dependenciesKind", words[i],
          "expected dependent, constant, fixed, tunable or discrete; dependent was assumed",
          Rule::dependencies_kind);
    dependencies[i].kind = kind.value_or(DependencyKind::dependent);
  }
}

std::optional<std::vector<Dependency>> read_dependencies(ElementReader& element,
                                                         const VariableReferences& references) {
  if (!element.has("dependencies")) {
    std::vector<Dependency> none;
    read_kinds(element, none);
    return {};
  }
  const std::size_t written = words_of(*element.find("dependencies")).size();
  std::vector<Dependency> dependencies;
  for (const std::size_t index : references.list(element, "dependencies"))
    dependencies.push_back({index, DependencyKind::dependent});
  if (dependencies.size() == written)
    read_kinds(element, dependencies);
  else
    element.find("dependenciesKind");  // the error has been reported
  return dependencies;
}

bool is_output(const ElementReader& element, const Variable& variable) {
  if (variable.face.causality == Causality::output) return true;
  element.add(Rule::output_causality,
              fmt::format("is listed as an output, but its causality is {}; the entry was ignored",
                          model::name(variable.face.causality)));
  return false;
}

void check_derivative(const ElementReader& element, const Variable& variable) {
  if (!variable.derivative_of)
    element.add(Rule::derivative_without_state,
                "is listed as a state derivative, but has no attribute 'derivative' that names its "
                "state");
}

void read_unknown(const XmlElement& xml, const List& list, const VariableReferences& references,
                  Reading& reading, std::vector<bool>& is_listed) {
  const std::vector<Variable>& variables = reading.description.variables;
  ElementReader element = reading.element(xml);
  const std::string_view key = reading.version == Version::fmi2 ? "index" : "valueReference";
  element.required(key);
  const auto found = references.attribute(element, key);
  if (!found) return;
  const std::size_t index = *found;
  element.call(variables[index].face.name);
  auto dependencies = read_dependencies(element, references);
  element.note_unknown_attributes();
  std::vector<Unknown>& unknowns = reading.description.structure.*list.unknowns;
  if (list.unknowns == &Structure::outputs && !is_output(element, variables[index])) return;
  if (is_listed[index]) {
    const auto first = std::ranges::find(unknowns, index, &Unknown::variable);
    first->dependencies.reset();
    element.add(Rule::unknown_twice,
                "occurs twice in this list of ModelStructure, so it may depend on anything");
    return;
  }
  is_listed[index] = true;
  if (list.unknowns == &Structure::derivatives) check_derivative(element, variables[index]);
  unknowns.push_back({index, std::move(dependencies), xml.position().line});
}

void read_list(const XmlElement& structure, const List& list, const VariableReferences& references,
               Reading& reading) {
  std::vector<bool> is_listed(reading.description.variables.size());
  const bool is_nested = reading.version == Version::fmi2;
  const std::string_view name = is_nested ? list.name_2 : list.name_3;
  for (auto child = structure.first_child(); child; child = child->next()) {
    if (child->name() != name) continue;
    if (!is_nested) {
      read_unknown(*child, list, references, reading, is_listed);
      continue;
    }
    reading.element(*child).note_unknown_children({"Unknown"});
    for (auto unknown = child->first_child(); unknown; unknown = unknown->next())
      if (unknown->name() == "Unknown")
        read_unknown(*unknown, list, references, reading, is_listed);
  }
}

void note_outputs_not_listed(const ElementReader& structure, Reading& reading) {
  const std::vector<Variable>& variables = reading.description.variables;
  std::vector<bool> is_listed(variables.size());
  for (const Unknown& unknown : reading.description.structure.outputs)
    is_listed[unknown.variable] = true;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (variables[i].face.causality == Causality::output && !is_listed[i])
      structure.add(Rule::output_not_listed,
                    fmt::format("does not list the output '{}'; it may depend on any input",
                                variables[i].face.name));
}

}  // namespace

// Of the listed variables only inputs matter to a master; states are no direct feedthrough.
void settle_direct_inputs(Description& description) {
  std::vector<Variable>& variables = description.variables;
  for (const Unknown& output : description.structure.outputs) {
    if (!output.dependencies) continue;
    std::vector<std::size_t> inputs;
    for (const Dependency& dependency : *output.dependencies)
      if (variables[dependency.variable].face.causality == Causality::input)
        inputs.push_back(dependency.variable);
    std::ranges::sort(inputs);
    inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
    variables[output.variable].face.direct_inputs = std::move(inputs);
  }
}

void read_structure(ElementReader& root, const VariableReferences& references, Reading& reading) {
  Description& d = reading.description;
  const auto xml = single_child(root, "ModelStructure");
  if (!xml) {
    root.add(Rule::structure_missing,
             "has no <ModelStructure>; any output may depend on any input");
    return;
  }
  const ElementReader structure = reading.element(*xml);
  for (const List& list : lists)
    if (reading.version == Version::fmi3 || !list.name_2.empty())
      read_list(*xml, list, references, reading);
  if (reading.version == Version::fmi2)
    structure.note_unknown_children({"Outputs", "Derivatives", "InitialUnknowns"});
  else
    structure.note_unknown_children({"Output", "ContinuousStateDerivative", "ClockedState",
                                     "InitialUnknown", "EventIndicator", "Annotations"});
  note_outputs_not_listed(structure, reading);
  settle_direct_inputs(d);
  for (const Unknown& unknown : d.structure.derivatives)
    d.continuous_states += d.variables[unknown.variable].element_count();
  for (const Unknown& unknown : d.structure.event_indicators)
    d.event_indicators += d.variables[unknown.variable].element_count();
}

}  // namespace bw::fmi
