#pragma once
// From one project format to another. TOML is the only one that is written.

#include <string>
#include <vector>

namespace bw::inspect {

struct Converted {
  std::string text;                  // of the new file
  std::vector<std::string> remarks;  // what has no effect or another one here, each a sentence
};

// The system of `source` for the file `target`; "": for standard output, and files of components
// are named as they stand beside the source. Throws UsageError when the target cannot be written as
// asked, InputError with all mistakes of the source. Writes nothing.
Converted convert(const std::string& source, const std::string& target);

// Replaces the file as a whole or not at all.
void write_converted(const Converted& converted, const std::string& target);

}  // namespace bw::inspect
