#pragma once
// Which call into foreign code every thread of this program is in, in memory that its processes
// share: whoever supervises a process knows its position after any death, SIGKILL included, and
// sees a call that does not return by a counter that does not move.
//
//   child:  a ThreadMark per thread: three relaxed stores per call, no system call, no clock
//   parent: positions(child) while it lives and after its death; forget(child)
//
// The memory is mapped once, by the first process that needs it, and inherited by fork. A process
// that was forked calls enter_process() before anything else, so that it has marks of its own.

#include <sys/types.h>

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace bw {

// A component, as far as the last message of a run needs it.
struct ComponentMark {
  std::atomic<pid_t> process{0};  // that made it; 0: free
  std::atomic<double> time{0};    // simulated
  const void* host = nullptr;     // means something in that process only
  std::array<char, 104> name{};   // cut if it is longer
};

struct alignas(64) ThreadMark {
  std::atomic<const ComponentMark*> component{nullptr};  // null: in none
  std::atomic<const char*> call{""};  // a literal of the program, so that its copies know it, too
  std::uint64_t calls = 0;            // not atomic: one instruction instead of three
  std::atomic<pid_t> process{0};      // whose thread it is; 0: free

  // No other thread writes it.
  [[gnu::always_inline]] void enter(const ComponentMark* mark, const char* name) {
    component.store(mark, std::memory_order_relaxed);
    call.store(name, std::memory_order_relaxed);
    ++calls;
  }
  void leave() { component.store(nullptr, std::memory_order_relaxed); }
};

namespace heartbeat {

// NOLINTBEGIN(cppcoreguidelines-avoid-non-const-global-variables): one load per call
// Of threads that have not claimed one, together.
inline constinit ThreadMark unclaimed{};
// The model of a program: that of a shared library is a call, before every call of an FMU.
[[gnu::tls_model("initial-exec")]] inline constinit thread_local ThreadMark* own_mark = &unclaimed;
// NOLINTEND(cppcoreguidelines-avoid-non-const-global-variables)

// A mark of its own for this thread until it ends. To be called before the first call into a
// component; who makes a component does it, and who starts a thread for it.
void claim();

// Null: all are taken.
ComponentMark* take_component_mark(std::string_view name, const void* host);
void release(ComponentMark* mark);

void prepare();        // maps the memory, before a process is forked that shall share it
void enter_process();  // in a new process, before its first call
// This process was forked to run foreign code: its signal handlers may be set.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
inline bool is_own_process = false;

// A thread inside a call.
struct Whereabouts {
  pid_t process = 0;
  std::size_t thread = 0;  // a number that no other has
  std::string component{}, call{};
  double time = 0;
  std::uint64_t calls = 0;  // does not move while it is inside
};

// Of the threads of one process, which may be dead; 0: of all processes.
std::vector<Whereabouts> positions(pid_t process);
// The call that was begun first of those, or an empty component: in no call.
Whereabouts position(pid_t process);

// This thread was ended inside of a call by pthread_exit() or pthread_cancel(), and nothing can
// stop that. A process that was forked to run foreign code ends with it, here, where the call is
// known.
void end_with_thread();

void forget(pid_t process);  // it has ended: its marks are free again

}  // namespace heartbeat
}  // namespace bw
