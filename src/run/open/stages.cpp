// SSP 2.0.1, LinearTransformation: units are converted first, then
//
//   target = factor * source + offset
//
// so that gain and offset of a section act in the unit at its end. A connector without a unit takes
// the unit that arrives; a variable has its own, and what its connector declares where it has none.

#include "run/open/stages.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "run/open/convert_value.h"
#include "system/rules.h"

namespace bw::run {
namespace {

using model::Variable;
using system::NamedUnit;
using system::Stage;

struct Way {
  std::string what, to;  // for sentences: "the binding of 'a.k'", "a.k"
  Position where;
  Bells* bells = nullptr;  // null: nothing is reported
  bool relative = false;   // a difference at one of its ends
};

void ring(const Way& way, const std::string& sentence) {
  if (way.bells != nullptr) way.bells->ring(BellCode::unit_assumed, 0, way.to, sentence);
}

bool is_same(const Unit& a, const Unit& b) {
  return a.exponents == b.exponents && a.factor == b.factor && a.offset == b.offset;
}

// The unit of a variable; what a connector declares where the description has none.
NamedUnit unit_of(const Variable& variable, const NamedUnit& declared, const Way& way) {
  const std::string own = plain_unit(variable.unit);
  if (own.empty()) return {plain_unit(declared.name), declared.meaning};
  if (declared.name != own && declared.meaning && variable.unit_meaning &&
      !is_same(*declared.meaning, *variable.unit_meaning))
    ring(way, "the connector of '" + variable.name + "' declares the unit " + declared.name +
                  ", but the variable is in " + own + ", which is used.");
  return {own, variable.unit_meaning};
}

Affine convert(const NamedUnit& from, const NamedUnit& to, const Way& way) {
  // Files define well-known units in wrong ways, too; one name is one unit.
  if (from.name == to.name) return {};
  if (from.meaning && to.meaning) {
    if (const auto change = conversion(*from.meaning, *to.meaning, way.relative)) return *change;
    system::refuse(system::Rule::connection_unit, way.where,
                   way.what + " cannot convert " + from.name + " to " + to.name +
                       "; suppressUnitConversion passes the numbers as they are.");
  }
  if (!from.name.empty() && !to.name.empty())
    ring(way, way.what + " passes numbers from " + from.name + " to " + to.name +
                  " without conversion, because the meaning of " +
                  (from.meaning ? to.name : from.name) + " is not known.");
  return {};
}

Affine compose(NamedUnit unit, const std::vector<Stage>& stages, const Variable& target,
               const Way& way) {
  Affine all;
  for (std::size_t i = 0; i < stages.size(); ++i) {
    const Stage& stage = stages[i];
    const bool last = i + 1 == stages.size();
    NamedUnit next = last ? unit_of(target, stage.unit, way) : stage.unit;
    if (!last && next.name.empty()) next = unit;
    const Affine change = stage.converts ? convert(unit, next, way) : Affine{};
    all = {stage.gain * change.gain * all.gain,
           stage.gain * (change.gain * all.offset + change.offset) + stage.offset};
    unit = next;
  }
  return all;
}

std::int64_t number_of(const std::string& word, const system::Items& declared,
                       const system::Items& own, const Position& where) {
  if (word == "true" || word == "false") return word == "true" ? 1 : 0;
  for (const system::Items* items : {&declared, &own})
    for (const auto& [name, code] : *items)
      if (name == word) return code;
  std::int64_t number = 0;
  const auto [end, problem] = std::from_chars(word.data(), word.data() + word.size(), number);
  if (problem == std::errc{} && end == word.data() + word.size()) return number;
  system::refuse(system::Rule::connection_map, where,
                 "the mapping names '" + word + "', which is no item of the enumeration.");
}

bool is_linear(const Stage& stage) { return stage.gain != 1.0 || stage.offset != 0.0; }

void check_linear(const system::Connection& connection, const Variable& source) {
  for (const Stage& stage : connection.stages)
    if (is_linear(stage))
      system::refuse(system::Rule::connection_map, stage.position,
                     "a linear transformation applies to Real variables only, but '" +
                         connection.source.text() + "' is of type " +
                         std::string(name(source.type)) + ".");
}

// Of a whole number that becomes a real one: values are mapped as long as it is whole.
void check_maps_first(const system::Connection& connection) {
  bool is_scaled = false;
  for (const Stage& stage : connection.stages) {
    if (is_scaled && !stage.map.empty())
      system::refuse(system::Rule::connection_map, stage.position,
                     "a mapping of values cannot be used behind a linear transformation.");
    is_scaled = is_scaled || is_linear(stage);
  }
}

}  // namespace

std::string plain_unit(const std::string& unit) { return unit == "1" || unit == "-" ? "" : unit; }

Scaling scaling_of_stages(const system::Connection& connection, const Variable& source,
                          const Variable& target, Bells& bells) {
  const auto& stages = connection.stages;
  if (is_real(source.type)) {
    for (const Stage& stage : stages)
      if (!stage.map.empty())
        system::refuse(system::Rule::connection_map, stage.position,
                       "a mapping of values cannot be used for '" + connection.source.text() +
                           "', which is of type Real.");
    const std::string from = connection.source.text(), to = connection.target.text();
    const Way way{"the connection from '" + from + "' to '" + to + "'", to, connection.position,
                  &bells, source.relative_quantity || target.relative_quantity};
    return {compose(unit_of(source, connection.source_unit, way), stages, target, way)};
  }
  if (is_real(target.type)) check_maps_first(connection);
  if (!is_real(target.type)) check_linear(connection, source);
  auto map = std::make_shared<model::ValueMap>();
  for (const Stage& stage : stages) {
    if (stage.map.empty()) continue;
    model::ValueMap::Table table;
    for (const auto& [from, to] : stage.map)
      table.emplace_back(number_of(from, stage.from_items, source.items, stage.position),
                         number_of(to, stage.to_items, target.items, stage.position));
    map->add(std::move(table));
  }
  Affine all;
  for (const Stage& stage : stages)
    all = {stage.gain * all.gain, stage.gain * all.offset + stage.offset};
  return {all, map->empty() ? nullptr : std::move(map)};
}

Affine affine_of_way(const NamedUnit& unit, const system::Entrance::Way& way,
                     const Variable& target, const std::string& where, Bells& bells) {
  const std::string to = way.target.text();
  return compose(unit, way.stages, target,
                 {"the connection to '" + to + "'", to, {where}, &bells, target.relative_quantity});
}

const Value& scalar_value(const system::Parameter* parameter, const Value& value,
                          const Variable& target, const std::string& where) {
  if (parameter == nullptr || !parameter->elements) return value;
  if (parameter->elements->size() == 1) return parameter->elements->front();
  throw InputError(where + ": the value has " + std::to_string(parameter->elements->size()) +
                   " elements, but '" + target.name + "' is no array; give one value.");
}

Value staged_value(const system::Parameter& parameter, const Value& value, const Variable& target,
                   const std::string& where, Bells* bells) {
  if (is_real(target.type)) {
    // A text may have a unit of its own.
    Variable first = target;
    if (!parameter.unit.name.empty()) {
      first.unit = parameter.unit.name;
      first.unit_meaning = parameter.unit.meaning;
    }
    const double number = std::get<double>(convert_value(value, first, where));
    std::vector<Stage> stages = parameter.stages;
    if (stages.empty()) stages.emplace_back();
    const std::string to = parameter.target.text();
    const Way way{"the binding of '" + to + "'", to, {where}, bells, target.relative_quantity};
    const NamedUnit unit{plain_unit(first.unit), first.unit_meaning};
    return convert_value(compose(unit, stages, target, way)(number), target, where);
  }
  if (target.type == Type::string || target.type == Type::binary)
    return convert_value(value, target, where);
  const auto* number = std::get_if<double>(&value);
  std::string word = number != nullptr                            ? shortest(*number)
                     : std::holds_alternative<std::string>(value) ? std::get<std::string>(value)
                                                                  : text(value);
  if (target.type == Type::boolean) word = word == "1" ? "true" : word == "0" ? "false" : word;
  for (const Stage& stage : parameter.stages)
    for (const auto& [from, to] : stage.map)
      if (from == word) {
        word = to;
        break;
      }
  const auto is_word = [&](const auto& item) { return item.first == word; };
  if (std::ranges::none_of(target.items, is_word))
    for (const auto& [name, code] : parameter.items)
      if (name == word) return convert_value(code, target, where);
  return convert_value(word, target, where);
}

}  // namespace bw::run
