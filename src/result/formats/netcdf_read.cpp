// Reads netCDF, also of other programs: the variables over the dimension of the time. Files come
// from anybody and the library may crash on a damaged one, so a process of its own reads them.

#include <poll.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/pack.h"
#include "base/process/child.h"
#include "base/text.h"
#include "base/units.h"
#include "result/format.h"
#include "result/formats/cells.h"
#include "result/formats/netcdf_library.h"
#include "result/read_csv.h"

namespace bw::result {

// A column on its way from the other process.
struct SentColumn {
  TableColumn column{};
  std::vector<std::uint64_t> exact_rows{};
  std::vector<std::int64_t> exact_values{};
};

template <class Pack, Is<SentColumn> S>
void fields(Pack& pack, S& sent) {
  auto& column = sent.column;
  pack(column.name, column.unit, column.is_text, column.numbers, column.texts, sent.exact_rows,
       sent.exact_values);
}

Table read_cells(std::string_view bytes, const std::string& name);  // cells_read.cpp

namespace {

constexpr std::string_view hdf_magic("\x89HDF\r\n\x1a\n", 8);

struct NetcdfVariable {
  int id = 0, type = 0;
  std::string name{};  // as written in the program that made it
  std::vector<int> dimensions{};
};

class NetcdfReader {
 public:
  NetcdfReader(std::string_view bytes, const std::string& file)
      : functions_(netcdf()), bytes_(bytes) {
    table_.file = file;
    check(functions_.open_mem(file.c_str(), 0, bytes_.size(), bytes_.data(), &file_));
    is_open_ = true;
  }
  ~NetcdfReader() {
    if (is_open_) functions_.close(file_);
  }
  NetcdfReader(const NetcdfReader&) = delete;
  NetcdfReader& operator=(const NetcdfReader&) = delete;

  Table read() {
    read_variables();
    const NetcdfVariable time = time_variable();
    read_time(time);
    for (const NetcdfVariable& variable : variables_)
      if (variable.id != time.id && variable.dimensions == time.dimensions) add_column(variable);
    return std::move(table_);
  }

 private:
  [[noreturn]] void fail(const std::string& why) const {
    throw InputError("'" + table_.file + "' is damaged, or no result of a simulation: " + why +
                     ".");
  }
  void check(int problem) const {
    if (problem != 0) fail(functions_.strerror(problem));
  }

  void read_variables();
  std::string dimension_name(int dimension);
  std::string attribute(int variable, const char* name) const;
  std::optional<double> number_attribute(int variable, const char* name) const;
  bool unpack_numbers(int variable, std::vector<double>& numbers) const;
  NetcdfVariable time_variable();
  void read_time(const NetcdfVariable& time);
  void add_column(const NetcdfVariable& variable);
  void read_texts(int variable, std::vector<std::string>& texts) const;
  void read_wholes(int variable, TableColumn& column) const;

  const Netcdf& functions_;
  std::string bytes_;  // the library wants to be able to write to them
  int file_ = 0;
  bool is_open_ = false;
  std::vector<NetcdfVariable> variables_;
  std::size_t rows_ = 0;
  Table table_;
};

void NetcdfReader::read_variables() {
  int count = 0;
  check(functions_.inq_nvars(file_, &count));
  for (int v = 0; v < count; ++v) {
    std::string name(nc_longest_name + 1, '\0');
    std::vector<int> dimensions(nc_most_dimensions);
    int type = 0, used = 0, attributes = 0;
    check(functions_.inq_var(file_, v, name.data(), &type, &used, dimensions.data(), &attributes));
    dimensions.resize(static_cast<std::size_t>(used));
    const std::string original = attribute(v, "bellwether_name");
    variables_.push_back(
        {v, type, original.empty() ? name.c_str() : original, std::move(dimensions)});
  }
}

// Empty: there is none, or it is no text.
std::string NetcdfReader::attribute(int variable, const char* name) const {
  int type = 0;
  std::size_t length = 0;
  if (functions_.inq_att(file_, variable, name, &type, &length) != 0) return "";
  if (type == nc_char) {
    std::string text(length, '\0');
    check(functions_.get_att_text(file_, variable, name, text.data()));
    return text.substr(0, text.find('\0'));
  }
  if (type != nc_string || length != 1) return "";
  char* text = nullptr;
  check(functions_.get_att_string(file_, variable, name, &text));
  std::string copy = text != nullptr ? text : "";
  functions_.free_string(1, &text);
  return copy;
}

// Nothing: there is none, or it is no single number.
std::optional<double> NetcdfReader::number_attribute(int variable, const char* name) const {
  int type = 0;
  std::size_t length = 0;
  double number = 0;
  if (functions_.inq_att(file_, variable, name, &type, &length) != 0) return {};
  if (type == nc_char || type >= nc_string || length != 1) return {};
  check(functions_.get_att_double(file_, variable, name, &number));
  return number;
}

// Stored numbers become values as CF says: a missing one is nan, the others are scaled. Returns
// whether they were.
bool NetcdfReader::unpack_numbers(int variable, std::vector<double>& numbers) const {
  const auto fill = number_attribute(variable, "_FillValue");
  const auto scale = number_attribute(variable, "scale_factor");
  const auto offset = number_attribute(variable, "add_offset");
  for (double& number : numbers)
    if (fill && number == *fill)
      number = std::numeric_limits<double>::quiet_NaN();
    else if (scale || offset)
      number = number * scale.value_or(1) + offset.value_or(0);
  return scale || offset;
}

std::string NetcdfReader::dimension_name(int dimension) {
  std::string name(nc_longest_name + 1, '\0');
  check(functions_.inq_dim(file_, dimension, name.data(), &rows_));
  return name.c_str();  // without what is behind the end
}

// "time", else the first that has the name of its dimension.
NetcdfVariable NetcdfReader::time_variable() {
  const NetcdfVariable* found = nullptr;
  for (const NetcdfVariable& variable : variables_) {
    if (variable.dimensions.size() != 1 || variable.type == nc_char || variable.type == nc_string)
      continue;
    const bool is_time = variable.name == "time" || variable.name == "Time";
    const bool is_coordinate = dimension_name(variable.dimensions.front()) == variable.name;
    if (is_time || (is_coordinate && found == nullptr)) found = &variable;
    if (is_time) break;
  }
  if (found == nullptr) fail("it has no time");
  dimension_name(found->dimensions.front());
  return *found;
}

// As CF writes it ("hours since 2020-01-01"), too; months and years of a calendar are none.
std::optional<double> seconds_in_cf(std::string unit) {
  unit = unit.substr(0, unit.find(" since "));
  constexpr std::array<std::pair<std::string_view, std::string_view>, 8> words = {
      {{"second", "s"},
       {"sec", "s"},
       {"minute", "min"},
       {"hour", "h"},
       {"hr", "h"},
       {"day", "d"},
       {"millisecond", "ms"},
       {"microsecond", "us"}}};
  std::string one = lowercase(unit);
  if (one.size() > 1 && one.ends_with('s')) one.pop_back();
  for (const auto& [word, symbol] : words)
    if (one == word) return seconds_in(symbol);
  return unit.empty() ? 1 : seconds_in(unit);
}

// From the unit of the file to seconds.
void NetcdfReader::read_time(const NetcdfVariable& time) {
  const std::string unit = attribute(time.id, "units");
  const auto seconds = seconds_in_cf(unit);
  if (!seconds) fail("'" + unit + "' is no unit of time");
  constexpr std::uint64_t largest_value = 8;
  if (rows_ > bytes_.size() / largest_value * 1024) fail("it has an impossible number of rows");
  table_.times.resize(rows_);
  const std::size_t first = 0;
  if (rows_ > 0)
    check(functions_.get_vara_double(file_, time.id, &first, &rows_, table_.times.data()));
  (void)unpack_numbers(time.id, table_.times);
  for (double& at : table_.times) at *= *seconds;
}

void NetcdfReader::add_column(const NetcdfVariable& variable) {
  if (variable.type > nc_string || variable.type == nc_char) return;  // types of other programs
  TableColumn column{
      variable.name, attribute(variable.id, "units"), variable.type == nc_string, {}, {}, {}};
  const std::size_t first = 0;
  if (column.is_text) {
    read_texts(variable.id, column.texts);
  } else if (rows_ > 0) {
    column.numbers.resize(rows_);
    check(functions_.get_vara_double(file_, variable.id, &first, &rows_, column.numbers.data()));
    const bool is_scaled = unpack_numbers(variable.id, column.numbers);
    if (!is_scaled && (variable.type == nc_int64 || variable.type == nc_uint64))
      read_wholes(variable.id, column);
  }
  table_.columns.push_back(std::move(column));
}

// What a double rounds.
void NetcdfReader::read_wholes(int variable, TableColumn& column) const {
  constexpr double exact = 0x1p53;
  bool is_rounded = false;
  for (const double number : column.numbers) is_rounded = is_rounded || std::abs(number) >= exact;
  if (!is_rounded) return;
  std::vector<long long> wholes(rows_);
  const std::size_t first = 0;
  check(functions_.get_vara_longlong(file_, variable, &first, &rows_, wholes.data()));
  for (std::size_t r = 0; r < rows_; ++r)
    if (std::abs(column.numbers[r]) >= exact) column.exact.emplace_back(r, wholes[r]);
}

void NetcdfReader::read_texts(int variable, std::vector<std::string>& texts) const {
  if (rows_ == 0) return;
  std::vector<char*> words(rows_, nullptr);
  const std::size_t first = 0;
  check(functions_.get_vara_string(file_, variable, &first, &rows_, words.data()));
  for (const char* word : words) texts.emplace_back(word != nullptr ? word : "");
  functions_.free_string(words.size(), words.data());
}

std::string packed(Table table) {
  std::vector<SentColumn> columns;
  for (TableColumn& column : table.columns) {
    SentColumn& sent = columns.emplace_back();
    for (const auto& exact : column.exact) {
      sent.exact_rows.push_back(exact.first);
      sent.exact_values.push_back(exact.second);
    }
    sent.column = std::move(column);
  }
  Packer pack;
  pack(table.times, columns);
  return pack.take();
}

Table unpacked(std::string_view bytes, const std::string& name) {
  Table table;
  table.file = name;
  std::vector<SentColumn> columns;
  Unpacker unpack(bytes);
  unpack(table.times, columns);
  if (!unpack.complete())
    throw InputError("'" + name + "' cannot be read: the process that reads it sent too little.");
  for (SentColumn& sent : columns) {
    for (std::size_t k = 0; k < sent.exact_rows.size(); ++k)
      sent.column.exact.emplace_back(sent.exact_rows[k], sent.exact_values[k]);
    table.columns.push_back(std::move(sent.column));
  }
  return table;
}

// Nothing: there is no other process to be had.
std::optional<Child::Outcome> read_elsewhere(std::string_view bytes, const std::string& name) {
  if (has_other_threads()) return {};
  const auto child =
      Child::start([&](const Child::Wanted&) { return packed(NetcdfReader(bytes, name).read()); });
  if (child == nullptr) return {};
  for (bool ended = false; !ended; ended = child->listen()) {
    pollfd ready{child->fd(), POLLIN, 0};
    (void)::poll(&ready, 1, -1);  // listen() says what came
  }
  return std::move(child->outcome());
}

}  // namespace

Table read_netcdf(std::string_view bytes, const std::string& name) {
  if (are_cells(bytes)) return read_cells(bytes, name);  // of a run that was killed
  if (bytes.empty()) throw InputError("'" + name + "' is empty.");
  (void)netcdf();  // where it is missing, not every file is damaged
  const auto outcome = read_elsewhere(bytes, name);
  if (!outcome) return NetcdfReader(bytes, name).read();
  if (outcome->death)
    throw InputError("'" + name + "' is damaged: the library that reads netCDF fails on it.");
  if (!outcome->delivered) throw InputError(outcome->reason);
  return unpacked(outcome->bytes, name);
}

bool is_netcdf(std::string_view bytes) {
  return bytes.starts_with(hdf_magic) || bytes.starts_with("CDF\x01") ||
         bytes.starts_with("CDF\x02") || bytes.starts_with("CDF\x05");
}

}  // namespace bw::result
