#include "web/curves.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "web/groups.h"

namespace bw::web {
namespace {

using Json = nlohmann::json;
using result::Table;
using result::TableColumn;

const TableColumn* error_of(const Table& table, const TableColumn& column) {
  const TableColumn* error = table.find("error(" + column.name + ")");
  return error != nullptr && !error->is_text ? error : nullptr;
}

Json described(const Table& table, const Groups& groups, const TableColumn& column) {
  const TableColumn* error = error_of(table, column);
  return {{"name", column.name},
          {"unit", column.unit},
          {"discrete", is_discrete(column)},
          {"values", groups.extremes(column.numbers)},
          {"error", error != nullptr ? Json(groups.largest(error->numbers)) : Json(nullptr)}};
}

}  // namespace

bool is_discrete(const TableColumn& column) {
  const auto whole = [](double value) { return std::isnan(value) || value == std::floor(value); };
  return std::ranges::all_of(column.numbers, whole);
}

std::vector<const TableColumn*> drawn(const Table& table, Json& left_out) {
  std::vector<const TableColumn*> columns;
  for (const TableColumn& column : table.columns)
    if (column.is_text)
      left_out.push_back(column.name);
    else if (!table.is_error(column))
      columns.push_back(&column);
  return columns;
}

Json curves_of(const Table& table, double seconds_in_unit, std::size_t most) {
  Json left_out = Json::array(), columns = Json::array();
  const auto shown = drawn(table, left_out);
  const Groups groups(table.times.size(), table.columns.size(), most);
  for (const TableColumn* column : shown) columns.push_back(described(table, groups, *column));
  return {{"time", groups.times(table.times, seconds_in_unit)},
          {"rows", table.times.size()},
          {"rows_per_point", groups.size()},
          {"left_out", left_out},
          {"columns", columns}};
}

}  // namespace bw::web
