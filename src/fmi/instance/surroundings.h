#pragma once
// What belongs to the process and not to an FMU: locale, working directory, signal handlers. Looked
// at around the rare calls (load, instantiate, initialise, end), because each look is a system call
// or several.

#include <array>
#include <csignal>
#include <string>

namespace bw::fmi {

class Surroundings {
 public:
  Surroundings();  // as they are now
  ~Surroundings();
  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  // Puts everything back; says what had changed ("locale, working directory"), empty if nothing.
  std::string restore();

 private:
  bool return_to_folder() const;

  static constexpr int signals = 32;  // the classic ones; real-time signals are nobody's habit
  std::string locale_;
  std::string folder_;
  int folder_handle_;  // a folder may be renamed or removed under us: a handle still leads back
  std::array<struct sigaction, signals> handlers_{};
};

}  // namespace bw::fmi
