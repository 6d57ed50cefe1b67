#pragma once
// What a diagnostic means, what causes it and what to do: the texts of `bellwether explain` and of
// docs/diagnostics.md. One row for each row of base/bell_table.h, in groups, and one for each
// verdict. Words in `backticks` are options, keys, files and code.

#include <span>
#include <string_view>

namespace bw::inspect {

struct Explanation {
  std::string_view code;     // of a diagnostic, or a verdict
  std::string_view meaning;  // one or two sentences
  std::string_view causes;   // one per line
  std::string_view remedy;   // what to do, one per line, the most useful first
  std::string_view example;  // a command, or lines of a file
  std::string_view pages;    // of docs/, with blanks between
};

struct ExplanationGroup {
  std::string_view title, introduction;
  std::span<const Explanation> rows;
};

std::span<const ExplanationGroup> explanation_groups();
std::span<const Explanation> verdict_explanations();

// Nothing for an unknown code.
const Explanation* explanation_of(std::string_view code);

}  // namespace bw::inspect
