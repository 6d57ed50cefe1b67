#pragma once
// Whether the rows of several runs, which are compared with each other, fit into memory.

#include <optional>
#include <string>

namespace bw::run {

// Why so many values (rows times columns) do not fit, such as "about 19 GB are needed, 11 GB are
// free"; empty: they do. `free`: bytes; nothing: unknown.
std::string why_rows_do_not_fit(double values, const std::optional<double>& free);
std::string why_rows_do_not_fit(double values);  // into what this machine has now

}  // namespace bw::run
