#pragma once
// The gate for every call into one instance, of any version of FMI. It stops exceptions of the FMU
// and handles the six statuses:
//   ok       nothing
//   warning  a bell, the run goes on
//   discard, pending   returned to the caller: meaningful for a step only
//   error    ComponentFailure; the instance may only be freed
//   fatal    ComponentFailure; it must not even be freed
// It also keeps the FMU's last message with the call in which it came, which mostly gives the
// reason.

#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "base/bell.h"
#include "base/log.h"
#include "base/process/whereabouts.h"
#include "fmi/instance/floating_point.h"
#include "fmi/instance/fmi1.h"
#include "fmi/instance/fmi2.h"

// The gate is in the hottest path; the compiler's own heuristics leave three calls in it.
#define BW_INLINE __attribute__((always_inline))

namespace bw::fmi {

// The same numbers in all versions; FMI 3.0 has no `pending`.
enum class Status { ok, warning, discard, error, fatal, pending };

// The end of what is said of a failure after the last row.
inline constexpr std::string_view rows_not_affected = " Rows until then are not affected.";

class Gate : private Visited {
 public:
  enum class Damage { none, error, fatal };

  Gate(std::string component_name, Bells& bells, Log log)
      : Visited(std::move(component_name)), bells_(bells), log_(std::move(log)) {}

  // `function` with `arguments`, which begin with the instance.
  template <class Function, class... Arguments>
  BW_INLINE Status call(const char* name, Function* function, Arguments... arguments) {
    if (function == nullptr) [[unlikely]]
      lacks(name);
    Status status = Status::ok;
    protect(name, [&]() BW_INLINE { status = static_cast<Status>(function(arguments...)); });
    if (status == Status::ok) [[likely]]
      return status;
    return consider(status);
  }

  // For calls where discard and pending are errors.
  template <class Function, class... Arguments>
  BW_INLINE void must(const char* name, Function* function, Arguments... arguments) {
    if (call(name, function, arguments...) > Status::warning) [[unlikely]]
      fail("returned discard or pending", Damage::error);
  }

  // For calls that may leave the domain of the model: false on discard.
  template <class Function, class... Arguments>
  [[nodiscard]] bool may(const char* name, Function* function, Arguments... arguments) {
    const Status status = call(name, function, arguments...);
    if (status == Status::pending) fail("returned pending", Damage::error);
    return status != Status::discard;
  }

  // Any call, also those that return no status. Failures are explained from the whereabouts, so
  // that nothing has to be kept in registers across the call.
  template <class Work>
  BW_INLINE void protect(const char* name, Work&& work) {
    whereabouts().enter(mark(), name);
    try {
      work();
    } catch (...) {
      explain_exception();
    }
  }

  // After the last of a group of calls: restores the floating-point environment if the FMU changed
  // it. Between a set, a step and a get nothing of ours computes.
  BW_INLINE void settle() {
    whereabouts().leave();
    if (floating_point_.restore()) [[unlikely]]
      floating_point_changed();
  }

  // The same including the control registers: after the rare calls.
  void settle_fully() {
    whereabouts().leave();
    if (floating_point_.restore_registers()) floating_point_changed();
  }

  // Both refer to the last call of this thread.
  Status consider(Status status);
  [[noreturn]] void fail(const std::string& what, Damage damage);

  const std::string& name() const { return component; }
  using Visited::set_time;
  using Visited::time;  // of the instance
  bool verbose() const { return static_cast<bool>(log_); }
  Damage damage() const { return damage_; }
  // ": <message>." or ".": what the FMU logged in the last call of this thread or, where another
  // one is named, in that.
  std::string last_words(const char* call = nullptr);

  // For the calls after the last row: a failure is a warning. False: the work failed, or crashed
  // where the program catches signals.
  bool survives(const std::function<void()>& work);

  // The loggers for FMUs. In FMI 1.0 they get their component only, so the gate is found by the
  // current call of this thread.
  static void on_log_1(fmiComponent instance, fmiString name, fmiStatus status, fmiString category,
                       fmiString message, ...);
  static void on_log_2(fmi2ComponentEnvironment gate, fmi2String name, fmi2Status status,
                       fmi2String category, fmi2String message, ...);
  void hear(Status status, const char* category, const std::string& message);

 private:
  void floating_point_changed();
  std::string failure_of(const std::function<void()>& work);  // empty: none
  std::string crashed();
  [[noreturn]] void ran_out_of_memory();
  [[noreturn]] void lacks(const char* function);
  static Gate& host();                           // of the current call of this thread
  [[noreturn]] static void explain_exception();  // inside a catch only

  FloatingPoint floating_point_;  // next to the mark: every step needs both
  Damage damage_ = Damage::none;
  Bells& bells_;
  Log log_;
  std::mutex log_mutex_;  // an FMU may log from a thread of its own
  std::string last_message_;
  const char* said_in_ = "";  // the call; empty: in a thread of the FMU
  double said_at_ = 0;
  bool is_ending_ = false;  // no other row will be computed
};

}  // namespace bw::fmi
