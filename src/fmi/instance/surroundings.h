#pragma once
// Process-wide state that an FMU may change: locale, working directory, signal handlers, and what
// belongs to the process of a run (base/process/belongings.h). Checked
// around the rare calls (load, instantiate, initialise, end), because each check is a system call
// or several.

#include <array>
#include <csignal>
#include <string>

namespace bw::fmi {

class Surroundings {
 public:
  Surroundings();  // the current state
  ~Surroundings();
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  // Restores everything; returns what had changed ("locale, working directory"), empty if nothing.
  std::string restore();

 private:
  bool return_to_folder() const;

  static constexpr int signals = 32;  // the classic ones; real-time signals are rarely used
  std::string locale_;
  std::string folder_;
  int folder_handle_;  // a folder may be renamed or removed: a handle still leads back
  std::array<struct sigaction, signals> handlers_{};
};

}  // namespace bw::fmi
