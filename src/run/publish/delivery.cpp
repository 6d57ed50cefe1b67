#include "run/publish/delivery.h"

#include <cmath>

#include "run/spec/times.h"

namespace bw::run {
namespace {

std::vector<result::Column> columns_of(const Components& components, bool errors) {
  std::vector<result::Column> columns;
  for (const Recorded& r : components.recorded) columns.push_back(r.column);
  for (std::size_t c = 0; errors && c < components.recorded.size(); ++c) {
    const result::Column& of = components.recorded[c].column;
    if (is_real(of.type))
      columns.push_back(
          {"error(" + of.name + ")", Type::real, of.unit, "estimated error of " + of.name, {}, c});
  }
  return columns;
}

}  // namespace

void deliver(const Delivery& delivery, const RunSpec& spec, const Components& components,
             result::RowSink& sink, result::Outcome& outcome) {
  const bool errors = spec.error_columns.value_or(spec.errors_where_estimated);
  if (spec.time_unit) sink.time_unit(*spec.time_unit);
  sink.columns(columns_of(components, errors));
  std::size_t recorded = 0;
  for (const Recorded& r : components.recorded) recorded += is_real(r.column.type) ? 1 : 0;
  std::vector<double> row(errors ? 2 * recorded : recorded);
  const std::size_t rows = delivery.times.size();
  const auto discretes = [&](std::size_t m) {
    return delivery.discrete_values.subspan(m * delivery.discretes,
                                            components.recorded.size() - recorded);
  };
  for (std::size_t m = 0; m < rows; ++m) {
    for (std::size_t c = 0; c < recorded; ++c) {
      const std::size_t at = m * delivery.reals + c;
      row[c] = delivery.values[at];
      if (errors) row[recorded + c] = delivery.errors.empty() ? std::nan("") : delivery.errors[at];
    }
    sink.row({in_unit(delivery.times[m], delivery.time_unit), row, discretes(m)});
  }
  outcome.statistics.rows = static_cast<long>(rows);
  if (rows == 0) return;
  outcome.reached = outcome.statistics.last_row_time = delivery.times[rows - 1];
  std::size_t real = 0, discrete = 0;
  for (const Recorded& r : components.recorded)
    if (is_real(r.column.type))
      outcome.final_values.emplace_back(r.column.name, row[real++]);
    else
      outcome.final_values.emplace_back(r.column.name, discretes(rows - 1)[discrete++]);
}

}  // namespace bw::run
