#include "fuzz/sandbox.h"

#include <cstdlib>
#include <iterator>

#include "fuzz/require.h"

namespace bw::fuzz {

namespace fs = std::filesystem;

long open_handles() {
  return static_cast<long>(
      std::distance(fs::directory_iterator("/proc/self/fd"), fs::directory_iterator{}));
}

Sandbox::Sandbox() : temporary_(top_.path() / "a/b/c/tmp") {
  fs::create_directories(temporary_);
  fs::create_directories(top_.path() / "in");
  // Names that a fuzzer is likely to use; overwriting one is as bad as adding one.
  for (const char* folder : {".", "in", "a", "a/b", "a/b/c"})
    for (const char* name : {"x", "modelDescription.xml"})
      test::write_file((top_.path() / folder / name).string(), "canary");
  ::setenv("TMPDIR", temporary_.c_str(), 1);
  before_ = listing({});
}

// What is not `without`: the content of files, the kind of others.
std::map<std::string, std::string> Sandbox::listing(const fs::path& without) const {
  std::map<std::string, std::string> found;
  for (fs::recursive_directory_iterator entry(top_.path()), end; entry != end; ++entry) {
    const fs::path& path = entry->path();
    if (path == without) entry.disable_recursion_pending();
    if (path == without || path == input()) continue;
    const fs::file_type type = entry->symlink_status().type();
    found[path.string()] = type == fs::file_type::regular
                               ? test::read_file(path.string())
                               : "kind " + std::to_string(static_cast<int>(type));
  }
  return found;
}

void Sandbox::require_untouched(const fs::path& allowed) const {
  require(listing(allowed) == before_, "nothing outside of the target folder is touched");
}

}  // namespace bw::fuzz
