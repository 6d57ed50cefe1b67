#pragma once
// Numbers as the report writes them: at most 6 significant digits, counts in groups.

#include <concepts>
#include <string>

#include "base/text.h"
#include "result/approach.h"
#include "result/result.h"

namespace bw::cli {

// A count in the report, grouped from 1 000 on.
template <std::integral Count>
std::string counted(Count count) {
  return grouped(count, 1000);
}

using result::tolerance_figure;
std::string duration(double seconds);  // "16 ms"
std::string count_of(long count, const std::string& one, const std::string& many);
std::string time_in_rows(const result::RunResult& result, double seconds);  // in the unit of rows

// "0.5 % of the tolerance 1e-6" or "error ≈ 13 400 × the tolerance 1e-6".
std::string estimate_words(double estimate, double tolerance);

}  // namespace bw::cli
