#pragma once
// Dense linear algebra for the small systems of a loop; the only door to Eigen here.

#include <optional>
#include <span>
#include <vector>

namespace bw::math {

// A square matrix, column after column.
struct Matrix {
  explicit Matrix(std::size_t n) : size(n), values(n * n, 0.0) {}
  double& at(std::size_t row, std::size_t column) { return values[column * size + row]; }
  std::size_t size;
  std::vector<double> values;
};

// x with A x = b; nothing when A is singular to working precision or anything is not finite. Where
// the entries of A are known to `noise` only, no pivot below it counts.
std::optional<std::vector<double>> solve(const Matrix& a, std::span<const double> b,
                                         double noise = 0.0);

}  // namespace bw::math
