// A comparison as text.

#include <fmt/format.h>

#include <cmath>

#include "base/text.h"
#include "result/compare/compare.h"

namespace bw::result {
namespace {

constexpr std::size_t names_listed = 8;

std::string quoted(const Field& field) {
  if (const auto* number = std::get_if<double>(&field)) return shortest(*number);
  return "\"" + std::get<std::string>(field) + "\"";
}

std::string words(const Place& place) {
  return fmt::format("{} at t = {}: {} and {}", place.column, brief(place.time), quoted(place.a),
                     quoted(place.b));
}

std::string measure(const Place& place) {
  if (std::isinf(place.measure)) return "";
  return " (" + rough(place.measure) + " times the tolerance)";
}

std::string missing_columns(const std::vector<std::string>& names, const std::string& file) {
  if (names.empty()) return "";
  return fmt::format("Only in {}: {}.\n", file, listed(names, {.most = names_listed}));
}

std::string range(std::size_t rows, double start, double stop) {
  return rows == 0 ? "no rows" : fmt::format("{} to {}", brief(start), brief(stop));
}

std::string grids(const Comparison& c) {
  std::string lines;
  if (!c.same_range)
    lines +=
        fmt::format("The times differ: {} in {}, {} in {}.\n", range(c.rows_a, c.start_a, c.stop_a),
                    c.file_a, range(c.rows_b, c.start_b, c.stop_b), c.file_b);
  if (!c.same_grid && c.times > 0)
    lines += fmt::format(
        "The results have rows at different times ({} and {} rows); they were compared at {} "
        "times, with linear interpolation of the finer result.\n",
        c.rows_a, c.rows_b, c.times);
  return lines;
}

std::string finding(const Comparison& c) {
  if (c.rows_a == 0 && c.rows_b == 0)
    return fmt::format("There is nothing to compare: neither {} nor {} has a row.\n", c.file_a,
                       c.file_b);
  if (!c.same && c.beyond == 0)
    return fmt::format("{} and {} differ: not in the {} values of the {} columns that both have.\n",
                       c.file_a, c.file_b, c.values, c.columns.size());
  return fmt::format("{} and {} {}: {} of {} values in {} common columns differ.\n", c.file_a,
                     c.file_b, c.same ? "are the same within the tolerance" : "differ", c.beyond,
                     c.values, c.columns.size());
}

}  // namespace

std::string describe(const Comparison& c) {
  std::string lines = finding(c);
  if (c.first) lines += fmt::format("First difference: {}.\n", words(*c.first));
  if (c.largest)
    lines += fmt::format("Largest difference: {}{}.\n", words(*c.largest), measure(*c.largest));
  lines +=
      grids(c) + missing_columns(c.only_in_a, c.file_a) + missing_columns(c.only_in_b, c.file_b);
  if (c.errors_left_out > 0) lines += "Columns of estimated errors were not compared.\n";
  return lines;
}

}  // namespace bw::result
