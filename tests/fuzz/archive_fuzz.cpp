// Any bytes as an FMU: opened, listed, read, unpacked. Refusing is fine, by an InputError; writing
// anywhere but into the private folder, or leaving anything behind, is not.

#include <algorithm>

#include "base/archive/archive.h"
#include "base/error.h"
#include "fuzz/require.h"
#include "fuzz/sandbox.h"

namespace bw::fuzz {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t most_read = 20;  // entries; more say nothing new

Sandbox& sandbox() {
  static Sandbox sandbox;
  return sandbox;
}

// A file that went elsewhere, even to an absolute path, is missing here.
void require_unpacked(const Archive& archive, const fs::path& folder) {
  std::size_t wanted = 0, there = 0;
  for (const std::string& name : archive.entries()) {
    if (name != "modelDescription.xml" && !name.starts_with("resources/") &&
        !name.starts_with("binaries/linux64/") && !name.starts_with("binaries/x86_64-linux/"))
      continue;
    ++wanted;
    require(fs::symlink_status(folder / name).type() == fs::file_type::regular,
            "what a run needs is unpacked, as a file");
  }
  for (const fs::directory_entry& entry : fs::recursive_directory_iterator(folder)) {
    const fs::file_type type = entry.symlink_status().type();
    require(type == fs::file_type::regular || type == fs::file_type::directory,
            "only files and folders are unpacked");
    if (type == fs::file_type::regular) ++there;
  }
  require(there == wanted, "only what a run needs is unpacked");
}

void try_archive() {
  Bells bells;
  Archive archive(sandbox().input(), bells);
  const std::vector<std::string> names = archive.entries();
  for (std::size_t i = 0; i < std::min(most_read, names.size()); ++i) {
    require(archive.has(names[i]), "what is listed is there");
    try {
      archive.read(names[i]);
    } catch (const InputError&) {  // a damaged entry; others may be whole
    }
  }
  const fs::path folder = archive.unpack({"linux64", "x86_64-linux"});
  require(folder.parent_path() == sandbox().temporary(), "the folder is one for temporary files");
  require_unpacked(archive, folder);
  sandbox().require_untouched(folder);
}

}  // namespace
}  // namespace bw::fuzz

extern "C" int LLVMFuzzerInitialize(int*, char***) {
  bw::fuzz::sandbox();
  return 0;
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace bw::fuzz;
  try_bytes(sandbox(), data, size, [] {
    try {
      try_archive();
    } catch (const bw::InputError&) {
    }
  });
  return 0;
}
