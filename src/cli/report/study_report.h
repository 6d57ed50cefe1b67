#pragma once
// What a study says to people: verdicts, each result with its two errors, what failed, what to do.

#include <string>

#include "cli/report/layout.h"
#include "study/design/study.h"
#include "study/statistics/summary.h"

namespace bw::cli {

struct StudyPlace {
  std::string command{};   // "study.toml", as it was called
  std::string table{};     // empty: not written
  bool is_status = false;  // only how far it is
};

std::string study_report(const study::Study& study, const study::Summary& summary,
                         const StudyPlace& place, const Style& style);

}  // namespace bw::cli
