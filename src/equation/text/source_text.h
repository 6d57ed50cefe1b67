#pragma once
// The text of a model and positions in it. A place is a number of bytes from its beginning: small
// enough for every token; lines and columns are computed on demand.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/position.h"

namespace bw::equation {

using Place = std::uint32_t;

struct Span {
  Place begin = 0, end = 0;  // the byte behind the last one
};

inline bool is_blank(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

class SourceText {
 public:
  SourceText(std::string text, std::string file);

  std::string_view text() const { return text_; }
  std::string_view text(Span span) const {
    return std::string_view(text_).substr(span.begin, span.end - span.begin);
  }
  const std::string& file() const { return file_; }
  std::vector<std::string> lines() const;

  // Columns count characters of UTF-8, not bytes.
  Position position(Place place) const;
  Place place(const Position& position) const;

  // The line with carets under the span, for a message; of a long line the part around it.
  std::string excerpt(Span span) const;

  // On one line, without comments and with single blanks; shortened if long.
  std::string on_one_line(Span span) const;

 private:
  std::size_t line_of(Place place) const;  // from 0
  std::string_view line(std::size_t number) const;

  std::string text_, file_;
  std::vector<Place> begins_;   // of all lines
  std::vector<bool> is_plain_;  // only ASCII in this line: a column is a number of bytes
};

}  // namespace bw::equation
