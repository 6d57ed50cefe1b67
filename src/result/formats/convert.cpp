#include "result/formats/convert.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdio>
#include <filesystem>
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

// With a constant amount of memory.
void copy_cells(const std::string& source, const std::string& target) {
  const Descriptor file = open_source(source);
  BytesOfFile bytes(file.get());
  CellsReader reader(bytes, source);
  Heading heading;
  heading.constants = reader.head().constants;
  const auto output = open_output_file(target, nullptr, OldRows::dropped, heading);
  Writer& writer = output->writer();
  if (reader.head().time_unit != "s") writer.time_unit(reader.head().time_unit);
  writer.columns(reader.head().columns);
  for (Row row; reader.next(row);) writer.row(row);
  output->publish();
}

void copy_table(const std::string& source, const std::string& target) {
  const Table table = read_table(source);
  std::vector<Column> columns;
  for (const TableColumn& column : table.columns)
    columns.push_back({column.name, column.is_text ? Type::string : Type::real, column.unit});
  const auto output = open_output_file(target);
  output->writer().columns(columns);
  std::vector<double> reals;
  std::vector<Discrete> texts;
  for (std::size_t r = 0; r < table.times.size(); ++r) {
    reals.clear();
    texts.clear();
    for (const TableColumn& column : table.columns)
      if (column.is_text)
        texts.emplace_back(column.texts[r]);
      else
        reals.push_back(column.numbers[r]);
    output->writer().row({table.times[r], reals, texts});
  }
  output->publish();
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

void convert_result(const std::string& source, const std::string& target) {
  const Format& format = format_for(target);
  for (const std::string& written : {target, rejected_name(target), sealing_name(target)})
    if (is_same_file(source, written))
      throw UsageError("'" + written + "' would be overwritten; choose another name for -o.");
  const bool cells = has_cells(source);
  if (cells && format.complete != nullptr) return complete_from(source, target, format);
  if (is_same_file(source, partial_name(target)))
    throw UsageError("'" + source + "' is a file of this format already; rename it to '" + target +
                     "'.");
  if (cells)
    copy_cells(source, target);
  else
    copy_table(source, target);
}

}  // namespace bw::result
