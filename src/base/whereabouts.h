#pragma once
// Which call into foreign code this thread is in, for the last message of a crashing or hanging
// run. Written before every such call, so it must cost nothing: two plain stores.

#include <array>
#include <atomic>
#include <csetjmp>
#include <string>
#include <utility>

namespace bw {

// A component, as far as crash messages need it.
struct Visited {
  explicit Visited(std::string name) : component(std::move(name)) {}
  std::string component;
  double time = 0;
};

struct Whereabouts {
  const Visited* host = nullptr;  // null: in no component
  const char* call = "";
};

inline thread_local Whereabouts whereabouts;  // NOLINT: a signal handler has no other way to it

// Where a crash inside a call of this thread continues; null: the program ends. For calls whose
// failure costs nothing, after the last row. The program (cli/guard) catches the signals; without
// it this has no effect.
inline thread_local sigjmp_buf* way_out = nullptr;  // NOLINT: as above

// The positions of the threads that we started, so that a signal handler finds a component that
// hangs on another thread. If there are more threads than places, the others are not found; that is
// no error.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
inline std::array<std::atomic<const Whereabouts*>, 256> whereabouts_of_others{};

// For signal handlers: this thread may wait for another one that is inside a component.
inline const Whereabouts& some_whereabouts() {
  if (whereabouts.host != nullptr) return whereabouts;
  for (const auto& other : whereabouts_of_others)
    if (const Whereabouts* found = other; found != nullptr && found->host != nullptr) return *found;
  return whereabouts;
}

// Registers this thread from construction to destruction, which are on the same thread.
class Attendance {
 public:
  Attendance() {
    for (auto& place : whereabouts_of_others) {
      const Whereabouts* free = nullptr;
      if (!place.compare_exchange_strong(free, &whereabouts)) continue;
      place_ = &place;
      return;
    }
  }
  ~Attendance() {
    if (place_ != nullptr) *place_ = nullptr;
  }
  Attendance(const Attendance&) = delete;
  Attendance& operator=(const Attendance&) = delete;

 private:
  std::atomic<const Whereabouts*>* place_ = nullptr;
};

// Marks a call from construction to destruction, even if it throws.
class Visit {
 public:
  Visit(const Visited& host, const char* call) { whereabouts = {&host, call}; }
  ~Visit() { whereabouts.host = nullptr; }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;
};

}  // namespace bw
