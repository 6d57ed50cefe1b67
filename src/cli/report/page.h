#pragma once
// The page of a run (web/page.h), from its result or from the files that it left.

#include <optional>
#include <string>

#include "result/compare/compare.h"
#include "result/result.h"

namespace bw::cli {

// Throws UsageError or InputError where no page can be written under this name: pages end with
// .html, so that they never replace an input.
void check_page(const std::string& path);

// Throws Error (stopped) where it cannot be written.
void write_page(const result::RunResult& result, const std::string& path);

struct PageFiles {
  std::string rows{}, page{};
  std::string summary{}, other{}, steps{}, eigenvalues{};  // empty: none
  result::CompareOptions options{};                        // of the comparison with `other`
};

// Throws as write_page(), and InputError for a file that cannot be read. The comparison, where
// there is another result.
std::optional<result::Comparison> write_page(const PageFiles& files);

}  // namespace bw::cli
