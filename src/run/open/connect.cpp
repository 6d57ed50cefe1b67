#include "run/open/connect.h"

#include <limits>
#include <utility>

#include "run/open/stages.h"
#include "system/rules.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variable;
using system::Rule;

void check_causality(const system::Connection& connection, const Variable& source,
                     const Variable& target) {
  const auto refuse = [&](const std::string& sentence) {
    system::refuse(Rule::connection_causality, connection.position, sentence);
  };
  if (target.causality == Causality::output)
    refuse("'" + connection.target.text() +
           "' is an output, but a connection drives an input. Write \"component.input\" = "
           "\"component.output\".");
  if (target.causality != Causality::input)
    refuse("'" + connection.target.text() + "' is a " + std::string(name(target.causality)) +
           ", but a connection drives an input." +
           (target.takes_start ? " Set its value in [parameters]." : ""));
  const bool is_computed =
      connection.from_local &&
      (source.causality == Causality::local || source.causality == Causality::calculated_parameter);
  if (source.causality != Causality::output && !is_computed)
    refuse("'" + connection.source.text() + "' is a" +
           (source.causality == Causality::input ? "n " : " ") +
           std::string(name(source.causality)) + ", but a connection starts at an output.");
}

void check_type(const system::Connection& connection, const Variable& source,
                const Variable& target) {
  const auto kind = [](Type type) { return type == Type::enumeration ? Type::integer : type; };
  if (kind(source.type) != kind(target.type) && !widens(source, target))
    system::refuse(Rule::connection_type, connection.position,
                   "'" + connection.source.text() + "' is of type " +
                       std::string(name(source.type)) + " and cannot drive '" +
                       connection.target.text() + "' of type " + std::string(name(target.type)) +
                       ".");
  const bool has_unit = !connection.unit.empty() && connection.unit != system::as_is;
  if (!is_real(target.type) && (connection.gain != 1.0 || connection.offset != 0.0 || has_unit))
    system::refuse(Rule::connection_map, connection.position,
                   "gain, offset and unit apply to Real variables only, but '" +
                       connection.source.text() + "' is of type " + std::string(name(source.type)) +
                       ".");
}

// The unit of the right side of the connection.
struct SourceUnit {
  std::string name;
  std::optional<Unit> meaning;
};

SourceUnit unit_of(const system::Connection& connection, const Variable& source) {
  if (connection.unit.empty()) return {plain_unit(source.unit), source.unit_meaning};
  const auto meaning = parse_unit(connection.unit);
  if (!meaning)
    system::refuse(Rule::connection_unit, connection.position,
                   "the unit '" + connection.unit + "' is unknown.");
  return {connection.unit, meaning};
}

// Without conversion: a gain or an offset may be it; without them, different units are reported.
void ring_bare(const system::Connection& connection, const Variable& source, const Variable& target,
               Bells& bells) {
  const std::string from = plain_unit(source.unit), to = plain_unit(target.unit);
  if (from == to || from.empty() || to.empty() || connection.gain != 1.0 ||
      connection.offset != 0.0)
    return;
  if (source.unit_meaning && target.unit_meaning) {
    const auto change = conversion(*source.unit_meaning, *target.unit_meaning);
    if (change && change->gain == 1.0 && change->offset == 0.0) return;  // synonyms
  }
  bells.ring(BellCode::unit_assumed, 0, connection.target.text(),
             "the connection from '" + connection.source.text() + "' to '" +
                 connection.target.text() + "' passes numbers from " + from + " to " + to +
                 " without conversion, because of unit = \"as-is\".");
}

Affine convert_unit(const system::Connection& connection, const Variable& source,
                    const Variable& target, Bells& bells) {
  const SourceUnit from = unit_of(connection, source);
  const std::string to = plain_unit(target.unit);
  const std::string ends =
      "'" + connection.source.text() + "' to '" + connection.target.text() + "'";
  if (from.meaning && target.unit_meaning) {
    const bool relative = source.relative_quantity || target.relative_quantity;
    const auto change = conversion(*from.meaning, *target.unit_meaning, relative);
    const auto absolute = conversion(*from.meaning, *target.unit_meaning);
    if (change && source.relative_quantity != target.relative_quantity && absolute->offset != 0.0)
      bells.ring(BellCode::unit_assumed, 0, connection.target.text(),
                 "the connection from " + ends +
                     " connects a difference to an absolute quantity; " + from.name +
                     " was converted to " + to + " as a difference, without offset.");
    if (change) return *change;
  }
  if (from.name == to) return {};
  if (from.name.empty() != to.empty()) {
    if (!connection.unit.empty()) return {};  // the user says so
    const std::string known = from.name.empty() ? to : from.name;
    bells.ring(
        BellCode::unit_assumed, 0, connection.target.text(),
        "the connection from " + ends + " has a unit on one side only (" + known +
            "); the other side is assumed to have the same. To confirm it, write { from = \"" +
            connection.source.text() + "\", unit = \"" + known + "\" }.");
    return {};
  }
  system::refuse(
      Rule::connection_unit, connection.position,
      "the connection from " + ends + " cannot convert " + from.name + " to " + target.unit +
          ". If gain and offset convert it, give the resulting unit: { from = \"" +
          connection.source.text() + "\", gain = ..., unit = \"" + target.unit + "\" }.");
}

}  // namespace

bool widens(const Variable& source, const Variable& target) {
  constexpr std::int64_t most = std::int64_t{1} << std::numeric_limits<double>::digits;
  return source.type == Type::integer && is_real(target.type) && source.lowest >= -most &&
         source.highest <= most;
}

bool turns(const system::Connection& connection, const Variable& source, const Variable& target) {
  return connection.may_turn && source.causality == Causality::input &&
         target.causality == Causality::output;
}

system::Connection turned(system::Connection connection) {
  std::swap(connection.source, connection.target);
  std::swap(connection.source_indices, connection.target_indices);
  if (!connection.stages.empty()) {
    system::Stage &first = connection.stages.front(), &last = connection.stages.back();
    std::swap(connection.source_unit, last.unit);
    std::swap(first.from_items, last.to_items);
  }
  connection.may_turn = false;
  return connection;
}

Scaling check_connection(const system::Connection& connection, const Variable& source,
                         const Variable& target, Bells& bells) {
  check_causality(connection, source, target);
  check_type(connection, source, target);
  if (!connection.stages.empty()) return scaling_of_stages(connection, source, target, bells);
  if (!is_real(target.type)) return {};
  if (!is_real(source.type) || connection.unit == system::as_is) {
    if (is_real(source.type)) ring_bare(connection, source, target, bells);
    return {{connection.gain, connection.offset}};
  }
  const Affine unit = convert_unit(connection, source, target, bells);
  return {{unit.gain * connection.gain, unit.gain * connection.offset + unit.offset}};
}

}  // namespace bw::run
