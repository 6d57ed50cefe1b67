#pragma once
// Sobol points in Gray code order with the direction numbers of Joe and Kuo (2008): point k is the
// exclusive or of the direction numbers at the ones of k ^ (k >> 1).

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace bw::study {

class Sobol {
 public:
  static constexpr std::size_t most_dimensions = 1111;
  static constexpr std::size_t bits = 32;  // of a coordinate, and of the number of a point

  explicit Sobol(std::size_t dimensions);  // throws InputError above the most

  // In units of 2^-32.
  std::uint32_t coordinate(std::uint64_t point, std::size_t dimension) const;

 private:
  std::vector<std::array<std::uint32_t, bits>> directions_;
};

}  // namespace bw::study
