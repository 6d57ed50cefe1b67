/* All functions of FMI 2.0 for co-simulation, around the `model` of another file.
 *
 * When are outputs computed? Up to the end of initialisation: when something is read after
 * something was set, so that an importer can solve algebraic loops there. Afterwards: at the end of
 * each step, and never between steps. */

#include "fmu/fmu_frame.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- complaints and memory ---- */

static void tell(const fmi2CallbackFunctions* callbacks, const char* name, const char* sentence) {
  if (callbacks->logger)
    callbacks->logger(callbacks->componentEnvironment, name, fmi2Error, "logStatusError", "%s",
                      sentence);
}

__attribute__((format(printf, 2, 3))) static fmi2Status complain(const Instance* instance,
                                                                 const char* format, ...) {
  char sentence[512];
  va_list values;
  va_start(values, format);
  vsnprintf(sentence, sizeof sentence, format, values);
  va_end(values);
  tell(&instance->callbacks, instance->name, sentence);
  return fmi2Error;
}

static void* allocate(const fmi2CallbackFunctions* callbacks, size_t size) {
  return callbacks->allocateMemory ? callbacks->allocateMemory(1, size) : calloc(1, size);
}

static void release(const fmi2CallbackFunctions* callbacks, void* memory) {
  if (callbacks->allocateMemory)
    callbacks->freeMemory(memory);
  else
    free(memory);
}

/* ---- the instance ---- */

static size_t block_size(void) {
  return sizeof(Moment) + model.real_count * sizeof(double) +
         (model.integer_count + model.boolean_count) * sizeof(int) +
         model.string_count * string_capacity;
}

static void place_values(Instance* instance) {
  instance->reals = (double*)(instance->now + 1);
  instance->integers = (int*)(instance->reals + model.real_count);
  instance->booleans = instance->integers + model.integer_count;
  instance->strings = (char(*)[string_capacity])(instance->booleans + model.boolean_count);
}

static void begin_anew(Instance* instance) {
  memset(instance->now, 0, instance->block_size);
  for (size_t i = 0; i < model.real_count; ++i) instance->reals[i] = model.real_starts[i];
  for (size_t i = 0; i < model.integer_count; ++i) instance->integers[i] = model.integer_starts[i];
  for (size_t i = 0; i < model.boolean_count; ++i) instance->booleans[i] = model.boolean_starts[i];
  for (size_t i = 0; i < model.string_count; ++i)
    snprintf(instance->strings[i], string_capacity, "%s", model.string_starts[i]);
  instance->now->mode = mode_instantiated;
  instance->now->stale = 1;
  instance->experiment_known = 0;
  instance->stop = INFINITY;
}

static const char* objection(fmi2String name, fmi2Type type, fmi2String guid,
                             const fmi2CallbackFunctions* callbacks) {
  if (!name || !*name) return "An instance needs a name.";
  if (type != fmi2CoSimulation) return "This FMU is for co-simulation, not for model exchange.";
  if (!guid || strcmp(guid, FMU_GUID) != 0)
    return "The GUID is not the one of this FMU, " FMU_GUID ".";
  if (!callbacks->allocateMemory != !callbacks->freeMemory)
    return "allocateMemory and freeMemory must be given both or not at all.";
  return NULL;
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                              fmi2Boolean logging) {
  (void)resources, (void)visible, (void)logging; /* only errors are logged, and those always */
  if (!callbacks) return NULL;
  const char* sentence = objection(name, type, guid, callbacks);
  if (sentence) {
    tell(callbacks, name ? name : "", sentence);
    return NULL;
  }
  Instance* instance = allocate(callbacks, sizeof *instance);
  if (!instance) return NULL;
  instance->callbacks = *callbacks;
  instance->block_size = block_size();
  instance->now = allocate(callbacks, instance->block_size);
  instance->name = allocate(callbacks, strlen(name) + 1);
  if (!instance->now || !instance->name) {
    fmi2FreeInstance(instance);
    return NULL;
  }
  strcpy(instance->name, name);
  place_values(instance);
  begin_anew(instance);
  return instance;
}

void fmi2FreeInstance(fmi2Component component) {
  if (!component) return;
  Instance* instance = component;
  const fmi2CallbackFunctions callbacks =
      instance->callbacks; /* outlives the instance by three lines */
  release(&callbacks, instance->name);
  release(&callbacks, instance->now);
  release(&callbacks, instance);
}

/* ---- the course of a run ---- */

static const char* const mode_names[] = {"instantiated", "initialising", "stepping", "terminated"};

static fmi2Status expect(const Instance* instance, Mode mode, const char* function) {
  if (!instance) return fmi2Error;
  if (instance->now->mode == mode) return fmi2OK;
  return complain(instance, "%s is for an instance that is %s; this one is %s.", function,
                  mode_names[mode], mode_names[instance->now->mode]);
}

/* Kept out of line: reading values must remain cheap. */
__attribute__((noinline)) static void refresh(Instance* instance) {
  instance->now->stale = 0;
  if (instance->now->mode <= mode_initialising && model.initialise) model.initialise(instance);
  if (model.outputs) model.outputs(instance);
}

static void refresh_if_due(Instance* instance) {
  if (instance->now->stale && instance->now->mode <= mode_initialising) refresh(instance);
}

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined,
                               fmi2Real tolerance, fmi2Real start, fmi2Boolean stop_defined,
                               fmi2Real stop) {
  (void)tolerance_defined, (void)tolerance; /* the models' steps are exact for held inputs */
  Instance* instance = component;
  if (expect(instance, mode_instantiated, "fmi2SetupExperiment") != fmi2OK) return fmi2Error;
  if (!isfinite(start) || (stop_defined && !(stop >= start)))
    return complain(instance, "A run from %g to %g is not possible.", start, stop);
  instance->now->time = start;
  instance->stop = stop_defined ? stop : INFINITY;
  instance->experiment_known = 1;
  return fmi2OK;
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  Instance* instance = component;
  if (expect(instance, mode_instantiated, "fmi2EnterInitializationMode") != fmi2OK)
    return fmi2Error;
  if (!instance->experiment_known)
    return complain(instance, "fmi2SetupExperiment has to come before initialisation.");
  instance->now->mode = mode_initialising;
  instance->now->stale = 1;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  Instance* instance = component;
  if (expect(instance, mode_initialising, "fmi2ExitInitializationMode") != fmi2OK) return fmi2Error;
  refresh_if_due(instance);
  instance->now->mode = mode_stepping;
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real t, fmi2Real h,
                      fmi2Boolean no_return_before_t) {
  (void)no_return_before_t;
  Instance* instance = component;
  if (expect(instance, mode_stepping, "fmi2DoStep") != fmi2OK) return fmi2Error;
  const double rounding = 1e-9 * (1 + fabs(t)); /* importers may sum up their times as they like */
  if (!(h > 0) || !isfinite(h)) return complain(instance, "A step of %g is not possible.", h);
  if (!(fabs(t - instance->now->time) <= rounding))
    return complain(instance, "A step from %.17g was asked for, but the instance is at %.17g.", t,
                    instance->now->time);
  if (t + h > instance->stop + rounding)
    return complain(instance, "The step to %.17g leads beyond the stop time %.17g.", t + h,
                    instance->stop);
  if (model.step) model.step(instance, t, h);
  instance->now->time = t + h;
  refresh(instance);
  return fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component component) {
  Instance* instance = component;
  if (expect(instance, mode_stepping, "fmi2Terminate") != fmi2OK) return fmi2Error;
  instance->now->mode = mode_terminated;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component component) {
  if (!component) return fmi2Error;
  begin_anew(component);
  return fmi2OK;
}

/* ---- values ---- */

__attribute__((noinline, cold)) static fmi2Status unknown(const Instance* instance,
                                                          const char* type,
                                                          fmi2ValueReference reference,
                                                          size_t count) {
  return complain(instance, "There is no %s with value reference %u; this FMU has %zu.", type,
                  reference, count);
}

#define GET(function, type, values, count, word)                                                \
  fmi2Status function(fmi2Component component, const fmi2ValueReference references[], size_t n, \
                      type to[]) {                                                              \
    Instance* instance = component;                                                             \
    if (!instance) return fmi2Error;                                                            \
    refresh_if_due(instance);                                                                   \
    for (size_t i = 0; i < n; ++i) {                                                            \
      if (references[i] >= model.count)                                                         \
        return unknown(instance, word, references[i], model.count);                             \
      to[i] = instance->values[references[i]];                                                  \
    }                                                                                           \
    return fmi2OK;                                                                              \
  }

#define SET(function, type, values, count, word, value)                                         \
  fmi2Status function(fmi2Component component, const fmi2ValueReference references[], size_t n, \
                      const type from[]) {                                                      \
    Instance* instance = component;                                                             \
    if (!instance) return fmi2Error;                                                            \
    for (size_t i = 0; i < n; ++i) {                                                            \
      if (references[i] >= model.count)                                                         \
        return unknown(instance, word, references[i], model.count);                             \
      instance->values[references[i]] = value;                                                  \
    }                                                                                           \
    instance->now->stale = 1;                                                                   \
    return fmi2OK;                                                                              \
  }

GET(fmi2GetReal, fmi2Real, reals, real_count, "Real")
GET(fmi2GetInteger, fmi2Integer, integers, integer_count, "Integer")
GET(fmi2GetBoolean, fmi2Boolean, booleans, boolean_count, "Boolean")
GET(fmi2GetString, fmi2String, strings, string_count, "String")
SET(fmi2SetReal, fmi2Real, reals, real_count, "Real", from[i])
SET(fmi2SetInteger, fmi2Integer, integers, integer_count, "Integer", from[i])
SET(fmi2SetBoolean, fmi2Boolean, booleans, boolean_count, "Boolean", from[i] != fmi2False)

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference references[], size_t n,
                         const fmi2String from[]) {
  Instance* instance = component;
  if (!instance) return fmi2Error;
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= model.string_count)
      return unknown(instance, "String", references[i], model.string_count);
    if (!from[i] || strlen(from[i]) >= string_capacity)
      return complain(
          instance, "The String with value reference %u takes up to %d bytes, and no null pointer.",
          references[i], string_capacity - 1);
    strcpy(instance->strings[references[i]], from[i]);
  }
  instance->now->stale = 1;
  return fmi2OK;
}

/* ---- saved states: copies of the block, time and mode included ---- */

static fmi2Status keep(Instance* instance, const void* bytes, fmi2FMUstate* state) {
  if (!*state)
    *state = allocate(&instance->callbacks, instance->block_size); /* else it is used again */
  if (!*state)
    return complain(instance, "No memory for a state of %zu bytes.", instance->block_size);
  memcpy(*state, bytes, instance->block_size);
  return fmi2OK;
}

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  Instance* instance = component;
  if (!instance || !state) return fmi2Error;
  return keep(instance, instance->now, state);
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  Instance* instance = component;
  if (!instance) return fmi2Error;
  if (!state) return complain(instance, "A null pointer is not a saved state.");
  memcpy(instance->now, state, instance->block_size);
  return fmi2OK;
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  Instance* instance = component;
  if (!instance || !state) return fmi2Error;
  if (*state) release(&instance->callbacks, *state);
  *state = NULL;
  return fmi2OK;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t* size) {
  Instance* instance = component;
  if (!instance || !state || !size) return fmi2Error;
  *size = instance->block_size;
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
  Instance* instance = component;
  if (!instance || !state || !bytes) return fmi2Error;
  if (size < instance->block_size)
    return complain(instance, "A state takes %zu bytes, and there is room for %zu.",
                    instance->block_size, size);
  memcpy(bytes, state, instance->block_size);
  return fmi2OK;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate* state) {
  Instance* instance = component;
  if (!instance || !bytes || !state) return fmi2Error;
  if (size != instance->block_size)
    return complain(instance, "A state has %zu bytes; these are %zu.", instance->block_size, size);
  return keep(instance, bytes, state);
}

/* ---- questions about the last step ---- */

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real* value) {
  const Instance* instance = component;
  if (!instance) return fmi2Error;
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = instance->now->time;
  return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind,
                                fmi2Boolean* value) {
  if (!component) return fmi2Error;
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = fmi2False;
  return fmi2OK;
}

/* The other questions are about pending steps, and about integers that FMI 2.0 does not define. */
fmi2Status fmi2GetStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Status* value) {
  (void)kind, (void)value;
  return component ? fmi2Discard : fmi2Error;
}

fmi2Status fmi2GetIntegerStatus(fmi2Component component, const fmi2StatusKind kind,
                                fmi2Integer* value) {
  (void)kind, (void)value;
  return component ? fmi2Discard : fmi2Error;
}

fmi2Status fmi2GetStringStatus(fmi2Component component, const fmi2StatusKind kind,
                               fmi2String* value) {
  (void)kind, (void)value;
  return component ? fmi2Discard : fmi2Error;
}

/* ---- the rest: what there is to say once, and what these FMUs do not offer ---- */

const char* fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }

const char* fmi2GetVersion(void) { return fmi2Version; }

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t count,
                               const fmi2String categories[]) {
  (void)on, (void)count,
      (void)categories; /* there is one category, errors, and it is never silent */
  return component ? fmi2OK : fmi2Error;
}

static fmi2Status refuse(const Instance* instance, const char* function) {
  return instance ? complain(instance, "This FMU does not offer %s.", function) : fmi2Error;
}

fmi2Status fmi2CancelStep(fmi2Component component) { return refuse(component, "fmi2CancelStep"); }

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component,
                                        const fmi2ValueReference unknowns[], size_t unknown_count,
                                        const fmi2ValueReference knowns[], size_t known_count,
                                        const fmi2Real known_directions[],
                                        fmi2Real unknown_directions[]) {
  (void)unknowns, (void)unknown_count, (void)knowns, (void)known_count;
  (void)known_directions, (void)unknown_directions;
  return refuse(component, "fmi2GetDirectionalDerivative");
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component,
                                       const fmi2ValueReference references[], size_t count,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  (void)references, (void)count, (void)orders, (void)values;
  return refuse(component, "fmi2SetRealInputDerivatives");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component,
                                        const fmi2ValueReference references[], size_t count,
                                        const fmi2Integer orders[], fmi2Real values[]) {
  (void)references, (void)count, (void)orders, (void)values;
  return refuse(component, "fmi2GetRealOutputDerivatives");
}
