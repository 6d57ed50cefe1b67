#pragma once
// The columns of a result as a page has them: doubles in base64, and of many rows the smallest and
// the largest value of each group, so that no peak is lost and the page stays small.

#include <cstddef>
#include <nlohmann/json.hpp>

#include "result/read_csv.h"

namespace bw::web {

// Doubles in one page. Each takes 11 bytes of it.
inline constexpr std::size_t most_numbers = 300'000;

// {time, rows, rows_per_point, left_out, columns [{name, unit, discrete, values, error}]}. A column
// "error(x)" becomes the error of x; columns of text are left out, by name. `seconds_in_unit`: of
// the times of the page.
nlohmann::json curves_of(const result::Table& table, double seconds_in_unit = 1,
                         std::size_t most = most_numbers);

// Both results at the times at which they can be compared; every common column has also `other`
// and `difference`, the values of `b` and a - b.
nlohmann::json compared_curves(const result::Table& a, const result::Table& b,
                               double seconds_in_unit = 1, std::size_t most = most_numbers);

}  // namespace bw::web
