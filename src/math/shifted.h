#pragma once
// The matrices that implicit methods solve with:  (s I - J) x = b,  s real or complex, J real,
// dense or sparse. Memory is reused from one factorisation to the next, and a sparse one keeps its
// elimination order while the pattern is the same.

#include <complex>
#include <memory>
#include <span>

#include "math/pattern.h"

namespace bw::math {

class Shifted {
 public:
  // J has n rows; `pattern` null: dense, row-major, n x n values. The pattern must outlive this
  // object.
  Shifted(std::size_t n, const Pattern* pattern);
  ~Shifted();
  Shifted(const Shifted& other);
  Shifted& operator=(const Shifted& other);
  Shifted(Shifted&&) noexcept;
  Shifted& operator=(Shifted&&) noexcept;

  // False: singular to working precision, or not finite. One of both is in use at a time.
  [[nodiscard]] bool factorise(std::span<const double> jacobian, double shift);
  [[nodiscard]] bool factorise(std::span<const double> jacobian, std::complex<double> shift);
  // b becomes x; false: not everything in it is finite.
  bool solve(std::span<double> b) const;
  bool solve(std::span<std::complex<double>> b) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace bw::math
