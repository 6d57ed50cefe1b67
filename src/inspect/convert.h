#pragma once
// Converts a project to TOML, the only format that is written.

#include <string>
#include <vector>

namespace bw::inspect {

struct Converted {
  std::string text;                  // of the new file
  std::vector<std::string> remarks;  // on keys with no or another effect here, each a sentence
};

// The system of `source` for the file `target`; "": for standard output, with paths of components
// relative to the source. Throws UsageError for a target that cannot be written, InputError with
// all mistakes of the source. Writes nothing.
Converted convert(const std::string& source, const std::string& target);

// Replaces the file as a whole or not at all. Throws InputError.
void write_converted(const Converted& converted, const std::string& target);

}  // namespace bw::inspect
