#include "result/formats/convert.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/value.h"
#include "result/descriptor.h"
#include "result/destination.h"
#include "result/format.h"
#include "result/formats/cells.h"
#include "result/heading.h"
#include "result/output_file.h"
#include "result/read_csv.h"
#include "result/trajectory.h"
#include "result/writer.h"

namespace bw::result {
namespace {

namespace fs = std::filesystem;

Descriptor open_source(const std::string& source) {
  Descriptor file(::open(source.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.is_open()) throw InputError("'" + source + "' cannot be read: " + reason(errno) + ".");
  return file;
}

bool has_cells(const std::string& source) {
  const Descriptor file = open_source(source);
  std::array<char, cells_magic.size()> begin{};
  const ssize_t size = ::pread(file.get(), begin.data(), begin.size(), 0);
  return size == static_cast<ssize_t>(begin.size()) &&
         are_cells(std::string_view(begin.data(), begin.size()));
}

// Between the first and the last row.
Heading heading_of_cells(int file, const std::string& source) {
  BytesOfFile bytes(file);
  CellsReader reader(bytes, source);
  Heading heading;
  bool is_first = true;
  for (Row row; reader.next(row); is_first = false) {
    if (is_first) heading.start = row.time;
    heading.stop = row.time;
  }
  return heading;
}

// With a constant amount of memory.
std::vector<std::string> copy_cells(const std::string& source, const std::string& target) {
  const Descriptor file = open_source(source);
  Heading heading = heading_of_cells(file.get(), source);
  BytesOfFile bytes(file.get());
  CellsReader reader(bytes, source);
  heading.constants = reader.head().constants;
  const auto output = open_output_file(target, nullptr, OldRows::dropped, heading);
  Writer& writer = output->writer();
  if (reader.head().time_unit != "s") writer.time_unit(reader.head().time_unit);
  writer.columns(reader.head().columns);
  for (Row row; reader.next(row);) writer.row(row);
  output->publish();
  return writer.losses();
}

// A column of a table as it is written, row by row.
class ConvertedColumn {
 public:
  explicit ConvertedColumn(const TableColumn& column) : column_(column), type_(type_of(column)) {}

  Type type() const { return type_; }
  void append(std::size_t row, std::vector<double>& reals, std::vector<Discrete>& discretes) {
    if (type_ == Type::string)
      discretes.emplace_back(column_.texts[row]);
    else if (type_ == Type::integer)
      discretes.emplace_back(whole(row));
    else
      reals.push_back(column_.numbers[row]);
  }
  // Whether a whole number loses digits: in a column of doubles, because of the other rows.
  bool is_rounded() const {
    return type_ == Type::real && std::ranges::any_of(column_.exact, [&](const auto& one) {
             const double number = column_.numbers[one.first];
             return number >= beyond || static_cast<std::int64_t>(number) != one.second;
           });
  }

 private:
  static constexpr double beyond = 0x1p63;  // the first that is no int64

  // Integers where a double would round one of them, and all of them are whole.
  static Type type_of(const TableColumn& column) {
    if (column.is_text) return Type::string;
    const bool are_whole = std::ranges::all_of(column.numbers, [](double number) {
      return std::abs(number) <= beyond && std::trunc(number) == number;
    });
    const auto huge = std::ranges::count_if(
        column.numbers, [](double number) { return std::abs(number) >= beyond; });
    const auto exact = std::ranges::count_if(column.exact, [&](const auto& one) {
      return std::abs(column.numbers[one.first]) >= beyond;
    });
    return !column.exact.empty() && are_whole && huge == exact ? Type::integer : Type::real;
  }
  std::int64_t whole(std::size_t row) {
    const auto& exact = column_.exact;
    while (next_ < exact.size() && exact[next_].first < row) ++next_;
    return next_ < exact.size() && exact[next_].first == row
               ? exact[next_].second
               : static_cast<std::int64_t>(column_.numbers[row]);
  }

  const TableColumn& column_;
  Type type_;
  std::size_t next_ = 0;  // of the exact values
};

std::vector<std::string> losses_of(const Table& table,
                                   const std::vector<ConvertedColumn>& converted) {
  std::vector<std::string> rounded;
  for (std::size_t c = 0; c < converted.size(); ++c)
    if (converted[c].is_rounded()) rounded.push_back(table.columns[c].name);
  if (rounded.empty()) return {};
  return {"whole numbers beyond 2^53 were rounded in " + listed(rounded) +
          ", because other rows have fractions or no value: " +
          (rounded.size() == 1 ? "it became a column" : "they became columns") + " of doubles."};
}

std::vector<std::string> copy_table(const std::string& source, const std::string& target) {
  const Table table = read_table(source);
  std::vector<Column> columns;
  std::vector<ConvertedColumn> converted;
  for (const TableColumn& column : table.columns) {
    converted.emplace_back(column);
    columns.push_back({column.name, converted.back().type(), column.unit});
  }
  Heading heading;
  if (!table.times.empty()) {
    heading.start = table.times.front();
    heading.stop = table.times.back();
  }
  const auto output = open_output_file(target, nullptr, OldRows::dropped, heading);
  output->writer().columns(columns);
  std::vector<double> reals;
  std::vector<Discrete> discretes;
  for (std::size_t r = 0; r < table.times.size(); ++r) {
    reals.clear();
    discretes.clear();
    for (ConvertedColumn& column : converted) column.append(r, reals, discretes);
    output->writer().row({table.times[r], reals, discretes});
  }
  output->publish();
  std::vector<std::string> losses = losses_of(table, converted);
  for (std::string& loss : output->writer().losses()) losses.push_back(std::move(loss));
  return losses;
}

void complete_from(const std::string& source, const std::string& target, const Format& format) {
  check_destination(target, "The result");
  format.require();
  const std::string made = sealing_name(target);
  ::unlink(made.c_str());
  try {
    format.complete(source, made);
  } catch (const Error&) {
    ::unlink(made.c_str());
    throw;
  }
  if (std::rename(made.c_str(), target.c_str()) == 0) return;
  const int problem = errno;
  ::unlink(made.c_str());
  throw Error(ExitCode::stopped,
              "The result '" + target + "' cannot be written: " + reason(problem) + ".");
}

}  // namespace

bool is_result_name(const std::string& path) {
  fs::path name(path);
  if (name.extension() == partial_name("")) name.replace_extension();
  const std::string extension = lowercase(name.extension().string());
  return std::ranges::any_of(formats(),
                             [&](const Format& format) { return format.extension == extension; });
}

std::vector<std::string> convert_result(const std::string& source, const std::string& target) {
  const Format& format = format_for(target);
  for (const std::string& written : {target, rejected_name(target), sealing_name(target)})
    if (is_same_file(source, written))
      throw UsageError("'" + written + "' would be overwritten; choose another name for -o.");
  const bool cells = has_cells(source);
  if (cells && format.complete != nullptr) {
    complete_from(source, target, format);
    return {};
  }
  if (is_same_file(source, partial_name(target)))
    throw UsageError("'" + source + "' is a file of this format already; rename it to '" + target +
                     "'.");
  return cells ? copy_cells(source, target) : copy_table(source, target);
}

}  // namespace bw::result
