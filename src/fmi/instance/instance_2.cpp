#include "fmi/instance/instance_2.h"

#include <algorithm>
#include <cstdlib>

#include "fmi/instance/file_uri.h"

namespace bw::fmi {

Instance2::Instance2(const Setup& setup)
    : Instance(setup),
      f_(std::get<Functions2>(*setup.functions)),
      callbacks_{Gate::on_log_2, std::calloc, std::free, nullptr, &gate_} {
  const auto type =
      setup.interface == Interface::co_simulation ? fmi2CoSimulation : fmi2ModelExchange;
  const std::string resources = file_uri(setup.folder / "resources");
  const auto logging = gate_.verbose() ? fmi2True : fmi2False;
  gate_.protect("fmi2Instantiate", [&] {
    component_ = f_.fmi2Instantiate(setup.name.c_str(), type, description_.token.c_str(),
                                    resources.c_str(), &callbacks_, fmi2False, logging);
  });
  check_instance();
  or_free([&] { choose_log_categories(); }, [&] { f_.fmi2FreeInstance(component_); });
}

Instance2::~Instance2() {
  close("fmi2FreeInstance", [&] { f_.fmi2FreeInstance(component_); });
}

// Without a verbose log the FMU's logging would be off; its reasons for warnings and errors are
// needed nevertheless.
void Instance2::choose_log_categories() {
  const std::vector<const char*> wanted = trouble_categories();
  if (gate_.verbose() || wanted.empty() || f_.fmi2SetDebugLogging == nullptr) return;
  // The status is ignored: an FMU without log categories can still simulate.
  gate_.protect("fmi2SetDebugLogging", [&] {
    f_.fmi2SetDebugLogging(component_, fmi2True, wanted.size(), wanted.data());
  });
  gate_.settle_fully();
}

// ---- values ----

void Instance2::get_numbers(DataType type, References r, std::span<std::int64_t> values) {
  if (type == DataType::boolean) {
    get_as<fmi2Boolean>(values, [&](fmi2Boolean* items) {
      gate_.must("fmi2GetBoolean", f_.fmi2GetBoolean, component_, r.data(), r.size(), items);
    });
    for (std::int64_t& value : values) value = value != fmi2False ? 1 : 0;
  } else {  // enumerations are integers to FMI 2.0
    get_as<fmi2Integer>(values, [&](fmi2Integer* items) {
      gate_.must("fmi2GetInteger", f_.fmi2GetInteger, component_, r.data(), r.size(), items);
    });
  }
}

void Instance2::set_numbers(DataType type, References r, std::span<const std::int64_t> values) {
  if (type == DataType::boolean)
    set_as<fmi2Boolean>(values, [&](const fmi2Boolean* items) {
      gate_.must("fmi2SetBoolean", f_.fmi2SetBoolean, component_, r.data(), r.size(), items);
    });
  else
    set_as<fmi2Integer>(values, [&](const fmi2Integer* items) {
      gate_.must("fmi2SetInteger", f_.fmi2SetInteger, component_, r.data(), r.size(), items);
    });
}

void Instance2::get_texts(DataType, References r, std::span<std::string> values) {
  const std::span<fmi2String> items = scratch<fmi2String>(values.size());
  gate_.must("fmi2GetString", f_.fmi2GetString, component_, r.data(), r.size(), items.data());
  for (std::size_t i = 0; i < items.size(); ++i) values[i] = items[i] != nullptr ? items[i] : "";
}

void Instance2::set_texts(DataType, References r, std::span<const std::string> values) {
  const std::span<fmi2String> items = scratch<fmi2String>(values.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = values[i].c_str();
  gate_.must("fmi2SetString", f_.fmi2SetString, component_, r.data(), r.size(), items.data());
}

// ---- the course of a simulation ----

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
  phase_ = Phase::running;
}

void Instance2::terminate() {
  if (!may_terminate()) return;
  phase_ = Phase::terminated;
  gate_.must("fmi2Terminate", f_.fmi2Terminate, component_);
  gate_.settle_fully();
}

void Instance2::reset() {
  gate_.must("fmi2Reset", f_.fmi2Reset, component_);
  gate_.settle_fully();
  phase_ = Phase::instantiated;
}

// ---- co-simulation ----

StepAnswer Instance2::not_completed(Status status, double t, double h) {
  if (status == Status::pending)
    status = wait_for_pending<fmi2Status>("fmi2GetStatus", f_.fmi2GetStatus, fmi2DoStepStatus);
  gate_.settle_fully();
  if (status != Status::discard) {
    gate_.time = t + h;
    return {model::Advance::Status::completed, gate_.time};
  }
  // Both queries are optional, and may fail.
  fmi2Real reached = t;
  fmi2Boolean ends = fmi2False;
  if (f_.fmi2GetRealStatus != nullptr &&
      gate_.call("fmi2GetRealStatus", f_.fmi2GetRealStatus, component_, fmi2LastSuccessfulTime,
                 &reached) != Status::ok)
    reached = t;
  if (f_.fmi2GetBooleanStatus != nullptr &&
      gate_.call("fmi2GetBooleanStatus", f_.fmi2GetBooleanStatus, component_, fmi2Terminated,
                 &ends) != Status::ok)
    ends = fmi2False;
  gate_.settle_fully();
  return answer(ends != fmi2False, t, h, reached, "fmi2DoStep");
}

void Instance2::set_input_slopes(References r, std::span<const double> slopes) {
  orders_.assign(r.size(), 1);
  gate_.must("fmi2SetRealInputDerivatives", f_.fmi2SetRealInputDerivatives, component_, r.data(),
             r.size(), orders_.data(), slopes.data());
}

// ---- model exchange ----

void Instance2::enter_event_mode() {
  gate_.must("fmi2EnterEventMode", f_.fmi2EnterEventMode, component_);
}

EventInfo Instance2::update_discrete_states() {
  fmi2EventInfo info{};
  gate_.must("fmi2NewDiscreteStates", f_.fmi2NewDiscreteStates, component_, &info);
  EventInfo found{info.newDiscreteStatesNeeded != fmi2False, info.terminateSimulation != fmi2False,
                  info.valuesOfContinuousStatesChanged != fmi2False,
                  info.nominalsOfContinuousStatesChanged != fmi2False};
  if (info.nextEventTimeDefined != fmi2False) found.next_time_event = info.nextEventTime;
  return found;
}

void Instance2::enter_continuous_time_mode() {
  gate_.must("fmi2EnterContinuousTimeMode", f_.fmi2EnterContinuousTimeMode, component_);
}

model::StepEnd Instance2::completed_step(bool may_roll_back) {
  fmi2Boolean event = fmi2False, ends = fmi2False;
  gate_.must("fmi2CompletedIntegratorStep", f_.fmi2CompletedIntegratorStep, component_,
             may_roll_back ? fmi2False : fmi2True, &event, &ends);
  return {event != fmi2False, ends != fmi2False};
}

void Instance2::set_time(double t) {
  gate_.time = t;
  gate_.must("fmi2SetTime", f_.fmi2SetTime, component_, t);
}
bool Instance2::set_states(std::span<const double> x) {
  return gate_.may("fmi2SetContinuousStates", f_.fmi2SetContinuousStates, component_, x.data(),
                   x.size());
}
void Instance2::get_states(std::span<double> x) {
  gate_.must("fmi2GetContinuousStates", f_.fmi2GetContinuousStates, component_, x.data(), x.size());
}
bool Instance2::get_derivatives(std::span<double> dx) {
  return gate_.may("fmi2GetDerivatives", f_.fmi2GetDerivatives, component_, dx.data(), dx.size());
}
bool Instance2::get_indicators(std::span<double> z) {
  return gate_.may("fmi2GetEventIndicators", f_.fmi2GetEventIndicators, component_, z.data(),
                   z.size());
}
void Instance2::get_nominals(std::span<double> sizes) {
  std::fill(sizes.begin(), sizes.end(), 1.0);
  if (f_.fmi2GetNominalsOfContinuousStates == nullptr) return;
  gate_.must("fmi2GetNominalsOfContinuousStates", f_.fmi2GetNominalsOfContinuousStates, component_,
             sizes.data(), sizes.size());
}

void Instance2::directional_derivative(References unknowns, References knowns,
                                       std::span<const double> seed, std::span<double> result) {
  gate_.must("fmi2GetDirectionalDerivative", f_.fmi2GetDirectionalDerivative, component_,
             unknowns.data(), unknowns.size(), knowns.data(), knowns.size(), seed.data(),
             result.data());
}

// ---- the whole state ----

void Instance2::get_state(void*& state) {
  gate_.must("fmi2GetFMUstate", f_.fmi2GetFMUstate, component_, &state);
}

void Instance2::set_state(void* state) {
  gate_.must("fmi2SetFMUstate", f_.fmi2SetFMUstate, component_, state);
}

void Instance2::free_state(void*& state) noexcept {
  release_state("fmi2FreeFMUstate", f_.fmi2FreeFMUstate, state);
}

std::string Instance2::serialise(void* state) {
  std::size_t size = 0;
  gate_.must("fmi2SerializedFMUstateSize", f_.fmi2SerializedFMUstateSize, component_, state, &size);
  std::string bytes(size, '\0');
  gate_.must("fmi2SerializeFMUstate", f_.fmi2SerializeFMUstate, component_, state, bytes.data(),
             size);
  return bytes;
}

void Instance2::deserialise(const std::string& bytes, void*& state) {
  gate_.must("fmi2DeSerializeFMUstate", f_.fmi2DeSerializeFMUstate, component_, bytes.data(),
             bytes.size(), &state);
}

}  // namespace bw::fmi
