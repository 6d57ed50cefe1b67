#pragma once
// Cuts the text of a CSV file into rows and fields: quotes, doubled quotes, line breaks within
// quotes, '\n' and "\r\n". Linear time; every field has its position.

#include <string>
#include <string_view>

#include "base/position.h"

namespace bw::result {

struct CsvField {
  std::string_view text;  // without quotes; valid until the next field
  bool quoted = false;
  int line = 0, column = 0;  // from 1, in bytes
};

class CsvScanner {
 public:
  // A byte order mark and '#' lines at the top are skipped; the separator is guessed from the first
  // line: a tab, else a semicolon, else a comma.
  CsvScanner(std::string_view text, std::string file);

  bool start_row();            // false at the end; blank lines are no rows
  bool next(CsvField& field);  // false after the last field of the row

  Position position(const CsvField& field) const { return {file_, field.line, field.column}; }

 private:
  bool at_end() const { return at_ >= text_.size(); }
  bool skip_line_end();
  std::string_view bare();
  std::string_view quoted(const CsvField& field);
  char guess_separator() const;

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0, line_start_ = 0;
  int line_ = 1;
  char separator_ = ',';
  bool in_row_ = false;
  std::string unescaped_;
};

}  // namespace bw::result
