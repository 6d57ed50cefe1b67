#pragma once
// Where a sparse square matrix may be other than zero, row after row.

#include <cstddef>
#include <span>
#include <vector>

namespace bw::math {

struct Pattern {
  std::vector<std::size_t> begins{0};  // of row i: entries begins[i] .. begins[i + 1]
  std::vector<std::size_t> columns{};  // of the entries, rising within a row

  std::size_t size() const { return begins.size() - 1; }
  std::size_t entries() const { return columns.size(); }
  std::span<const std::size_t> row(std::size_t i) const {
    return {columns.data() + begins[i], begins[i + 1] - begins[i]};
  }
  void add_row(std::span<const std::size_t> of_row) {
    columns.insert(columns.end(), of_row.begin(), of_row.end());
    begins.push_back(columns.size());
  }
};

}  // namespace bw::math
