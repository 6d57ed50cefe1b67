#include "fmi/private_folder.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <string>
#include <system_error>

#include "base/error.h"

namespace bw::fmi {
namespace {

namespace fs = std::filesystem;

constexpr mode_t for_owner = S_IRUSR | S_IWUSR;
constexpr mode_t for_owner_to_run = S_IRWXU;

[[noreturn]] void cannot(std::string_view deed, const fs::path& path, int reason) {
  const bool is_full = reason == ENOSPC || reason == EDQUOT;
  throw Error(ExitCode::stopped,
              fmt::format("Cannot {} '{}': {}. {}", deed, path.string(),
                          std::generic_category().message(reason),
                          is_full ? "Make room there, or name another folder for temporary files "
                                    "with the environment variable TMPDIR."
                                  : "FMUs are unpacked into the folder for temporary files, which "
                                    "the environment variable TMPDIR names."));
}

}  // namespace

PrivateFolder PrivateFolder::make() {
  std::error_code problem;
  const fs::path parent = fs::temp_directory_path(problem);
  if (problem) {
    const char* named = std::getenv("TMPDIR");
    cannot("use the folder for temporary files", named != nullptr ? named : "/tmp",
           problem.value());
  }
  // Absolute, because an FMU may change the working directory before it is removed.
  std::string pattern = (fs::absolute(parent) / "bellwether-XXXXXX").string();
  if (mkdtemp(pattern.data()) == nullptr) cannot("make a folder in", parent, errno);
  PrivateFolder folder;
  folder.path_ = pattern;
  return folder;
}

PrivateFolder& PrivateFolder::operator=(PrivateFolder&& other) noexcept {
  if (this == &other) return *this;
  remove();
  path_ = std::exchange(other.path_, {});
  return *this;
}

// What cannot be removed stays behind: there is nobody left to tell.
void PrivateFolder::remove() noexcept {
  if (path_.empty()) return;
  std::error_code ignored;
  fs::remove_all(path_, ignored);
  path_.clear();
}

// O_EXCL: nothing that exists is ever written to. fchmod: the user's umask may take too much.
NewFile::NewFile(const fs::path& path, bool executable)
    : path_(path),
      descriptor_(
          open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, for_owner)) {
  if (descriptor_ < 0) fail(errno);
  if (fchmod(descriptor_, executable ? for_owner_to_run : for_owner) == 0) return;
  const int reason = errno;
  ::close(descriptor_);
  fail(reason);
}

NewFile::~NewFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void NewFile::write(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) fail(errno);
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

void NewFile::close() {
  if (::close(std::exchange(descriptor_, -1)) != 0) fail(errno);
}

void NewFile::fail(int reason) const { cannot("write", path_, reason); }

void make_folders(const fs::path& folder) {
  std::error_code problem;
  fs::create_directories(folder, problem);
  if (problem) cannot("make the folder", folder, problem.value());
}

}  // namespace bw::fmi
