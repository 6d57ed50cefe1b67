#pragma once
// One instance of an FMI 2.0 co-simulation FMU: the state machine of the standard.

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "fmi/functions_2.h"
#include "fmi/gate.h"
#include "fmi/surroundings.h"
#include "model/part.h"

namespace bw::fmi {

struct Description;

class Instance2 {
 public:
  struct Setup {
    std::string name;       // of the part
    std::string resources;  // as a file URI
    const Functions2* functions = nullptr;
    const Description* description = nullptr;
    Bells* bells = nullptr;
    Log log;
    std::shared_ptr<Surroundings> surroundings;  // as they have to be
    std::shared_ptr<const void> blueprint;       // what all of this stands in
  };

  explicit Instance2(const Setup& setup);  // instantiates; throws PartFailure
  ~Instance2();  // terminates if need be and frees, whatever happened before
  Instance2(const Instance2&) = delete;
  Instance2& operator=(const Instance2&) = delete;

  void enter_initialisation(std::optional<double> tolerance, double start, double stop);
  void exit_initialisation();
  void terminate();

  BW_INLINE model::Advance do_step(double t, double h, bool may_roll_back) {
    gate_.time = t;
    const double end = t + h;
    const fmi2Status status = gate_.call("fmi2DoStep", f_.fmi2DoStep, component_, t, h,
                                         may_roll_back ? fmi2False : fmi2True);
    if (status > fmi2Warning) [[unlikely]]
      return not_completed(status, t, h);
    gate_.time = end;
    return {model::Advance::Status::completed, end};
  }
  const std::string& reason() const { return reason_; }

  using References = std::span<const fmi2ValueReference>;
  BW_INLINE void get(References r, std::span<fmi2Real> values) {
    gate_.must("fmi2GetReal", f_.fmi2GetReal, component_, r.data(), r.size(), values.data());
  }
  void get(References r, std::span<fmi2Integer> values) {
    gate_.must("fmi2GetInteger", f_.fmi2GetInteger, component_, r.data(), r.size(), values.data());
  }
  void get_booleans(References r, std::span<fmi2Boolean> values) {
    gate_.must("fmi2GetBoolean", f_.fmi2GetBoolean, component_, r.data(), r.size(), values.data());
  }
  void get(References r, std::span<fmi2String> values) {
    gate_.must("fmi2GetString", f_.fmi2GetString, component_, r.data(), r.size(), values.data());
  }
  BW_INLINE void set(References r, std::span<const fmi2Real> values) {
    gate_.must("fmi2SetReal", f_.fmi2SetReal, component_, r.data(), r.size(), values.data());
  }
  void set(References r, std::span<const fmi2Integer> values) {
    gate_.must("fmi2SetInteger", f_.fmi2SetInteger, component_, r.data(), r.size(), values.data());
  }
  void set_booleans(References r, std::span<const fmi2Boolean> values) {
    gate_.must("fmi2SetBoolean", f_.fmi2SetBoolean, component_, r.data(), r.size(), values.data());
  }
  void set(References r, std::span<const fmi2String> values) {
    gate_.must("fmi2SetString", f_.fmi2SetString, component_, r.data(), r.size(), values.data());
  }

  void get_state(fmi2FMUstate& state) {
    gate_.must("fmi2GetFMUstate", f_.fmi2GetFMUstate, component_, &state);
  }
  void set_state(fmi2FMUstate state) {
    gate_.must("fmi2SetFMUstate", f_.fmi2SetFMUstate, component_, state);
  }
  void free_state(fmi2FMUstate& state) noexcept;

  // After the last of some calls and before anything of ours computes.
  void settle() { gate_.settle(); }

 private:
  enum class Phase { instantiated, initialising, stepping, terminated };

  model::Advance not_completed(fmi2Status status, double t, double h);
  fmi2Status wait_for_pending();
  void choose_log_categories();

  std::shared_ptr<const void> blueprint_;  // destroyed last: it holds the library
  const Functions2& f_;
  const Description& description_;
  Gate gate_;
  fmi2CallbackFunctions callbacks_;  // the FMU keeps a pointer to it
  fmi2Component component_ = nullptr;
  Phase phase_ = Phase::instantiated;
  std::string reason_;
};

}  // namespace bw::fmi
