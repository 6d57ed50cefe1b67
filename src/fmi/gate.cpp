#include "fmi/gate.h"

#include <cstdarg>
#include <cstdio>
#include <exception>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace bw::fmi {
namespace {

const char* word(fmi2Status status) {
  switch (status) {
    case fmi2OK: return "ok";
    case fmi2Warning: return "warning";
    case fmi2Discard: return "discard";
    case fmi2Error: return "error";
    case fmi2Fatal: return "fatal";
    case fmi2Pending: return "pending";
  }
  return "an unknown status";
}

// Sentences of others end in one of ours.
std::string without_end(std::string sentence) {
  while (!sentence.empty() &&
         (sentence.back() == '\n' || sentence.back() == '.' || sentence.back() == ' '))
    sentence.pop_back();
  return sentence;
}

}  // namespace

fmi2Status Gate::consider(fmi2Status status) {
  switch (status) {
    case fmi2OK:
    case fmi2Discard:
    case fmi2Pending: return status;
    case fmi2Warning:
      bells_.ring(BellCode::fmu_warning, time, part,
                  "part '" + part + "': " + whereabouts.call + " at t = " + shortest(time) +
                      " answered warning" + last_words());
      return status;
    case fmi2Fatal: fail("answered fatal", Damage::fatal);
    default: fail(std::string("answered ") + word(status), Damage::error);
  }
}

void Gate::fail(const std::string& what, Damage damage) {
  whereabouts.host = nullptr;
  floating_point_.restore_registers();
  damage_ = damage;
  throw PartFailure(part, "part '" + part + "': " + whereabouts.call + " at t = " + shortest(time) +
                              " " + what + last_words() + " The run cannot go on.");
}

void Gate::lacks(const char* function) {
  whereabouts = {this, function};
  fail("is not exported by its library", Damage::error);
}

void Gate::explain_exception() {
  // protect() is the only way here, and there the host is its gate.
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  Gate& gate = const_cast<Gate&>(static_cast<const Gate&>(*whereabouts.host));
  try {
    throw;
  } catch (const std::exception& exception) {
    gate.fail(std::string("threw an exception: ") + without_end(exception.what()), Damage::fatal);
  } catch (...) {
    gate.fail("threw an exception", Damage::fatal);
  }
}

void Gate::floating_point_changed() {
  bells_.ring(BellCode::fmu_environment, time, part + ": floating point",
              "part '" + part + "' changed the floating-point environment at t = " +
                  shortest(time) + " (rounding, flush to zero or traps); it was put back.");
}

std::string Gate::last_words() {
  const std::scoped_lock lock(log_mutex_);
  const std::string message =
      std::exchange(last_message_, {});  // it explains one trouble, not the next
  return message.empty() ? "." : ": " + message + ".";
}

void Gate::on_log(fmi2ComponentEnvironment self, fmi2String, fmi2Status status, fmi2String category,
                  fmi2String message, ...) {
  auto* gate = static_cast<Gate*>(self);
  if (gate == nullptr) return;
  char text[2048] = "";
  if (message != nullptr) {
    va_list values;
    va_start(values, message);
    std::vsnprintf(text, sizeof text, message, values);
    va_end(values);
  }
  const std::string line = without_end(text);
  const std::scoped_lock lock(gate->log_mutex_);
  if (status != fmi2OK) gate->last_message_ = line;
  if (gate->log_)
    gate->log_("[" + gate->part + "] " + word(status) + " (" +
               (category != nullptr ? category : "") + "): " + line);
}

}  // namespace bw::fmi
