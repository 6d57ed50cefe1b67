#pragma once
// Two results over each other, as a page has them.

#include <nlohmann/json.hpp>

#include "result/compare/compare.h"
#include "result/read_csv.h"
#include "web/curves.h"

namespace bw::web {

// As curves_of(), at the times at which both can be compared. Every common column has also `other`
// (the values of b), `difference` (a - b), `limit` (the largest difference that counts as none) and
// `beyond`, how many values differ by more.
nlohmann::json compared_curves(const result::Table& a, const result::Table& b,
                               const result::CompareOptions& options,
                               const result::Comparison& comparison, double seconds_in_unit = 1,
                               std::size_t most = most_numbers);

}  // namespace bw::web
