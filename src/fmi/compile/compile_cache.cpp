#include "fmi/compile/compile_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <system_error>

#include "base/error.h"
#include "base/process/private_folder.h"
#include "base/read_file.h"

namespace bw::fmi {
namespace {

namespace fs = std::filesystem;

// Relative paths count as not set, says the XDG Base Directory Specification.
fs::path users_cache() {
  for (const auto& [variable, below] : {std::pair{"XDG_CACHE_HOME", ""}, {"HOME", ".cache"}}) {
    const char* folder = std::getenv(variable);
    if (folder != nullptr && *folder == '/') return fs::path(folder) / below;
  }
  return {};
}

bool is_ours_alone(const fs::path& folder) {
  struct stat status {};
  return stat(folder.c_str(), &status) == 0 && S_ISDIR(status.st_mode) &&
         status.st_uid == geteuid() && (status.st_mode & (S_IWGRP | S_IWOTH)) == 0 &&
         access(folder.c_str(), R_OK | W_OK | X_OK) == 0;
}

// For the whole life of the program: other threads may be about to load a library from it.
const fs::path& temporary_cache() {
  static const PrivateFolder folder = PrivateFolder::make();
  return folder.path();
}

struct RemoveFile {
  fs::path path;
  ~RemoveFile() {
    std::error_code ignored;
    fs::remove(path, ignored);
  }
};

// Otherwise a power failure could leave an empty library of the right name.
void flush_to_disk(const fs::path& file) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return;
  fsync(descriptor);
  close(descriptor);
}

}  // namespace

fs::path compile_cache() {
  const fs::path cache = users_cache();
  if (cache.empty()) return temporary_cache();
  const fs::path folder = cache / "bellwether" / "compiled";
  std::error_code ignored;
  fs::create_directories(folder.parent_path(), ignored);
  mkdir(folder.c_str(), S_IRWXU);
  return is_ours_alone(folder) ? folder : temporary_cache();
}

bool is_kept(const fs::path& library) {
  std::error_code problem;
  return fs::is_regular_file(library, problem) && fs::file_size(library, problem) > 0;
}

void keep_library(const fs::path& made, const fs::path& library) {
  static std::atomic<int> counter = 0;
  const RemoveFile fresh{fmt::format("{}.{}-{}.new", library.string(), getpid(), ++counter)};
  std::error_code ignored;
  fs::remove(fresh.path, ignored);  // left by a killed program with the same process number
  NewFile file(fresh.path, true);
  file.write(read_file(made).value_or(""));
  file.close();
  flush_to_disk(fresh.path);
  std::error_code problem;
  fs::rename(fresh.path, library, problem);
  if (problem)
    throw Error(ExitCode::stopped, fmt::format("Cannot keep the compiled library '{}': {}.",
                                               library.string(), problem.message()));
}

}  // namespace bw::fmi
