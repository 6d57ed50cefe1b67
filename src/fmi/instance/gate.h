#pragma once
// The gate through which every call into one instance goes, whatever the version of FMI. It keeps
// exceptions of the FMU from passing and tells the six answers apart:
//   ok       nothing
//   warning  bell, the run goes on
//   discard, pending   back to the caller: they mean something for a step only
//   error    ComponentFailure; the instance may only be freed
//   fatal    ComponentFailure; not even that
// It also keeps the FMU's last message, which is the reason behind most of these.

#include <mutex>
#include <string>

#include "base/bell.h"
#include "base/log.h"
#include "base/whereabouts.h"
#include "fmi/instance/floating_point.h"
#include "fmi/instance/fmi1.h"
#include "fmi/instance/fmi2.h"

// The gate stands in the hottest path; the compiler's own guess leaves three calls in it.
#define BW_INLINE __attribute__((always_inline))

namespace bw::fmi {

// The same numbers in all versions; FMI 3.0 has no `pending`.
enum class Status { ok, warning, discard, error, fatal, pending };

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

  // For calls that have no use for discard or pending.
  template <class Function, class... Arguments>
  BW_INLINE void must(const char* name, Function* function, Arguments... arguments) {
    if (call(name, function, arguments...) > Status::warning) [[unlikely]]
      fail("answered discard or pending", Damage::error);
  }

  // For calls that may find a point outside of what the model is defined for: false on discard.
  template <class Function, class... Arguments>
  [[nodiscard]] bool may(const char* name, Function* function, Arguments... arguments) {
    const Status status = call(name, function, arguments...);
    if (status == Status::pending) fail("answered pending", Damage::error);
    return status != Status::discard;
  }

  // Any call, also those that answer with something else than a status. What went wrong is
  // explained from the whereabouts, so that nothing has to be kept in registers across the call.
  template <class Work>
  BW_INLINE void protect(const char* name, Work&& work) {
    whereabouts = {this, name};
    try {
      work();
    } catch (...) {
      explain_exception();
    }
  }

  // After the last of a group of calls: puts the floating-point environment back if the FMU changed
  // it. Between a set, a step and a get nothing of ours computes.
  BW_INLINE void settle() {
    whereabouts.host = nullptr;
    if (floating_point_.restore()) [[unlikely]]
      floating_point_changed();
  }

  // The same with a look at the registers: after the rare calls, so that nothing stays behind.
  void settle_fully() {
    whereabouts.host = nullptr;
    if (floating_point_.restore_registers()) floating_point_changed();
  }

  // Both speak of the call that this thread was in last.
  Status consider(Status status);
  [[noreturn]] void fail(const std::string& what, Damage damage);

  const std::string& name() const { return component; }
  using Visited::time;  // of the instance
  bool verbose() const { return static_cast<bool>(log_); }
  Damage damage() const { return damage_; }
  std::string last_words();  // ": <message>." or "."

  // The loggers that FMUs are given. In FMI 1.0 they know their component only, so the gate is
  // found by the call that this thread is in.
  static void on_log_1(fmiComponent instance, fmiString name, fmiStatus status, fmiString category,
                       fmiString message, ...);
  static void on_log_2(fmi2ComponentEnvironment gate, fmi2String name, fmi2Status status,
                       fmi2String category, fmi2String message, ...);
  void hear(Status status, const char* category, const std::string& message);

 private:
  void floating_point_changed();
  [[noreturn]] void lacks(const char* function);
  static Gate& host();                           // of the call that this thread is in
  [[noreturn]] static void explain_exception();  // inside a catch only

  Bells& bells_;
  Log log_;
  FloatingPoint floating_point_;
  Damage damage_ = Damage::none;
  std::mutex log_mutex_;  // an FMU may log from a thread of its own
  std::string last_message_;
};

}  // namespace bw::fmi
