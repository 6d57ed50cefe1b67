#include "run/open/table_blueprint.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "base/error.h"
#include "base/text.h"
#include "model/table/table_component.h"
#include "model/table/table_model.h"
#include "run/open/column_reader.h"

namespace bw::run {

using model::Variability;
using model::Variable;
using result::TableColumn;

namespace {

bool has_gaps(const TableColumn& column) {
  return !std::ranges::all_of(column.numbers, [](double value) { return std::isfinite(value); });
}

Variable described(const TableColumn& column) {
  Variable v;
  v.name = column.name;
  v.type = column.is_text ? Type::string : Type::real;
  // Outputs are recorded by default, and a nan in the result would reject it.
  v.causality = has_gaps(column) ? model::Causality::local : model::Causality::output;
  v.variability = column.is_text ? Variability::discrete : Variability::continuous;
  v.unit = column.unit;
  v.unit_meaning = parse_unit(column.unit);
  v.direct_inputs.emplace();  // nothing acts on a table
  return v;
}

}  // namespace

TableBlueprint::TableBlueprint(std::shared_ptr<const result::Table> table,
                               const system::ComponentEntry& entry)
    : name_(entry.name), table_(std::move(table)), converted_(table_->columns.size()) {
  if (table_->times.empty()) throw InputError(table_->file + ": the table has no rows.");
  for (const TableColumn& column : table_->columns) variables_.push_back(described(column));
  hold(entry.held, entry.position.text());
}

void TableBlueprint::hold(const std::vector<std::string>& names, const std::string& where) {
  Report findings;
  for (const std::string& name : names) {
    const auto found = std::ranges::find(variables_, name, &Variable::name);
    if (found != variables_.end()) {
      found->variability = Variability::discrete;
      continue;
    }
    std::vector<std::string> known;
    for (const Variable& v : variables_) known.push_back(v.name);
    findings.attempt([&] {
      throw InputError(where + ": held: the table '" + name_ + "' has no column '" + name + "'." +
                       did_you_mean(name, known));
    });
  }
  findings.refuse();
}

std::shared_ptr<const TableBlueprint> TableBlueprint::connected(const std::vector<ColumnUse>& uses,
                                                                Report& findings) const {
  auto typed = std::make_shared<TableBlueprint>(*this);
  std::vector<std::vector<const ColumnUse*>> by_column(variables_.size());
  for (const ColumnUse& use : uses) by_column[use.column].push_back(&use);
  for (std::size_t column = 0; column < by_column.size(); ++column)
    if (!by_column[column].empty())
      findings.attempt([&] { typed->take_type(column, by_column[column]); });
  return typed;
}

void TableBlueprint::take_type(std::size_t column, const std::vector<const ColumnUse*>& uses) {
  const ColumnUse& first = *uses.front();
  Variable& variable = variables_[column];
  const std::string whole = "column '" + name_ + "." + variable.name + "'";
  bool all_discrete = true;
  for (const ColumnUse* use : uses) {
    if (use->input.type != first.input.type)
      throw InputError(use->where + ": " + whole + " drives '" + use->input.name + "' of type " +
                       std::string(name(use->input.type)) + " here, but '" + first.input.name +
                       "' of type " + std::string(name(first.input.type)) + " at " + first.where +
                       "; use one column for each type.");
    const std::vector<Discrete> values = read_as(column, *use);
    if (use == &first) converted_[column] = values;
    if (values != converted_[column])
      throw InputError(use->where + ": " + whole + " has different values for '" + use->input.name +
                       "' and for '" + first.input.name + "', which it drives at " + first.where +
                       "; use one column for each.");
    all_discrete = all_discrete && use->input.variability != Variability::continuous;
  }
  variable.type = first.input.type;
  variable.items = first.input.items;
  if (!is_real(variable.type)) variable.unit.clear();
  if (all_discrete || !is_real(variable.type)) variable.variability = Variability::discrete;
}

// Each input has its own range and enumeration names. Reals are only checked: the connection
// converts them.
std::vector<Discrete> TableBlueprint::read_as(std::size_t column, const ColumnUse& use) const {
  const TableColumn& source = table_->columns[column];
  Variable input = use.input;
  input.unit = source.unit;
  const ColumnReader reader(*table_, source, input,
                            table_->file + ": column '" + source.name + "'");
  if (!is_real(input.type)) return reader.discretes();
  reader.reals();
  return {};
}

std::shared_ptr<const model::Blueprint> TableBlueprint::resized(
    const std::vector<std::pair<std::size_t, Value>>& /*structural*/) const {
  throw std::logic_error("A table has no structural parameters.");
}

std::vector<Variable> TableBlueprint::pick(const std::vector<std::size_t>& columns) const {
  std::vector<Variable> picked;
  for (const std::size_t column : columns) picked.push_back(variables_[column]);
  return picked;
}

std::shared_ptr<const model::Timetable> TableBlueprint::timetable(
    const std::vector<std::size_t>& columns) const {
  std::vector<model::Timetable::Reals> reals;
  std::vector<std::vector<Discrete>> discretes;
  for (const std::size_t column : columns) {
    const TableColumn& source = table_->columns[column];
    if (is_real(variables_[column].type))
      reals.push_back({source.numbers, is_held(column)});
    else if (!converted_[column].empty())
      discretes.push_back(converted_[column]);
    else
      discretes.emplace_back(source.texts.begin(), source.texts.end());
  }
  return std::make_shared<model::Timetable>(table_->times, std::move(reals), std::move(discretes));
}

std::unique_ptr<model::Component> TableBlueprint::make(const model::ComponentRequest& request,
                                                       Bells& bells) const {
  model::ComponentShape shape;
  shape.name = request.name;
  shape.outputs = pick(request.outputs);
  shape.records = pick(request.records);
  return make_table_component(std::move(shape),
                              {timetable(request.outputs), timetable(request.records)},
                              request.stops_at_events, bells);
}

std::unique_ptr<model::Model> TableBlueprint::make_model(const model::ComponentRequest& request,
                                                         Bells& bells) const {
  model::ModelShape shape;
  shape.name = request.name;
  shape.outputs = pick(request.outputs);
  shape.records = pick(request.records);
  point_into({}, shape.outputs);
  return make_table_model(std::move(shape),
                          {timetable(request.outputs), timetable(request.records)}, bells);
}

}  // namespace bw::run
