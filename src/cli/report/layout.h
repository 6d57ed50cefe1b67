#pragma once
// Lines of a label and a text, wrapped at words to the width of the terminal.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace bw::cli {

struct Style {
  std::size_t width = 78;  // columns
  bool colour = false;
  bool verbose = false;
};

// Of standard error: its width where it is a terminal or COLUMNS is set, at most 78 columns; colour
// on a terminal unless NO_COLOR is set.
Style style_of_errors(bool verbose);

// Of standard output: COLUMNS, else the terminal's, else 78; from 40 to 100.
std::size_t help_width();

// "  label    text", further lines below the text. `remark` stands at the right of the last line
// where it fits, else below it. Lines of the text after the first are kept as they are.
std::string labelled(std::string_view label, std::string_view text, std::size_t width,
                     std::string_view remark = {});

// The first line of a report; further lines are indented by two blanks.
std::string unlabelled(std::string_view text, std::size_t width, std::string_view remark = {});

// Each of lines with a label ("  method   text") wrapped by itself.
std::string wrapped_lines(std::string_view lines, std::size_t width);

// A table: the first row is its head, the first column is aligned to the left, the others to the
// right. Two blanks before each line.
std::string table_of(const std::vector<std::vector<std::string>>& rows);

}  // namespace bw::cli
