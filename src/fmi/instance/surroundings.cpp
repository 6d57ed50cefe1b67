#include "fmi/instance/surroundings.h"

#include <fcntl.h>
#include <unistd.h>

#include <climits>
#include <clocale>

#include "base/process/belongings.h"
#include "base/text.h"

namespace bw::fmi {
namespace {

std::string current_folder() {
  char path[PATH_MAX];
  return getcwd(path, sizeof path) != nullptr ? path : "";
}

std::string current_locale() {
  const char* name = std::setlocale(LC_ALL, nullptr);
  return name != nullptr ? name : "C";
}

bool same_handler(const struct sigaction& a, const struct sigaction& b) {
  return a.sa_handler == b.sa_handler && a.sa_flags == b.sa_flags;
}

}  // namespace

Surroundings::Surroundings()
    : locale_(current_locale()),
      folder_(current_folder()),
      folder_handle_(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
  for (int s = 1; s < signals; ++s) sigaction(s, nullptr, &handlers_[static_cast<std::size_t>(s)]);
}

Surroundings::~Surroundings() {
  if (folder_handle_ >= 0) close(folder_handle_);
}

bool Surroundings::return_to_folder() const {
  if (folder_handle_ >= 0) return fchdir(folder_handle_) == 0;
  return chdir(folder_.c_str()) == 0;  // no handle was free: a large system has many components
}

std::string Surroundings::restore() {
  std::string changed;
  const auto add = [&](const char* what) { add_to_list(changed, what); };
  if (current_locale() != locale_) {
    std::setlocale(LC_ALL, locale_.c_str());
    add("locale");
  }
  if (current_folder() != folder_ && return_to_folder()) add("working directory");
  bool handlers_changed = false;
  for (int s = 1; s < signals; ++s) {
    const struct sigaction& ours = handlers_[static_cast<std::size_t>(s)];
    struct sigaction theirs {};
    if (sigaction(s, nullptr, &theirs) != 0 || same_handler(theirs, ours)) continue;
    sigaction(s, &ours, nullptr);
    handlers_changed = true;
  }
  if (handlers_changed) add("signal handlers");
  if (const std::string taken = belongings::restore(); !taken.empty()) add(taken.c_str());
  return changed;
}

}  // namespace bw::fmi
