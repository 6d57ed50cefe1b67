#include "run/input_table.h"

#include <algorithm>

#include "base/error.h"
#include "base/text.h"
#include "run/column_reader.h"

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
