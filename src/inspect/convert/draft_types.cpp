#include "inspect/convert/draft_types.h"

#include <algorithm>
#include <cstdint>
#include <limits>

#include "base/error.h"
#include "base/hexadecimal.h"
#include "base/text.h"
#include "model/variable.h"
#include "run/open/stages.h"

namespace bw::inspect {
namespace {

using model::Causality;
using model::Variable;
using system::SspDraft;

bool is_int(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() &&
         value <= std::numeric_limits<std::int32_t>::max();
}

[[noreturn]] void refuse_old(const Position& position, const std::string& what) {
  throw InputError(position.text() + ": SSP 1.0 has no " + what + "; write 2.0.");
}

}  // namespace

std::string DraftTypes::kind_of(const Variable& variable) const {
  switch (variable.causality) {
    case Causality::input: return "input";
    case Causality::output: return "output";
    case Causality::parameter: return "parameter";
    case Causality::calculated_parameter: return "calculatedParameter";
    case Causality::structural_parameter: return is_old_ ? "parameter" : "structuralParameter";
    default: return is_old_ ? "output" : "local";
  }
}

SspDraft::Type DraftTypes::type_of(const run::Found& found, const Position& position) {
  SspDraft::Type type;
  const Variable& variable = found.variable;
  if (const auto element = settled_.element_of(found)) {
    if (is_old_) refuse_old(position, "arrays, such as '" + element->array + "'");
    type.dimensions = settled_.dimensions(found.component, element->array);
  }
  switch (variable.type) {
    case Type::real:
      type.name = "Real";
      type.unit = unit_of(variable);
      break;
    case Type::enumeration:
      type.enumeration = enumeration_of(found);
      type.name = type.enumeration.empty() ? "Integer" : "Enumeration";
      break;
    case Type::clock: type.name = is_old_ ? "" : "Clock"; break;
    case Type::integer: {
      const bool is_wide = !is_int(variable.lowest) || !is_int(variable.highest);
      type.name = is_wide && !is_old_ ? "Int64" : "Integer";
      break;
    }
    default: type.name = name(variable.type); break;
  }
  return type;
}

// Empty: none, or its meaning is not known or another one than that of the same name elsewhere; the
// variable has its own.
std::string DraftTypes::unit_of(const Variable& variable) {
  const std::string name = run::plain_unit(variable.unit);
  if (name.empty() || !variable.unit_meaning) return "";
  const Unit& meaning = *variable.unit_meaning;
  const Unit& known = draft_.units.emplace(name, meaning).first->second;
  const bool same = known.exponents == meaning.exponents && known.factor == meaning.factor &&
                    known.offset == meaning.offset;
  return same ? name : "";
}

std::string DraftTypes::enumeration_of(const run::Found& found) {
  const auto& items = found.variable.items;
  if (items.empty()) return "";
  if (is_old_ && !std::ranges::all_of(items, [](const auto& item) { return is_int(item.second); }))
    return "";
  const std::string name =
      settled_.system().components[found.component].name + "." + found.variable.name;
  const auto [known, is_new] = enumerations_.emplace(items, name);
  if (is_new) draft_.enumerations.emplace(name, items);
  return known->second;
}

std::string DraftTypes::word_of(const Variable& variable, const Value& value) const {
  if (variable.type == Type::binary) return hexadecimal(std::get<std::string>(value));
  if (const auto* words = std::get_if<std::string>(&value)) return *words;
  if (variable.type == Type::enumeration)
    for (const auto& [item, code] : variable.items)
      if (value == Value(code)) return item;
  return text(value);
}

std::vector<SspDraft::Given> DraftTypes::values_of(const SettledValue& settled) {
  const system::Parameter& written = *settled.written;
  const std::string prefix = written.target.component + ".";
  std::vector<SspDraft::Given> all;
  for (std::size_t k = 0; k < settled.targets.size(); ++k) {
    const run::Found& found = settled.targets[k];
    if (found.variable.type == Type::clock)
      throw InputError(written.position.text() + ": '" + written.target.text() +
                       "' is a clock, which SSP has no values for.");
    const auto* whole = std::get_if<std::int64_t>(&settled.values[k]);
    const std::string word = word_of(found.variable, settled.values[k]);
    const auto element = settled_.element_of(found);
    const bool is_whole_array = element && settled.targets.size() > 1;
    if (is_whole_array && k > 0) {
      all.front().values.push_back(word);
      continue;
    }
    SspDraft::Given given;
    given.name = prefix + (is_whole_array ? element->array : found.variable.name);
    given.type = type_of(found, written.position);
    given.values = {word};
    if (!is_whole_array) given.type.dimensions.clear();
    // A number without a name is a whole number.
    if (given.type.name == "Enumeration" && whole != nullptr && word == std::to_string(*whole))
      given.type.name = "Integer", given.type.enumeration.clear();
    if (given.type.name == "Integer" && whole != nullptr && !is_int(*whole)) {
      if (is_old_) refuse_old(written.position, "whole numbers beyond 32 bits");
      given.type.name = "Int64";
    }
    all.push_back(std::move(given));
  }
  return all;
}

}  // namespace bw::inspect
