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
      gate_.must(BW_FMU(fmi2GetBoolean), r.data(), r.size(), items);
    });
    for (std::int64_t& value : values) value = value != fmi2False ? 1 : 0;
  } else {  // enumerations are integers to FMI 2.0
    get_as<fmi2Integer>(values, [&](fmi2Integer* items) {
      gate_.must(BW_FMU(fmi2GetInteger), r.data(), r.size(), items);
    });
  }
}

void Instance2::set_numbers(DataType type, References r, std::span<const std::int64_t> values) {
  if (type == DataType::boolean)
    set_as<fmi2Boolean>(values, [&](const fmi2Boolean* items) {
      gate_.must(BW_FMU(fmi2SetBoolean), r.data(), r.size(), items);
    });
  else
    set_as<fmi2Integer>(values, [&](const fmi2Integer* items) {
      gate_.must(BW_FMU(fmi2SetInteger), r.data(), r.size(), items);
    });
}

void Instance2::get_texts(DataType, References r, std::span<std::string> values) {
  const std::span<fmi2String> items = scratch<fmi2String>(values.size());
  gate_.must(BW_FMU(fmi2GetString), r.data(), r.size(), items.data());
  for (std::size_t i = 0; i < items.size(); ++i) values[i] = items[i] != nullptr ? items[i] : "";
}

void Instance2::set_texts(DataType, References r, std::span<const std::string> values) {
  const std::span<fmi2String> items = scratch<fmi2String>(values.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = values[i].c_str();
  gate_.must(BW_FMU(fmi2SetString), r.data(), r.size(), items.data());
}

// ---- the course of a simulation ----

void Instance2::enter_initialisation(std::optional<double> tolerance, double start, double stop) {
  gate_.set_time(start);
  gate_.must(BW_FMU(fmi2SetupExperiment), tolerance ? fmi2True : fmi2False, tolerance.value_or(0.0),
             start, fmi2True, stop);
  gate_.must(BW_FMU(fmi2EnterInitializationMode));
  gate_.settle_fully();
  phase_ = Phase::initialising;
}

void Instance2::exit_initialisation() {
  gate_.must(BW_FMU(fmi2ExitInitializationMode));
  gate_.settle_fully();
  phase_ = Phase::running;
}

void Instance2::terminate() {
  if (!may_terminate()) return;
  phase_ = Phase::terminated;
  gate_.must(BW_FMU(fmi2Terminate));
  gate_.settle_fully();
}

void Instance2::reset() {
  gate_.must(BW_FMU(fmi2Reset));
  gate_.settle_fully();
  phase_ = Phase::instantiated;
}

// ---- co-simulation ----

StepAnswer Instance2::not_completed(Status status, double t, double h) {
  if (status == Status::pending)
    status = wait_for_pending<fmi2Status>("fmi2GetStatus", f_.fmi2GetStatus, fmi2DoStepStatus);
  gate_.settle_fully();
  if (status != Status::discard) {
    gate_.set_time(t + h);
    return {model::Advance::Status::completed, gate_.time()};
  }
  // Both queries are optional, and may fail.
  fmi2Real reached = t;
  fmi2Boolean ends = fmi2False;
  if (f_.fmi2GetRealStatus != nullptr &&
      gate_.call(BW_FMU(fmi2GetRealStatus), fmi2LastSuccessfulTime, &reached) != Status::ok)
    reached = t;
  if (f_.fmi2GetBooleanStatus != nullptr &&
      gate_.call(BW_FMU(fmi2GetBooleanStatus), fmi2Terminated, &ends) != Status::ok)
    ends = fmi2False;
  gate_.settle_fully();
  return answer(ends != fmi2False, t, h, reached, "fmi2DoStep");
}

void Instance2::set_input_slopes(References r, std::span<const double> slopes) {
  orders_.assign(r.size(), 1);
  gate_.must(BW_FMU(fmi2SetRealInputDerivatives), r.data(), r.size(), orders_.data(),
             slopes.data());
}

// ---- model exchange ----

EventInfo Instance2::update_discrete_states() {
  fmi2EventInfo info{};
  gate_.must(BW_FMU(fmi2NewDiscreteStates), &info);
  EventInfo found{info.newDiscreteStatesNeeded != fmi2False, info.terminateSimulation != fmi2False,
                  info.valuesOfContinuousStatesChanged != fmi2False,
                  info.nominalsOfContinuousStatesChanged != fmi2False};
  if (info.nextEventTimeDefined != fmi2False) found.next_time_event = info.nextEventTime;
  return found;
}

model::StepEnd Instance2::completed_step(bool may_roll_back) {
  fmi2Boolean event = fmi2False, ends = fmi2False;
  gate_.must(BW_FMU(fmi2CompletedIntegratorStep), may_roll_back ? fmi2False : fmi2True, &event,
             &ends);
  return {event != fmi2False, ends != fmi2False};
}

void Instance2::set_time(double t) {
  gate_.set_time(t);
  gate_.must(BW_FMU(fmi2SetTime), t);
}
void Instance2::get_nominals(std::span<double> sizes) {
  std::fill(sizes.begin(), sizes.end(), 1.0);
  if (f_.fmi2GetNominalsOfContinuousStates == nullptr) return;
  gate_.must(BW_FMU(fmi2GetNominalsOfContinuousStates), sizes.data(), sizes.size());
}

// ---- the whole state ----

std::string Instance2::serialise(void* state) {
  std::size_t size = 0;
  gate_.must(BW_FMU(fmi2SerializedFMUstateSize), state, &size);
  std::string bytes(size, '\0');
  gate_.must(BW_FMU(fmi2SerializeFMUstate), state, bytes.data(), size);
  return bytes;
}

}  // namespace bw::fmi
