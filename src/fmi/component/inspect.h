#pragma once
// Everything that an FMU tells about itself, read without unpacking it and without loading any
// library: an FMU for another platform can be explained, too.

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/report.h"
#include "fmi/description/build_description.h"
#include "fmi/description/description.h"
#include "fmi/description/terminals.h"

namespace bw::fmi {

struct PackedFile {
  std::string name;  // with '/'
  std::uint64_t size = 0;
};

// A folder of binaries/.
struct Platform {
  std::string name;                    // "linux64", "x86_64-windows", "c-code"
  std::vector<std::string> libraries;  // file names of what the interfaces load, sorted
  bool is_ours = false;                // this machine looks there
};

struct Inspection {
  std::filesystem::path file;
  std::uint64_t size = 0;
  std::vector<PackedFile> files;  // in the archive's order
  std::vector<Platform> platforms;
  Description description;
  std::optional<TerminalsAndIcons> terminals;
  std::optional<BuildDescription> build;
  Report report;  // no errors of the model description are among these
};

// Throws InputError: no archive that can be read, or all errors of its model description.
Inspection inspect(const std::filesystem::path& file);

}  // namespace bw::fmi
