#pragma once
// Text for a terminal.

#include <cstddef>
#include <string>
#include <string_view>

namespace bw::cli {

// Of standard output: COLUMNS, else the terminal's, else 78; from 40 to 100.
std::size_t help_width();

// Characters of UTF-8.
std::size_t length_of(std::string_view text);

// Breaks at blanks, so that no line is longer than `width`, if no word is. Lines after the first
// begin with `indent` blanks; the first begins at column `column`. No line end at the end.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent,
                    std::size_t column = 0);

// Each line of labelled lines ("  method   text") by itself; what is broken goes on below the text.
std::string wrapped_lines(std::string_view lines, std::size_t width);

}  // namespace bw::cli
