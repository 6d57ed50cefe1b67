#pragma once
// A column of a table becomes values of an input's type and unit.

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
  // All outlive it. `where` begins every sentence, the variable's name stands within.
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
