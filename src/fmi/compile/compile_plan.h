#pragma once
// Selects the sources and arguments for an FMU's library: by <SourceFiles> (FMI 2.0), by
// sources/buildDescription.xml (FMI 3.0, and 2.0 where it lists nothing), else all of them. All
// paths begin with "sources/", so none can be mistaken for an option. For compile.cpp.

#include <string>
#include <string_view>
#include <vector>

#include "base/archive/archive.h"
#include "base/process/compilers.h"
#include "fmi/description/description.h"
#include "model/blueprint.h"

namespace bw::fmi {

// Beside sources/: where the headers of FMI are that the standard leaves to the importer.
inline constexpr std::string_view headers_folder = "headers";

struct SourceToCompile {
  std::string file;
  Language language = Language::c;
  std::vector<std::string> arguments;
};

struct CompilePlan {
  std::vector<SourceToCompile> sources;
  std::vector<std::string> libraries;  // "-lm"
  std::vector<std::string> left_out;   // requested by the build description, but not supported

  bool has(Language language) const;
};

// Throws InputError: a missing file, or nothing for this library or platform.
CompilePlan plan_compilation(const Archive& archive, const Description& description,
                             Interface interface);

}  // namespace bw::fmi
