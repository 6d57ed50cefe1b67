#include "fmi/instance/instance_3.h"

#include <algorithm>

namespace bw::fmi {
namespace {

// Scheduled execution requires that a partition is not preempted. We run one after the other, so
// there is no preemption; an FMU's own threads are its own responsibility.
void lock_preemption() {}
void unlock_preemption() {}

}  // namespace

Instance3::Instance3(const Setup& setup)
    : Instance(setup),
      f_(std::get<Functions3>(*setup.functions)),
      event_mode_(setup.interface == Interface::co_simulation && offered().event_mode) {
  instantiate(setup);
  if (component_ == nullptr && event_mode_ && gate_.damage() == Gate::Damage::none) {
    event_mode_ = false;
    instantiate(setup);
    if (component_ != nullptr)
      setup.bells->ring(
          BellCode::fmu_description, 0, setup.name + ": event mode",
          "component '" + setup.name +
              "' declares an event mode but returned no instance with it; it runs without.");
  }
  check_instance();
  or_free([&] { choose_log_categories(); }, [&] { f_.fmi3FreeInstance(component_); });
}

Instance3::~Instance3() {
  close("fmi3FreeInstance", [&] { f_.fmi3FreeInstance(component_); });
}

void Instance3::instantiate(const Setup& setup) {
  const char *name = setup.name.c_str(), *token = description_.token.c_str();
  const std::string resources = (setup.folder / "resources" / "").string();  // ends with '/'
  const bool logging = gate_.verbose();
  switch (setup.interface) {
    case Interface::co_simulation:
      gate_.protect("fmi3InstantiateCoSimulation", [&] {
        const bool may_return_early = event_mode_ || offered().might_return_early;
        component_ = f_.fmi3InstantiateCoSimulation(
            name, token, resources.c_str(), false, logging, event_mode_, may_return_early,
            setup.intermediate_inputs.data(), setup.intermediate_inputs.size(), this, on_log,
            offered().intermediate_update ? on_intermediate_update : nullptr);
      });
      break;
    case Interface::model_exchange:
      gate_.protect("fmi3InstantiateModelExchange", [&] {
        component_ = f_.fmi3InstantiateModelExchange(name, token, resources.c_str(), false, logging,
                                                     this, on_log);
      });
      break;
    case Interface::scheduled_execution:
      gate_.protect("fmi3InstantiateScheduledExecution", [&] {
        component_ = f_.fmi3InstantiateScheduledExecution(name, token, resources.c_str(), false,
                                                          logging, this, on_log, on_clock_update,
                                                          lock_preemption, unlock_preemption);
      });
      break;
  }
}

void Instance3::choose_log_categories() {
  const std::vector<const char*> wanted = trouble_categories();
  if (gate_.verbose() || wanted.empty() || f_.fmi3SetDebugLogging == nullptr) return;
  gate_.protect("fmi3SetDebugLogging",
                [&] { f_.fmi3SetDebugLogging(component_, true, wanted.size(), wanted.data()); });
  gate_.settle_fully();
}

// ---- callbacks ----

void Instance3::on_log(fmi3InstanceEnvironment self, fmi3Status status, fmi3String category,
                       fmi3String message) {
  if (self == nullptr) return;
  static_cast<Instance3*>(self)->gate_.hear(static_cast<Status>(status), category,
                                            message != nullptr ? message : "");
}

void Instance3::on_intermediate_update(fmi3InstanceEnvironment self, fmi3Float64 t,
                                       fmi3Boolean set_requested, fmi3Boolean, fmi3Boolean,
                                       fmi3Boolean, fmi3Boolean* early_return_requested,
                                       fmi3Float64* early_return_time) {
  if (early_return_requested != nullptr) *early_return_requested = false;
  if (early_return_time != nullptr) *early_return_time = t;
  auto* instance = static_cast<Instance3*>(self);
  if (instance == nullptr || !set_requested || instance->moving_.empty()) return;
  const ComponentMark* host = visited_now();
  const char* step = last_call();
  try {
    instance->set_inputs_at(t);
  } catch (...) {
    instance->failure_ = std::current_exception();
  }
  whereabouts().enter(host, step);
}

void Instance3::set_inputs_at(double t) {
  for (std::size_t i = 0; i < moving_.size(); ++i)
    values_now_[i] = values_[i] + slopes_[i] * (t - slope_begin_);
  set_reals(moving_, values_now_);
}

void Instance3::on_clock_update(fmi3InstanceEnvironment self) {
  if (self != nullptr) static_cast<Instance3*>(self)->clocks_updated_ = true;
}

// ---- values ----

void Instance3::get_floats(References r, std::span<double> values) {
  const std::span<fmi3Float32> items = scratch<fmi3Float32>(values.size());
  gate_.must(BW_FMU(fmi3GetFloat32), r.data(), r.size(), items.data(), items.size());
  std::copy(items.begin(), items.end(), values.begin());
}

void Instance3::set_floats(References r, std::span<const double> values) {
  const std::span<fmi3Float32> items = scratch<fmi3Float32>(values.size());
  std::ranges::transform(values, items.begin(),
                         [](double value) { return static_cast<fmi3Float32>(value); });
  gate_.must(BW_FMU(fmi3SetFloat32), r.data(), r.size(), items.data(), items.size());
}

// One row per type that travels as a number.
#define BW_NUMBER_TYPES(X)                   \
  X(DataType::int8, fmi3Int8, Int8)          \
  X(DataType::uint8, fmi3UInt8, UInt8)       \
  X(DataType::int16, fmi3Int16, Int16)       \
  X(DataType::uint16, fmi3UInt16, UInt16)    \
  X(DataType::int32, fmi3Int32, Int32)       \
  X(DataType::uint32, fmi3UInt32, UInt32)    \
  X(DataType::int64, fmi3Int64, Int64)       \
  X(DataType::enumeration, fmi3Int64, Int64) \
  X(DataType::uint64, fmi3UInt64, UInt64)    \
  X(DataType::boolean, fmi3Boolean, Boolean)

void Instance3::get_numbers(DataType type, References r, std::span<std::int64_t> values) {
  switch (type) {
#define BW_GET(connection, Item, word)                                             \
  case connection:                                                                 \
    return get_as<Item>(values, [&](Item* items) {                                 \
      gate_.must(BW_FMU(fmi3Get##word), r.data(), r.size(), items, values.size()); \
    });
    BW_NUMBER_TYPES(BW_GET)
#undef BW_GET
    default: lacks("such numbers");
  }
}

void Instance3::set_numbers(DataType type, References r, std::span<const std::int64_t> values) {
  switch (type) {
#define BW_SET(connection, Item, word)                                             \
  case connection:                                                                 \
    return set_as<Item>(values, [&](const Item* items) {                           \
      gate_.must(BW_FMU(fmi3Set##word), r.data(), r.size(), items, values.size()); \
    });
    BW_NUMBER_TYPES(BW_SET)
#undef BW_SET
    default: lacks("such numbers");
  }
}

#undef BW_NUMBER_TYPES

void Instance3::get_texts(DataType type, References r, std::span<std::string> values) {
  if (type == DataType::binary) {
    std::vector<fmi3Binary> items(values.size());
    std::vector<std::size_t> sizes(values.size());
    gate_.must(BW_FMU(fmi3GetBinary), r.data(), r.size(), sizes.data(), items.data(),
               values.size());
    for (std::size_t i = 0; i < items.size(); ++i)
      values[i] = items[i] == nullptr
                      ? std::string()
                      : std::string(reinterpret_cast<const char*>(items[i]), sizes[i]);
    return;
  }
  const std::span<fmi3String> items = scratch<fmi3String>(values.size());
  gate_.must(BW_FMU(fmi3GetString), r.data(), r.size(), items.data(), items.size());
  for (std::size_t i = 0; i < items.size(); ++i) values[i] = items[i] != nullptr ? items[i] : "";
}

void Instance3::set_texts(DataType type, References r, std::span<const std::string> values) {
  if (type == DataType::binary) {
    std::vector<fmi3Binary> items;
    std::vector<std::size_t> sizes;
    for (const std::string& value : values) {
      items.push_back(reinterpret_cast<fmi3Binary>(value.data()));
      sizes.push_back(value.size());
    }
    gate_.must(BW_FMU(fmi3SetBinary), r.data(), r.size(), sizes.data(), items.data(), items.size());
    return;
  }
  const std::span<fmi3String> items = scratch<fmi3String>(values.size());
  for (std::size_t i = 0; i < items.size(); ++i) items[i] = values[i].c_str();
  gate_.must(BW_FMU(fmi3SetString), r.data(), r.size(), items.data(), items.size());
}

// ---- the course of a simulation ----

void Instance3::exit_configuration() {
  gate_.must(BW_FMU(fmi3ExitConfigurationMode));
  gate_.settle_fully();
}

void Instance3::enter_initialisation(std::optional<double> tolerance, double start, double stop) {
  gate_.set_time(start);
  gate_.must(BW_FMU(fmi3EnterInitializationMode), tolerance.has_value(), tolerance.value_or(0.0),
             start, true, stop);
  gate_.settle_fully();
  phase_ = Phase::initialising;
}

void Instance3::exit_initialisation() {
  gate_.must(BW_FMU(fmi3ExitInitializationMode));
  gate_.settle_fully();
  phase_ = Phase::running;
}

void Instance3::terminate() {
  if (!may_terminate()) return;
  phase_ = Phase::terminated;
  gate_.must(BW_FMU(fmi3Terminate));
  gate_.settle_fully();
}

void Instance3::reset() {
  gate_.must(BW_FMU(fmi3Reset));
  gate_.settle_fully();
  phase_ = Phase::instantiated;
}

// ---- events ----

EventInfo Instance3::update_discrete_states() {
  fmi3Boolean again = false, ends = false, nominals = false, values = false, next_defined = false;
  fmi3Float64 next = 0;
  gate_.must(BW_FMU(fmi3UpdateDiscreteStates), &again, &ends, &nominals, &values, &next_defined,
             &next);
  EventInfo found{again, ends, values, nominals};
  if (next_defined) found.next_time_event = next;
  return found;
}

// ---- co-simulation ----

StepAnswer Instance3::not_completed(Status status, double t, double h, double reached, bool event,
                                    bool ends) {
  gate_.settle_fully();
  moving_.clear();
  if (failure_ != nullptr) std::rethrow_exception(std::exchange(failure_, nullptr));
  // An invalid time would mislead the master.
  if (!(reached >= t && reached <= t + h)) reached = status > Status::warning ? t : t + h;
  if (status > Status::warning || ends) return answer(ends, t, h, reached, "fmi3DoStep");
  gate_.set_time(reached);
  return {model::Advance::Status::completed, reached, event};
}

void Instance3::set_input_slopes(References r, std::span<const double> slopes) {
  moving_.assign(r.begin(), r.end());
  slopes_.assign(slopes.begin(), slopes.end());
  values_.resize(slopes.size());
  values_now_.resize(slopes.size());
  get_reals(moving_, values_);
  slope_begin_ = gate_.time();
}

// ---- model exchange ----

model::StepEnd Instance3::completed_step(bool may_roll_back) {
  fmi3Boolean event = false, ends = false;
  gate_.must(BW_FMU(fmi3CompletedIntegratorStep), !may_roll_back, &event, &ends);
  return {event, ends};
}

void Instance3::set_time(double t) {
  gate_.set_time(t);
  gate_.must(BW_FMU(fmi3SetTime), t);
}
void Instance3::get_nominals(std::span<double> sizes) {
  std::fill(sizes.begin(), sizes.end(), 1.0);
  if (f_.fmi3GetNominalsOfContinuousStates == nullptr) return;
  gate_.must(BW_FMU(fmi3GetNominalsOfContinuousStates), sizes.data(), sizes.size());
}

// ---- the whole state ----

std::string Instance3::serialise(void* state) {
  std::size_t size = 0;
  gate_.must(BW_FMU(fmi3SerializedFMUStateSize), state, &size);
  std::string bytes(size, '\0');
  gate_.must(BW_FMU(fmi3SerializeFMUState), state, reinterpret_cast<fmi3Byte*>(bytes.data()), size);
  return bytes;
}

// ---- clocks ----

ClockInterval Instance3::get_interval(Reference clock) {
  ClockInterval found;
  fmi3IntervalQualifier news = fmi3IntervalNotYetKnown;
  if (f_.fmi3GetIntervalDecimal != nullptr) {
    gate_.must(BW_FMU(fmi3GetIntervalDecimal), &clock, std::size_t{1}, &found.seconds, &news);
  } else {
    fmi3UInt64 counter = 0, resolution = 1;
    gate_.must(BW_FMU(fmi3GetIntervalFraction), &clock, std::size_t{1}, &counter, &resolution,
               &news);
    found.seconds = static_cast<double>(counter) / static_cast<double>(resolution);
  }
  found.news = static_cast<ClockInterval::News>(news);
  return found;
}

std::optional<double> Instance3::get_shift(Reference clock) {
  if (f_.fmi3GetShiftDecimal == nullptr) return {};
  double shift = 0;
  gate_.must(BW_FMU(fmi3GetShiftDecimal), &clock, std::size_t{1}, &shift);
  return shift;
}

void Instance3::activate(Reference clock, double t) {
  gate_.set_time(t);
  gate_.must(BW_FMU(fmi3ActivateModelPartition), clock, t);
}

}  // namespace bw::fmi
