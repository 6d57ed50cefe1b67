#include "result/destination.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/error.h"
#include "result/descriptor.h"

namespace bw::result {
namespace fs = std::filesystem;

void check_destination(const std::string& path, const std::string& what) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(what + " '" + path + "' cannot be written: " + why + ".");
  };
  std::error_code ignored;
  if (path.empty()) refuse("the name is empty");
  if (fs::is_directory(path, ignored)) refuse("it is a folder, give the name of a file in it");
  if (is_device(path)) refuse("it is not a file that can be replaced");

  const fs::path parent = fs::path(path).parent_path();
  const std::string folder = parent.empty() ? "." : parent.string();
  if (!fs::exists(folder, ignored)) refuse("the folder '" + folder + "' does not exist");
  if (!fs::is_directory(folder, ignored)) refuse("'" + folder + "' is not a folder");
  if (::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
    refuse("the folder '" + folder + "' is not writable (" + reason(errno) + ")");
}

bool is_device(const std::string& path) {
  std::error_code ignored;
  return fs::is_other(path, ignored);
}

std::string without_link(const std::string& path) {
  std::error_code problem;
  if (!fs::is_symlink(path, problem)) return path;
  const fs::path target = fs::canonical(path, problem);
  return problem ? path : target.string();
}

}  // namespace bw::result
