#include "fmi/instance/instance_1.h"

#include <algorithm>
#include <cstdlib>

#include "fmi/instance/file_uri.h"

namespace bw::fmi {

Instance1::Instance1(const Setup& setup)
    : Instance(setup), f_(std::get<Functions1>(*setup.functions)) {
  instantiate(setup);
  check_instance();
}

Instance1::~Instance1() {
  close(steps_by_itself() ? "fmiFreeSlaveInstance" : "fmiFreeModelInstance",
        [&] { free_instance(); });
}

void Instance1::instantiate(const Setup& setup) {
  const auto logging = static_cast<fmiBoolean>(gate_.verbose());
  const char *name = setup.name.c_str(), *guid = description_.token.c_str();
  if (!steps_by_itself()) {
    const fmiModelCallbackFunctions callbacks{Gate::on_log_1, std::calloc, std::free};
    gate_.protect("fmiInstantiateModel",
                  [&] { component_ = f_.fmiInstantiateModel(name, guid, callbacks, logging); });
    return;
  }
  constexpr double no_timeout = 0;
  const fmiSlaveCallbackFunctions callbacks{Gate::on_log_1, std::calloc, std::free, nullptr};
  const std::string location = file_uri(setup.folder);
  gate_.protect("fmiInstantiateSlave", [&] {
    component_ =
        f_.fmiInstantiateSlave(name, guid, location.c_str(), "application/x-fmu-sharedlibrary",
                               no_timeout, fmiFalse, fmiFalse, callbacks, logging);
  });
}

void Instance1::free_instance() {
  if (steps_by_itself())
    f_.fmiFreeSlaveInstance(component_);
  else
    f_.fmiFreeModelInstance(component_);
}

// ---- values ----

void Instance1::get_numbers(DataType type, References r, std::span<std::int64_t> values) {
  if (phase_ == Phase::initialising) initialise();
  if (type == DataType::boolean) {
    get_as<fmiBoolean>(values, [&](fmiBoolean* items) {
      gate_.must(BW_FMU(fmiGetBoolean), r.data(), r.size(), items);
    });
    for (std::int64_t& value : values) value = value != fmiFalse ? 1 : 0;
  } else {
    get_as<fmiInteger>(values, [&](fmiInteger* items) {
      gate_.must(BW_FMU(fmiGetInteger), r.data(), r.size(), items);
    });
  }
}

void Instance1::set_numbers(DataType type, References r, std::span<const std::int64_t> values) {
  if (type == DataType::boolean)
    set_as<fmiBoolean>(values, [&](const fmiBoolean* items) {
      gate_.must(BW_FMU(fmiSetBoolean), r.data(), r.size(), items);
    });
  else
    set_as<fmiInteger>(values, [&](const fmiInteger* items) {
      gate_.must(BW_FMU(fmiSetInteger), r.data(), r.size(), items);
    });
}

void Instance1::get_texts(DataType, References r, std::span<std::string> values) {
  if (phase_ == Phase::initialising) initialise();
  const std::span<fmiString> items = scratch<fmiString>(values.size());
  gate_.must(BW_FMU(fmiGetString), r.data(), r.size(), items.data());
  for (std::size_t i = 0; i < items.size(); ++i) values[i] = items[i] != nullptr ? items[i] : "";
}

void Instance1::set_texts(DataType, References r, std::span<const std::string> values) {
  const std::span<fmiString> items = scratch<fmiString>(values.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = values[i].c_str();
  gate_.must(BW_FMU(fmiSetString), r.data(), r.size(), items.data());
}

// ---- the course of a simulation ----

void Instance1::enter_initialisation(std::optional<double> tolerance, double start, double stop) {
  tolerance_ = tolerance;
  start_ = start;
  stop_ = stop;
  gate_.set_time(start);
  if (!steps_by_itself()) gate_.must(BW_FMU(fmiSetTime), start);
  phase_ = Phase::initialising;
}

void Instance1::initialise() {
  phase_ = Phase::running;
  if (steps_by_itself()) {
    gate_.must(BW_FMU(fmiInitializeSlave), start_, fmiBoolean{fmiTrue}, stop_);
  } else {
    first_event_.emplace();
    gate_.must(BW_FMU(fmiInitialize), static_cast<fmiBoolean>(tolerance_.has_value()),
               tolerance_.value_or(0.0), &*first_event_);
  }
  gate_.settle_fully();
}

void Instance1::exit_initialisation() {
  if (phase_ == Phase::initialising) initialise();
}

void Instance1::terminate() {
  if (!may_terminate()) return;
  phase_ = Phase::terminated;
  if (steps_by_itself())
    gate_.must(BW_FMU(fmiTerminateSlave));
  else
    gate_.must(BW_FMU(fmiTerminate));
  gate_.settle_fully();
}

void Instance1::reset() {
  if (!steps_by_itself()) lacks("reset for model exchange");
  gate_.must(BW_FMU(fmiResetSlave));
  gate_.settle_fully();
  phase_ = Phase::instantiated;
}

// ---- co-simulation ----

StepAnswer Instance1::not_completed(Status status, double t, double h) {
  if (status == Status::pending)
    status = wait_for_pending<fmiStatus>("fmiGetStatus", f_.fmiGetStatus, fmiDoStepStatus);
  gate_.settle_fully();
  if (status != Status::discard) {
    gate_.set_time(t + h);
    return {model::Advance::Status::completed, gate_.time()};
  }
  fmiReal reached = t;
  if (f_.fmiGetRealStatus != nullptr &&
      gate_.call(BW_FMU(fmiGetRealStatus), fmiLastSuccessfulTime, &reached) != Status::ok)
    reached = t;
  gate_.settle_fully();
  return answer(false, t, h, reached, "fmiDoStep");
}

void Instance1::set_input_slopes(References r, std::span<const double> slopes) {
  orders_.assign(r.size(), 1);
  gate_.must(BW_FMU(fmiSetRealInputDerivatives), r.data(), r.size(), orders_.data(), slopes.data());
}

// ---- model exchange ----

EventInfo Instance1::update_discrete_states() {
  fmiEventInfo info{};
  if (first_event_) {
    info = *first_event_;
    first_event_.reset();
    info.stateValuesChanged = fmiTrue;  // there were none before
  } else {
    constexpr fmiBoolean one_iteration_only = fmiFalse;
    gate_.must(BW_FMU(fmiEventUpdate), one_iteration_only, &info);
  }
  EventInfo found{info.iterationConverged == fmiFalse, info.terminateSimulation != fmiFalse,
                  info.stateValuesChanged != fmiFalse,
                  info.stateValueReferencesChanged != fmiFalse};
  if (info.upcomingTimeEvent != fmiFalse) found.next_time_event = info.nextEventTime;
  return found;
}

model::StepEnd Instance1::completed_step(bool) {
  fmiBoolean event = fmiFalse;
  gate_.must(BW_FMU(fmiCompletedIntegratorStep), &event);
  return {event != fmiFalse, false};
}

void Instance1::set_time(double t) {
  gate_.set_time(t);
  gate_.must(BW_FMU(fmiSetTime), t);
}
void Instance1::get_nominals(std::span<double> sizes) {
  std::fill(sizes.begin(), sizes.end(), 1.0);
  if (f_.fmiGetNominalContinuousStates == nullptr) return;
  gate_.must(BW_FMU(fmiGetNominalContinuousStates), sizes.data(), sizes.size());
}

}  // namespace bw::fmi
