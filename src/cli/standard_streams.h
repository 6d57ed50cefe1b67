#pragma once

#include <cstddef>
#include <string_view>

namespace bw::cli {

// To be called first. Afterwards a closed standard stream, or one whose reader left, is an error of
// read() and write(): it neither ends the program nor gives its descriptor to a file opened later.
void secure_standard_streams();

// Writes all of it to standard output. A reader that leaves early (| head) is no error; throws
// Error for all others.
void print(std::string_view text);

// COLUMNS, else of the terminal behind the descriptor, else `otherwise`.
std::size_t terminal_width(int descriptor, std::size_t otherwise);

}  // namespace bw::cli
