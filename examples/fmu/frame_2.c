/* All functions of FMI 2.0, around the `model` of another file. */

#define FMI2_FMU
#include "fmi/instance/fmi2.h"
#include "fmu/frame_core.h"

#ifndef FMU_GUID
#include "fmu_identity.h" /* sources that travel without their build */
#endif

/* ---- the instance ---- */

static void log_message(const Host* host, const Instance* instance, const char* name,
                        const char* sentence) {
  (void)instance;
  if (host->logger)
    ((fmi2CallbackLogger)host->logger)(host->environment, name, fmi2Error, "logStatusError", "%s",
                                       sentence);
}

fmi2Component fmi2Instantiate(fmi2String name, fmi2Type type, fmi2String guid, fmi2String resources,
                              const fmi2CallbackFunctions* callbacks, fmi2Boolean visible,
                              fmi2Boolean logging) {
  (void)visible, (void)logging; /* only errors are logged, and those always */
  if (!callbacks) return NULL;
  const Host host = {.allocate = callbacks->allocateMemory,
                     .release = callbacks->freeMemory,
                     .log_message = log_message,
                     .logger = (void (*)(void))callbacks->logger,
                     .environment = callbacks->componentEnvironment};
  char* path = path_of_uri(resources, "");
  Instance* instance = make_instance(
      &host, type == fmi2CoSimulation ? co_simulation : model_exchange, name, guid, FMU_GUID, path);
  free(path);
  return instance;
}

void fmi2FreeInstance(fmi2Component component) { free_instance(component); }

/* ---- the course of a run ---- */

fmi2Status fmi2SetupExperiment(fmi2Component component, fmi2Boolean tolerance_defined,
                               fmi2Real tolerance, fmi2Real start, fmi2Boolean stop_defined,
                               fmi2Real stop) {
  (void)tolerance_defined, (void)tolerance; /* the steps are exact or nearly so */
  if (expect(component, IN(mode_instantiated), "fmi2SetupExperiment") != answer_ok)
    return fmi2Error;
  return set_experiment(component, start, stop_defined != fmi2False, stop);
}

fmi2Status fmi2EnterInitializationMode(fmi2Component component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_instantiated), "fmi2EnterInitializationMode") != answer_ok)
    return fmi2Error;
  if (!instance->experiment_known)
    return complain(instance, "fmi2SetupExperiment has to come before initialisation.");
  instance->now->mode = mode_initialising;
  instance->now->stale = 1;
  return fmi2OK;
}

fmi2Status fmi2ExitInitializationMode(fmi2Component component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_initialising), "fmi2ExitInitializationMode") != answer_ok)
    return fmi2Error;
  leave_initialisation(instance,
                       instance->interface == model_exchange ? mode_event : mode_stepping);
  return fmi2OK;
}

fmi2Status fmi2DoStep(fmi2Component component, fmi2Real t, fmi2Real h,
                      fmi2Boolean no_return_before_t) {
  (void)no_return_before_t;
  StepReport report = {0};
  if (expect(component, IN(mode_stepping), "fmi2DoStep") != answer_ok ||
      do_step(component, t, h, &report) != answer_ok)
    return fmi2Error;
  return report.wants_end ? fmi2Discard : fmi2OK;
}

fmi2Status fmi2Terminate(fmi2Component component) {
  Instance* instance = component;
  const unsigned modes = IN(mode_event) | IN(mode_continuous);
  if (expect(instance,
             instance && instance->interface == model_exchange ? modes : IN(mode_stepping),
             "fmi2Terminate") != answer_ok)
    return fmi2Error;
  instance->now->mode = mode_terminated;
  return fmi2OK;
}

fmi2Status fmi2Reset(fmi2Component component) {
  return component ? reset_instance(component) : fmi2Error;
}

/* ---- values ---- */

#define GET(function, type, values, count, word)                                                \
  fmi2Status function(fmi2Component component, const fmi2ValueReference references[], size_t n, \
                      type to[]) {                                                              \
    Instance* instance = component;                                                             \
    if (!instance) return fmi2Error;                                                            \
    refresh_if_due(instance);                                                                   \
    for (size_t i = 0; i < n; ++i) {                                                            \
      if (references[i] >= model.count)                                                         \
        return unknown_reference(instance, word, references[i], model.count);                   \
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
        return unknown_reference(instance, word, references[i], model.count);                   \
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
      return unknown_reference(instance, "String", references[i], model.string_count);
    if (set_text(instance, references[i], from[i]) != answer_ok) return fmi2Error;
  }
  instance->now->stale = 1;
  return fmi2OK;
}

/* ---- derivatives ---- */

fmi2Status fmi2GetDirectionalDerivative(fmi2Component component,
                                        const fmi2ValueReference unknowns[], size_t unknown_count,
                                        const fmi2ValueReference knowns[], size_t known_count,
                                        const fmi2Real known_directions[],
                                        fmi2Real unknown_directions[]) {
  Instance* instance = component;
  if (!instance || !model.partial) return refuse(instance, "fmi2GetDirectionalDerivative");
  refresh_if_due(instance);
  for (size_t i = 0; i < unknown_count; ++i) {
    unknown_directions[i] = 0;
    for (size_t j = 0; j < known_count; ++j)
      unknown_directions[i] +=
          model.partial(instance, unknowns[i], knowns[j]) * known_directions[j];
  }
  return fmi2OK;
}

fmi2Status fmi2SetRealInputDerivatives(fmi2Component component,
                                       const fmi2ValueReference references[], size_t count,
                                       const fmi2Integer orders[], const fmi2Real values[]) {
  if (!component || !model.input_orders) return refuse(component, "fmi2SetRealInputDerivatives");
  for (size_t i = 0; i < count; ++i)
    if (set_input_derivative(component, references[i], orders[i], values[i]) != answer_ok)
      return fmi2Error;
  return fmi2OK;
}

fmi2Status fmi2GetRealOutputDerivatives(fmi2Component component,
                                        const fmi2ValueReference references[], size_t count,
                                        const fmi2Integer orders[], fmi2Real values[]) {
  if (!component || !model.derivatives) return refuse(component, "fmi2GetRealOutputDerivatives");
  for (size_t i = 0; i < count; ++i)
    if (get_output_derivative(component, references[i], orders[i], &values[i]) != answer_ok)
      return fmi2Error;
  return fmi2OK;
}

/* ---- saved states ---- */

fmi2Status fmi2GetFMUstate(fmi2Component component, fmi2FMUstate* state) {
  Instance* instance = component;
  return instance && state ? save_state(instance, instance->now, state) : fmi2Error;
}

fmi2Status fmi2SetFMUstate(fmi2Component component, fmi2FMUstate state) {
  return component ? restore_state(component, state) : fmi2Error;
}

fmi2Status fmi2FreeFMUstate(fmi2Component component, fmi2FMUstate* state) {
  return component && state ? free_state(component, state) : fmi2Error;
}

fmi2Status fmi2SerializedFMUstateSize(fmi2Component component, fmi2FMUstate state, size_t* size) {
  const Instance* instance = component;
  if (!instance || !state || !size) return fmi2Error;
  *size = instance->block_size;
  return fmi2OK;
}

fmi2Status fmi2SerializeFMUstate(fmi2Component component, fmi2FMUstate state, fmi2Byte bytes[],
                                 size_t size) {
  return component && state && bytes ? write_state(component, state, bytes, size) : fmi2Error;
}

fmi2Status fmi2DeSerializeFMUstate(fmi2Component component, const fmi2Byte bytes[], size_t size,
                                   fmi2FMUstate* state) {
  return component && bytes && state ? read_state(component, bytes, size, state) : fmi2Error;
}

/* ---- model exchange ---- */

fmi2Status fmi2EnterEventMode(fmi2Component component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_continuous), "fmi2EnterEventMode") != answer_ok) return fmi2Error;
  instance->now->mode = mode_event;
  return fmi2OK;
}

fmi2Status fmi2NewDiscreteStates(fmi2Component component, fmi2EventInfo* info) {
  Instance* instance = component;
  if (!info || expect(instance, IN(mode_event), "fmi2NewDiscreteStates") != answer_ok)
    return fmi2Error;
  Event event;
  handle_events(instance, &event, false);
  info->newDiscreteStatesNeeded = event.again;
  info->terminateSimulation = event.terminate;
  info->nominalsOfContinuousStatesChanged = fmi2False;
  info->valuesOfContinuousStatesChanged = event.states_changed;
  info->nextEventTimeDefined = isfinite(instance->now->next_event_time) ? fmi2True : fmi2False;
  info->nextEventTime = info->nextEventTimeDefined ? instance->now->next_event_time : 0;
  return fmi2OK;
}

fmi2Status fmi2EnterContinuousTimeMode(fmi2Component component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_event), "fmi2EnterContinuousTimeMode") != answer_ok)
    return fmi2Error;
  instance->now->mode = mode_continuous;
  return fmi2OK;
}

fmi2Status fmi2CompletedIntegratorStep(fmi2Component component, fmi2Boolean no_return_before_now,
                                       fmi2Boolean* enter_event_mode, fmi2Boolean* terminate) {
  (void)no_return_before_now;
  if (expect(component, IN(mode_continuous), "fmi2CompletedIntegratorStep") != answer_ok)
    return fmi2Error;
  *enter_event_mode = *terminate = fmi2False;
  return fmi2OK;
}

enum { states_readable = IN(mode_initialising) | IN(mode_event) | IN(mode_continuous) };

fmi2Status fmi2SetTime(fmi2Component component, fmi2Real t) {
  if (expect(component, IN(mode_event) | IN(mode_continuous), "fmi2SetTime") != answer_ok)
    return fmi2Error;
  return move_time(component, t);
}

fmi2Status fmi2SetContinuousStates(fmi2Component component, const fmi2Real x[], size_t count) {
  if (expect(component, IN(mode_continuous), "fmi2SetContinuousStates") != answer_ok)
    return fmi2Error;
  return set_states(component, x, count);
}

fmi2Status fmi2GetDerivatives(fmi2Component component, fmi2Real dx[], size_t count) {
  if (expect(component, states_readable, "fmi2GetDerivatives") != answer_ok) return fmi2Error;
  return get_derivatives(component, dx, count);
}

fmi2Status fmi2GetEventIndicators(fmi2Component component, fmi2Real indicators[], size_t count) {
  if (expect(component, states_readable, "fmi2GetEventIndicators") != answer_ok) return fmi2Error;
  return get_indicators(component, indicators, count);
}

fmi2Status fmi2GetContinuousStates(fmi2Component component, fmi2Real x[], size_t count) {
  if (expect(component, states_readable, "fmi2GetContinuousStates") != answer_ok) return fmi2Error;
  return get_states(component, x, count);
}

fmi2Status fmi2GetNominalsOfContinuousStates(fmi2Component component, fmi2Real nominals[],
                                             size_t count) {
  if (expect(component, states_readable, "fmi2GetNominalsOfContinuousStates") != answer_ok)
    return fmi2Error;
  return get_nominals(component, nominals, count);
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
  const Instance* instance = component;
  if (!instance) return fmi2Error;
  if (kind != fmi2Terminated) return fmi2Discard;
  *value = instance->now->wants_end ? fmi2True : fmi2False;
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

fmi2Status fmi2CancelStep(fmi2Component component) { return refuse(component, "fmi2CancelStep"); }
