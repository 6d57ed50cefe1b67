#pragma once
// One instance of an FMU behind one face for all versions of FMI: each member is what the standards
// have in common, said in the words of the newest. The versions differ in how they spell a call,
// not in what a simulation does with it; so the loops of stepping and of events (fmu_component,
// fmu_model, scheduled_component) are written once, on this face.
//
// A member that a version or a library does not have throws when it is called; capabilities of the
// description say beforehand whether it may be.

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "base/bell.h"
#include "base/error.h"
#include "base/log.h"
#include "fmi/description/description.h"
#include "fmi/instance/functions.h"
#include "fmi/instance/gate.h"
#include "fmi/instance/surroundings.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"

// Name, function and first argument of a call through the gate.
#define BW_FMU(function) #function, f_.function, component_

namespace bw::fmi {

using Reference = std::uint32_t;
using References = std::span<const Reference>;

struct [[nodiscard]] EventInfo {
  bool again = false;  // the iteration goes on
  bool ends = false;   // the FMU requests the end of the simulation
  bool states_changed = false, nominals_changed = false;
  double next_time_event = std::numeric_limits<double>::infinity();
};

struct [[nodiscard]] StepAnswer {
  model::Advance::Status status = model::Advance::Status::completed;
  double reached = 0;  // completed: below the end of the step after an early return
  bool event = false;  // events have to be handled at `reached`
};

// When a clock ticks next, counted from now (countdown) or from tick to tick (periodic).
struct ClockInterval {
  enum class News { not_yet_known, unchanged, changed };
  News news = News::not_yet_known;
  double seconds = 0;
};

class Instance {
 public:
  struct Setup {
    std::string name;              // of the component
    std::filesystem::path folder;  // of the unpacked FMU; there is a folder `resources` in it
    const Functions* functions = nullptr;
    const void* library = nullptr;  // the same for all instances of one library
    const Description* description = nullptr;
    Interface interface = Interface::co_simulation;
    std::vector<Reference> intermediate_inputs;  // set during a step
    Bells* bells = nullptr;
    Log log;
    std::shared_ptr<Surroundings> surroundings;  // the expected state of the process
    std::shared_ptr<const void> blueprint;       // owns everything above
  };

  // Instantiates; throws ComponentFailure.
  static std::shared_ptr<Instance> make(const Setup& setup);
  virtual ~Instance() = default;
  Instance(const Instance&) = delete;
  Instance& operator=(const Instance&) = delete;

  // ---- values: of arrays all elements, one after the other ----
  virtual void get_reals(References references, std::span<double> values) = 0;  // float64
  virtual void set_reals(References references, std::span<const double> values) = 0;
  virtual void get_floats(References, std::span<double>) { lacks("Float32"); }  // float32
  virtual void set_floats(References, std::span<const double>) { lacks("Float32"); }
  virtual void get_numbers(DataType type, References references,
                           std::span<std::int64_t> values) = 0;
  virtual void set_numbers(DataType type, References references,
                           std::span<const std::int64_t> values) = 0;
  virtual void get_texts(DataType type, References references, std::span<std::string> values) = 0;
  virtual void set_texts(DataType type, References references,
                         std::span<const std::string> values) = 0;

  // ---- the course of a simulation ----
  virtual void enter_configuration() { lacks("configuration mode"); }
  virtual void exit_configuration() { lacks("configuration mode"); }
  virtual void enter_initialisation(std::optional<double> tolerance, double start, double stop) = 0;
  // Afterwards events have to be handled (model exchange, co-simulation with events), or steps may
  // be taken.
  virtual void exit_initialisation() = 0;
  virtual void terminate() = 0;  // does nothing where it is not allowed
  virtual void reset() = 0;      // as after instantiation
  // terminate() after the last row: a failure is a warning.
  void end() {
    (void)gate_.survives([this] { terminate(); });
  }

  // ---- events ----
  virtual void enter_event_mode() = 0;
  virtual EventInfo update_discrete_states() = 0;
  virtual bool has_event_mode() const = 0;  // of co-simulation, and used

  // ---- co-simulation ----
  virtual StepAnswer do_step(double t, double h, bool may_roll_back) = 0;
  virtual void enter_step_mode() { lacks("step mode"); }
  // Slopes of inputs over the next step.
  virtual void set_input_slopes(References, std::span<const double>) { lacks("input slopes"); }

  // ---- model exchange ----
  virtual void enter_continuous_time_mode() = 0;
  virtual model::StepEnd completed_step(bool may_roll_back) = 0;
  virtual void set_time(double t) = 0;
  // False: the point lies outside of what the model is defined for.
  [[nodiscard]] virtual bool set_states(std::span<const double> x) = 0;
  virtual void get_states(std::span<double> x) = 0;
  [[nodiscard]] virtual bool get_derivatives(std::span<double> dx) = 0;
  [[nodiscard]] virtual bool get_indicators(std::span<double> z) = 0;
  virtual void get_nominals(std::span<double> sizes) = 0;  // 1 where the library gives none
  // ---- partial derivatives d unknowns / d knowns, times a vector ----
  virtual void directional_derivative(References /*unknowns*/, References /*knowns*/,
                                      std::span<const double> /*seed*/, std::span<double>) {
    lacks("directional derivatives");
  }

  // ---- the whole state: an opaque pointer that belongs to this instance ----
  virtual void get_state(void*&) { lacks("saved states"); }  // overwrites an earlier one
  virtual void set_state(void*) { lacks("saved states"); }
  virtual void free_state(void*&) noexcept {}
  virtual std::string serialise(void*) { lacks("saved states"); }
  virtual void deserialise(const std::string&, void*&) { lacks("saved states"); }

  // ---- clocks, in event mode; activate() in scheduled execution ----
  virtual void get_clocks(References, std::span<bool>) { lacks("clocks"); }
  virtual void set_clocks(References, std::span<const bool>) { lacks("clocks"); }
  virtual ClockInterval get_interval(Reference) { lacks("clocks"); }
  virtual std::optional<double> get_shift(Reference) { lacks("clocks"); }
  virtual void activate(Reference, double) { lacks("model partitions"); }
  // True once after the FMU has said that clocks ticked or intervals changed.
  virtual bool clocks_updated() { return false; }

  // Why the last step was not completed.
  const std::string& reason() const { return reason_; }
  const Description& description() const { return description_; }
  const InterfaceDescription& offered() const { return *description_.at(interface_); }
  const std::string& name() const { return gate_.name(); }
  double time() const { return gate_.time(); }

  // After a group of calls and before any computation of ours.
  BW_INLINE void settle() { gate_.settle(); }

 protected:
  enum class Phase { instantiated, initialising, running, terminated };

  explicit Instance(const Setup& setup)
      : blueprint_(setup.blueprint),
        description_(*setup.description),
        interface_(setup.interface),
        gate_(setup.name, *setup.bells, setup.log) {}

  [[noreturn]] void lacks(const char* what);

  // The log categories for warnings and errors, used in the messages of bells.
  std::vector<const char*> trouble_categories() const;
  void check_instance();  // there is one
  // The rest of a step that was not completed.
  StepAnswer answer(bool ends, double t, double h, double reached, const char* function);

  // For destructors: the orderly end, whatever happened before.
  template <class Free>
  void close(const char* function, Free&& free_instance) noexcept {
    try {
      terminate();
    } catch (const ComponentFailure&) {
      // A caller that destroys without terminate() is handling a failure already.
    }
    if (component_ == nullptr || gate_.damage() == Gate::Damage::fatal) return;  // not even freed
    (void)gate_.survives([&] { gate_.protect(function, free_instance); });
    gate_.settle_fully();
  }
  // For constructors: a failure leaves no instance behind.
  template <class Work, class Free>
  void or_free(Work&& work, Free&& free_instance) {
    try {
      work();
    } catch (...) {  // the destructor of an object whose constructor throws is not called
      if (gate_.damage() != Gate::Damage::fatal) free_instance();
      throw;
    }
  }
  bool may_terminate() const {
    return phase_ == Phase::running && gate_.damage() == Gate::Damage::none;
  }

  // An asynchronous step of the FMU: polls until it is done.
  template <class Answer, class Function, class Kind>
  Status wait_for_pending(const char* function, Function* query, Kind kind) {
    constexpr auto pause = std::chrono::microseconds(50);
    auto step = static_cast<Answer>(Status::pending);
    while (static_cast<Status>(step) == Status::pending) {
      std::this_thread::sleep_for(pause);
      gate_.must(function, query, component_, kind, &step);
    }
    return gate_.consider(static_cast<Status>(step));
  }

  template <class Function>
  void release_state(const char* name, Function* function, void*& state) noexcept {
    if (state == nullptr || gate_.damage() == Gate::Damage::fatal) return;
    try {
      gate_.call(name, function, component_, &state);
      gate_.settle_fully();
    } catch (const ComponentFailure&) {  // a leak inside the FMU is no reason to lose a result
    }
    state = nullptr;
  }

  // Buffer for `count` items of a C interface, valid until the next call.
  template <class Item>
  std::span<Item> scratch(std::size_t count) {
    static_assert(alignof(Item) <= alignof(std::uint64_t));
    scratch_.resize((count * sizeof(Item) + sizeof(std::uint64_t) - 1) / sizeof(std::uint64_t));
    return {reinterpret_cast<Item*>(scratch_.data()), count};
  }

  // Converts numbers through an array of the C interface's own type.
  template <class Item, class Call>
  void get_as(std::span<std::int64_t> values, Call&& call) {
    const std::span<Item> items = scratch<Item>(values.size());
    call(items.data());
    for (std::size_t i = 0; i < items.size(); ++i) {
      // NOLINTNEXTLINE(bugprone-signed-char-misuse): Int8 is a number, not a character
      values[i] = static_cast<std::int64_t>(items[i]);
      if (static_cast<Item>(values[i]) != items[i] || (items[i] > 0) != (values[i] > 0))
        out_of_range("gave", std::to_string(items[i]));
    }
  }
  template <class Item, class Call>
  void set_as(std::span<const std::int64_t> values, Call&& call) {
    const std::span<Item> items = scratch<Item>(values.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      items[i] = static_cast<Item>(values[i]);
      if (static_cast<std::int64_t>(items[i]) != values[i] || (items[i] > 0) != (values[i] > 0))
        out_of_range("cannot take", std::to_string(values[i]));
    }
    call(static_cast<const Item*>(items.data()));
  }

  std::shared_ptr<const void> blueprint_;  // destroyed last: it holds the library
  const Description& description_;
  Interface interface_;
  Phase phase_ = Phase::instantiated;
  Gate gate_;
  std::string reason_;

 private:
  [[noreturn]] void out_of_range(const char* verb, const std::string& value);

  std::vector<std::uint64_t> scratch_;

 protected:
  void* component_ = nullptr;  // next to the functions of a version: every call needs both
};

}  // namespace bw::fmi
