#pragma once
// Numbers as the report writes them: at most 6 significant digits, counts in groups.

#include <concepts>
#include <string>

#include "base/text.h"
#include "result/approach.h"
#include "result/summary/headline.h"

namespace bw::cli {

// A count in the report, grouped from 1 000 on.
template <std::integral Count>
std::string counted(Count count) {
  return grouped(count, 1000);
}

using result::tolerance_figure;
std::string duration(double seconds);  // "16 ms"
std::string count_of(long count, const std::string& one, const std::string& many);
using result::time_in_rows;

}  // namespace bw::cli
