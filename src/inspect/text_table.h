#pragma once
// Aligned columns for terminals, safe for texts from foreign files.

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace bw::inspect {

// How many columns of a terminal a text takes: UTF-8, marks that stand on other letters, wide
// letters of East Asia.
std::size_t display_width(std::string_view text);

// Breaks at blanks, never within a word or between the groups of a number ("13 400"). A word that
// is longer than the width has a line of its own.
std::vector<std::string> wrapped(std::string_view text, std::size_t width);
// One text: `first` before the first line, `indent` before the others.
std::string wrapped(std::string_view text, std::size_t width, std::string_view first,
                    std::string_view indent);

// On one line and harmless to a terminal: blanks, line ends and control characters become single
// blanks.
std::string on_one_line(std::string_view text);

// At most `width` columns; "…" at the end where something was cut off.
std::string shortened(std::string_view text, std::size_t width);

// "a, b, c … and 4 more"
std::string enumerated(const std::vector<std::string>& names, std::size_t most);

// "1 input", "2 inputs", "no inputs" with "input".
std::string counted(std::size_t count, std::string_view noun);

class TextTable {
 public:
  explicit TextTable(std::vector<std::string> heads) { rows_.push_back(std::move(heads)); }

  void add(std::vector<std::string> cells) {
    rows_.push_back(std::move(cells));
  }  // as many cells as heads

  // Leaves out empty columns, and the line of heads if all are empty. A cell that is much longer
  // than the others shifts only its own line.
  std::string text(std::string_view indent) const;

 private:
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace bw::inspect
