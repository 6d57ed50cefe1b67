#pragma once
// How a long job is ended from outside, and how it says what it is doing. Whoever starts a job sets
// both for the thread that does it, so that readers, sorters and compilers need no parameter for
// them. Threads that the job starts have none: the thread that waits for them decides.

#include <atomic>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"

namespace bw {

struct RunControl {
  const std::atomic<bool>* interrupt = nullptr;  // true: end soon; null: never
  std::function<std::string()> ended_by{};       // "ended by SIGTERM"; empty: "ended by the user"
  // "compiling the equations"; again from time to time while that takes.
  std::function<void(const char*)> on_phase{};
  // A sentence that the user reads before something long or external begins.
  std::function<void(const std::string&)> on_announcement{};
};

// The user ended the program before there was a result.
struct Interrupted : Error {
  explicit Interrupted(const std::string& sentence) : Error(ExitCode::interrupted, sentence) {}
};

// Where a job is: a text that lives as long as the program.
using Phase = const char*;

namespace control {

struct Current {
  const RunControl* control = nullptr;
  Phase phase = "";
  unsigned polls = 0;
};
constexpr unsigned polls_of_a_phase = 8192;  // some milliseconds of reading
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
inline thread_local Current current;
// Of the job that entered one last, for a signal handler.
// NOLINTNEXTLINE(cppcoreguidelines-avoid-non-const-global-variables)
inline std::atomic<Phase> last_phase{""};

[[noreturn]] void end_job();
void repeat_phase();

}  // namespace control

// In force on this thread from construction to destruction; `control` outlives it.
class ControlScope {
 public:
  explicit ControlScope(const RunControl& control) : before_(control::current) {
    control::current = {&control, "", 0};
  }
  ~ControlScope() { control::current = before_; }
  ControlScope(const ControlScope&) = delete;
  ControlScope& operator=(const ControlScope&) = delete;

 private:
  control::Current before_;
};

inline bool is_interrupted() {
  const RunControl* control = control::current.control;
  return control != nullptr && control->interrupt != nullptr &&
         control->interrupt->load(std::memory_order_relaxed);
}

// Costs three loads; to be called where a job is between two pieces of work of less than some 10
// ms. Throws Interrupted, which says what was being done.
inline void throw_if_interrupted() {
  if (is_interrupted()) [[unlikely]]
    control::end_job();
  if (++control::current.polls % control::polls_of_a_phase == 0) control::repeat_phase();
}

// Throws as above, too.
void enter_phase(Phase phase);
void note_phase(Phase phase) noexcept;  // for messages; neither throws nor calls on_phase

// Says the sentence now, not in the report; nothing where nobody listens.
void announce(const std::string& sentence);

std::string ended_by();  // "ended by the user"

}  // namespace bw
