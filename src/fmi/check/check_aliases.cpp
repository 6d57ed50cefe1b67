// Variables behind one value reference. Until FMI 2.0 they are separate variables; FMI 3.0 has
// elements for them, which cannot be inconsistent.

#include <fmt/format.h>

#include <map>

#include "base/value.h"
#include "base/xml.h"
#include "fmi/check/check_description.h"
#include "fmi/description/description.h"
#include "fmi/description/rules.h"
#include "model/variable.h"

namespace bw::fmi {

using model::Variability;

namespace {

using Set = std::vector<std::size_t>;

bool is_constant(const Variable& v) { return v.face.variability == Variability::constant; }

// Enumerations are read as integers, so they share their references.
std::map<std::pair<Type, std::uint32_t>, Set> alias_sets(const Description& description) {
  std::map<std::pair<Type, std::uint32_t>, Set> sets;
  for (std::size_t i = 0; i < description.variables.size(); ++i) {
    const Variable& v = description.variables[i];
    const Type type = v.face.type == Type::enumeration ? Type::integer : v.face.type;
    sets[{type, v.reference}].push_back(i);
  }
  return sets;
}

void check_constants(const Checking& checking, const Variable& first, const Variable& other) {
  if (is_constant(first) != is_constant(other) ||
      (is_constant(first) && first.face.start != other.face.start))
    checking.add(Rule::alias_of_constant, other,
                 fmt::format("'{}' is an alias of '{}' (value reference {}), but not both are "
                             "constants with one value.",
                             other.face.name, first.face.name, other.reference));
}

void check_set(const Checking& checking, const Set& set) {
  const std::vector<Variable>& variables = checking.description.variables;
  const Variable& first = variables[set[0]];
  const Variable* started = nullptr;
  for (const std::size_t i : set) {
    const Variable& other = variables[i];
    if (&other != &first) check_constants(checking, first, other);
    if (other.face.unit != first.face.unit && !other.face.unit.empty() && !first.face.unit.empty())
      checking.add(Rule::alias_unit, other,
                   fmt::format("'{}' has the unit '{}' and its alias '{}' the unit '{}'.",
                               other.face.name, other.face.unit, first.face.name, first.face.unit));
    if (is_constant(other) || other.starts.empty()) continue;
    if (started != nullptr)
      checking.add(Rule::alias_start_twice, other,
                   fmt::format("'{}' and its alias '{}' both have a start value; one of them may.",
                               other.face.name, started->face.name));
    started = &other;
  }
}

// FMI 1.0 says for each variable whether it is the alias or what it stands for.
void check_bases(const Checking& checking, const Set& set,
                 const std::vector<std::string_view>& kinds) {
  const std::vector<Variable>& variables = checking.description.variables;
  bool has_base = false;
  for (const std::size_t i : set) has_base = has_base || kinds[i] == "noAlias";
  for (const std::size_t i : set) {
    const Variable& v = variables[i];
    if (!has_base && kinds[i] != "noAlias")
      checking.add(
          Rule::alias_without_base, v,
          fmt::format(
              "'{}' is an alias, but no variable that is not an alias has its value reference {}.",
              v.face.name, v.reference));
    if (v.negated && (v.type == DataType::string || v.type == DataType::enumeration))
      checking.add(Rule::alias_negated_type, v,
                   fmt::format("'{}' is a negated alias, but not a number.", v.face.name));
  }
}

std::vector<std::string_view> alias_kinds(const Checking& checking) {
  std::vector<std::string_view> kinds(checking.description.variables.size(), "noAlias");
  const auto list = checking.root.child("ModelVariables");
  if (!list) return kinds;
  const std::vector<XmlElement> scalars = list->children("ScalarVariable");
  for (std::size_t i = 0; i < scalars.size() && i < kinds.size(); ++i)
    kinds[i] = scalars[i].attribute("alias").value_or("noAlias");
  return kinds;
}

}  // namespace

void check_aliases(const Checking& checking) {
  const Description& d = checking.description;
  if (d.version == Version::fmi3) return;
  const bool is_1 = d.version == Version::fmi1;
  const std::vector<std::string_view> kinds =
      is_1 ? alias_kinds(checking) : std::vector<std::string_view>();
  for (const auto& [reference, set] : alias_sets(d)) {
    if (is_1)
      check_bases(checking, set, kinds);
    else if (set.size() > 1)
      check_set(checking, set);
  }
}

}  // namespace bw::fmi
