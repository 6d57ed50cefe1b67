#include "run/connect.h"

#include "base/error.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variable;

void check_causality(const system::Wire& wire, const Variable& source, const Variable& target) {
  const std::string where = wire.position.text() + ": ";
  if (target.causality == Causality::output)
    throw InputError(where + "'" + wire.target.text() + "' is an output, and a wire drives an " +
                     "input. The left side is the input: \"part.input\" = \"part.output\".");
  if (target.causality != Causality::input)
    throw InputError(where + "'" + wire.target.text() + "' is a " +
                     std::string(name(target.causality)) + ", and a wire drives an input." +
                     (target.takes_start ? " A value for it belongs into [parameters]." : ""));
  if (source.causality != Causality::output)
    throw InputError(where + "'" + wire.source.text() + "' is a" +
                     (source.causality == Causality::input ? "n " : " ") +
                     std::string(name(source.causality)) + ", and a wire starts at an output.");
}

void check_type(const system::Wire& wire, const Variable& source, const Variable& target) {
  const auto kind = [](Type type) { return type == Type::enumeration ? Type::integer : type; };
  const std::string where = wire.position.text() + ": ";
  if (kind(source.type) != kind(target.type))
    throw InputError(where + "'" + wire.source.text() + "' is of type " +
                     std::string(name(source.type)) + " and cannot drive '" + wire.target.text() +
                     "' of type " + std::string(name(target.type)) + ".");
  const bool has_unit = !wire.unit.empty() && wire.unit != system::as_is;
  if (!is_real(source.type) && (wire.gain != 1.0 || wire.offset != 0.0 || has_unit))
    throw InputError(where + "gain, offset and unit belong to Real signals, and '" +
                     wire.source.text() + "' is of type " + std::string(name(source.type)) + ".");
}

// "1" is how some tools write that there is no unit.
std::string plain(const std::string& unit) { return unit == "1" || unit == "-" ? "" : unit; }

// The unit that the right side of the wire is in.
struct SourceUnit {
  std::string name;
  std::optional<Unit> meaning;
};

SourceUnit unit_of(const system::Wire& wire, const Variable& source) {
  if (wire.unit.empty()) return {plain(source.unit), source.unit_meaning};
  const auto meaning = parse_unit(wire.unit);
  if (!meaning)
    throw InputError(wire.position.text() + ": the unit '" + wire.unit + "' is not known.");
  return {wire.unit, meaning};
}

// Bare numbers: a gain or an offset may be the conversion, but without them units that differ are
// told.
void tell_bare(const system::Wire& wire, const Variable& source, const Variable& target,
               Bells& bells) {
  const std::string from = plain(source.unit), to = plain(target.unit);
  if (from == to || from.empty() || to.empty() || wire.gain != 1.0 || wire.offset != 0.0) return;
  if (source.unit_meaning && target.unit_meaning) {
    const auto change = conversion(*source.unit_meaning, *target.unit_meaning);
    if (change && change->gain == 1.0 && change->offset == 0.0) return;  // two words for one unit
  }
  bells.ring(BellCode::unit_assumed, 0, wire.target.text(),
             "the wire from '" + wire.source.text() + "' to '" + wire.target.text() +
                 "' passes bare numbers from " + from + " to " + to +
                 "; without unit = \"as-is\" they would be converted.");
}

Affine convert_unit(const system::Wire& wire, const Variable& source, const Variable& target,
                    Bells& bells) {
  const SourceUnit from = unit_of(wire, source);
  const std::string to = plain(target.unit);
  const std::string ends = "'" + wire.source.text() + "' to '" + wire.target.text() + "'";
  if (from.meaning && target.unit_meaning) {
    const bool relative = source.relative_quantity || target.relative_quantity;
    const auto change = conversion(*from.meaning, *target.unit_meaning, relative);
    const auto absolute = conversion(*from.meaning, *target.unit_meaning);
    if (change && source.relative_quantity != target.relative_quantity && absolute->offset != 0.0)
      bells.ring(BellCode::unit_assumed, 0, wire.target.text(),
                 "the wire from " + ends + " joins a difference to an absolute quantity; " +
                     from.name + " was converted to " + to + " as a difference, without offset.");
    if (change) return *change;
  }
  if (from.name == to) return {};
  if (from.name.empty() != to.empty()) {
    if (!wire.unit.empty()) return {};  // the user says so
    const std::string known = from.name.empty() ? to : from.name;
    bells.ring(BellCode::unit_assumed, 0, wire.target.text(),
               "the wire from " + ends + ": only one side has a unit (" + known +
                   "), the same was assumed for the other. To say so yourself, write { from = \"" +
                   wire.source.text() + "\", unit = \"" + known + "\" }.");
    return {};
  }
  throw InputError(wire.position.text() + ": the wire from " + ends + " goes from " + from.name +
                   " to " + target.unit +
                   ", which cannot be converted. If gain and offset do "
                   "it, name the unit they lead to: { from = \"" +
                   wire.source.text() + "\", gain = ..., unit = \"" + target.unit + "\" }.");
}

}  // namespace

Scaling check_wire(const system::Wire& wire, const Variable& source, const Variable& target,
                   Bells& bells) {
  check_causality(wire, source, target);
  check_type(wire, source, target);
  if (!is_real(source.type)) return {};
  if (wire.unit == system::as_is) {
    tell_bare(wire, source, target, bells);
    return {wire.gain, wire.offset};
  }
  const Affine unit = convert_unit(wire, source, target, bells);
  return {unit.gain * wire.gain, unit.gain * wire.offset + unit.offset};
}

}  // namespace bw::run
