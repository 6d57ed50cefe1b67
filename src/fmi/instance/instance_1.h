#pragma once
// FMI 1.0, both of its interfaces. It has no initialisation mode: values are set, then one call
// initialises. Here that call is made when a value is read for the first time, so that inputs known
// until then are set before it.

#include "fmi/description/description.h"
#include "fmi/instance/functions.h"
#include "fmi/instance/gate.h"
#include "fmi/instance/instance.h"
#include "model/blueprint.h"
#include "model/component.h"
#include "model/model.h"

namespace bw::fmi {

class Instance1 final : public Instance {
 public:
  explicit Instance1(const Setup& setup);
  ~Instance1() override;

  BW_INLINE void get_reals(References r, std::span<double> values) override {
    if (phase_ == Phase::initialising) [[unlikely]]
      initialise();
    gate_.must(BW_FMU(fmiGetReal), r.data(), r.size(), values.data());
  }
  BW_INLINE void set_reals(References r, std::span<const double> values) override {
    gate_.must(BW_FMU(fmiSetReal), r.data(), r.size(), values.data());
  }
  BW_INLINE StepAnswer do_step(double t, double h, bool /*may_roll_back*/) override {
    gate_.set_time(t);
    const double end = t + h;
    const Status status = gate_.call(BW_FMU(fmiDoStep), t, h, fmiBoolean{fmiTrue});
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

  void enter_event_mode() override {}
  EventInfo update_discrete_states() override;
  bool has_event_mode() const override { return false; }

  void set_input_slopes(References r, std::span<const double> slopes) override;

  void enter_continuous_time_mode() override {}
  model::StepEnd completed_step(bool may_roll_back) override;
  void set_time(double t) override;
  bool set_states(std::span<const double> x) override {
    return gate_.may(BW_FMU(fmiSetContinuousStates), x.data(), x.size());
  }
  void get_states(std::span<double> x) override {
    gate_.must(BW_FMU(fmiGetContinuousStates), x.data(), x.size());
  }
  bool get_derivatives(std::span<double> dx) override {
    return gate_.may(BW_FMU(fmiGetDerivatives), dx.data(), dx.size());
  }
  bool get_indicators(std::span<double> z) override {
    return gate_.may(BW_FMU(fmiGetEventIndicators), z.data(), z.size());
  }
  void get_nominals(std::span<double> sizes) override;

 private:
  bool steps_by_itself() const { return interface_ == Interface::co_simulation; }
  void instantiate(const Setup& setup);
  void initialise();
  void free_instance();
  StepAnswer not_completed(Status status, double t, double h);

  const Functions1& f_;
  std::optional<double> tolerance_;
  double start_ = 0, stop_ = 0;
  std::optional<fmiEventInfo> first_event_;  // result of initialisation
  std::vector<fmiInteger> orders_;           // of slopes: all ones
};

}  // namespace bw::fmi
