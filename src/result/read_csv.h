#pragma once
// Results of this and of other programs (FMPy, OpenModelica, MasterSim) as columns. Linear time.
//
// The first column is the time, never falling, kept in seconds. A column is numbers when its first
// value that is not empty is one (true and false are 1 and 0, an empty field is nan), else text.
// Quotes around a value make its column text, unless the time is quoted too. A unit behind a bare
// name, as MasterSim writes it ("prey.x [kg]"), is taken off the name; behind quoted names, too,
// when the time has one ("Time [h]").

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bw::result {

struct TableColumn {
  std::string name, unit;
  bool is_text = false;
  std::vector<double> numbers;  // one of the two is filled
  std::vector<std::string> texts;
  // Whole numbers of 2^53 and more, which a double rounds: row and value, ascending.
  std::vector<std::pair<std::size_t, std::int64_t>> exact;
};

struct Table {
  std::string file;
  std::vector<double> times;
  std::vector<TableColumn> columns;  // without the time

  const TableColumn* find(std::string_view name) const;  // nullptr: there is none
  // Whether a column "error(x)" holds the estimated errors of a column x.
  bool is_error(const TableColumn& column) const;
};

// The whole file. Throws InputError with the reason when it cannot be read.
std::string read_bytes(const std::string& path);

// Throws InputError with file:line:column when it is not such a file.
Table read_csv(const std::string& path);
Table parse_csv(std::string_view text, const std::string& name);

}  // namespace bw::result
