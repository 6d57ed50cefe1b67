#include "web/curves.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "result/compare/align.h"

namespace bw::web {
namespace {

using Json = nlohmann::json;
using result::Table;
using result::TableColumn;

static_assert(std::endian::native == std::endian::little, "the page reads little-endian doubles");

std::string base64(std::span<const double> numbers) {
  constexpr std::string_view digits =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  const auto* bytes = reinterpret_cast<const unsigned char*>(numbers.data());
  const std::size_t size = numbers.size_bytes();
  std::string text;
  text.reserve((size + 2) / 3 * 4);
  for (std::size_t at = 0; at < size; at += 3) {
    const std::size_t left = std::min<std::size_t>(3, size - at);
    std::uint32_t group = 0;
    for (std::size_t i = 0; i < 3; ++i) group = group << 8U | (i < left ? bytes[at + i] : 0U);
    for (std::size_t i = 0; i < 4; ++i)
      text += i <= left ? digits[group >> (18U - 6U * i) & 63U] : '=';
  }
  return text;
}

// Rows in groups of equal size; each group becomes two points. Of one row per group nothing is
// left out.
class Groups {
 public:
  Groups(std::size_t rows, std::size_t columns, std::size_t most) : rows_(rows) {
    constexpr std::size_t least_points = 200;
    const std::size_t points = std::max(least_points, most / (columns + 1));
    if (rows > points) size_ = (rows + points / 2 - 1) / (points / 2);
  }

  std::size_t size() const { return size_; }

  std::string times(std::span<const double> times, double unit) const {
    std::vector<double> points;
    each([&](std::size_t begin, std::size_t end) {
      points.push_back(times[begin] / unit);
      if (size_ > 1) points.push_back(times[end - 1] / unit);
    });
    return base64(points);
  }

  // The smallest and the largest value, in the order in which they come.
  std::string extremes(std::span<const double> values) const {
    std::vector<double> points;
    each([&](std::size_t begin, std::size_t end) {
      if (size_ == 1) return points.push_back(values[begin]);
      std::size_t low = begin, high = begin;
      for (std::size_t i = begin; i < end; ++i) {
        if (std::isnan(values[low]) || values[i] < values[low]) low = i;
        if (std::isnan(values[high]) || values[i] > values[high]) high = i;
      }
      points.push_back(values[std::min(low, high)]);
      points.push_back(values[std::max(low, high)]);
    });
    return base64(points);
  }

  std::string largest(std::span<const double> errors) const {
    std::vector<double> points;
    each([&](std::size_t begin, std::size_t end) {
      double most = errors[begin];
      for (std::size_t i = begin; i < end; ++i)
        if (std::isnan(most) || errors[i] > most) most = errors[i];
      points.insert(points.end(), size_ == 1 ? 1 : 2, most);
    });
    return base64(points);
  }

 private:
  template <class Visit>
  void each(Visit&& visit) const {
    for (std::size_t begin = 0; begin < rows_; begin += size_)
      visit(begin, std::min(rows_, begin + size_));
  }

  std::size_t rows_ = 0, size_ = 1;
};

const TableColumn* error_of(const Table& table, const TableColumn& column) {
  const TableColumn* error = table.find("error(" + column.name + ")");
  return error != nullptr && !error->is_text ? error : nullptr;
}

bool is_error(const Table& table, const TableColumn& column) {
  const std::string_view name = column.name;
  return name.starts_with("error(") && name.ends_with(")") &&
         table.find(name.substr(6, name.size() - 7)) != nullptr;
}

// Whole numbers that stay for a while are drawn as steps.
bool is_discrete(const TableColumn& column) {
  const auto whole = [](double value) { return std::isnan(value) || value == std::floor(value); };
  return std::ranges::all_of(column.numbers, whole);
}

Json described(const Table& table, const Groups& groups, const TableColumn& column) {
  const TableColumn* error = error_of(table, column);
  return {{"name", column.name},
          {"unit", column.unit},
          {"discrete", is_discrete(column)},
          {"values", groups.extremes(column.numbers)},
          {"error", error != nullptr ? Json(groups.largest(error->numbers)) : Json(nullptr)}};
}

// The columns that a page draws, and the names of those that it does not.
std::vector<const TableColumn*> drawn(const Table& table, Json& left_out) {
  std::vector<const TableColumn*> columns;
  for (const TableColumn& column : table.columns)
    if (column.is_text)
      left_out.push_back(column.name);
    else if (!is_error(table, column))
      columns.push_back(&column);
  return columns;
}

double value_at(const TableColumn& column, const result::Side& side) {
  const double left = column.numbers[side.left];
  return side.between ? left + side.share * (column.numbers[side.right] - left)
                      : column.numbers[side.right];
}

}  // namespace

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

Json compared_curves(const Table& a, const Table& b, double seconds_in_unit, std::size_t most) {
  const result::Alignment common = result::align(a.times, b.times);
  Json left_out = Json::array(), columns = Json::array();
  const auto shown = drawn(a, left_out);
  const Groups groups(common.meetings.size(), 3 * shown.size(), most);
  std::vector<double> times, first, second, difference;
  for (const result::Meeting& meeting : common.meetings) times.push_back(meeting.time);
  for (const TableColumn* column : shown) {
    const TableColumn* other = b.find(column->name);
    first.clear(), second.clear(), difference.clear();
    for (const result::Meeting& meeting : common.meetings) {
      first.push_back(value_at(*column, meeting.a));
      if (other == nullptr || other->is_text) continue;
      second.push_back(value_at(*other, meeting.b));
      difference.push_back(first.back() - second.back());
    }
    const bool both = !second.empty();
    columns.push_back({{"name", column->name},
                       {"unit", column->unit},
                       {"discrete", is_discrete(*column)},
                       {"values", groups.extremes(first)},
                       {"error", nullptr},
                       {"other", both ? Json(groups.extremes(second)) : Json(nullptr)},
                       {"difference", both ? Json(groups.extremes(difference)) : Json(nullptr)}});
  }
  return {{"time", groups.times(times, seconds_in_unit)},
          {"rows", common.meetings.size()},
          {"rows_per_point", groups.size()},
          {"left_out", left_out},
          {"columns", columns}};
}

}  // namespace bw::web
