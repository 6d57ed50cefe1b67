#pragma once
// Everything that an FMU says about itself, read without unpacking it and without loading any
// library: this works for FMUs of other platforms, too.

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
  bool is_ours = false;                // searched on this machine
};

struct Inspection {
  std::filesystem::path file;
  std::uint64_t size = 0;
  std::vector<PackedFile> files;  // in the archive's order
  std::vector<Platform> platforms;
  Description description;
  std::optional<TerminalsAndIcons> terminals;
  std::optional<BuildDescription> build;
  Report report;  // without the errors of the model description
};

// Throws InputError: not a readable archive, or all errors of its model description.
Inspection inspect(const std::filesystem::path& file);

}  // namespace bw::fmi
