/* All functions of FMI 2.0: model exchange and co-simulation. */

#define FMI2_FMU
#include "fmi2.h"
#include "instance.h"

/* ---- the instance ---- */

static void tell(Instance* s, int status, const char* sentence) {
  if (s->logger)
    ((fmi2CallbackLogger)s->logger)(s->environment, s->name ? s->name : "", (fmi2Status)status,
                                    status == answer_warning ? "logStatusWarning"
                                    : status == answer_ok    ? "logAll"
                                                             : "logStatusError",
                                    "%s", sentence);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                              fmi2Boolean logging) {
  Instance wish = {0};
  (void)resources, (void)visible, (void)logging; /* errors are logged, always */
  if (!callbacks) return NULL;
  wish.allocate = callbacks->allocateMemory;
  wish.release = callbacks->freeMemory;
  wish.tell = tell;
  wish.logger = (void (*)(void))callbacks->logger;
  wish.environment = callbacks->componentEnvironment;
  wish.name = NULL;
  return bw_make(&wish, name, guid, type == fmi2CoSimulation);
}

void fmi2FreeInstance(fmi2Component component) { bw_free(component); }

/* ---- the course of a run ---- */

#define EXPECT(component, modes) \
  if (bw_expect(component, modes, __func__) != answer_ok) return fmi2Error

enum { any_mode = IN(mode_failed) | (IN(mode_failed) - 1) };
enum { running = IN(mode_event) | IN(mode_continuous) | IN(mode_stepping) };
enum {
  readable = IN(mode_initialising) | IN(mode_event) | IN(mode_continuous) | IN(mode_terminated)
};

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined,
                               fmi2Real tolerance, fmi2Real start, fmi2Boolean stop_defined,
                               fmi2Real stop) {
  EXPECT(component, IN(mode_instantiated));
  return (fmi2Status)bw_set_experiment(component, tolerance_defined, tolerance, start, stop_defined,
                                       stop);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  Instance* s = component;
  EXPECT(s, IN(mode_instantiated));
  if (!s->now->knows_experiment)
    return (fmi2Status)bw_fail(s, "fmi2SetupExperiment must be called before initialisation.");
  s->now->mode = mode_initialising;
  s->now->stale = 1;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  EXPECT(component, IN(mode_initialising));
  return (fmi2Status)bw_leave_initialisation(component);
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real t, fmi2Real h,
                      fmi2Boolean no_return_before_t) {
  (void)no_return_before_t;
  EXPECT(component, IN(mode_stepping));
  return (fmi2Status)bw_do_step(component, t, h);
}

fmi2Status fmi2Terminate(fmi2Component component) {
  EXPECT(component, running);
  return (fmi2Status)bw_terminate(component);
}

fmi2Status fmi2Reset(fmi2Component component) {
  if (!component) return fmi2Error;
  bw_reset(component);
  return fmi2OK;
}

/* ---- values ---- */

#define GET(function, c_type, type)                                                             \
  fmi2Status function(fmi2Component component, const fmi2ValueReference references[], size_t n, \
                      c_type values[]) {                                                        \
    int answer;                                                                                 \
    EXPECT(component, any_mode & ~IN(mode_failed));                                             \
    answer = bw_refresh(component);                                                             \
    for (size_t i = 0; i < n && answer == answer_ok; ++i) {                                     \
      double value = 0;                                                                         \
      answer = bw_get(component, references[i], type, &value);                                  \
      values[i] = (c_type)value;                                                                \
    }                                                                                           \
    return (fmi2Status)answer;                                                                  \
  }

#define SET(function, c_type, type)                                                             \
  fmi2Status function(fmi2Component component, const fmi2ValueReference references[], size_t n, \
                      const c_type values[]) {                                                  \
    int answer = answer_ok;                                                                     \
    EXPECT(component, any_mode & ~IN(mode_failed) & ~IN(mode_terminated));                      \
    for (size_t i = 0; i < n && answer == answer_ok; ++i)                                       \
      answer = bw_set(component, references[i], type,                                           \
                      type == type_boolean ? values[i] != 0 : (double)values[i]);               \
    return (fmi2Status)answer;                                                                  \
  }

GET(fmi2GetReal, fmi2Real, type_real)
GET(fmi2GetInteger, fmi2Integer, type_integer)
GET(fmi2GetBoolean, fmi2Boolean, type_boolean)
SET(fmi2SetReal, fmi2Real, type_real)
SET(fmi2SetInteger, fmi2Integer, type_integer)
SET(fmi2SetBoolean, fmi2Boolean, type_boolean)

fmi2Status fmi2GetString(fmi2Component component, const fmi2ValueReference references[], size_t n,
                         fmi2String values[]) {
  (void)references, (void)values;
  if (!component) return fmi2Error;
  return n == 0 ? fmi2OK : (fmi2Status)bw_fail(component, "The model has no String variables.");
}

fmi2Status fmi2SetString(fmi2Component component, const fmi2ValueReference references[], size_t n,
                         const fmi2String values[]) {
  (void)references, (void)values;
  if (!component) return fmi2Error;
  return n == 0 ? fmi2OK : (fmi2Status)bw_fail(component, "The model has no String variables.");
}

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component,
                                        const fmi2ValueReference unknowns[], size_t unknown_count,
                                        const fmi2ValueReference knowns[], size_t known_count,
                                        const fmi2Real known_directions[],
                                        fmi2Real unknown_directions[]) {
  EXPECT(component, readable | IN(mode_stepping));
  return (fmi2Status)bw_product(component, 0, unknowns, unknown_count, knowns, known_count,
                                known_directions, unknown_directions);
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component,
                                       const fmi2ValueReference references[], size_t count,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  (void)references, (void)orders, (void)values;
  if (!component) return fmi2Error;
  return count == 0 ? fmi2OK
                    : (fmi2Status)bw_fail(component, "Inputs are not interpolated within a step.");
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component,
                                        const fmi2ValueReference references[], size_t count,
                                        const fmi2Integer orders[], fmi2Real values[]) {
  (void)references, (void)orders, (void)values;
  if (!component) return fmi2Error;
  return count == 0 ? fmi2OK
                    : (fmi2Status)bw_fail(component, "Derivatives of outputs are not supported.");
}

/* ---- saved states ---- */

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return component && state ? (fmi2Status)bw_save(component, state) : fmi2Error;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  return component ? (fmi2Status)bw_restore(component, state) : fmi2Error;
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return component && state ? (fmi2Status)bw_drop(component, state) : fmi2Error;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t* size) {
  if (!component || !state || !size) return fmi2Error;
  *size = ((Instance*)component)->block_size;
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
  if (!component || !state || !bytes) return fmi2Error;
  return (fmi2Status)bw_write_state(component, state, bytes, size);
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate* state) {
  if (!component || !bytes || !state) return fmi2Error;
  return (fmi2Status)bw_read_state(component, bytes, size, state);
}

/* ---- model exchange ---- */

fmi2Status fmi2EnterEventMode(fmi2Component component) {
  EXPECT(component, IN(mode_continuous) | IN(mode_event));
  ((Instance*)component)->now->mode = mode_event;
  return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo* info) {
  Instance* s = component;
  Outcome outcome = {0, 0, 0};
  EXPECT(s, IN(mode_event));
  if (!info || bw_new_discrete_states(s, &outcome) != answer_ok) return fmi2Error;
  info->newDiscreteStatesNeeded = fmi2False;
  info->terminateSimulation = outcome.ends;
  info->nominalsOfContinuousStatesChanged = fmi2False;
  /* Also where derivatives may be discontinuous: some importers restart only if this is set. */
  info->valuesOfContinuousStatesChanged = outcome.states_changed || outcome.others_changed;
  info->nextEventTimeDefined = s->now->next_event < HUGE_VAL;
  info->nextEventTime = info->nextEventTimeDefined ? s->now->next_event : 0;
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
  EXPECT(component, IN(mode_event));
  return (fmi2Status)bw_enter_continuous(component);
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean no_return_before_now,
                                       fmi2Boolean* enter_event_mode, fmi2Boolean* terminate) {
  (void)no_return_before_now;
  EXPECT(component, IN(mode_continuous));
  if (!enter_event_mode || !terminate) return fmi2Error;
  *enter_event_mode = *terminate = fmi2False;
  return (fmi2Status)bw_completed_step(component);
}

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real t) {
  EXPECT(component, IN(mode_event) | IN(mode_continuous));
  return (fmi2Status)bw_set_time(component, t);
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real x[], size_t count) {
  EXPECT(component, IN(mode_continuous));
  return (fmi2Status)bw_set_states(component, x, count);
}

fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real dx[], size_t count) {
  EXPECT(component, readable);
  return (fmi2Status)bw_get_derivatives(component, dx, count);
}

fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real z[], size_t count) {
  EXPECT(component, readable);
  return (fmi2Status)bw_get_indicators(component, z, count);
}

fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real x[], size_t count) {
  EXPECT(component, readable);
  return (fmi2Status)bw_get_states(component, x, count);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real sizes[],
                                             size_t count) {
  EXPECT(component, readable | IN(mode_instantiated));
  return (fmi2Status)bw_get_nominals(component, sizes, count);
}

/* ---- queries about the last step ---- */

fmi2Status fmi2GetRealStatus(fmi2Component component, const fmi2StatusKind kind, fmi2Real* value) {
  if (!component || !value) return fmi2Error;
  if (kind != fmi2LastSuccessfulTime) return fmi2Discard;
  *value = ((Instance*)component)->now->time;
  return fmi2OK;
}

fmi2Status fmi2GetBooleanStatus(fmi2Component component, const fmi2StatusKind kind,
                                fmi2Boolean* value) {
  if (!component || !value) return fmi2Error;
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = ((Instance*)component)->now->wants_end;
  return fmi2OK;
}

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

/* ---- the rest ---- */

const char* fmi2GetTypesPlatform(void) { return fmi2TypesPlatform; }

const char* fmi2GetVersion(void) { return fmi2Version; }

fmi2Status fmi2SetDebugLogging(fmi2Component component, fmi2Boolean on, size_t count,
                               const fmi2String categories[]) {
  (void)on, (void)count, (void)categories; /* errors are always logged */
  return component ? fmi2OK : fmi2Error;
}

fmi2Status fmi2CancelStep(fmi2Component component) {
  return component ? (fmi2Status)bw_fail(component, "There is no step to cancel.") : fmi2Error;
}
