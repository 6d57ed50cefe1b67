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

}  // namespace

Surroundings::Surroundings(std::shared_ptr<SignalHabits> habits)
    : locale_(current_locale()),
      folder_(current_folder()),
      folder_handle_(open(".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)),
      handlers_(SignalHandlers::shared()),
      habits_(habits != nullptr ? std::move(habits) : std::make_shared<SignalHabits>()) {}

Surroundings::~Surroundings() {
  if (folder_handle_ >= 0) close(folder_handle_);
}

bool Surroundings::return_to_folder() const {
  if (folder_handle_ >= 0) return fchdir(folder_handle_) == 0;
  return chdir(folder_.c_str()) == 0;  // no handle was free: a large system has many components
}

std::string Surroundings::restore_what_is_watched(std::string_view phase) {
  std::string changed;
  if (handlers_->restore()) add_to_list(changed, "signal handlers");
  if (const std::string taken = belongings::restore(); !taken.empty())
    add_to_list(changed, taken.c_str());
  if (!changed.empty())
    habits_->changes = true;
  else
    habits_->behaved(phase);
  return changed;
}

std::string Surroundings::restore(std::string_view phase) {
  std::string changed;
  const auto add = [&](const char* what) { add_to_list(changed, what); };
  if (current_locale() != locale_) {
    std::setlocale(LC_ALL, locale_.c_str());
    add("locale");
  }
  if (current_folder() != folder_ && return_to_folder()) add("working directory");
  if (!phase.empty() && habits_->trusted(phase)) {
    handlers_->trust();
    return changed;
  }
  if (const std::string taken = restore_what_is_watched(phase); !taken.empty()) add(taken.c_str());
  return changed;
}

std::string Surroundings::end_life() {
  const bool was_last = handlers_->remove_user();
  habits_->lived = true;
  return was_last && handlers_->has_trusted() ? restore() : "";
}

}  // namespace bw::fmi
