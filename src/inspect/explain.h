#pragma once
// `bellwether explain`: a diagnostic, a verdict or a rule of `check` in words, from the tables.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bw::inspect {

// Letter case, '_' for '-' and brackets around the code do not matter. Throws UsageError with the
// nearest code for an unknown one. Lines have at most `width` columns where words allow it.
std::string explain(std::string_view code, std::size_t width);

std::vector<std::string> explained_codes();

// Every diagnostic and verdict with the line of its table.
std::string explain_all(std::size_t width);

// docs/diagnostics.md.
std::string diagnostics_page();

}  // namespace bw::inspect
