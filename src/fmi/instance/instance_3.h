#pragma once
// FMI 3.0, all three interfaces. The instance itself is the environment of its callbacks.

#include <atomic>
#include <exception>

#include "fmi/description/description.h"
#include "fmi/instance/functions.h"
#include "fmi/instance/gate.h"
#include "fmi/instance/instance.h"
#include "model/component.h"
#include "model/model.h"

namespace bw::fmi {

class Instance3 final : public Instance {
 public:
  explicit Instance3(const Setup& setup);
  ~Instance3() override;

  BW_INLINE void get_reals(References r, std::span<double> values) override {
    gate_.must(BW_FMU(fmi3GetFloat64), r.data(), r.size(), values.data(), values.size());
  }
  BW_INLINE void set_reals(References r, std::span<const double> values) override {
    gate_.must(BW_FMU(fmi3SetFloat64), r.data(), r.size(), values.data(), values.size());
  }
  BW_INLINE StepAnswer do_step(double t, double h, bool may_roll_back) override {
    gate_.set_time(t);
    const double end = t + h;
    fmi3Boolean event = false, ends = false, early = false;
    fmi3Float64 reached = end;
    const Status status =
        gate_.call(BW_FMU(fmi3DoStep), t, h, !may_roll_back, &event, &ends, &early, &reached);
    if (status > Status::warning || ends || early || failure_ != nullptr) [[unlikely]]
      return not_completed(status, t, h, reached, event, ends);
    gate_.set_time(end);
    moving_.clear();  // slopes are valid for one step
    return {model::Advance::Status::completed, end, event};
  }

  void get_floats(References r, std::span<double> values) override;
  void set_floats(References r, std::span<const double> values) override;
  void get_numbers(DataType type, References r, std::span<std::int64_t> values) override;
  void set_numbers(DataType type, References r, std::span<const std::int64_t> values) override;
  void get_texts(DataType type, References r, std::span<std::string> values) override;
  void set_texts(DataType type, References r, std::span<const std::string> values) override;

  void enter_configuration() override { gate_.must(BW_FMU(fmi3EnterConfigurationMode)); }
  void exit_configuration() override;
  void enter_initialisation(std::optional<double> tolerance, double start, double stop) override;
  void exit_initialisation() override;
  void terminate() override;
  void reset() override;

  void enter_event_mode() override { gate_.must(BW_FMU(fmi3EnterEventMode)); }
  EventInfo update_discrete_states() override;
  bool has_event_mode() const override { return event_mode_; }
  void enter_step_mode() override { gate_.must(BW_FMU(fmi3EnterStepMode)); }

  void set_input_slopes(References r, std::span<const double> slopes) override;

  void enter_continuous_time_mode() override { gate_.must(BW_FMU(fmi3EnterContinuousTimeMode)); }
  model::StepEnd completed_step(bool may_roll_back) override;
  void set_time(double t) override;
  bool set_states(std::span<const double> x) override {
    return gate_.may(BW_FMU(fmi3SetContinuousStates), x.data(), x.size());
  }
  void get_states(std::span<double> x) override {
    gate_.must(BW_FMU(fmi3GetContinuousStates), x.data(), x.size());
  }
  bool get_derivatives(std::span<double> dx) override {
    return gate_.may(BW_FMU(fmi3GetContinuousStateDerivatives), dx.data(), dx.size());
  }
  bool get_indicators(std::span<double> z) override {
    return gate_.may(BW_FMU(fmi3GetEventIndicators), z.data(), z.size());
  }
  void get_nominals(std::span<double> sizes) override;
  void directional_derivative(References unknowns, References knowns, std::span<const double> seed,
                              std::span<double> result) override {
    gate_.must(BW_FMU(fmi3GetDirectionalDerivative), unknowns.data(), unknowns.size(),
               knowns.data(), knowns.size(), seed.data(), seed.size(), result.data(),
               result.size());
  }

  void get_state(void*& state) override { gate_.must(BW_FMU(fmi3GetFMUState), &state); }
  void set_state(void* state) override { gate_.must(BW_FMU(fmi3SetFMUState), state); }
  void free_state(void*& state) noexcept override {
    release_state("fmi3FreeFMUState", f_.fmi3FreeFMUState, state);
  }
  std::string serialise(void* state) override;
  void deserialise(const std::string& bytes, void*& state) override {
    gate_.must(BW_FMU(fmi3DeserializeFMUState), reinterpret_cast<const fmi3Byte*>(bytes.data()),
               bytes.size(), &state);
  }

  void get_clocks(References r, std::span<bool> active) override {
    gate_.must(BW_FMU(fmi3GetClock), r.data(), r.size(), active.data());
  }
  void set_clocks(References r, std::span<const bool> active) override {
    gate_.must(BW_FMU(fmi3SetClock), r.data(), r.size(), active.data());
  }
  ClockInterval get_interval(Reference clock) override;
  std::optional<double> get_shift(Reference clock) override;
  void activate(Reference clock, double t) override;
  bool clocks_updated() override { return clocks_updated_.exchange(false); }

 private:
  void instantiate(const Setup& setup);
  void choose_log_categories();
  StepAnswer not_completed(Status status, double t, double h, double reached, bool event,
                           bool ends);

  static void on_log(fmi3InstanceEnvironment self, fmi3Status status, fmi3String category,
                     fmi3String message);
  static void on_intermediate_update(fmi3InstanceEnvironment self, fmi3Float64 t,
                                     fmi3Boolean set_requested, fmi3Boolean get_allowed,
                                     fmi3Boolean step_finished, fmi3Boolean can_return_early,
                                     fmi3Boolean* early_return_requested,
                                     fmi3Float64* early_return_time);
  static void on_clock_update(fmi3InstanceEnvironment self);
  void set_inputs_at(double t);

  const Functions3& f_;
  bool event_mode_ = false;
  // The inputs of the current step, for intermediate updates.
  std::vector<Reference> moving_;
  std::vector<double> values_, slopes_, values_now_;
  double slope_begin_ = 0;
  std::exception_ptr failure_;  // of a callback; it must not cross foreign code
  std::atomic<bool> clocks_updated_ = false;
};

}  // namespace bw::fmi
