#include "fmi/instance/gate.h"

#include <cstdarg>
#include <cstdio>
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
                                        " The run cannot go on.");
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

std::string Gate::last_words() {
  const std::scoped_lock lock(log_mutex_);
  const std::string message =
      std::exchange(last_message_, {});  // it explains one failure, not the next
  return message.empty() ? "." : ": " + message + ".";
}

void Gate::hear(Status status, const char* category, const std::string& message) {
  try {  // no exception may pass through the FMU that is logging
    const std::string line = without_end(message);
    const std::scoped_lock lock(log_mutex_);
    if (status != Status::ok) last_message_ = line;
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
