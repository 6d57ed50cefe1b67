#pragma once
// What a connection does to discrete values: a table for each of its sections, one after the other.
// A value that a table does not contain stays as it is, and so do strings.

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/value.h"

namespace bw::model {

class ValueMap {
 public:
  using Table = std::vector<std::pair<std::int64_t, std::int64_t>>;

  void add(Table table) {
    std::ranges::sort(table);
    tables_.push_back(std::move(table));
  }
  bool empty() const { return tables_.empty(); }
  // Ascending; every other value stays as it is.
  std::vector<std::int64_t> listed_values() const {
    std::vector<std::int64_t> values;
    for (const Table& table : tables_)
      for (const auto& entry : table) values.push_back(entry.first);
    std::ranges::sort(values);
    values.erase(std::unique(values.begin(), values.end()), values.end());
    return values;
  }

  std::int64_t operator()(std::int64_t value) const {
    for (const Table& table : tables_) {
      const auto found = std::ranges::lower_bound(table, value, {}, &Table::value_type::first);
      if (found != table.end() && found->first == value) value = found->second;
    }
    return value;
  }
  Discrete operator()(const Discrete& value) const {
    const auto* number = std::get_if<std::int64_t>(&value);
    return number == nullptr ? value : Discrete((*this)(*number));
  }

 private:
  std::vector<Table> tables_;
};

}  // namespace bw::model
