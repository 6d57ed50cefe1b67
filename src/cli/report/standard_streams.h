#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace bw::cli {

// To be called first. Afterwards a closed standard stream, or one whose reader left, is an error of
// read() and write(): it neither ends the program nor gives its descriptor to a file opened later.
void secure_standard_streams();

// Text of foreign files and programs, harmless to a terminal and to whoever reads it: valid UTF-8
// without control characters, but for line ends and tabs: a control character becomes
// "\x1b" or "\u0085", a byte that is no UTF-8 "\xe9", a mark that reverses the direction of what
// follows "\u202e". Everything else stays as it is.
std::string escaped(std::string_view text);

// Writes to standard output: text for people, escaped, or a file as it is. A reader that leaves
// early (| head) is no error; throws Error for all others.
void print(std::string_view text);
void print_file(std::string_view text);
void print_to(int descriptor,
              std::string_view text);  // the real one, while a guard has replaced it

// Words of more than 300 bytes are shown by their first 200 and last 60: a name of a foreign file
// may have a million.
std::string with_short_words(std::string_view text);

// Writes a message to standard error, escaped and with short words.
void say(std::string_view message);

// COLUMNS, else of the terminal behind the descriptor, else `otherwise`.
std::size_t terminal_width(int descriptor, std::size_t otherwise);

}  // namespace bw::cli
