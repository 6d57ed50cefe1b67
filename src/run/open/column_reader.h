#pragma once
// Converts a column of a table to the type and unit of an input.

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/value.h"
#include "model/variable.h"
#include "result/read_csv.h"

namespace bw::run {

class ColumnReader {
 public:
  // The references must outlive it. `where` begins every message, which contains the variable's
  // name.
  ColumnReader(const result::Table& table, const result::TableColumn& column,
               const model::Variable& variable, std::string where)
      : table_(table), column_(column), variable_(variable), where_(std::move(where)) {}

  // Throw InputError with the time and the value that does not fit.
  std::vector<double> reals() const;
  std::vector<Discrete> discretes() const;

 private:
  std::int64_t named(std::size_t row) const;
  std::int64_t numbered(std::size_t row) const;
  std::int64_t whole(const Value& value, std::size_t row) const;
  [[noreturn]] void fail(std::size_t row, const char* wanted) const;

  const result::Table& table_;
  const result::TableColumn& column_;
  const model::Variable& variable_;
  std::string where_;
  mutable std::unordered_map<std::string, std::int64_t> named_;  // few texts, many rows
  mutable std::int64_t last_ = 0;
};

}  // namespace bw::run
