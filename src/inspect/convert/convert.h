#pragma once
// Converts a system to TOML, or to a package of SSP.

#include <memory>
#include <string>
#include <vector>

#include "inspect/convert/placed_files.h"

namespace bw::inspect {

inline constexpr const char* newest_ssp = "2.0";

struct Converted {
  std::string text{};                  // of the new file; of a package, of its description
  std::vector<std::string> remarks{};  // on keys with no or another effect here, each a sentence
  std::vector<PlacedFile> files{};     // that go beside the new file, or into the package
  std::string values{};                // of a package: the file of parameter values; empty: none
  std::vector<std::shared_ptr<const void>> unpacked{};  // has the files of a source that is packed
};

// The system of `source` for the file `target`; "": for standard output, with paths of components
// relative to the source. `ssp_version` of a package: "1.0" or "2.0"; empty: the newest. Throws
// UsageError for a target that cannot be written, InputError with all mistakes of the source and
// all that the target's format cannot say. Writes nothing.
Converted convert(const std::string& source, const std::string& target,
                  const std::string& ssp_version = "");

// Replaces the file as a whole or not at all. Files beside it are not replaced where they have
// another content. Throws InputError.
void write_converted(const Converted& converted, const std::string& target);

}  // namespace bw::inspect
