#pragma once
// The pieces of a test FMU, to build others from: its library, and its description with changes.

#include <filesystem>
#include <stdexcept>
#include <string>

#include "base/archive/archive.h"
#include "fmi/instance/binary.h"
#include "support/fmi/component_bench.h"
#include "support/make_zip.h"
#include "support/scratch_folder.h"

namespace bw::test {

inline std::filesystem::path written(const ScratchFolder& scratch, const std::string& name,
                                     const std::string& bytes) {
  write_file(scratch / name, bytes);
  return scratch.path() / name;
}

struct FmuPieces {
  // `library_name`: of its library, where that is not the file's.
  explicit FmuPieces(const std::string& name, const std::filesystem::path& folder = BW_TEST_FMUS,
                     const std::string& library_name = "")
      : identifier(library_name.empty() ? name : library_name) {
    Bells bells;
    const Archive archive(folder / (name + ".fmu"), bells);
    description = archive.read("modelDescription.xml");
    library = archive.read(library_entry());
  }

  std::string library_entry() const {
    return "binaries/" + fmi::platform_folders().front() + "/" + fmi::library_name(identifier);
  }

  // The same FMU with one piece of its description changed.
  FmuPieces& replace(const std::string& piece, const std::string& by) {
    const auto at = description.find(piece);
    if (at == std::string::npos) throw std::invalid_argument("no " + piece);
    description.replace(at, piece.size(), by);
    return *this;
  }

  std::vector<ZipEntry> entries() const {
    return {{.name = "modelDescription.xml", .bytes = description},
            {.name = library_entry(), .bytes = library, .unix_mode = 0100755}};
  }

  std::string identifier, description, library;
};

}  // namespace bw::test
