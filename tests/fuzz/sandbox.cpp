#include "fuzz/sandbox.h"

#include <sys/stat.h>

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
  // The mutator likes this name, and overwriting a file is as bad as adding one.
  for (const char* folder : {".", "in", "a", "a/b", "a/b/c"})
    test::write_file((top_.path() / folder / "x").string(), "canary");
  ::setenv("TMPDIR", temporary_.c_str(), 1);
  before_ = listing({});
}

// What is not `without`; of files also when they were written.
std::map<std::string, Sandbox::Seen> Sandbox::listing(const fs::path& without) const {
  std::map<std::string, Seen> found;
  for (fs::recursive_directory_iterator entry(top_.path()), end; entry != end; ++entry) {
    const fs::path& path = entry->path();
    if (path == without) entry.disable_recursion_pending();
    if (path == without || path == input()) continue;
    struct stat status {};
    require(::lstat(path.c_str(), &status) == 0, "what is listed is there");
    Seen& seen = found[path.string()];
    seen = {status.st_mode, 0, 0, 0};
    if (S_ISREG(status.st_mode))
      seen = {status.st_mode, status.st_size, status.st_mtim.tv_sec, status.st_mtim.tv_nsec};
  }
  return found;
}

void Sandbox::require_untouched(const fs::path& allowed) const {
  require(listing(allowed) == before_, "nothing outside of the target folder is touched");
}

}  // namespace bw::fuzz
