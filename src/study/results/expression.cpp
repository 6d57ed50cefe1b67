#include "study/results/expression.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <variant>

#include "base/value.h"

namespace bw::study {
namespace {

const double unknown = std::numeric_limits<double>::quiet_NaN();

// The change of a formula while one of its values moves by its error, either way, added up. It is
// infinite where a moved value is outside of what the formula is defined for.
double moved(const math::Formula& formula, std::span<double> values, std::span<const double> errors,
             double value) {
  double sum = 0;
  for (const std::size_t i : formula.variables()) {
    if (errors[i] == 0) continue;
    const double kept = values[i];
    double most = 0;
    for (const double sign : {1.0, -1.0}) {
      values[i] = kept + sign * errors[i];
      const double change = std::abs(formula(values) - value);
      const bool has_left = std::isnan(change) && !std::isnan(value);  // log(0.1 - 0.2)
      most = std::fmax(most, has_left ? INFINITY : change);
    }
    values[i] = kept;
    sum += std::isnan(errors[i]) ? unknown : most;
  }
  return sum;
}

std::vector<double> numbers_of(const result::Trajectory& rows, const std::string& name) {
  const auto& columns = rows.columns();
  const auto at = std::ranges::find(columns, name, &result::Column::name);
  if (at != columns.end() && !is_real(at->type)) {
    std::vector<double> numbers;
    const auto place = static_cast<std::size_t>(at - columns.begin());
    for (std::size_t k = 0; k < rows.rows(); ++k)
      numbers.push_back(
          static_cast<double>(std::get<std::int64_t>(std::get<Discrete>(rows.cell(k, place)))));
    return numbers;
  }
  return rows.real(name);
}

// Of discrete variables 0; of reals without an estimate unknown.
std::vector<double> errors_of(const result::Trajectory& rows, const std::string& name) {
  const auto& columns = rows.columns();
  const auto at = std::ranges::find(columns, name, &result::Column::name);
  if (at != columns.end() && !is_real(at->type)) return std::vector<double>(rows.rows(), 0);
  const std::string column = "error(" + name + ")";
  if (std::ranges::find(columns, column, &result::Column::name) == columns.end())
    return std::vector<double>(rows.rows(), unknown);
  return rows.real(column);
}

// A formula of variables as a curve.
struct Evaluated {
  std::vector<double> x, e;
};

Evaluated curve_of(const math::Formula& formula, const std::vector<std::string>& names,
                   const result::Trajectory& rows) {
  std::vector<std::vector<double>> values(names.size()), errors(names.size());
  for (const std::size_t i : formula.variables()) {
    values[i] = numbers_of(rows, names[i]);
    errors[i] = errors_of(rows, names[i]);
  }
  Evaluated made;
  std::vector<double> row(names.size()), row_errors(names.size());
  for (std::size_t k = 0; k < rows.rows(); ++k) {
    for (const std::size_t i : formula.variables()) {
      row[i] = values[i][k];
      row_errors[i] = errors[i][k];
    }
    made.x.push_back(formula(row));
    made.e.push_back(moved(formula, row, row_errors, made.x.back()));
  }
  return made;
}

}  // namespace

Estimate Expression::evaluate(const Scalar& scalar, const result::RunResult& run) const {
  if (scalar.kind == Scalar::Kind::events) return {static_cast<double>(run.statistics.events), 0};
  const result::Trajectory& rows = run.trajectory;
  if (rows.rows() == 0) return {unknown, unknown};
  const std::string& first = variables_[scalar.curve->variables().front()];
  Evaluated made = scalar.is_variable ? Evaluated{numbers_of(rows, first), errors_of(rows, first)}
                                      : curve_of(*scalar.curve, variables_, rows);
  double level = scalar.level;
  if (scalar.is_below) {
    for (double& x : made.x) x = -x;
    level = -level;
  }
  Estimate found = evaluate(scalar, {rows.times(), made.x, made.e}, level);
  const std::vector<double> no_errors(made.x.size(), 0);
  found.spacing = evaluate(scalar, {rows.times(), made.x, no_errors}, level).error;
  return found;
}

Estimate Expression::evaluate(const Scalar& scalar, const Curve& curve, double level) {
  using Kind = Scalar::Kind;
  switch (scalar.kind) {
    case Kind::at_end: return at_end(curve);
    case Kind::at_start: return at_start(curve);
    case Kind::largest: return largest(curve);
    case Kind::smallest: return smallest(curve);
    case Kind::mean: return mean(curve);
    case Kind::integral: return integral(curve);
    case Kind::rms: return root_mean_square(curve);
    case Kind::time_of_largest: return time_of_largest(curve);
    case Kind::time_of_smallest: return time_of_smallest(curve);
    case Kind::first_time: return first_time_above(curve, level, scalar.has_equal);
    case Kind::duration: return time_spent_above(curve, level, scalar.has_equal);
    default: return value_at(curve, level);
  }
}

Estimate Expression::operator()(const result::RunResult& run,
                                std::span<const double> parameters) const {
  std::vector<double> values, errors, spacings;
  for (const Scalar& scalar : scalars_) {
    const Estimate found = evaluate(scalar, run);
    values.push_back(found.value);
    errors.push_back(found.error);
    spacings.push_back(found.spacing);
  }
  values.insert(values.end(), parameters.begin(), parameters.end());
  errors.insert(errors.end(), parameters.size(), 0.0);
  spacings.insert(spacings.end(), parameters.size(), 0.0);
  const double value = (*formula_)(values);
  return {value, moved(*formula_, values, errors, value),
          moved(*formula_, values, spacings, value)};
}

}  // namespace bw::study
