#pragma once

namespace bw::cli {

// First of all: a standard stream that is closed, or whose other end leaves, is an answer of read()
// and write(). It neither ends the program nor gives its number to a file that is opened later.
void secure_standard_streams();

}  // namespace bw::cli
