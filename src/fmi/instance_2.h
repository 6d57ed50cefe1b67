#pragma once
// One instance of an FMI 2.0 co-simulation FMU: the state machine of the standard, and one gate
// through which every call goes. The gate keeps exceptions of the FMU from passing, puts the
// floating-point environment back, and tells the six answers apart:
//   ok       nothing
//   warning  bell, the run goes on
//   discard, pending   back to the caller: they mean something for a step only
//   error    PartFailure; the instance may only be freed
//   fatal    PartFailure; not even that

#include <memory>
#include <mutex>
#include <span>
#include <string>

#include "base/bell.h"
#include "base/log.h"
#include "fmi/floating_point.h"
#include "fmi/functions_2.h"
#include "model/part.h"

namespace bw::fmi {

struct Description;

class Instance2 {
 public:
  struct Setup {
    std::string name;           // of the part
    std::string resources;      // as a file URI
    const Functions2* functions = nullptr;
    const Description* description = nullptr;
    Bells* bells = nullptr;
    Log log;
  };

  explicit Instance2(Setup setup);  // instantiates; throws PartFailure
  ~Instance2();                     // terminates if need be and frees, whatever happened before
  Instance2(const Instance2&) = delete;
  Instance2& operator=(const Instance2&) = delete;

  void enter_initialisation(double tolerance, double start, double stop);
  void exit_initialisation();
  model::Advance do_step(double t, double h, bool may_roll_back);
  void terminate();

  using References = std::span<const fmi2ValueReference>;
  void get(References references, std::span<fmi2Real> values);
  void get(References references, std::span<fmi2Integer> values);
  void get_booleans(References references, std::span<fmi2Boolean> values);
  void get(References references, std::span<fmi2String> values);
  void set(References references, std::span<const fmi2Real> values);
  void set(References references, std::span<const fmi2Integer> values);
  void set_booleans(References references, std::span<const fmi2Boolean> values);
  void set(References references, std::span<const fmi2String> values);

  void get_state(fmi2FMUstate& state);
  void set_state(fmi2FMUstate state);
  void free_state(fmi2FMUstate& state) noexcept;

  const std::string& name() const { return setup_.name; }

 private:
  enum class Phase { instantiated, initialising, stepping, terminated, error, fatal };

  template <class Function, class... Arguments>
  fmi2Status call(const char* name, Function* function, Arguments... arguments);
  // For calls that have no use for discard or pending.
  template <class Function, class... Arguments>
  void must(const char* name, Function* function, Arguments... arguments);

  fmi2Status consider(const char* call, fmi2Status status);
  [[noreturn]] void fail(const char* call, const std::string& what, Phase phase);
  void floating_point_changed(const char* call);
  fmi2Status wait_for_pending();
  model::Advance discarded(double t, double h);
  void choose_log_categories();
  std::string last_words();

  static void on_log(fmi2ComponentEnvironment self, fmi2String instance, fmi2Status status,
                     fmi2String category, fmi2String message, ...);

  Setup setup_;
  fmi2CallbackFunctions callbacks_;  // the FMU keeps a pointer to it
  FloatingPoint floating_point_;
  fmi2Component component_ = nullptr;
  Phase phase_ = Phase::instantiated;
  double time_ = 0;
  std::mutex log_mutex_;  // an FMU may log from a thread of its own
  std::string last_message_;
};

}  // namespace bw::fmi
