#pragma once
// One HTML file about a study: how its runs ended, the distribution of each result with its errors,
// results over parameters, Sobol indices, and what failed.

#include <string>

#include "result/read_csv.h"
#include "web/frame.h"

namespace bw::web {

// A table of `bellwether study`: its last columns are verdict, codes and cost.
bool is_study_table(const result::Table& table);

struct StudyPage {
  std::string title{};
  std::string summary{};                // as `study --summary` writes it; empty: none
  std::string summary_file{};           // its name, for messages
  const result::Table* rows = nullptr;  // a table of a study
  Explain explain{};                    // of a diagnostic
};

// Throws InputError where the summary is none, or that of another study, or a result has texts.
std::string make_study_page(const StudyPage& page);

}  // namespace bw::web
