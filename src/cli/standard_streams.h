#pragma once

#include <string_view>

namespace bw::cli {

// First of all: a standard stream that is closed, or whose other end leaves, is an answer of read()
// and write(). It neither ends the program nor gives its number to a file that is opened later.
void secure_standard_streams();

// To standard output, whole. A reader that leaves early (| head) got what it wanted; throws Error
// for all else.
void print(std::string_view text);

}  // namespace bw::cli
