// The attributes of a variable that all versions of the standard share (FMI 2.0, 2.2.7; FMI 3.0,
// 2.4.7).

#include "fmi/description/variables.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "fmi/description/start_values.h"
#include "fmi/description/types.h"

namespace bw::fmi {

using model::Causality;
using model::Variability;

namespace {

constexpr Words<Causality, 7> causalities = {{
    {"parameter", Causality::parameter},
    {"calculatedParameter", Causality::calculated_parameter},
    {"input", Causality::input},
    {"output", Causality::output},
    {"local", Causality::local},
    {"independent", Causality::independent},
    {"structuralParameter", Causality::structural_parameter},
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

// FMI 2.0 has all but the last one.
constexpr Words<Causality, 6> causalities_2 = [] {
  Words<Causality, 6> words;
  for (std::size_t i = 0; i < words.size(); ++i) words[i] = causalities[i];
  return words;
}();

std::string_view word_of(Causality causality) {
  for (const auto& [word, value] : causalities)
    if (value == causality) return word;
  return "?";
}

bool is_parameter(Causality causality) {
  return causality == Causality::parameter || causality == Causality::calculated_parameter ||
         causality == Causality::structural_parameter;
}

// As the document's version calls it.
std::string_view name_in(Version version, DataType type) {
  return version == Version::fmi3 ? name(type) : bw::name(type_of(type));
}

}  // namespace

void VariableReader::begin(DataType type) {
  const std::string_view name = head_.required("name").value_or("");
  head_.call(name);
  typed_.call(name);
  begin_with_declared_type(type);
  if (name.empty() && head_.has("name"))
    head_.wrong("name", "", "a variable needs a name", Rule::variable_name_empty);
  variable_.face.name = name;
  variable_.face.description = head_.text("description");
  variable_.line = head_.element().position().line;
  if (head_.required("valueReference"))
    variable_.reference =
        static_cast<std::uint32_t>(head_.integer("valueReference", unsigned_range).value_or(0));
  read_type_attributes(typed_, reading_, variable_);
  variable_.annotations = read_annotations(head_.element(), reading_);
}

void VariableReader::begin_with_declared_type(DataType type) {
  variable_.type = type;
  variable_.face.type = type_of(type);
  const auto declared = typed_.find("declaredType");
  if (!declared) {
    if (type == DataType::enumeration)
      typed_.add(Rule::enumeration_without_type,
                 "has no declaredType, so the names of its values are not known");
    return;
  }
  const auto known = reading_.types.find(std::string(*declared));
  if (known == reading_.types.end()) {
    std::vector<std::string> names;
    for (const auto& [name, unused] : reading_.types) names.push_back(name);
    std::ranges::sort(names);
    typed_.wrong("declaredType", *declared,
                 "there is no such type in TypeDefinitions." + did_you_mean(*declared, names),
                 Rule::type_unknown);
    return;
  }
  if (known->second.type != type) {
    typed_.wrong(
        "declaredType", *declared,
        fmt::format("that type is {}, the variable is {}",
                    name_in(reading_.version, known->second.type), name_in(reading_.version, type)),
        Rule::type_mismatch);
    return;
  }
  variable_ = known->second;
  variable_.declared_type = *declared;
}

Roles VariableReader::roles() {
  Roles roles;
  const auto causality = reading_.version == Version::fmi3 ? head_.word("causality", causalities)
                                                           : head_.word("causality", causalities_2);
  roles.causality = causality.value_or(Causality::local);
  roles.variability = head_.word("variability", variabilities);
  if (variable_.type != DataType::clock) roles.initial = head_.word("initial", initials);
  return roles;
}

// "continuous", the default of FMI 2.0, fits neither parameters nor variables that are not real.
Variability VariableReader::usual_variability() {
  if (is_parameter(variable_.face.causality)) {
    if (reading_.version == Version::fmi2)
      head_.add(Rule::parameter_variability,
                "is a parameter without variability; fixed was assumed");
    return Variability::fixed;
  }
  return is_real(variable_.face.type) ? Variability::continuous : Variability::discrete;
}

void VariableReader::settle(const Roles& roles) {
  model::Variable& face = variable_.face;
  face.causality = roles.causality;
  face.variability = roles.variability ? *roles.variability : usual_variability();
  if (face.variability == Variability::continuous && !is_real(face.type)) {
    head_.add(Rule::variability_of_type,
              fmt::format("is {} and continuous; only real values can be, so discrete was assumed",
                          name_in(reading_.version, variable_.type)));
    face.variability = Variability::discrete;
  }
  // A tool's way to say that a value is fixed for good.
  if (face.causality == Causality::parameter && face.variability == Variability::constant) {
    head_.add(Rule::parameter_variability,
              "is a parameter with variability=\"constant\", which exclude each other; it was read "
              "as a constant, which cannot be set");
    face.causality = Causality::local;
    if (variable_.type != DataType::clock) settle_initial({});
    return;
  }
  if (!start_rule(face.causality, face.variability)) {
    head_.add(Rule::causality_variability,
              fmt::format("has causality=\"{}\" and variability=\"{}\", which exclude each other; "
                          "expected variability {}",
                          word_of(face.causality), model::name(face.variability),
                          variabilities_for(face.causality)));
    return;
  }
  if (variable_.type != DataType::clock) settle_initial(roles.initial);
}

// A wrong "initial" only affects whether the start value may be changed; the default is safe.
void VariableReader::settle_initial(std::optional<Initial> written) {
  model::Variable& face = variable_.face;
  const StartRule rule = *start_rule(face.causality, face.variability);
  const bool is_old_input = reading_.version == Version::fmi2 && face.causality == Causality::input;
  variable_.initial = rule.usual;
  if (written && rule.allows(*written)) variable_.initial = written;
  if (written && (is_old_input || !rule.allows(*written)))
    head_.add(
        Rule::initial_not_allowed,
        fmt::format("has initial=\"{}\", which a {} {} must not have; {} was assumed",
                    fmi::name(*written), model::name(face.variability), model::name(face.causality),
                    variable_.initial ? fmi::name(*variable_.initial) : "none"));
  face.takes_start = takes_start(face.causality, face.variability, variable_.initial);
}

void VariableReader::read_starts() {
  if (variable_.type == DataType::clock) return;
  variable_.starts = described_starts(typed_, variable_, reading_.version);
  const bool is_needed = needs_start(variable_.face.causality, variable_.initial);
  if (is_needed && variable_.starts.empty()) {
    variable_.starts = {assumed_start(variable_)};
    head_.add(Rule::start_missing, fmt::format("has no start value, which is required; {} was used",
                                               bw::text(variable_.starts[0])));
  } else if (!is_needed && !variable_.starts.empty()) {
    variable_.starts.clear();
    head_.add(Rule::start_needless,
              "has a start value although it is calculated; the start value was ignored");
  } else if (const std::string doubt = doubt_about_starts(variable_); !doubt.empty()) {
    head_.add(Rule::start_outside_limits, doubt);
  }
  if (!variable_.starts.empty()) variable_.face.start = variable_.starts.front();
}

}  // namespace bw::fmi
