#pragma once
// Files that are written as a whole or not at all: summaries and pages.

#include <string>

namespace bw::result {

// Beside the name first, then renamed; directly into a pipe or a terminal. Throws Error (stopped);
// `what` begins its message: "The summary".
void write_whole_file(const std::string& path, const std::string& bytes, const std::string& what);

}  // namespace bw::result
