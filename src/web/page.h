#pragma once
// One HTML file about one run, without anything from a network: verdict, curves with their error,
// diagnostics, cost. Texts of models and files appear as text, whatever they contain.

#include <optional>
#include <string>
#include <vector>

#include "result/compare/compare.h"
#include "result/history/eigenvalue_log.h"
#include "result/history/step_log.h"
#include "result/read_csv.h"
#include "web/frame.h"

namespace bw::web {

struct Page {
  std::string title{};
  std::string summary{};                 // as `run --summary` writes it; empty: none
  std::string summary_file{};            // its name, for messages
  const result::Table* rows = nullptr;   // null: there are none
  const result::Table* other = nullptr;  // compared with; null: none
  result::CompareOptions compare_options{};
  std::optional<result::Comparison> comparison{};  // of both, where there is another
  std::vector<result::StepSpan> steps{};
  result::EigenvaluePath eigenvalues{};
  std::string diagram{};  // SVG, made here, never taken from a file
  Explain explain{};      // of a diagnostic or a verdict
};

// Throws InputError where the summary is none.
std::string make_page(const Page& page);

}  // namespace bw::web
