#pragma once
// Lists of numbers stored one behind the other, such as the successors of the nodes of a graph.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace bw::math {

// Row i is values[begins[i] .. begins[i + 1]).
struct Rows {
  std::vector<std::uint32_t> begins{0}, values{};

  std::size_t size() const { return begins.size() - 1; }
  std::span<const std::uint32_t> operator[](std::size_t i) const {
    return {values.data() + begins[i], begins[i + 1] - begins[i]};
  }
  void close_row() { begins.push_back(static_cast<std::uint32_t>(values.size())); }
};

inline Rows rows_of(const std::vector<std::vector<std::size_t>>& lists) {
  Rows rows;
  for (const std::vector<std::size_t>& list : lists) {
    for (const std::size_t number : list) rows.values.push_back(static_cast<std::uint32_t>(number));
    rows.close_row();
  }
  return rows;
}

}  // namespace bw::math
