#pragma once
// What a test with child processes must not leave behind.

#include <sys/wait.h>

#include <cerrno>
#include <filesystem>
#include <iterator>

namespace bw::test {

inline long open_files() {
  return std::distance(std::filesystem::directory_iterator("/proc/self/fd"),
                       std::filesystem::directory_iterator());
}

// Neither running ones nor zombies.
inline bool has_children() { return waitpid(-1, nullptr, WNOHANG) >= 0 || errno != ECHILD; }

}  // namespace bw::test
