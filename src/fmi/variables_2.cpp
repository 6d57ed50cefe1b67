// <ModelVariables> (FMI 2.0, 2.2.7). Errors name the line and the variable.

#include <fmt/format.h>

#include <algorithm>
#include <unordered_set>

#include "base/text.h"
#include "fmi/attributes.h"
#include "fmi/description_2.h"
#include "fmi/start_rules.h"
#include "fmi/start_values.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;
using model::Variable;

namespace {

constexpr Words<Causality, 6> causalities = {{
    {"parameter", Causality::parameter},
    {"calculatedParameter", Causality::calculated_parameter},
    {"input", Causality::input},
    {"output", Causality::output},
    {"local", Causality::local},
    {"independent", Causality::independent},
}};
constexpr Words<Variability, 5> variabilities = {{
    {"constant", Variability::constant},
    {"fixed", Variability::fixed},
    {"tunable", Variability::tunable},
    {"discrete", Variability::discrete},
    {"continuous", Variability::continuous},
}};
constexpr Words<Initial, 3> initials = {{
    {"exact", Initial::exact},
    {"approx", Initial::approx},
    {"calculated", Initial::calculated},
}};

// One reader for one <ScalarVariable>.
class VariableReader {
 public:
  VariableReader(const XmlElement& scalar, Definitions& definitions, Deviations& deviations)
      : scalar_(scalar),
        typed_(type_element(scalar)),
        definitions_(definitions),
        deviations_(deviations) {}

  Variable read() {
    begin_with_declared_type();
    variable_.name = required(scalar_, "name");
    if (variable_.name.empty()) refuse(scalar_, "name", "", "a variable needs a name");
    variable_.description = text_attribute(scalar_, "description");
    read_type_attributes(typed_, definitions_, variable_, deviations_);
    read_causality_and_variability();
    read_initial();
    read_start();
    return std::move(variable_);
  }

 private:
  static XmlElement type_element(const XmlElement& scalar);
  void begin_with_declared_type();
  void read_causality_and_variability();
  Variability usual_variability();
  void read_initial();
  void read_start();

  void note(std::string_view rule, std::string_view sentence) {
    deviations_.note(rule, scalar_, fmt::format("variable '{}' {}", variable_.name, sentence));
  }

  XmlElement scalar_, typed_;
  Definitions& definitions_;
  Deviations& deviations_;
  Variable variable_;
  std::optional<Initial> initial_;
};

XmlElement VariableReader::type_element(const XmlElement& scalar) {
  std::optional<XmlElement> found;
  for (const XmlElement& child : scalar.children()) {
    if (!type_of_element(child.name())) continue;
    if (found)
      refuse(scalar, fmt::format("'{}' has two types, <{}> and <{}>; one is right",
                                 text_attribute(scalar, "name"), found->name(), child.name()));
    found = child;
  }
  if (!found)
    refuse(scalar, fmt::format("'{}' has no type; <Real>, <Integer>, <Boolean>, <String> or "
                               "<Enumeration> is required",
                               text_attribute(scalar, "name")));
  return *found;
}

void VariableReader::begin_with_declared_type() {
  const Type type = *type_of_element(typed_.name());
  variable_.type = type;
  const auto declared = typed_.attribute("declaredType");
  if (!declared) return;
  const auto known = definitions_.types.find(std::string(*declared));
  if (known == definitions_.types.end()) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : definitions_.types) names.push_back(name);
    std::sort(names.begin(), names.end());
    refuse(typed_, "declaredType", *declared,
           "there is no such type in TypeDefinitions." + did_you_mean(*declared, names));
  }
  if (known->second.type != type)
    refuse(typed_, "declaredType", *declared,
           fmt::format("that type is {}, the variable is {}", bw::name(known->second.type),
                       bw::name(type)));
  variable_ = known->second;
}

// The standard's "continuous" fits neither parameters nor what is not Real.
Variability VariableReader::usual_variability() {
  const bool is_parameter = variable_.causality == Causality::parameter ||
                            variable_.causality == Causality::calculated_parameter;
  if (is_parameter) {
    note("variability of a parameter", "is a parameter without variability; fixed was taken");
    return Variability::fixed;
  }
  return is_real(variable_.type) ? Variability::continuous : Variability::discrete;
}

void VariableReader::read_causality_and_variability() {
  variable_.causality =
      word_attribute(scalar_, "causality", causalities).value_or(Causality::local);
  const auto written = word_attribute(scalar_, "variability", variabilities);
  variable_.variability = written ? *written : usual_variability();
  if (variable_.variability == Variability::continuous && !is_real(variable_.type)) {
    note("variability of a discrete type",
         fmt::format("is {} and continuous; only Real is continuous, so discrete was taken",
                     bw::name(variable_.type)));
    variable_.variability = Variability::discrete;
  }
  if (!start_rule(variable_.causality, variable_.variability))
    refuse(scalar_,
           fmt::format("'{}' has causality=\"{}\" and variability=\"{}\", which exclude each "
                       "other; variability {} would be right",
                       variable_.name, text_attribute(scalar_, "causality"),
                       model::name(variable_.variability), variabilities_for(variable_.causality)));
}

// A wrong "initial" only blurs who may change the start value; the usual one is safe.
void VariableReader::read_initial() {
  const StartRule rule = *start_rule(variable_.causality, variable_.variability);
  const auto written = word_attribute(scalar_, "initial", initials);
  initial_ = rule.usual;
  if (written && rule.allows(*written)) initial_ = written;
  if (written && !rule.allows(*written))
    note("initial not allowed",
         fmt::format("has initial=\"{}\", which a {} {} must not have; {} was taken",
                     fmi::name(*written), model::name(variable_.variability),
                     model::name(variable_.causality), initial_ ? fmi::name(*initial_) : "none"));
  variable_.takes_start = takes_start(variable_.causality, variable_.variability, initial_);
}

void VariableReader::read_start() {
  variable_.start = described_start(typed_, variable_.type);
  const bool is_needed = needs_start(variable_.causality, initial_);
  if (is_needed && !variable_.start) {
    variable_.start = assumed_start(variable_);
    note("missing start", fmt::format("has no start value, which it must have; {} was taken",
                                      bw::text(*variable_.start)));
  } else if (!is_needed && variable_.start) {
    variable_.start.reset();
    note("needless start", "has a start value although it is calculated; it was ignored");
  } else if (variable_.start) {
    if (const std::string doubt = doubt_about_start(variable_); !doubt.empty())
      note("start outside of limits", doubt);
  }
}

}  // namespace

void read_variables_2(const XmlElement& model_variables, Definitions& definitions,
                      Description& description, Deviations& deviations) {
  const std::vector<XmlElement> scalars = model_variables.children("ScalarVariable");
  description.variables.reserve(scalars.size());  // the names below are views: no moving
  description.value_references.reserve(scalars.size());
  std::unordered_set<std::string_view> names;
  names.reserve(scalars.size());
  for (const XmlElement& scalar : scalars) {
    description.variables.push_back(VariableReader(scalar, definitions, deviations).read());
    const std::string& name = description.variables.back().name;
    if (!names.insert(name).second)
      refuse(scalar, "name", name, "another variable has this name; names must differ");
    required(scalar, "valueReference");
    const std::int64_t reference = *integer_attribute(scalar, "valueReference", unsigned_range);
    description.value_references.push_back(static_cast<std::uint32_t>(reference));
  }
}

}  // namespace bw::fmi
