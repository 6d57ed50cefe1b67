#include "fmi/instance_2.h"

#include <algorithm>
#include <chrono>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "base/whereabouts.h"
#include "fmi/description.h"
#include "fmi/surroundings.h"

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

}  // namespace

// ---- the gate ----------------------------------------------------------------------------------

template <class Function, class... Arguments>
fmi2Status Instance2::call(const char* name, Function* function, Arguments... arguments) {
  if (function == nullptr) [[unlikely]]
    fail(name, "is not exported by its library", Phase::error);
  whereabouts = {setup_.name.c_str(), name, time_};
  fmi2Status status = fmi2OK;
  try {
    status = function(component_, arguments...);
  } catch (const std::exception& exception) {
    fail(name, std::string("threw an exception: ") + exception.what(), Phase::fatal);
  } catch (...) {
    fail(name, "threw an exception", Phase::fatal);
  }
  whereabouts.part = nullptr;
  if (floating_point_.restore()) [[unlikely]] floating_point_changed(name);
  if (status == fmi2OK) [[likely]] return status;
  return consider(name, status);
}

template <class Function, class... Arguments>
void Instance2::must(const char* name, Function* function, Arguments... arguments) {
  const fmi2Status status = call(name, function, arguments...);
  if (status == fmi2Discard || status == fmi2Pending) [[unlikely]]
    fail(name, std::string("answered ") + word(status), Phase::error);
}

fmi2Status Instance2::consider(const char* call, fmi2Status status) {
  switch (status) {
    case fmi2OK:
    case fmi2Discard:
    case fmi2Pending: return status;
    case fmi2Warning:
      setup_.bells->ring(BellCode::fmu_warning, time_, setup_.name,
                         "part '" + setup_.name + "': " + call + " at t = " + shortest(time_) +
                             " answered warning" + last_words());
      return status;
    case fmi2Fatal: fail(call, "answered fatal", Phase::fatal);
    default: fail(call, std::string("answered ") + word(status), Phase::error);
  }
}

void Instance2::fail(const char* call, const std::string& what, Phase phase) {
  whereabouts.part = nullptr;
  floating_point_.restore();
  phase_ = phase;
  throw PartFailure(setup_.name, "part '" + setup_.name + "': " + call + " at t = " +
                                     shortest(time_) + " " + what + last_words() +
                                     " The run cannot go on.");
}

void Instance2::floating_point_changed(const char* call) {
  setup_.bells->ring(BellCode::fmu_environment, time_, setup_.name,
                     "part '" + setup_.name + "': " + call + " at t = " + shortest(time_) +
                         " changed the floating-point environment (rounding, flush to zero or "
                         "traps); it was put back.");
}

// ---- life --------------------------------------------------------------------------------------

Instance2::Instance2(Setup setup)
    : setup_(std::move(setup)), callbacks_{on_log, std::calloc, std::free, nullptr, this} {
  const Functions2& f = *setup_.functions;
  const auto logging = setup_.log ? fmi2True : fmi2False;
  // fmi2Instantiate has no instance to pass and no status to give, so it cannot use the gate.
  whereabouts = {setup_.name.c_str(), "fmi2Instantiate", 0};
  try {
    component_ = f.fmi2Instantiate(setup_.name.c_str(), fmi2CoSimulation,
                                   setup_.description->guid.c_str(), setup_.resources.c_str(),
                                   &callbacks_, fmi2False, logging);
  } catch (const std::exception& exception) {
    fail("fmi2Instantiate", std::string("threw an exception: ") + exception.what(), Phase::fatal);
  } catch (...) {
    fail("fmi2Instantiate", "threw an exception", Phase::fatal);
  }
  whereabouts.part = nullptr;
  if (floating_point_.restore()) floating_point_changed("fmi2Instantiate");
  if (component_ == nullptr) fail("fmi2Instantiate", "gave no instance", Phase::fatal);
  try {
    if (!setup_.log) choose_log_categories();
  } catch (...) {  // the destructor of an object whose constructor throws is not called
    if (phase_ != Phase::fatal) f.fmi2FreeInstance(component_);
    throw;
  }
}

Instance2::~Instance2() {
  if (component_ == nullptr || phase_ == Phase::fatal) return;
  try {
    terminate();
  } catch (const PartFailure&) {
    // Whoever destroys without finish() is on the way out already.
  }
  if (phase_ == Phase::fatal) return;
  whereabouts = {setup_.name.c_str(), "fmi2FreeInstance", time_};
  try {
    setup_.functions->fmi2FreeInstance(component_);
  } catch (...) {  // nothing more can be done for it
  }
  whereabouts.part = nullptr;
  floating_point_.restore();
}

// Without a verbose log an FMU would be asked to be silent; its reasons for warnings and errors are
// wanted all the same, for the sentences of bells.
void Instance2::choose_log_categories() {
  std::vector<const char*> wanted;
  for (const std::string& category : setup_.description->log_categories)
    if (category == "logStatusWarning" || category == "logStatusDiscard" ||
        category == "logStatusError" || category == "logStatusFatal")
      wanted.push_back(category.c_str());
  if (wanted.empty() || setup_.functions->fmi2SetDebugLogging == nullptr) return;
  call("fmi2SetDebugLogging", setup_.functions->fmi2SetDebugLogging, fmi2True, wanted.size(),
       wanted.data());
}

void Instance2::enter_initialisation(double tolerance, double start, double stop) {
  time_ = start;
  must("fmi2SetupExperiment", setup_.functions->fmi2SetupExperiment, fmi2True, tolerance, start,
       fmi2True, stop);
  must("fmi2EnterInitializationMode", setup_.functions->fmi2EnterInitializationMode);
  phase_ = Phase::initialising;
}

void Instance2::exit_initialisation() {
  must("fmi2ExitInitializationMode", setup_.functions->fmi2ExitInitializationMode);
  phase_ = Phase::stepping;
}

void Instance2::terminate() {
  if (phase_ != Phase::stepping) return;
  phase_ = Phase::terminated;
  must("fmi2Terminate", setup_.functions->fmi2Terminate);
}

// ---- steps -------------------------------------------------------------------------------------

model::Advance Instance2::do_step(double t, double h, bool may_roll_back) {
  time_ = t;
  fmi2Status status = call("fmi2DoStep", setup_.functions->fmi2DoStep, t, h,
                           may_roll_back ? fmi2False : fmi2True);
  if (status == fmi2Pending) [[unlikely]] status = wait_for_pending();
  if (status == fmi2Discard) [[unlikely]] return discarded(t, h);
  time_ = t + h;
  return {model::Advance::Status::completed, time_, {}};
}

fmi2Status Instance2::wait_for_pending() {
  constexpr auto pause = std::chrono::microseconds(50);
  fmi2Status step = fmi2Pending;
  while (step == fmi2Pending) {
    std::this_thread::sleep_for(pause);
    must("fmi2GetStatus", setup_.functions->fmi2GetStatus, fmi2DoStepStatus, &step);
  }
  return consider("fmi2DoStep", step);
}

model::Advance Instance2::discarded(double t, double h) {
  const Functions2& f = *setup_.functions;
  fmi2Real reached = t;
  fmi2Boolean ends = fmi2False;
  // Both questions are optional, and "I do not know" is an answer.
  if (f.fmi2GetRealStatus != nullptr &&
      call("fmi2GetRealStatus", f.fmi2GetRealStatus, fmi2LastSuccessfulTime, &reached) != fmi2OK)
    reached = t;
  if (f.fmi2GetBooleanStatus != nullptr &&
      call("fmi2GetBooleanStatus", f.fmi2GetBooleanStatus, fmi2Terminated, &ends) != fmi2OK)
    ends = fmi2False;
  const std::string place = "part '" + setup_.name + "': fmi2DoStep at t = " + shortest(t);
  if (ends != fmi2False)
    return {model::Advance::Status::terminated, reached,
            place + " asked to end the simulation at t = " + shortest(reached) + last_words()};
  return {model::Advance::Status::discarded, reached,
          place + " with step " + shortest(h) + " answered discard; it got to t = " +
              shortest(reached) + last_words()};
}

// ---- values ------------------------------------------------------------------------------------

#define BW_TRANSFER(verb, function, type, constness)                                        \
  void Instance2::verb(References references, std::span<constness type> values) {           \
    must(#function, setup_.functions->function, references.data(), references.size(),       \
         values.data());                                                                    \
  }
BW_TRANSFER(get, fmi2GetReal, fmi2Real, )
BW_TRANSFER(get, fmi2GetInteger, fmi2Integer, )
BW_TRANSFER(get_booleans, fmi2GetBoolean, fmi2Boolean, )
BW_TRANSFER(get, fmi2GetString, fmi2String, )
BW_TRANSFER(set, fmi2SetReal, fmi2Real, const)
BW_TRANSFER(set, fmi2SetInteger, fmi2Integer, const)
BW_TRANSFER(set_booleans, fmi2SetBoolean, fmi2Boolean, const)
BW_TRANSFER(set, fmi2SetString, fmi2String, const)
#undef BW_TRANSFER

void Instance2::get_state(fmi2FMUstate& state) {
  must("fmi2GetFMUstate", setup_.functions->fmi2GetFMUstate, &state);
}

void Instance2::set_state(fmi2FMUstate state) {
  must("fmi2SetFMUstate", setup_.functions->fmi2SetFMUstate, state);
}

void Instance2::free_state(fmi2FMUstate& state) noexcept {
  if (state == nullptr || phase_ == Phase::fatal || setup_.functions->fmi2FreeFMUstate == nullptr)
    return;
  try {
    call("fmi2FreeFMUstate", setup_.functions->fmi2FreeFMUstate, &state);
  } catch (const PartFailure&) {  // a leak inside the FMU is no reason to lose a result
  }
  state = nullptr;
}

// ---- what the FMU says -------------------------------------------------------------------------

std::string Instance2::last_words() {
  const std::scoped_lock lock(log_mutex_);
  return last_message_.empty() ? "." : ": " + last_message_ + ".";
}

void Instance2::on_log(fmi2ComponentEnvironment self, fmi2String, fmi2Status status,
                       fmi2String category, fmi2String message, ...) {
  auto* instance = static_cast<Instance2*>(self);
  if (instance == nullptr) return;
  char text[2048] = "";
  if (message != nullptr) {
    va_list values;
    va_start(values, message);
    std::vsnprintf(text, sizeof text, message, values);
    va_end(values);
  }
  std::string line = text;
  while (!line.empty() && (line.back() == '\n' || line.back() == '.' || line.back() == ' '))
    line.pop_back();
  const std::scoped_lock lock(instance->log_mutex_);
  if (status != fmi2OK) instance->last_message_ = line;
  if (instance->setup_.log)
    instance->setup_.log("[" + instance->setup_.name + "] " + word(status) + " (" +
                         (category != nullptr ? category : "") + "): " + line);
}

}  // namespace bw::fmi
