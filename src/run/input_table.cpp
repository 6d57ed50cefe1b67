#include "run/input_table.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

#include "base/error.h"
#include "base/text.h"
#include "run/convert_value.h"

namespace bw::run {
namespace {

using model::Causality;
using model::Variable;
using result::TableColumn;

struct Lanes {
  std::vector<std::size_t> inputs;
  std::vector<model::Timetable::Reals> reals;
  std::vector<std::vector<Discrete>> discretes;
};

void check_input(const Found& found, const std::string& shown, const std::string& where) {
  const Variable& v = found.variable;
  if (v.causality == Causality::input) return;
  std::string hint;
  if (v.causality == Causality::parameter || v.causality == Causality::structural_parameter)
    hint = " A value for it belongs to --set or [parameters].";
  throw InputError(where + ": '" + shown + "' is of causality " + std::string(name(v.causality)) +
                   " and type " + std::string(name(v.type)) +
                   ", and a table gives values to inputs only." + hint);
}

class ColumnReader {
 public:
  ColumnReader(const result::Table& table, const TableColumn& column, const Variable& variable,
               std::string where)
      : table_(table), column_(column), variable_(variable), where_(std::move(where)) {}

  std::vector<double> reals() const {
    if (column_.is_text) fail(0, "a number");
    const Affine change = unit_change(column_.unit, variable_, where_);
    std::vector<double> values = column_.numbers;
    for (std::size_t row = 0; row < values.size(); ++row) {
      if (!std::isfinite(values[row])) fail(row, "a finite number");
      values[row] = change(values[row]);
    }
    return values;
  }

  std::vector<Discrete> discretes() const {
    if (!column_.unit.empty())
      throw InputError(where_ + ": a unit belongs to Real signals, and " + variable_.name +
                       " is of type " + std::string(name(variable_.type)) + ".");
    const bool bytes = variable_.type == Type::string || variable_.type == Type::binary;
    std::vector<Discrete> values;
    values.reserve(table_.times.size());
    for (std::size_t row = 0; row < table_.times.size(); ++row) {
      if (bytes && !column_.is_text) fail(row, "a text in quotes");
      if (bytes)
        values.emplace_back(column_.texts[row]);
      else
        values.emplace_back(column_.is_text ? named(row) : numbered(row));
    }
    return values;
  }

 private:
  std::int64_t named(std::size_t row) const {
    const auto known = named_.find(column_.texts[row]);
    if (known != named_.end()) return known->second;
    return named_[column_.texts[row]] = whole(column_.texts[row], row);
  }
  std::int64_t numbered(std::size_t row) const {
    const double number = column_.numbers[row];
    if (!(std::abs(number) < 0x1p53) || number != std::floor(number)) fail(row, "a whole number");
    if (row > 0 && number == column_.numbers[row - 1]) return last_;
    return last_ = whole(static_cast<std::int64_t>(number), row);
  }
  std::int64_t whole(const Value& value, std::size_t row) const {
    const Value converted =
        convert_value(value, variable_, where_ + " at t = " + shortest(table_.times[row]));
    if (const auto* flag = std::get_if<bool>(&converted)) return *flag ? 1 : 0;
    return std::get<std::int64_t>(converted);
  }

  [[noreturn]] void fail(std::size_t row, const char* wanted) const {
    const std::string given = column_.is_text                    ? "'" + column_.texts[row] + "'"
                              : std::isnan(column_.numbers[row]) ? "an empty field"
                                                                 : shortest(column_.numbers[row]);
    throw InputError(where_ + " at t = " + shortest(table_.times[row]) + ": " + variable_.name +
                     " is of type " + std::string(name(variable_.type)) + " and takes " + wanted +
                     ", not " + given + ".");
  }

  const result::Table& table_;
  const TableColumn& column_;
  const Variable& variable_;
  std::string where_;
  mutable std::unordered_map<std::string, std::int64_t> named_;  // few texts, many rows
  mutable std::int64_t last_ = 0;
};

// The name of an input, with the nearest right one among the inputs.
Found find_input(const OpenParts& parts, const std::string& name, const std::string& where) {
  const system::Endpoint end = parts.endpoint(name, where);
  try {
    return parts.find(end, where);
  } catch (const InputError&) {
    std::vector<std::string> inputs;
    for (std::size_t part = 0; part < parts.size(); ++part)
      for (const Variable& v : parts.variables(part))
        if (v.causality == Causality::input) inputs.push_back(parts.shown(part, v.name));
    throw InputError(where + ": there is no input '" + parts.shown(end) + "'." +
                     did_you_mean(parts.shown(end), inputs));
  }
}

void add_column(const result::Table& table, const TableColumn& column, const OpenParts& parts,
                std::vector<Lanes>& lanes) {
  const std::string where = table.file + ": column '" + column.name + "'";
  const Found found = find_input(parts, column.name, where);
  check_input(found, column.name, where);
  const ColumnReader reader(table, column, found.variable, where);
  Lanes& part = lanes[found.part];
  if (std::find(part.inputs.begin(), part.inputs.end(), found.index) != part.inputs.end())
    throw InputError(where + ": this input has two columns.");
  if (is_real(found.variable.type))
    part.reals.push_back(
        {reader.reals(), found.variable.variability != model::Variability::continuous});
  else
    part.discretes.push_back(reader.discretes());
  part.inputs.push_back(found.index);
}

}  // namespace

std::vector<DrivenByTable> read_inputs(const result::Table& table, const OpenParts& parts,
                                       Findings& findings) {
  std::vector<DrivenByTable> driven(parts.size());
  if (table.times.empty()) {
    findings.attempt([&] { throw InputError(table.file + ": the table of inputs has no rows."); });
    return driven;
  }
  std::vector<Lanes> lanes(parts.size());
  for (const TableColumn& column : table.columns)
    findings.attempt([&] { add_column(table, column, parts, lanes); });
  for (std::size_t part = 0; part < parts.size(); ++part) {
    if (lanes[part].inputs.empty()) continue;
    driven[part].inputs = std::move(lanes[part].inputs);
    driven[part].table = std::make_shared<model::Timetable>(
        table.times, std::move(lanes[part].reals), std::move(lanes[part].discretes));
  }
  return driven;
}

}  // namespace bw::run
