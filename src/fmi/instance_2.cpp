#include "fmi/instance_2.h"

#include <chrono>
#include <cstdlib>
#include <thread>
#include <vector>

#include "base/error.h"
#include "base/text.h"
#include "fmi/description.h"

namespace bw::fmi {

using Damage = Gate::Damage;

Instance2::Instance2(const Setup& setup)
    : blueprint_(setup.blueprint),
      f_(*setup.functions),
      description_(*setup.description),
      gate_(setup.name, *setup.bells, setup.log),
      callbacks_{Gate::on_log, std::calloc, std::free, nullptr, &gate_} {
  const auto logging = gate_.verbose() ? fmi2True : fmi2False;
  gate_.protect("fmi2Instantiate", [&] {
    component_ = f_.fmi2Instantiate(setup.name.c_str(), fmi2CoSimulation, description_.guid.c_str(),
                                    setup.resources.c_str(), &callbacks_, fmi2False, logging);
  });
  gate_.settle_fully();
  if (component_ == nullptr) gate_.fail("gave no instance", Damage::fatal);
  try {
    if (!gate_.verbose()) choose_log_categories();
  } catch (...) {  // the destructor of an object whose constructor throws is not called
    if (gate_.damage() != Damage::fatal) f_.fmi2FreeInstance(component_);
    throw;
  }
}

Instance2::~Instance2() {
  try {
    terminate();
  } catch (const PartFailure&) {
    // Whoever destroys without terminate() is on the way out already.
  }
  if (gate_.damage() == Damage::fatal) return;  // not even freeing is allowed
  try {
    gate_.protect("fmi2FreeInstance", [&] { f_.fmi2FreeInstance(component_); });
  } catch (const PartFailure&) {  // nothing more can be done for it
  }
  gate_.settle_fully();
}

// Without a verbose log an FMU would be asked to be silent; its reasons for warnings and errors are
// wanted all the same, for the sentences of bells.
void Instance2::choose_log_categories() {
  std::vector<const char*> wanted;
  for (const std::string& category : description_.log_categories)
    if (category == "logStatusWarning" || category == "logStatusDiscard" ||
        category == "logStatusError" || category == "logStatusFatal")
      wanted.push_back(category.c_str());
  if (wanted.empty() || f_.fmi2SetDebugLogging == nullptr) return;
  // Its answer is of no interest: an FMU that cannot choose what it logs can still simulate.
  gate_.protect("fmi2SetDebugLogging", [&] {
    f_.fmi2SetDebugLogging(component_, fmi2True, wanted.size(), wanted.data());
  });
  gate_.settle_fully();
}

void Instance2::enter_initialisation(std::optional<double> tolerance, double start, double stop) {
  gate_.time = start;
  gate_.must("fmi2SetupExperiment", f_.fmi2SetupExperiment, component_,
             tolerance ? fmi2True : fmi2False, tolerance.value_or(0.0), start, fmi2True, stop);
  gate_.must("fmi2EnterInitializationMode", f_.fmi2EnterInitializationMode, component_);
  gate_.settle_fully();
  phase_ = Phase::initialising;
}

void Instance2::exit_initialisation() {
  gate_.must("fmi2ExitInitializationMode", f_.fmi2ExitInitializationMode, component_);
  gate_.settle_fully();
  phase_ = Phase::stepping;
}

void Instance2::terminate() {
  if (phase_ != Phase::stepping || gate_.damage() != Damage::none) return;
  phase_ = Phase::terminated;
  gate_.must("fmi2Terminate", f_.fmi2Terminate, component_);
  gate_.settle_fully();
}

model::Advance Instance2::not_completed(fmi2Status status, double t, double h) {
  using Status = model::Advance::Status;
  if (status == fmi2Pending) status = wait_for_pending();
  gate_.settle_fully();
  if (status != fmi2Discard) {
    gate_.time = t + h;
    return {Status::completed, gate_.time};
  }
  // Both questions are optional, and "I do not know" is an answer.
  fmi2Real reached = t;
  fmi2Boolean ends = fmi2False;
  if (f_.fmi2GetRealStatus != nullptr &&
      gate_.call("fmi2GetRealStatus", f_.fmi2GetRealStatus, component_, fmi2LastSuccessfulTime,
                 &reached) != fmi2OK)
    reached = t;
  if (f_.fmi2GetBooleanStatus != nullptr &&
      gate_.call("fmi2GetBooleanStatus", f_.fmi2GetBooleanStatus, component_, fmi2Terminated,
                 &ends) != fmi2OK)
    ends = fmi2False;
  gate_.settle_fully();
  reason_ = "part '" + gate_.name() + "': fmi2DoStep at t = " + shortest(t);
  if (ends != fmi2False) {
    reason_ += " asked to end the simulation at t = " + shortest(reached) + gate_.last_words();
    return {Status::terminated, reached};
  }
  reason_ += " with step " + shortest(h) + " answered discard; it got to t = " + shortest(reached) +
             gate_.last_words();
  return {Status::discarded, reached};
}

fmi2Status Instance2::wait_for_pending() {
  constexpr auto pause = std::chrono::microseconds(50);
  fmi2Status step = fmi2Pending;
  while (step == fmi2Pending) {
    std::this_thread::sleep_for(pause);
    gate_.must("fmi2GetStatus", f_.fmi2GetStatus, component_, fmi2DoStepStatus, &step);
  }
  return gate_.consider(step);
}

void Instance2::free_state(fmi2FMUstate& state) noexcept {
  if (state == nullptr || gate_.damage() == Damage::fatal) return;
  try {
    gate_.call("fmi2FreeFMUstate", f_.fmi2FreeFMUstate, component_, &state);
    gate_.settle_fully();
  } catch (const PartFailure&) {  // a leak inside the FMU is no reason to lose a result
  }
  state = nullptr;
}

}  // namespace bw::fmi
