// An FMU (FMI 2.0, co-simulation) that integrates dy/dt = u exactly, until it does what its
// parameter `misdeed` says:
//
//   none
//   nan infinity                                   in y
//   warning discard error fatal pending            as status
//   terminate-request                              discards, and requests the end of the run
//   hang crash exit end-thread exception           does not come back as it should
//   print log-flood                                once per instance
//   rounding flush-to-zero trap directory locale signal    changes the whole process
//   huge-state                                     each save takes 256 MiB, at any place and time
//   wrong-type                                     y is no Real, at any place and time
//   unset-strings                                  saving fails until both strings were set
//
// `place` says where: initialise (its end), get or set (of Reals), step, terminate, free, save,
// restore.
// `when` says from which time on: a step misbehaves if it ends later, the other places if they are
// called then or later; initialise and terminate ignore the time. A discarded step ends at `when`,
// and the next one, from there, is done. NO_ROLLBACK and FIXED_STEP make the FMU that has less to
// offer. It shares nothing with examples/fmu, for its whole interface has to be able to go wrong.

#define FMI2_FMU
#include "fmi/instance/fmi2.h"

#include <fenv.h>
#include <locale.h>
#include <pthread.h>
#include <signal.h>
#include <sys/socket.h>
#include <unistd.h>
#ifdef __x86_64__
#include <immintrin.h>
#endif

#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iostream>
#include <limits>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace {

constexpr double time_rounding = 1e-12;

enum Reference { u, y, when, real_count };
enum StringReference { misdeed, place, string_count };

struct Values {  // plain bytes: saved and serialised as they are
  double reals[real_count] = {0, 0, 0.5};
  char strings[string_count][64] = {"none", "step"};
  double time = 0;
  bool wants_end = false;
};

struct Saved {
  Values values;
  std::vector<char> ballast;
};

struct Instance {
  Values now;
  fmi2CallbackFunctions callbacks{};
  std::string name;
  std::string text;  // what fmi2GetStringStatus returned last
  bool noisy_once = false;
  bool was_set[string_count] = {false, false};
  double first_h = 0;    // FIXED_STEP
  double pending_h = 0;  // above zero: a step is pending
  int queries = 0;

  bool is(const char* word) const { return std::strcmp(now.strings[misdeed], word) == 0; }
  bool at(const char* word) const { return std::strcmp(now.strings[place], word) == 0; }
  bool pending() const { return pending_h > 0; }

  fmi2Status say(fmi2Status status, const std::string& sentence) const {
    if (callbacks.logger)
      callbacks.logger(callbacks.componentEnvironment, name.c_str(), status, "logStatusError", "%s",
                       sentence.c_str());
    return status;
  }

  void advance(double to) {
    now.reals[y] += now.reals[u] * (to - now.time);
    now.time = to;
  }
};

Instance& instance_of(fmi2Component component) { return *static_cast<Instance*>(component); }

// ---- the misdeeds ----

void change_process(const Instance& me) {
  if (me.is("rounding")) fesetround(FE_UPWARD);
  if (me.is("directory") && chdir("/") != 0) std::perror("chdir");
  if (me.is("flush-to-zero")) {
#ifdef __x86_64__
    _mm_setcsr(_mm_getcsr() | 0x8040);  // FTZ and DAZ
#endif
  }
  if (me.is("trap")) {
    feclearexcept(FE_ALL_EXCEPT);  // else what was raised long ago would trap now
    feenableexcept(FE_DIVBYZERO | FE_INVALID);
  }
  if (me.is("locale")) {
    setlocale(LC_ALL, "");
    if (!setlocale(LC_NUMERIC, "de_DE.UTF-8")) setlocale(LC_NUMERIC, "C.UTF-8");
  }
  if (me.is("signal")) {
    signal(SIGINT, [](int) {});
    signal(SIGSEGV, [](int) { _exit(77); });
  }
}

void leave(const Instance& me) {
  if (me.is("exit")) std::exit(0);
  if (me.is("end-thread")) pthread_exit(nullptr);
  if (me.is("exception")) throw std::runtime_error("An exception from inside an FMU.");
  if (me.is("crash")) {
    // Twice volatile: else the compiler sees it coming, and leaves it out.
    volatile int* volatile nowhere = nullptr;
    *nowhere = 1;
  }
  while (me.is("hang")) std::this_thread::sleep_for(std::chrono::hours(1));
}

void flood(const Instance& me) {
  const auto& to = me.callbacks;
  if (!to.logger) return;
  const std::string text(1000, '=');
  for (int i = 0; i < 100000; ++i)
    to.logger(to.componentEnvironment, me.name.c_str(), fmi2OK, "flood", "%s", text.c_str());
  to.logger(to.componentEnvironment, me.name.c_str(), fmi2Warning, "flood", nullptr);
  to.logger(to.componentEnvironment, me.name.c_str(), fmi2Warning, nullptr,
            "a message without a category");
  to.logger(to.componentEnvironment, nullptr, fmi2Warning, "flood",
            "a message without an instance");
  to.logger(to.componentEnvironment, me.name.c_str(), fmi2OK, "flood", "%s is %g, %d %% of it", "y",
            0.5, 50);
  to.logger(to.componentEnvironment, me.name.c_str(), fmi2OK, "flood",
            "not meant as a format: 100%");
}

void make_noise(Instance& me) {
  if (me.noisy_once) return;
  me.noisy_once = true;
  if (me.is("log-flood")) flood(me);
  if (me.is("print")) {
    std::printf("an FMU wrote this with printf\n");
    std::fflush(stdout);
    std::cout << "an FMU wrote this with std::cout" << std::endl;
  }
}

fmi2Status misbehave(Instance& me) {
  if (me.is("nan")) me.now.reals[y] = std::numeric_limits<double>::quiet_NaN();
  if (me.is("infinity")) me.now.reals[y] = std::numeric_limits<double>::infinity();
  change_process(me);
  make_noise(me);
  leave(me);
  if (me.is("warning")) return me.say(fmi2Warning, "A warning, as asked for.");
  if (me.is("discard")) return me.say(fmi2Discard, "Discarded, as asked for.");
  if (me.is("error")) return me.say(fmi2Error, "An error, as asked for.");
  if (me.is("fatal")) return me.say(fmi2Fatal, "A fatal error, as asked for.");
  if (me.is("socket") && socket(AF_INET, SOCK_STREAM, 0) < 0)
    return me.say(fmi2Error, std::strerror(errno));
  return me.is("pending") ? fmi2Pending : fmi2OK;
}

fmi2Status misbehave_at(Instance& me, const char* here) {
  if (!me.at(here) || me.now.time < me.now.reals[when] - time_rounding) return fmi2OK;
  return misbehave(me);
}

bool goes_on(fmi2Status status) { return status == fmi2OK || status == fmi2Warning; }

// ---- steps ----

fmi2Status misstep(Instance& me, double t, double h) {
  const bool before = t < me.now.reals[when] - time_rounding;
  if (me.is("pending")) {
    me.pending_h = h;
    me.queries = 0;
    return fmi2Pending;
  }
  if (me.is("discard") && before) {
    me.advance(me.now.reals[when]);
    return fmi2Discard;
  }
  if (me.is("terminate-request")) {
    if (before) me.advance(me.now.reals[when]);
    me.now.wants_end = true;
    return fmi2Discard;
  }
  me.advance(t + h);
  return me.is("discard") ? fmi2OK : misbehave(me);
}

fmi2Status finish_pending_step(Instance& me) {
  me.advance(me.now.time + me.pending_h);
  me.pending_h = 0;
  if (me.callbacks.stepFinished)
    me.callbacks.stepFinished(me.callbacks.componentEnvironment, fmi2OK);
  return fmi2OK;
}

#ifdef FIXED_STEP
bool fits(Instance& me, double h) {
  if (me.first_h == 0) me.first_h = h;
  return std::abs(h - me.first_h) <= 1e-9 * me.first_h;
}
#else
bool fits(Instance&, double) { return true; }
#endif

fmi2Status no_such(const Instance& me, const char* type, fmi2ValueReference reference) {
  return me.say(fmi2Error, std::string("There is no ") + type + " with value reference " +
                               std::to_string(reference) + ".");
}

}  // namespace

// ---- the course of a run ----

const char* fmi2GetTypesPlatform() { return fmi2TypesPlatform; }
const char* fmi2GetVersion() { return fmi2Version; }
fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean, size_t, const fmi2String[]) {
  return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean, fmi2Boolean) {
  if (!name || !guid || !callbacks || type != fmi2CoSimulation || std::strcmp(guid, FMU_GUID) != 0)
    return nullptr;
  auto* me = new Instance;
  me->callbacks = *callbacks;
  me->name = name;
  return me;
}

void fmi2FreeInstance(fmi2Component component) {
  if (component != nullptr && instance_of(component).at("free")) misbehave(instance_of(component));
  delete static_cast<Instance*>(component);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean, fmi2Real, fmi2Real start,
                               fmi2Boolean, fmi2Real) {
  instance_of(component).now.time = start;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component) { return fmi2OK; }

fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  Instance& me = instance_of(component);
  return me.at("initialise") ? misbehave(me) : fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component component) {
  Instance& me = instance_of(component);
  return me.at("terminate") ? misbehave(me) : fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component component) {
  Instance& me = instance_of(component);
  me.now = Values{};
  me.first_h = me.pending_h = 0;
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean) {
  Instance& me = instance_of(component);
  if (me.pending()) return me.say(fmi2Error, "The step before is still pending.");
  if (!(std::abs(t - me.now.time) <= 1e-9 * (1 + std::abs(t))))
    return me.say(fmi2Error, "A step from " + std::to_string(t) +
                                 " was asked for, but the instance is at " +
                                 std::to_string(me.now.time) + ".");
  if (!(h > 0) || !fits(me, h))
    return me.say(fmi2Error, "A step of " + std::to_string(h) + " is not possible.");
  me.now.time = t;
  if (me.at("step") && t + h > me.now.reals[when] + time_rounding) return misstep(me, t, h);
  me.advance(t + h);
  return fmi2OK;
}

fmi2Status fmi2CancelStep(fmi2Component component) {
  instance_of(component).pending_h = 0;
  return fmi2OK;
}

// ---- values ----

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference references[], size_t n,
                       fmi2Real values[]) {
  Instance& me = instance_of(component);
  if (me.pending()) return me.say(fmi2Error, "A step is pending: there are no values now.");
  const fmi2Status status = misbehave_at(me, "get");
  if (!goes_on(status)) return status;
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= real_count || (references[i] == y && me.is("wrong-type")))
      return no_such(me, "Real", references[i]);
    values[i] = me.now.reals[references[i]];
  }
  return status;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference references[], size_t n,
                       const fmi2Real values[]) {
  Instance& me = instance_of(component);
  if (me.pending()) return me.say(fmi2Error, "A step is pending: nothing can be set now.");
  const fmi2Status status = misbehave_at(me, "set");
  if (!goes_on(status)) return status;
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= real_count) return no_such(me, "Real", references[i]);
    me.now.reals[references[i]] = values[i];
  }
  return status;
}

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference references[], size_t n,
                         fmi2String values[]) {
  Instance& me = instance_of(component);
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= string_count) return no_such(me, "String", references[i]);
    values[i] = me.now.strings[references[i]];
  }
  return fmi2OK;
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference references[], size_t n,
                         const fmi2String values[]) {
  Instance& me = instance_of(component);
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= string_count) return no_such(me, "String", references[i]);
    auto& place_of_it = me.now.strings[references[i]];
    if (!values[i] || std::strlen(values[i]) >= sizeof place_of_it)
      return me.say(fmi2Error, "That text is too long.");
    std::strcpy(place_of_it, values[i]);
    me.was_set[references[i]] = true;
  }
  return fmi2OK;
}

// There are none of the other types.
#define NONE_OF(function, type, word)                                                           \
  fmi2Status function(fmi2Component component, const fmi2ValueReference references[], size_t n, \
                      type[]) {                                                                 \
    return n == 0 ? fmi2OK : no_such(instance_of(component), word, references[0]);              \
  }
NONE_OF(fmi2GetInteger, fmi2Integer, "Integer")
NONE_OF(fmi2SetInteger, const fmi2Integer, "Integer")
NONE_OF(fmi2GetBoolean, fmi2Boolean, "Boolean")
NONE_OF(fmi2SetBoolean, const fmi2Boolean, "Boolean")

// ---- saved states ----

#ifdef NO_ROLLBACK

static fmi2Status no_states(fmi2Component component) {
  return instance_of(component).say(fmi2Error, "This FMU cannot save its state.");
}
fmi2Status fmi2GetFMUstate(fmi2Component c, fmi2FMUstate*) { return no_states(c); }
fmi2Status fmi2SetFMUstate(fmi2Component c, fmi2FMUstate) { return no_states(c); }
fmi2Status fmi2FreeFMUstate(fmi2Component c, fmi2FMUstate*) { return no_states(c); }
fmi2Status fmi2SerializedFMUstateSize(fmi2Component c, fmi2FMUstate, size_t*) {
  return no_states(c);
}
fmi2Status fmi2SerializeFMUstate(fmi2Component c, fmi2FMUstate, fmi2Byte[], size_t) {
  return no_states(c);
}
fmi2Status fmi2DeSerializeFMUstate(fmi2Component c, const fmi2Byte[], size_t, fmi2FMUstate*) {
  return no_states(c);
}

#else

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  Instance& me = instance_of(component);
  const fmi2Status status = misbehave_at(me, "save");
  if (!goes_on(status)) return status;
  if (me.is("unset-strings") && !(me.was_set[misdeed] && me.was_set[place]))
    return me.say(fmi2Error, "A string was never set.");
  if (!*state) *state = new Saved;
  auto& saved = *static_cast<Saved*>(*state);
  saved.values = me.now;
  saved.ballast.assign(me.is("huge-state") ? 256u << 20 : 0,
                       'x');  // written, so that the memory is really taken
  return status;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  Instance& me = instance_of(component);
  if (!state) return me.say(fmi2Error, "A null pointer is not a saved state.");
  me.now = static_cast<const Saved*>(state)->values;
  me.pending_h = 0;
  return misbehave_at(me, "restore");
}

fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate* state) {
  delete static_cast<Saved*>(*state);
  *state = nullptr;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component, fmi2FMUstate state, size_t* size) {
  *size = sizeof(Values) + static_cast<const Saved*>(state)->ballast.size();
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
  const auto& saved = *static_cast<const Saved*>(state);
  if (size < sizeof(Values) + saved.ballast.size())
    return instance_of(component).say(fmi2Error,
                                      "The state needs more bytes than there is room for.");
  std::memcpy(bytes, &saved.values, sizeof(Values));
  if (!saved.ballast.empty())
    std::memcpy(bytes + sizeof(Values), saved.ballast.data(), saved.ballast.size());
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate* state) {
  if (size < sizeof(Values))
    return instance_of(component).say(fmi2Error, "That is too short for a state.");
  if (!*state) *state = new Saved;
  auto& saved = *static_cast<Saved*>(*state);
  std::memcpy(&saved.values, bytes, sizeof(Values));
  saved.ballast.assign(bytes + sizeof(Values), bytes + size);
  return fmi2OK;
}

#endif

// ---- questions about the last step ----

fmi2Status fmi2GetStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Status* value) {
  Instance& me = instance_of(component);
  if (kind != fmi2DoStepStatus) return fmi2Discard;
  *value = me.pending() && ++me.queries < 3 ? fmi2Pending : fmi2OK;
  return *value == fmi2OK && me.pending() ? finish_pending_step(me) : fmi2OK;
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = instance_of(component).now.time;
  return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind,
                                fmi2Boolean* value) {
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = instance_of(component).now.wants_end;
  return fmi2OK;
}

fmi2Status fmi2GetStringStatus(fmi2Component component, const fmi2StatusKind kind,
                               fmi2String* value) {
  Instance& me = instance_of(component);
  if (kind != fmi2PendingStatus || !me.pending()) return fmi2Discard;
  me.text = "asked " + std::to_string(me.queries) + " times, done at the third";
  *value = me.text.c_str();
  return fmi2OK;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component, const fmi2StatusKind, fmi2Integer*) {
  return fmi2Discard;
}

// ---- what this FMU does not offer ----

fmi2Status fmi2GetDirectionalDerivative(fmi2Component, const fmi2ValueReference[], size_t,
                                        const fmi2ValueReference[], size_t, const fmi2Real[],
                                        fmi2Real[]) {
  return fmi2Error;
}
fmi2Status fmi2SetRealInputDerivatives(fmi2Component, const fmi2ValueReference[], size_t,
                                       const fmi2Integer[], const fmi2Real[]) {
  return fmi2Error;
}
fmi2Status fmi2GetRealOutputDerivatives(fmi2Component, const fmi2ValueReference[], size_t,
                                        const fmi2Integer[], fmi2Real[]) {
  return fmi2Error;
}
