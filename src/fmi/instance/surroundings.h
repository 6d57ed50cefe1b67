#pragma once
// Process-wide state that an FMU may change: locale, working directory, signal handlers, and what
// belongs to the process of a run (base/process/belongings.h). Checked
// around the rare calls (load, instantiate, initialise, end), because each check is a system call
// or several.

#include <memory>
#include <string>
#include <string_view>

#include "fmi/instance/signal_handlers.h"

namespace bw::fmi {

class Surroundings {
 public:
  explicit Surroundings(std::shared_ptr<SignalHabits> habits = nullptr);  // the current state
  ~Surroundings();
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  // Restores everything; returns what had changed ("locale, working directory"), empty if nothing.
  // Signal handlers and belongings only where the habits of the library in this phase of an
  // instance make that necessary; always, where the phase has no name.
  std::string restore(std::string_view phase = "");

  // An instance begins, and ends. After the last one of all libraries is checked what was trusted
  // before.
  void begin_life() { handlers_->add_user(); }
  std::string end_life();

 private:
  bool return_to_folder() const;
  std::string restore_what_is_watched(std::string_view phase);

  std::string locale_;
  std::string folder_;
  int folder_handle_;  // a folder may be renamed or removed: a handle still leads back
  std::shared_ptr<SignalHandlers> handlers_;
  std::shared_ptr<SignalHabits> habits_;  // none: a library that was not tried before
};

}  // namespace bw::fmi
