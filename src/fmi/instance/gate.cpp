#include "fmi/instance/gate.h"

#include <csetjmp>
#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <exception>
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
      bells_.ring(BellCode::fmu_warning, time, component,
                  "component '" + component + "': " + whereabouts.call + " at t = " + brief(time) +
                      " returned warning" + last_words());
      return status;
    case Status::fatal: fail("returned fatal", Damage::fatal);
    default: fail(std::string("returned ") + word(status), Damage::error);
  }
}

void Gate::fail(const std::string& what, Damage damage) {
  whereabouts.host = nullptr;
  floating_point_.restore_registers();
  damage_ = damage;
  throw ComponentFailure(component, "component '" + component + "': " + whereabouts.call +
                                        " at t = " + brief(time) + " " + what + last_words() +
                                        (is_ending_ ? " Rows until then are not affected."
                                                    : " The run cannot go on."));
}

void Gate::lacks(const char* function) {
  whereabouts = {this, function};
  fail("is not exported by its library", Damage::error);
}

// Only called below protect(), where the host is its gate.
Gate& Gate::host() {
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  return const_cast<Gate&>(static_cast<const Gate&>(*whereabouts.host));
}

void Gate::explain_exception() {
  Gate& gate = host();
  try {
    throw;
  } catch (const std::exception& exception) {
    gate.fail(std::string("threw an exception: ") + without_end(exception.what()), Damage::fatal);
  } catch (...) {
    gate.fail("threw an exception", Damage::fatal);
  }
}

void Gate::floating_point_changed() {
  bells_.ring(BellCode::fmu_environment, time, component + ": floating point",
              "component '" + component + "' changed the floating-point environment at t = " +
                  brief(time) + " (rounding, flush to zero or traps); the change was undone.");
}

std::string Gate::last_words(const char* call) {
  const std::scoped_lock lock(log_mutex_);
  const std::string message =
      std::exchange(last_message_, {});  // it explains one failure, not the next
  if (call == nullptr) call = whereabouts.call;
  // The result of a pending step is queried by another call, and threads of an FMU have none.
  const bool is_query = std::strstr(call, "Status") != nullptr;
  const bool is_its_own = *said_in_ == '\0' || std::strcmp(said_in_, call) == 0 ||
                          (is_query && std::strstr(said_in_, "DoStep") != nullptr);
  return message.empty() || !is_its_own || said_at_ != time ? "." : ": " + message + ".";
}

bool Gate::survives(const std::function<void()>& work) {
  is_ending_ = true;
  const bool is_sound = damage_ == Damage::none;  // else a failure was reported already
  const std::string failure = failure_of(work);
  if (!failure.empty() && is_sound) bells_.ring(BellCode::fmu_end_failed, time, component, failure);
  return failure.empty();
}

std::string Gate::failure_of(const std::function<void()>& work) {
  sigjmp_buf here;
  // NOLINTNEXTLINE(cert-err52-cpp): nothing of ours is between here and the FMU that crashes
  if (sigsetjmp(here, 1) != 0) return crashed();
  way_out = &here;
  try {
    work();
  } catch (const ComponentFailure& failure) {
    way_out = nullptr;
    return failure.what();
  } catch (...) {
    way_out = nullptr;  // this frame is left
    throw;
  }
  way_out = nullptr;
  return {};
}

std::string Gate::crashed() {
  way_out = nullptr;
  whereabouts.host = nullptr;
  floating_point_.restore_registers();
  damage_ = Damage::fatal;  // what it holds is left as it is
  return "component '" + component + "': " + whereabouts.call + " at t = " + brief(time) +
         " crashed. Rows until then are not affected.";
}

void Gate::hear(Status status, const char* category, const std::string& message) {
  try {  // no exception may pass through the FMU that is logging
    const std::string line = without_end(message);
    const std::scoped_lock lock(log_mutex_);
    if (status != Status::ok) {
      last_message_ = line;
      said_in_ = whereabouts.host == this ? whereabouts.call : "";
      said_at_ = time;
    }
    if (log_)
      log_("[" + component + "] " + word(status) + " (" + (category != nullptr ? category : "") +
           "): " + line);
  } catch (...) {  // drop the message
  }
}

void Gate::on_log_1(fmiComponent, fmiString, fmiStatus status, fmiString category,
                    fmiString message, ...) {
  if (whereabouts.host == nullptr) return;  // from a thread of the FMU: the instance is unknown
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
