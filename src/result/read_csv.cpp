#include "result/read_csv.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>

#include "base/error.h"
#include "base/nearest.h"
#include "base/read_file.h"
#include "base/run_control.h"
#include "base/text.h"
#include "base/units.h"
#include "result/csv_scanner.h"
#include "result/descriptor.h"

namespace bw::result {
namespace {

constexpr double missing_value = std::numeric_limits<double>::quiet_NaN();

bool is_word(std::string_view text, std::string_view word) {
  return std::ranges::equal(text, word, [](char a, char b) { return (a | 0x20) == b; });
}

std::optional<double> number(std::string_view text) {
  double value = 0;
  const char* end = text.data() + text.size();
  if (const auto read = std::from_chars(text.data(), end, value);
      read.ec == std::errc{} && read.ptr == end)
    return value;  // the usual case
  text = trimmed(text);
  if (text.empty()) return missing_value;
  if (is_word(text, "true")) return 1;
  if (is_word(text, "false")) return 0;
  return to_number(text);
}

std::optional<std::int64_t> whole_number(std::string_view text) {
  text = trimmed(text);
  if (text.starts_with('+')) text.remove_prefix(1);
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, value);
  if (read.ec != std::errc{} || read.ptr != end) return {};
  return value;
}

class TableReader {
 public:
  TableReader(std::string_view text, const std::string& name) : scanner_(text, name) {
    table_.file = name;
  }
  Table read();

 private:
  void read_header();
  void check_header(const std::vector<CsvField>& places) const;
  void take_time_unit(const CsvField& place, const std::string& unit);
  void read_row();
  void take_time(const CsvField& field);
  void take(TableColumn& column, const CsvField& field);
  [[noreturn]] void fail(const CsvField& field, const std::string& sentence) const {
    throw InputError(scanner_.position(field).text() + ": " + sentence);
  }
  [[noreturn]] void fail_number(const CsvField& field, const std::string& column) const;
  [[noreturn]] void fail_width(const CsvField& field, std::size_t found) const;

  CsvScanner scanner_;
  Table table_;
  bool trailing_ = false;  // every line ends with a separator (old OpenModelica)
  bool all_quoted_ = false;
  double seconds_ = 1;  // in one unit of the file's time
};

// "Time [s] " -> "Time" and "s". "x[1]" has no blank before the bracket and stays.
TableColumn named(std::string_view heading, bool may_have_unit) {
  TableColumn column;
  if (may_have_unit) heading = trimmed(heading);
  const auto bracket = heading.rfind(" [");
  if (may_have_unit && bracket != heading.npos && heading.ends_with(']')) {
    column.unit = heading.substr(bracket + 2, heading.size() - bracket - 3);
    if (column.unit == "---") column.unit.clear();  // MasterSim's word for none
    heading = trimmed(heading.substr(0, bracket));
  }
  column.name = heading;
  return column;
}

// Before its first value that is not empty, a column may be numbers or strings.
bool undecided(const TableColumn& column) { return column.numbers.empty() && column.texts.empty(); }

Table TableReader::read() {
  read_header();
  while (scanner_.start_row()) {
    throw_if_interrupted();
    read_row();
  }
  for (TableColumn& column : table_.columns)
    if (undecided(column)) column.numbers.assign(table_.times.size(), missing_value);
  return std::move(table_);
}

void TableReader::read_header() {
  if (!scanner_.start_row())
    throw InputError("'" + table_.file +
                     "' is empty; a result begins with the names of its columns.");
  std::vector<CsvField> places;
  bool all_have_units = false;
  for (CsvField field; scanner_.next(field);) {
    table_.columns.push_back(named(field.text, !field.quoted || places.empty() || all_have_units));
    all_have_units = all_have_units || !table_.columns.front().unit.empty();
    places.push_back(field);
  }
  if (table_.columns.size() > 1 && table_.columns.back().name.empty()) {
    trailing_ = true;
    table_.columns.pop_back();
  }
  check_header(places);
  take_time_unit(places.front(), table_.columns.front().unit);
  table_.columns.erase(table_.columns.begin());
}

void TableReader::check_header(const std::vector<CsvField>& places) const {
  const TableColumn& time = table_.columns.front();
  if (to_number(time.name))
    fail(places[0], "'" + time.name + "' is a number, but the first line names the columns.");
  std::unordered_set<std::string_view> seen;
  for (std::size_t c = 1; c < table_.columns.size(); ++c)
    if (const std::string& name = table_.columns[c].name; !seen.insert(name).second)
      fail(places[c], "the column '" + name + "' is given twice.");
}

void TableReader::take_time_unit(const CsvField& place, const std::string& unit) {
  if (unit.empty() || unit == "-") return;
  const auto seconds = seconds_in(unit);
  if (!seconds) fail(place, "'" + unit + "' is not a unit of time.");
  seconds_ = *seconds;
}

void TableReader::read_row() {
  CsvField field;
  scanner_.next(field);
  take_time(field);
  std::size_t width = 0;
  while (scanner_.next(field)) {
    if (width < table_.columns.size()) {
      take(table_.columns[width], field);
    } else if (width > table_.columns.size() || !trailing_ || !field.text.empty()) {
      fail_width(field, width + 2);
    }
    ++width;
  }
  if (width < table_.columns.size()) fail_width(field, width + 1);
}

void TableReader::take_time(const CsvField& field) {
  const auto written = number(field.text);
  if (!written || !std::isfinite(*written)) fail_number(field, "time");
  const double time = *written * seconds_;
  if (table_.times.empty()) all_quoted_ = field.quoted;
  if (!table_.times.empty() && time < table_.times.back())
    fail(field, "the time decreases from " + shortest(table_.times.back()) + " to " +
                    shortest(time) + ".");
  table_.times.push_back(time);
}

void TableReader::take(TableColumn& column, const CsvField& field) {
  if (undecided(column)) {
    if (field.text.empty() && !field.quoted) return;
    const std::size_t earlier = table_.times.size() - 1;  // rows, all of them empty here
    column.is_text = (field.quoted && !all_quoted_) || !number(field.text);
    if (column.is_text)
      column.texts.assign(earlier, "");
    else
      column.numbers.assign(earlier, missing_value);
  }
  if (column.is_text) {
    column.texts.emplace_back(field.text);
    return;
  }
  const auto value = number(field.text);
  if (!value) fail_number(field, column.name);
  if (std::abs(*value) >= 0x1p53) [[unlikely]]
    if (const auto whole = whole_number(field.text))
      column.exact.emplace_back(column.numbers.size(), *whole);
  column.numbers.push_back(*value);
}

void TableReader::fail_number(const CsvField& field, const std::string& column) const {
  const bool comma = field.text.find(',') != field.text.npos;
  fail(field, "'" + std::string(field.text) + "' in column '" + column + "' is not a " +
                  (column == "time" ? "finite " : "") + "number" +
                  (comma ? "; write the decimal point as '.'." : "."));
}

void TableReader::fail_width(const CsvField& field, std::size_t found) const {
  const std::size_t wanted = table_.columns.size() + 1;
  fail(field, found > wanted ? "the line has more than the " + std::to_string(wanted) +
                                   " fields of the header."
                             : "the line ends after " + std::to_string(found) +
                                   " fields, the header has " + std::to_string(wanted) + ".");
}

}  // namespace

const TableColumn* Table::find(std::string_view name) const {
  const auto found = std::ranges::find(columns, name, &TableColumn::name);
  return found == columns.end() ? nullptr : &*found;
}

bool Table::is_error(const TableColumn& column) const {
  constexpr std::string_view begin = "error(", end = ")";
  const std::string_view name = column.name;
  return name.starts_with(begin) && name.ends_with(end) &&
         find(name.substr(begin.size(), name.size() - begin.size() - end.size())) != nullptr;
}

std::string read_bytes(const std::string& path) {
  std::optional<std::string> bytes = read_file(path);
  if (!bytes) {
    const int cause = errno;
    if (cause == ENOENT)
      throw InputError(path + ": there is no such file." + did_you_mean_file(path));
    throw InputError("'" + path + "' cannot be read: " + reason(cause) + ".");
  }
  return std::move(*bytes);
}

Table read_csv(const std::string& path) { return parse_csv(read_bytes(path), path); }

Table parse_csv(std::string_view text, const std::string& name) {
  // A run that was killed may not have ended its last row.
  if (name.ends_with(".partial")) text = text.substr(0, text.rfind('\n') + 1);
  return TableReader(text, name).read();
}

}  // namespace bw::result
