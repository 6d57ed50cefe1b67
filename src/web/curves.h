#pragma once
// The columns of a result as a page has them: doubles in base64, and of many rows the smallest and
// the largest value of each group, so that no peak is lost and the page stays small.

#include <cstddef>
#include <nlohmann/json.hpp>
#include <vector>

#include "result/read_csv.h"

namespace bw::web {

// Doubles in one page. Each takes 11 bytes of it.
inline constexpr std::size_t most_numbers = 300'000;

// {time, rows, rows_per_point, left_out, columns [{name, unit, discrete, values, error}]}. A column
// "error(x)" becomes the error of x, nan where it is unknown; columns of text are left out, by
// name. `seconds_in_unit`: of the times of the page.
nlohmann::json curves_of(const result::Table& table, double seconds_in_unit = 1,
                         std::size_t most = most_numbers);

// What curves of one and of two results have in common.
// Whole numbers that stay for a while are drawn as steps.
bool is_discrete(const result::TableColumn& column);
// The columns that a page draws; the names of those that it does not go into `left_out`.
std::vector<const result::TableColumn*> drawn(const result::Table& table, nlohmann::json& left_out);

}  // namespace bw::web
