// <ModelVariables> of FMI 1.0, in the terms of the later versions:
//
//   variability    start          becomes
//   parameter      exact          parameter, fixed
//   parameter      guess or none  calculated parameter, fixed
//   parameter      (an output)    output, discrete
//   constant       exact          constant
//   others         exact          initial = exact
//   others         guess          initial = approx     (fixed="false")
//   others         none           initial = calculated

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "base/text.h"
#include "base/xml.h"
#include "fmi/description/attributes.h"
#include "fmi/description/description.h"
#include "fmi/description/description_reading.h"
#include "fmi/description/rules.h"
#include "fmi/description/start_rules.h"
#include "fmi/description/structure.h"
#include "fmi/description/types.h"
#include "fmi/description/variables.h"
#include "model/variable.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

enum class OldVariability { constant, parameter, discrete, continuous };
constexpr Words<OldVariability, 4> old_variabilities = {{
    {"constant", OldVariability::constant},
    {"parameter", OldVariability::parameter},
    {"discrete", OldVariability::discrete},
    {"continuous", OldVariability::continuous},
}};
// "none" has no influence on the model, like a switch for messages.
constexpr Words<Causality, 4> old_causalities = {{
    {"input", Causality::input},
    {"output", Causality::output},
    {"internal", Causality::local},
    {"none", Causality::local},
}};
enum class AliasKind { none, same, negated };
constexpr Words<AliasKind, 3> aliases = {{
    {"noAlias", AliasKind::none},
    {"alias", AliasKind::same},
    {"negatedAlias", AliasKind::negated},
}};

Initial initial_of(ElementReader& typed) {
  const bool is_fixed = typed.flag("fixed", true);
  if (!typed.has("start")) return Initial::calculated;
  return is_fixed ? Initial::exact : Initial::approx;
}

Roles parameter_roles(Causality causality, Initial initial) {
  if (causality == Causality::output) return {causality, Variability::discrete, initial};
  if (causality == Causality::input || initial == Initial::exact)
    return {Causality::parameter, Variability::fixed, {}};
  return {Causality::calculated_parameter, Variability::fixed, initial};
}

Roles roles_of(ElementReader& head, ElementReader& typed) {
  const auto causality = head.word("causality", old_causalities).value_or(Causality::local);
  const auto variability = head.word("variability", old_variabilities);
  const Initial initial = initial_of(typed);
  if (variability == OldVariability::parameter) return parameter_roles(causality, initial);
  if (variability == OldVariability::constant) return {causality, Variability::constant, {}};
  Roles roles{causality, {}, initial};
  if (causality == Causality::input) roles.initial.reset();
  if (variability == OldVariability::discrete) roles.variability = Variability::discrete;
  if (variability == OldVariability::continuous) roles.variability = Variability::continuous;
  return roles;
}

void read_variable(ElementReader& head, const XmlElement& xml, Reading& reading,
                   Variable& variable) {
  ElementReader typed = reading.element(xml);
  VariableReader reader(head, typed, reading, variable);
  reader.begin(*data_type_of(Version::fmi1, xml.name()));
  reader.settle(roles_of(head, typed));
  reader.read_starts();
  variable.negated = head.word("alias", aliases) == AliasKind::negated;
  typed.note_unknown_attributes();
}

// <DirectDependency> lists the inputs with direct feedthrough to an output; without it all may
// have.
class DirectDependencies {
 public:
  explicit DirectDependencies(Reading& reading) : reading_(reading) {
    const std::vector<Variable>& variables = reading.description.variables;
    for (std::size_t i = 0; i < variables.size(); ++i)
      if (variables[i].face.causality == Causality::input) inputs_[variables[i].face.name] = i;
  }

  std::optional<std::vector<Dependency>> of(const XmlElement& scalar) {
    const auto list = scalar.child("DirectDependency");
    if (!list) return {};
    std::vector<Dependency> found;
    for (const XmlElement& name : list->children("Name")) {
      const auto input = inputs_.find(trimmed(name.text()));
      if (input != inputs_.end())
        found.push_back({input->second, Dependency::Kind::dependent});
      else
        note_unknown(name);
    }
    return found;
  }

 private:
  void note_unknown(const XmlElement& name) {
    std::vector<std::string> known;
    for (const auto& [input, index] : inputs_) known.emplace_back(input);
    add(reading_.report, Rule::dependency_name, name.position(),
        fmt::format("<DirectDependency> names '{}', which is not an input; it was ignored.{}",
                    trimmed(name.text()), did_you_mean(trimmed(name.text()), known)));
  }

  Reading& reading_;
  std::map<std::string_view, std::size_t> inputs_;
};

void read_dependencies(const std::vector<XmlElement>& scalars, Reading& reading) {
  DirectDependencies dependencies(reading);
  Description& d = reading.description;
  for (std::size_t i = 0; i < scalars.size(); ++i)
    if (d.variables[i].face.causality == Causality::output)
      d.structure.outputs.push_back({i, dependencies.of(scalars[i]), d.variables[i].line});
  settle_direct_inputs(d);
}

// Some exporters give one name to several variables, which nobody may use. They get names that
// nobody uses by mistake; of aliases, which have one value, the first keeps its name.
void part_shared_names(const std::vector<XmlElement>& scalars, Reading& reading) {
  std::vector<Variable>& variables = reading.description.variables;
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < variables.size(); ++i)
    if (!variables[i].face.name.empty()) by_name[variables[i].face.name].push_back(i);
  for (const auto& [name, places] : by_name) {
    if (places.size() == 1) continue;
    const Variable& first = variables[places.front()];
    const bool are_one = std::ranges::all_of(places, [&](std::size_t i) {
      return variables[i].reference == first.reference && variables[i].type == first.type &&
             variables[i].negated == first.negated;
    });
    for (std::size_t k = are_one ? 1 : 0; k < places.size(); ++k) {
      Variable& variable = variables[places[k]];
      variable.face.name =
          fmt::format("{} (value reference {}, line {})", name, variable.reference, variable.line);
      ElementReader head = reading.element(scalars[places[k]]);
      head.call(name);
      head.add(Rule::variable_name_shared,
               fmt::format("has the name of another variable; here it is called '{}'",
                           variable.face.name));
    }
  }
}

}  // namespace

void read_variables_1(const XmlElement& model_variables, Reading& reading) {
  const std::vector<XmlElement> scalars =
      read_scalars(model_variables, "DirectDependency", reading, read_variable);
  read_dependencies(scalars, reading);
  part_shared_names(scalars, reading);
}

}  // namespace bw::fmi
