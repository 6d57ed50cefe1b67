#pragma once
// The text of a MasterSim project: a line is a keyword and words behind it. A line that begins with
// '#' is a comment, and only such a line: colours are written with '#', too.

#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"
#include "base/report.h"

namespace bw::system {

struct MsimWord {
  std::string text;  // without its quotes
  Position position;
};

struct MsimLine {
  std::string keyword;
  std::string rest;  // behind the keyword, without blanks around it
  Position position;
  int rest_column = 0;

  // Divided at blanks; "text in quotes" is one word, \" in it a quote. Throws InputError for a
  // missing closing quote.
  std::vector<MsimWord> words() const;
};

// All lines but comments and empty ones; one that is not UTF-8 is a finding.
std::vector<MsimLine> msim_lines(std::string_view text, const std::string& file, Report& findings);

}  // namespace bw::system
