#pragma once
// How rows depend on a step size or a tolerance: a judgement about runs that differ in nothing
// else. It is no estimate of the error, because what does not depend on either cannot be seen.
//
// Steps h/m, m = 1, 2, 3, 5, 7: the rows of a solver that takes one step, or several equal ones,
// per communication step approach their limit like C m^-p. In each column the row with the largest
// change from m = 1 to 7 is compared with this law for p = 1 ... 4:
//
//   (y_m - y_7) / (y_1 - y_7) = (m^-p - 7^-p) / (1 - 7^-p),   off by at most 0.1
//
// and what remains is the larger one of its two estimates, from y_1 and from y_5. Three halvings
// would not do: a solver with fixed inner steps and a shorter last one before each communication
// point looks convergent in half of the cases, and its own error stays hidden. The prime factors
// leave 0.3 % of them (docs/decisions/0025).
//
// Tolerances T, T/10, T/100: the second change must be at most half of the first.

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/value.h"

namespace bw::run {

inline constexpr int step_divisors[] = {1, 2, 3, 5, 7};

// What the differences of all columns are weighed with.
struct RowWeights {
  double relative = 0;
  std::vector<double> absolute;  // per column
};

struct Variation {
  enum class Kind {
    none,       // nothing changes, but for rounding and what is far below the tolerance
    converges,  // as it should
    irregular   // something changes, and not as it should
  };
  Kind kind = Kind::none;
  double change = 0;                // the largest from the first run to the last, in tolerances
  double remaining = 0;             // in the last run
  double order = 0;                 // of the step where it converges
  std::size_t column = 0, row = 0;  // of the largest remaining or the irregular one
};

// Row after row, of equal length; one per entry of step_divisors.
Variation vary_steps(std::span<const std::span<const double>> runs, const RowWeights& weights);
// Of the largest, the second and the smallest tolerance.
Variation vary_tolerances(std::span<const std::span<const double>> runs, const RowWeights& weights);

std::string tolerances_text(double tolerances);  // "12 tolerances"

// The largest difference, in tolerances, and where it is.
Variation difference(std::span<const double> one, std::span<const double> other,
                     const RowWeights& weights);
// The first row in which they differ; none: they are equal. `columns` in each row.
std::optional<std::size_t> first_other_row(std::span<const Discrete> one,
                                           std::span<const Discrete> other, std::size_t columns);

}  // namespace bw::run
