#pragma once
// FMI 2.0. The three calls of a co-simulation step are in the header, for inlining.

#include "fmi/description/description.h"
#include "fmi/instance/functions.h"
#include "fmi/instance/gate.h"
#include "fmi/instance/instance.h"
#include "model/component.h"
#include "model/model.h"

namespace bw::fmi {

class Instance2 final : public Instance {
 public:
  explicit Instance2(const Setup& setup);
  ~Instance2() override;

  BW_INLINE void get_reals(References r, std::span<double> values) override {
    gate_.must(BW_FMU(fmi2GetReal), r.data(), r.size(), values.data());
  }
  BW_INLINE void set_reals(References r, std::span<const double> values) override {
    gate_.must(BW_FMU(fmi2SetReal), r.data(), r.size(), values.data());
  }
  BW_INLINE StepAnswer do_step(double t, double h, bool may_roll_back) override {
    gate_.set_time(t);
    const double end = t + h;
    const Status status =
        gate_.call(BW_FMU(fmi2DoStep), t, h, may_roll_back ? fmi2False : fmi2True);
    if (status > Status::warning) [[unlikely]]
      return not_completed(status, t, h);
    gate_.set_time(end);
    return {model::Advance::Status::completed, end};
  }

  void get_numbers(DataType type, References r, std::span<std::int64_t> values) override;
  void set_numbers(DataType type, References r, std::span<const std::int64_t> values) override;
  void get_texts(DataType type, References r, std::span<std::string> values) override;
  void set_texts(DataType type, References r, std::span<const std::string> values) override;

  void enter_initialisation(std::optional<double> tolerance, double start, double stop) override;
  void exit_initialisation() override;
  void terminate() override;
  void reset() override;

  void enter_event_mode() override { gate_.must(BW_FMU(fmi2EnterEventMode)); }
  EventInfo update_discrete_states() override;
  bool has_event_mode() const override { return false; }

  void set_input_slopes(References r, std::span<const double> slopes) override;

  void enter_continuous_time_mode() override { gate_.must(BW_FMU(fmi2EnterContinuousTimeMode)); }
  model::StepEnd completed_step(bool may_roll_back) override;
  void set_time(double t) override;
  bool set_states(std::span<const double> x) override {
    return gate_.may(BW_FMU(fmi2SetContinuousStates), x.data(), x.size());
  }
  void get_states(std::span<double> x) override {
    gate_.must(BW_FMU(fmi2GetContinuousStates), x.data(), x.size());
  }
  bool get_derivatives(std::span<double> dx) override {
    return gate_.may(BW_FMU(fmi2GetDerivatives), dx.data(), dx.size());
  }
  bool get_indicators(std::span<double> z) override {
    return gate_.may(BW_FMU(fmi2GetEventIndicators), z.data(), z.size());
  }
  void get_nominals(std::span<double> sizes) override;
  void directional_derivative(References unknowns, References knowns, std::span<const double> seed,
                              std::span<double> result) override {
    gate_.must(BW_FMU(fmi2GetDirectionalDerivative), unknowns.data(), unknowns.size(),
               knowns.data(), knowns.size(), seed.data(), result.data());
  }

  void get_state(void*& state) override { gate_.must(BW_FMU(fmi2GetFMUstate), &state); }
  void set_state(void* state) override { gate_.must(BW_FMU(fmi2SetFMUstate), state); }
  void free_state(void*& state) noexcept override {
    release_state("fmi2FreeFMUstate", f_.fmi2FreeFMUstate, state);
  }
  std::string serialise(void* state) override;
  void deserialise(const std::string& bytes, void*& state) override {
    gate_.must(BW_FMU(fmi2DeSerializeFMUstate), bytes.data(), bytes.size(), &state);
  }

 private:
  StepAnswer not_completed(Status status, double t, double h);
  void choose_log_categories();

  const Functions2& f_;
  fmi2CallbackFunctions callbacks_;  // the FMU keeps a pointer to it
  std::vector<fmi2Integer> orders_;  // of slopes: all ones
};

}  // namespace bw::fmi
