#pragma once
// A square system of which some equations follow from others: the solution that changes the
// unknowns least, in their units. By a complete orthogonal decomposition.
//
// Source: G. H. Golub, C. F. Van Loan, Matrix Computations, 4th ed., 5.5.2.

#include <memory>
#include <span>

namespace bw::math {

class LeastChange {
 public:
  LeastChange();
  LeastChange(LeastChange&&) noexcept;
  ~LeastChange();
  // Row by row. `units`: of the unknowns.
  void factorise(std::span<const double> matrix, std::span<const double> units);
  // False: the equations contradict each other.
  [[nodiscard]] bool solve(std::span<double> b) const;

 private:
  struct Work;
  std::unique_ptr<Work> work_;
};

}  // namespace bw::math
