#pragma once
// Dense linear algebra for small algebraic loops; the only file that uses Eigen for them.

#include <memory>
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

// A factorised matrix that solves for many right-hand sides. Reuses its memory for the next matrix
// of the same size.
class Factors {
 public:
  Factors();
  ~Factors();
  Factors(Factors&&) noexcept;
  Factors& operator=(Factors&&) noexcept;

  // False: singular to working precision. Where the entries are known to `noise` only, no pivot
  // below it counts.
  [[nodiscard]] bool compute(const Matrix& a, double noise = 0.0);
  // b becomes x with A x = b; false: not everything in it is finite.
  bool solve(std::span<double> b) const;

 private:
  struct Decomposition;
  std::unique_ptr<Decomposition> lu_;
};

// x with A x = b; nothing when A is singular or anything is not finite.
std::optional<std::vector<double>> solve(const Matrix& a, std::span<const double> b,
                                         double noise = 0.0);

}  // namespace bw::math
