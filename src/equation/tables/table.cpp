#include "equation/tables/table.h"

#include <algorithm>
#include <cmath>

#include "base/text.h"

namespace bw::equation {
namespace {

bool is_spline(Smoothness smoothness) {
  return smoothness != Smoothness::linear && smoothness != Smoothness::constant;
}

std::string wrong_abscissa(const Table& table) {
  const std::size_t begin = table.kind == TableKind::of_two ? 1 : 0;
  const bool may_jump = table.kind == TableKind::of_time && !is_spline(table.smoothness);
  for (std::size_t i = begin + 1; i < table.rows; ++i)
    if (table.at(i, 0) < table.at(i - 1, 0) || (!may_jump && table.at(i, 0) == table.at(i - 1, 0)))
      return "The first column of a table must increase, but " + brief(table.at(i, 0)) +
             " follows " + brief(table.at(i - 1, 0)) + ".";
  for (std::size_t i = 2; table.kind == TableKind::of_two && i < table.columns; ++i)
    if (table.at(0, i) <= table.at(0, i - 1))
      return "The first row of a table with two inputs must increase, but " +
             brief(table.at(0, i)) + " follows " + brief(table.at(0, i - 1)) + ".";
  return {};
}

}  // namespace

bool is_nearly_equal(double a, double b) {
  constexpr double hair = 1e-10;
  return std::abs(b - a) < hair * std::max({std::abs(a), std::abs(b), hair});
}

std::string mistake_in(const Table& table) {
  const std::size_t least = table.kind == TableKind::of_two ? 2 : 1;
  if (table.rows < least || table.columns < 2) return "This table is too small.";
  if (!std::ranges::all_of(table.values, [](double value) { return std::isfinite(value); }))
    return "A table must contain finite numbers.";
  if (!std::ranges::all_of(table.chosen, [&](auto column) { return column < table.columns; }))
    return "This table has " + std::to_string(table.columns) + " columns only.";
  if (table.kind == TableKind::of_two && is_spline(table.smoothness))
    return "Tables of two inputs are interpolated linearly or with constant segments; other kinds "
           "of smoothness are not supported.";
  if (table.kind == TableKind::of_two && table.smoothness == Smoothness::constant &&
      table.extrapolation == Extrapolation::last_two_points)
    return "A table of two inputs with constant segments has no line to extrapolate. Choose "
           "another extrapolation.";
  if (table.kind == TableKind::of_time && table.rows > 1 &&
      is_nearly_equal(table.first(), table.last()))
    return "The times of this table are all the same.";
  return wrong_abscissa(table);
}

}  // namespace bw::equation
