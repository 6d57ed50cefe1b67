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

// What is to be shown of a run.
struct PageOrder {
  std::string file{};   // HTML about the run; empty: none
  std::string other{};  // a result that is drawn over that of the run; empty: none

  bool is_wanted() const { return !file.empty(); }
};

// Throws Error (stopped) where it cannot be written. Another result is compared within the
// tolerance of the run, in the columns that both have, without those of errors.
void write_page(const result::RunResult& result, const PageOrder& order);

struct PageFiles {
  std::string rows{}, page{};
  std::string summary{}, other{}, steps{}, eigenvalues{};  // empty: none
  result::CompareOptions options{};                        // of the comparison with `other`
};

// Throws as write_page(), and InputError for a file that cannot be read. The comparison, where
// there is another result. `rows` may be the table of a study (web/study_page.h).
std::optional<result::Comparison> write_page(const PageFiles& files);

}  // namespace bw::cli
