#include "result/destination.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>

#include "base/error.h"
#include "result/descriptor.h"

namespace bw::result {
namespace fs = std::filesystem;

void check_link(const std::string& path, const std::string& what) {
  const bool open_file = path.starts_with("/dev/fd/") && !is_device(path);
  if (open_file || without_link(path).starts_with("/proc/"))
    throw InputError(
        what + " '" + path +
        "' cannot be written: it is a link to an open file; write - for standard output.");
}

void check_destination(const std::string& path, const std::string& what) {
  const auto refuse = [&](const std::string& why) {
    throw InputError(what + " '" + path + "' cannot be written: " + why + ".");
  };
  std::error_code ignored;
  if (path.empty()) refuse("the name is empty");
  if (fs::is_directory(path, ignored)) refuse("it is a folder, give the name of a file in it");
  if (is_device(path)) refuse("it is not a file that can be replaced");
  check_link(path, what);

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
  constexpr int most_links = 40;  // as the operating system allows
  fs::path name = path;
  std::error_code problem;
  const auto goes_on = [&] {  // the system's own links are not followed, see check_link()
    return fs::is_symlink(name, problem) && !name.string().starts_with("/proc/");
  };
  for (int links = 0; goes_on() && links < most_links; ++links) {
    const fs::path target = fs::read_symlink(name, problem);
    if (problem) return path;
    name = target.is_absolute() ? target : name.parent_path() / target;
  }
  return name.string();
}

namespace {

// The same for all names of a file, also of one that does not exist yet.
fs::path place_of(const std::string& name) {
  std::error_code problem;  // a name that is none is refused later, with its reason
  const fs::path whole = fs::absolute(without_link(name), problem);
  const fs::path place = fs::weakly_canonical(whole, problem);
  return problem ? whole : place;
}

}  // namespace

bool is_same_file(const std::string& one, const std::string& other) {
  std::error_code ignored;
  const fs::file_type type = fs::status(one, ignored).type();
  const fs::file_type other_type = fs::status(other, ignored).type();
  const auto is_known = [](fs::file_type t) { return t != fs::file_type::none; };
  if (is_known(type) && is_known(other_type)) {  // places take a dozen calls of the system
    const bool exists = type != fs::file_type::not_found;
    if (exists != (other_type != fs::file_type::not_found)) return false;
    if (exists) return fs::equivalent(one, other, ignored);
  }
  return place_of(one) == place_of(other) || fs::equivalent(one, other, ignored);
}

}  // namespace bw::result
