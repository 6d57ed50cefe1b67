#include "result/compare/compare.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <unordered_map>

#include "base/text.h"
#include "result/compare/align.h"

namespace bw::result {
namespace {

constexpr double infinite = std::numeric_limits<double>::infinity();

double magnitude(const TableColumn& column) {
  double largest = 0;
  for (const double v : column.numbers)
    if (std::isfinite(v)) largest = std::max(largest, std::abs(v));
  return largest;
}

double value_at(const std::vector<double>& v, const Side& side, bool right) {
  if (!side.between) return v[right ? side.right : side.left];
  const double x = v[side.left], y = v[side.right];
  return x == y ? x : x + side.share * (y - x);
}

Field field_at(const TableColumn& column, const Side& side, bool right) {
  if (!column.is_text) return value_at(column.numbers, side, right);
  // A string is valid from its row to the next.
  return column.texts[right && !side.between ? side.right : side.left];
}

std::string text(const Field& field) {
  if (const auto* number = std::get_if<double>(&field)) return shortest(*number);
  return std::get<std::string>(field);
}

struct Difference {
  double measure = 0;
  bool right = false;  // on the right side of a jump
};

// One pair of columns.
class Pair {
 public:
  Pair(const TableColumn& a, const TableColumn& b, const CompareOptions& options)
      : a_(a), b_(b), numbers_(!a.is_text && !b.is_text), relative_(options.relative) {
    absolute_ = options.absolute.value_or(relative_ * std::max(magnitude(a), magnitude(b)));
  }

  Difference difference(const Meeting& at) const {
    const double left = measure(at, false);
    if (!at.a.jumps() && !at.b.jumps()) return {left, false};
    const double right = measure(at, true);
    const bool one_side_only = at.a.jumps() != at.b.jumps() && !at.a.between && !at.b.between;
    const bool take_right = one_side_only ? right < left : right > left;
    return {take_right ? right : left, take_right};
  }

  Place place(const Meeting& at, const Difference& d) const {
    return {at.time, a_.name, field_at(a_, at.a, d.right), field_at(b_, at.b, d.right), d.measure};
  }

 private:
  double measure(const Meeting& at, bool right) const {
    if (numbers_)
      return measure(value_at(a_.numbers, at.a, right), value_at(b_.numbers, at.b, right));
    return text(field_at(a_, at.a, right)) == text(field_at(b_, at.b, right)) ? 0 : infinite;
  }

  double measure(double x, double y) const {
    if (x == y || (std::isnan(x) && std::isnan(y))) return 0;
    if (!std::isfinite(x) || !std::isfinite(y)) return infinite;
    return std::abs(x - y) / (relative_ * std::max(std::abs(x), std::abs(y)) + absolute_);
  }

  const TableColumn &a_, &b_;
  bool numbers_;
  double relative_, absolute_;
};

void compare_columns(const Pair& pair, const std::string& name,
                     const std::vector<Meeting>& meetings, Comparison& result) {
  const Meeting *first = nullptr, *worst = nullptr;
  Difference at_first, at_worst;
  std::size_t beyond = 0;
  for (const Meeting& meeting : meetings) {
    const Difference d = pair.difference(meeting);
    if (d.measure > at_worst.measure) {
      at_worst = d;
      worst = &meeting;
    }
    if (!(d.measure > 1)) continue;
    if (beyond++ > 0) continue;
    at_first = d;
    first = &meeting;
  }
  result.beyond += beyond;
  result.columns.push_back({name, beyond, {}});
  if (worst == nullptr) return;
  const Place largest = pair.place(*worst, at_worst);
  result.columns.back().largest = largest;
  if (!result.largest || largest.measure > result.largest->measure) result.largest = largest;
  if (first != nullptr && (!result.first || first->time < result.first->time))
    result.first = pair.place(*first, at_first);
}

using Columns = std::vector<const TableColumn*>;
using ByName = std::unordered_map<std::string_view, const TableColumn*>;

Columns values_of(const Table& table) {
  Columns values;
  for (const TableColumn& column : table.columns)
    if (!table.is_error(column)) values.push_back(&column);
  return values;
}

ByName by_name(const Columns& columns) {
  ByName map;
  for (const TableColumn* column : columns) map.emplace(column->name, column);
  return map;
}

std::vector<std::string> missing_in(const ByName& other, const Columns& columns) {
  std::vector<std::string> names;
  for (const TableColumn* column : columns)
    if (!other.contains(column->name)) names.push_back(column->name);
  return names;
}

void describe_range(const Table& table, double& start, double& stop, std::size_t& rows) {
  rows = table.times.size();
  if (rows == 0) return;
  start = table.times.front();
  stop = table.times.back();
}

}  // namespace

Comparison compare(const Table& a, const Table& b, const CompareOptions& options) {
  Comparison result;
  result.file_a = a.file;
  result.file_b = b.file;
  describe_range(a, result.start_a, result.stop_a, result.rows_a);
  describe_range(b, result.start_b, result.stop_b, result.rows_b);
  const Alignment alignment = align(a.times, b.times);
  result.same_grid = alignment.same_grid;
  result.same_range = alignment.same_range;
  result.times = alignment.meetings.size();

  const Columns of_a = values_of(a), of_b = values_of(b);
  const ByName in_a = by_name(of_a), in_b = by_name(of_b);
  for (const TableColumn* column : of_a)
    if (const auto twin = in_b.find(column->name); twin != in_b.end())
      compare_columns(Pair(*column, *twin->second, options), column->name, alignment.meetings,
                      result);
  if (!options.only_common) {
    result.only_in_a = missing_in(in_b, of_a);
    result.only_in_b = missing_in(in_a, of_b);
  }
  result.errors_left_out = a.columns.size() - of_a.size() + b.columns.size() - of_b.size();
  result.values = result.times * result.columns.size();
  // Nothing in common is never "the same", nor are two results without a row.
  const bool comparable = !result.columns.empty() || (a.columns.empty() && b.columns.empty());
  result.same = comparable && result.times > 0 && result.beyond == 0 && result.same_range &&
                result.only_in_a.empty() && result.only_in_b.empty();
  return result;
}

}  // namespace bw::result
