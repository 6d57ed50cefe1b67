// An FMU (FMI 2.0, co-simulation and model exchange) of dx/dt = u - x, y = x, that commits the
// misdeed which its parameter `misdeed` names (misdeeds.h and the tables of the other files) at the
// place
//
//   load instantiate initialise step get set save terminate free unload
//
// `when` says from which time on: a step misbehaves if it ends later, an evaluation of derivatives,
// get, set (of Reals) and save if they are called then or later; the other places ignore it. A file
// resources/misdeed, with a line for each of the three, goes before the parameters: what happens at
// load and instantiate has to be known before any of them can be set.
//
// misbehaving.cpp is for tests in the process of the test program; this one is for
// tools/misdeeds.py, which gives the program a process, a session and limits of its own.

#include <dlfcn.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "misdeeds.h"

namespace {

constexpr double time_rounding = 1e-12;

enum Reference { u, x, dx, y, when, real_count };
enum StringReference { misdeed, place, string_count };

struct Settings {
  char strings[string_count][64] = {"none", "step"};
  double when = 0.5;
  bool from_file = false;
} settings;  // of the library: of the instance that was set last

struct Values {  // plain bytes: saved and serialised as they are
  double x = 1, u = 0, time = 0;
};

struct Instance {
  Values now;
  fmi2CallbackFunctions callbacks{};
  char name[256] = "";
};

Instance& instance_of(fmi2Component component) { return *static_cast<Instance*>(component); }

// ---- when and where ----

bool at(const char* here) { return std::strcmp(settings.strings[place], here) == 0; }

void read_settings() {
  Dl_info info{};
  char path[4096];
  if (dladdr(&settings, &info) == 0 || info.dli_fname == nullptr) return;
  std::snprintf(path, sizeof path, "%s", info.dli_fname);
  for (int up = 0; up < 3; ++up)  // ROOT/binaries/PLATFORM/hostile.so
    if (char* slash = std::strrchr(path, '/')) *slash = '\0';
  std::strncat(path, "/resources/misdeed", sizeof path - std::strlen(path) - 1);
  std::FILE* file = std::fopen(path, "r");
  if (file == nullptr) return;
  if (std::fscanf(file, "%63s %63s %lf", settings.strings[misdeed], settings.strings[place],
                  &settings.when) == 3)
    settings.from_file = true;
  std::fclose(file);
}

fmi2Status misbehave(Instance* me) {
  hostile::Scene scene;
  if (me != nullptr) {
    scene.callbacks = &me->callbacks;
    scene.instance_name = me->name;
    scene.state = &me->now.x;
  }
  const char* name = settings.strings[misdeed];
  if (!hostile::commit(name, scene) && std::strcmp(name, "none") != 0) {
    std::fprintf(stderr, "hostile: there is no misdeed \"%s\".\n", name);
    std::abort();  // else a misspelt misdeed would pass for a harmless one
  }
  return static_cast<fmi2Status>(scene.status);
}

fmi2Status pass(fmi2Component component, const char* here) {
  return at(here) ? misbehave(&instance_of(component)) : fmi2OK;
}

fmi2Status pass_in_time(fmi2Component component, const char* here) {
  const bool early = instance_of(component).now.time < settings.when - time_rounding;
  return early ? fmi2OK : pass(component, here);
}

__attribute__((constructor)) void loaded() {
  read_settings();
  if (at("load")) misbehave(nullptr);
}

__attribute__((destructor)) void unloaded() {
  if (at("unload")) misbehave(nullptr);
}

double slope(const Values& now) { return now.u - now.x; }

// Exact for a constant input.
void advance(Values& now, double h) {
  now.x = now.u + (now.x - now.u) * std::exp(-h);
  now.time += h;
}

}  // namespace

// ---- the course of a run ----

const char* fmi2GetTypesPlatform() { return fmi2TypesPlatform; }
const char* fmi2GetVersion() { return fmi2Version; }
fmi2Status fmi2SetDebugLogging(fmi2Component, fmi2Boolean, size_t, const fmi2String[]) {
  return fmi2OK;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type, fmi2String guid, fmi2String,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean, fmi2Boolean) {
  if (!name || !guid || !callbacks || std::strcmp(guid, FMU_GUID) != 0) return nullptr;
  (void)setjmp(hostile::first_call);
  auto* me = new Instance;
  me->callbacks = *callbacks;
  std::snprintf(me->name, sizeof me->name, "%s", name);
  if (pass(me, "instantiate") <= fmi2Warning) return me;
  delete me;
  return nullptr;
}

void fmi2FreeInstance(fmi2Component component) {
  if (component == nullptr) return;
  (void)pass(component, "free");
  delete &instance_of(component);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean, fmi2Real, fmi2Real start,
                               fmi2Boolean, fmi2Real) {
  instance_of(component).now.time = start;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component) { return fmi2OK; }
fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  return pass(component, "initialise");
}
fmi2Status fmi2Terminate(fmi2Component component) { return pass(component, "terminate"); }
fmi2Status fmi2Reset(fmi2Component component) {
  instance_of(component).now = Values{};
  return fmi2OK;
}

// ---- values ----

fmi2Status fmi2GetReal(fmi2Component component, const fmi2ValueReference references[], size_t n,
                       fmi2Real values[]) {
  const fmi2Status status = pass_in_time(component, "get");
  const Values& now = instance_of(component).now;
  const double all[real_count] = {now.u, now.x, slope(now), now.x, settings.when};
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= real_count) return fmi2Error;
    values[i] = all[references[i]];
  }
  return status;
}

fmi2Status fmi2SetReal(fmi2Component component, const fmi2ValueReference references[], size_t n,
                       const fmi2Real values[]) {
  Values& now = instance_of(component).now;
  for (size_t i = 0; i < n; ++i) {
    if (references[i] == u) now.u = values[i];
    if (references[i] == x) now.x = values[i];
    if (references[i] == when && !settings.from_file) settings.when = values[i];
  }
  return pass_in_time(component, "set");
}

fmi2Status fmi2GetString(fmi2Component, const fmi2ValueReference references[], size_t n,
                         fmi2String values[]) {
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= string_count) return fmi2Error;
    values[i] = settings.strings[references[i]];
  }
  return fmi2OK;
}

fmi2Status fmi2SetString(fmi2Component, const fmi2ValueReference references[], size_t n,
                         const fmi2String values[]) {
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= string_count) return fmi2Error;
    auto& text = settings.strings[references[i]];
    if (!settings.from_file) std::snprintf(text, sizeof text, "%s", values[i]);
  }
  return fmi2OK;
}

// There are none of the other types.
#define NONE_OF(function, type)                                                      \
  fmi2Status function(fmi2Component, const fmi2ValueReference[], size_t n, type[]) { \
    return n == 0 ? fmi2OK : fmi2Error;                                              \
  }
NONE_OF(fmi2GetInteger, fmi2Integer)
NONE_OF(fmi2SetInteger, const fmi2Integer)
NONE_OF(fmi2GetBoolean, fmi2Boolean)
NONE_OF(fmi2SetBoolean, const fmi2Boolean)

// ---- saved states ----

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  const fmi2Status status = pass_in_time(component, "save");
  if (!*state) *state = new Values;
  *static_cast<Values*>(*state) = instance_of(component).now;
  return status;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  instance_of(component).now = *static_cast<const Values*>(state);
  return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component, fmi2FMUstate* state) {
  delete static_cast<Values*>(*state);
  *state = nullptr;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component, fmi2FMUstate, size_t* size) {
  *size = sizeof(Values);
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component, fmi2FMUstate state, fmi2Byte bytes[], size_t) {
  std::memcpy(bytes, state, sizeof(Values));
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component, const fmi2Byte bytes[], size_t,
                                   fmi2FMUstate* state) {
  if (!*state) *state = new Values;
  std::memcpy(*state, bytes, sizeof(Values));
  return fmi2OK;
}

// ---- co-simulation ----

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real t, fmi2Real h, fmi2Boolean) {
  Values& now = instance_of(component).now;
  now.time = t;
  const bool misdeed_due = t + h > settings.when + time_rounding;
  const fmi2Status status = misdeed_due ? pass(component, "step") : fmi2OK;
  if (status == fmi2Discard) return status;  // not a bit of it was done
  advance(now, h);
  return status;
}

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real* value) {
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = instance_of(component).now.time;
  return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component, const fmi2StatusKind kind, fmi2Boolean* value) {
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = fmi2False;
  return fmi2OK;
}

// ---- model exchange ----

fmi2Status fmi2EnterEventMode(fmi2Component) { return fmi2OK; }
fmi2Status fmi2EnterContinuousTimeMode(fmi2Component) { return fmi2OK; }

fmi2Status fmi2NewDiscreteStates(fmi2Component, fmi2EventInfo* info) {
  *info = fmi2EventInfo{};
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component, fmi2Boolean, fmi2Boolean* event_mode,
                                       fmi2Boolean* end) {
  *event_mode = *end = fmi2False;
  return fmi2OK;
}

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real t) {
  instance_of(component).now.time = t;
  return fmi2OK;
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real states[], size_t) {
  instance_of(component).now.x = states[0];
  return fmi2OK;
}

fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real states[], size_t) {
  states[0] = instance_of(component).now.x;
  return fmi2OK;
}

fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real derivatives[], size_t) {
  const fmi2Status status = pass_in_time(component, "step");
  derivatives[0] = slope(instance_of(component).now);
  return status;
}

fmi2Status fmi2GetEventIndicators(fmi2Component, fmi2Real[], size_t) { return fmi2OK; }
fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component, fmi2Real nominals[], size_t) {
  nominals[0] = 1;
  return fmi2OK;
}

// ---- what this FMU does not offer ----

fmi2Status fmi2CancelStep(fmi2Component) { return fmi2Error; }
fmi2Status fmi2GetStatus(fmi2Component, const fmi2StatusKind, fmi2Status*) { return fmi2Discard; }
fmi2Status fmi2GetIntegerStatus(fmi2Component, const fmi2StatusKind, fmi2Integer*) {
  return fmi2Discard;
}
fmi2Status fmi2GetStringStatus(fmi2Component, const fmi2StatusKind, fmi2String*) {
  return fmi2Discard;
}
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
