#include "fmi/instance/gate.h"

#include <cxxabi.h>

#include <array>
#include <csetjmp>
#include <csignal>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace bw::fmi {
namespace {

const char* word(Status status) {
  switch (status) {
    case Status::ok: return "ok";
    case Status::warning: return "warning";
    case Status::discard: return "discard";
    case Status::error: return "error";
    case Status::fatal: return "fatal";
    case Status::pending: return "pending";
  }
  return "an unknown status";
}

// Bounded to a readable length.
std::string formatted(const char* message, va_list values) {
  char text[2048] = "";
  if (message != nullptr) std::vsnprintf(text, sizeof text, message, values);
  return text;
}

// Where a crash inside a call of this thread continues; null: the process ends.
thread_local sigjmp_buf* way_out = nullptr;  // NOLINT: a signal handler has no other way to it

class WayOut {
 public:
  explicit WayOut(sigjmp_buf& here) { way_out = &here; }
  ~WayOut() { way_out = nullptr; }
  WayOut(const WayOut&) = delete;
  WayOut& operator=(const WayOut&) = delete;
};

// Of another thread: the faulty instruction is executed again, and the process ends by it.
void on_crash(int signal) {
  if (way_out != nullptr) siglongjmp(*way_out, signal);
  std::signal(signal, SIG_DFL);
}

// Around a call whose failure costs nothing, after the last row, and only in a process that foreign
// code is run in. Not abort(): the memory manager, which mostly calls it, may hold its own locks.
class CrashesCaught {
 public:
  CrashesCaught() {
    if (!heartbeat::is_own_process) return;
    struct sigaction action {};
    action.sa_handler = on_crash;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &action, &before_[i]);
  }
  ~CrashesCaught() {
    if (!heartbeat::is_own_process) return;
    for (std::size_t i = 0; i < signals.size(); ++i) sigaction(signals[i], &before_[i], nullptr);
  }
  CrashesCaught(const CrashesCaught&) = delete;
  CrashesCaught& operator=(const CrashesCaught&) = delete;

 private:
  static constexpr std::array signals = {SIGSEGV, SIGBUS, SIGFPE, SIGILL};
  std::array<struct sigaction, signals.size()> before_{};
};

// Removes the full stop: the message ends within a sentence of ours.
std::string without_end(std::string sentence) {
  while (!sentence.empty() &&
         (sentence.back() == '\n' || sentence.back() == '.' || sentence.back() == ' '))
    sentence.pop_back();
  return sentence;
}

}  // namespace

Status Gate::consider(Status status) {
  switch (status) {
    case Status::ok:
    case Status::discard:
    case Status::pending: return status;
    case Status::warning:
      bells_.ring(BellCode::fmu_warning, time(), component,
                  "component '" + component + "': " + last_call() + " at t = " + brief(time()) +
                      " returned warning" + last_words());
      return status;
    case Status::fatal: fail("returned fatal", Damage::fatal);
    default: fail(std::string("returned ") + word(status), Damage::error);
  }
}

void Gate::fail(const std::string& what, Damage damage) {
  whereabouts().leave();
  floating_point_.restore_registers();
  damage_ = damage;
  throw ComponentFailure(
      component, "component '" + component + "': " + last_call() + " at t = " + brief(time()) +
                     " " + what + last_words() +
                     std::string(is_ending_ ? rows_not_affected : " The run cannot go on."));
}

void Gate::ran_out_of_memory() {
  whereabouts().leave();
  floating_point_.restore_registers();
  damage_ = Damage::fatal;
  const std::string where = std::string(last_call()) + " at t = " + brief(time());
  if (is_ending_)
    throw ComponentFailure(component, "component '" + component + "': " + where +
                                          " ran out of memory." + std::string(rows_not_affected));
  throw ComponentFailure(component, BellCode::component_out_of_memory, component, time(),
                         "component '" + component + "' could not allocate memory in " + where +
                             ". The run cannot go on.");
}

void Gate::lacks(const char* function) {
  whereabouts().enter(mark(), function);
  fail("is not exported by its library", Damage::error);
}

// Only called below protect(), where the host is its gate.
Gate& Gate::host() {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  return const_cast<Gate&>(
      static_cast<const Gate&>(*static_cast<const Visited*>(visited_now()->host)));
}

void Gate::explain_exception() {
  Gate& gate = host();
  try {
    throw;
  } catch (const abi::__forced_unwind&) {
    heartbeat::end_with_thread();
    throw;
  } catch (const std::bad_alloc&) {
    gate.ran_out_of_memory();
  } catch (const std::exception& exception) {
    gate.fail(std::string("threw an exception: ") + without_end(exception.what()), Damage::fatal);
  } catch (...) {
    gate.fail("threw an exception", Damage::fatal);
  }
}

void Gate::floating_point_changed() {
  bells_.ring(BellCode::fmu_environment, time(), component + ": floating point",
              "component '" + component + "' changed the floating-point environment at t = " +
                  brief(time()) + " (rounding, flush to zero or traps); the change was undone.");
}

std::string Gate::last_words(const char* call) {
  const std::scoped_lock lock(log_mutex_);
  const std::string message =
      std::exchange(last_message_, {});  // it explains one failure, not the next
  if (call == nullptr) call = last_call();
  // The result of a pending step is queried by another call, and threads of an FMU have none.
  const bool is_query = std::strstr(call, "Status") != nullptr;
  const bool is_its_own = *said_in_ == '\0' || std::strcmp(said_in_, call) == 0 ||
                          (is_query && std::strstr(said_in_, "DoStep") != nullptr);
  return message.empty() || !is_its_own || said_at_ != time() ? "." : ": " + message + ".";
}

bool Gate::survives(const std::function<void()>& work) {
  is_ending_ = true;
  const bool is_sound = damage_ == Damage::none;  // else a failure was reported already
  const std::string failure = failure_of(work);
  if (!failure.empty() && is_sound)
    bells_.ring(BellCode::fmu_end_failed, time(), component, failure);
  return failure.empty();
}

std::string Gate::failure_of(const std::function<void()>& work) {
  sigjmp_buf here;
  const CrashesCaught caught;
  // NOLINTNEXTLINE(cert-err52-cpp): nothing of ours is between here and the FMU that crashes
  if (sigsetjmp(here, 1) != 0) return crashed();
  const WayOut way(here);
  try {
    work();
  } catch (const ComponentFailure& failure) {
    return failure.what();
  }
  return {};
}

std::string Gate::crashed() {
  way_out = nullptr;  // the frame that set it was left without its destructors
  whereabouts().leave();
  floating_point_.restore_registers();
  damage_ = Damage::fatal;  // what it holds is left as it is
  return "component '" + component + "': " + last_call() + " at t = " + brief(time()) +
         " crashed." + std::string(rows_not_affected);
}

void Gate::hear(Status status, const char* category, const std::string& message) {
  try {  // no exception may pass through the FMU that is logging
    const std::string line = without_end(message);
    const std::scoped_lock lock(log_mutex_);
    if (status != Status::ok) {
      last_message_ = line;
      said_in_ = visited_now() == mark() ? last_call() : "";
      said_at_ = time();
    }
    if (log_)
      log_("[" + component + "] " + word(status) + " (" + (category != nullptr ? category : "") +
           "): " + line);
  } catch (...) {  // drop the message
  }
}

void Gate::on_log_1(fmiComponent, fmiString, fmiStatus status, fmiString category,
                    fmiString message, ...) {
  if (visited_now() == nullptr) return;  // from a thread of the FMU: the instance is unknown
  va_list values;
  va_start(values, message);
  host().hear(static_cast<Status>(status), category, formatted(message, values));
  va_end(values);
}

void Gate::on_log_2(fmi2ComponentEnvironment self, fmi2String, fmi2Status status,
                    fmi2String category, fmi2String message, ...) {
  if (self == nullptr) return;
  va_list values;
  va_start(values, message);
  static_cast<Gate*>(self)->hear(static_cast<Status>(status), category, formatted(message, values));
  va_end(values);
}

}  // namespace bw::fmi
