#include "web/compared.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "result/compare/align.h"
#include "web/groups.h"

namespace bw::web {
namespace {

using Json = nlohmann::json;
using result::Table;
using result::TableColumn;

double value_at(const TableColumn& column, const result::Side& side) {
  const double left = column.numbers[side.left];
  return side.between ? left + side.share * (column.numbers[side.right] - left)
                      : column.numbers[side.right];
}

double magnitude(const TableColumn& column) {
  double largest = 0;
  for (const double value : column.numbers)
    if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
  return largest;
}

// One column of both results, at all times of the comparison.
struct Pair {
  std::vector<double> first{}, second{}, difference{}, limit{};

  Pair(const TableColumn& a, const TableColumn& b, const result::Alignment& common,
       const result::CompareOptions& options) {
    const double absolute =
        options.absolute.value_or(options.relative * std::max(magnitude(a), magnitude(b)));
    for (const result::Meeting& meeting : common.meetings) {
      const double x = value_at(a, meeting.a), y = value_at(b, meeting.b);
      first.push_back(x);
      second.push_back(y);
      difference.push_back(x - y);
      limit.push_back(options.relative * std::max(std::abs(x), std::abs(y)) + absolute);
    }
  }
};

std::size_t beyond(const result::Comparison& comparison, const std::string& name) {
  const auto found = std::ranges::find(comparison.columns, name, &result::ColumnDifference::name);
  return found != comparison.columns.end() ? found->beyond : 0;
}

Json alone(const TableColumn& column, const result::Alignment& common, const Groups& groups) {
  std::vector<double> values;
  for (const result::Meeting& meeting : common.meetings)
    values.push_back(value_at(column, meeting.a));
  return {{"values", groups.extremes(values)}, {"other", nullptr}, {"difference", nullptr}};
}

Json both(const Pair& pair, const Groups& groups) {
  return {{"values", groups.extremes(pair.first)},
          {"other", groups.extremes(pair.second)},
          {"difference", groups.extremes(pair.difference)},
          {"limit", groups.largest(pair.limit)}};
}

}  // namespace

Json compared_curves(const Table& a, const Table& b, const result::CompareOptions& options,
                     const result::Comparison& comparison, double seconds_in_unit,
                     std::size_t most) {
  const result::Alignment common = result::align(a.times, b.times);
  Json left_out = Json::array(), columns = Json::array();
  const auto shown = drawn(a, left_out);
  const Groups groups(common.meetings.size(), 4 * shown.size(), most);
  std::vector<double> times;
  for (const result::Meeting& meeting : common.meetings) times.push_back(meeting.time);
  for (const TableColumn* column : shown) {
    const TableColumn* other = b.find(column->name);
    Json made = other == nullptr || other->is_text
                    ? alone(*column, common, groups)
                    : both(Pair(*column, *other, common, options), groups);
    made.update({{"name", column->name},
                 {"unit", column->unit},
                 {"discrete", is_discrete(*column)},
                 {"error", nullptr},
                 {"beyond", beyond(comparison, column->name)}});
    columns.push_back(std::move(made));
  }
  return {{"time", groups.times(times, seconds_in_unit)},
          {"rows", common.meetings.size()},
          {"rows_per_point", groups.size()},
          {"left_out", left_out},
          {"columns", columns}};
}

}  // namespace bw::web
