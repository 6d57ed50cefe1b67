/* All functions of FMI 1.0 for co-simulation (FMI1_CO_SIMULATION_FMU) or for model exchange
 * (FMI1_MODEL_EXCHANGE_FMU), around the `model` of another file. The build names the prefix of the
 * functions, FMI1_MODEL_IDENTIFIER. */

#include "fmi/instance/fmi1.h"
#include "fmu/frame_core.h"

/* ---- the instance ---- */

static void log_message(const Host* host, const Instance* instance, const char* name,
                        const char* sentence) {
  if (host->logger)
    ((fmiCallbackLogger)host->logger)((fmiComponent)instance, name, fmiError, "logStatusError",
                                      "%s", sentence);
}

const char* FMI1_NAME(fmiGetVersion)(void) { return fmiVersion; }

fmiStatus FMI1_NAME(fmiSetDebugLogging)(fmiComponent component, fmiBoolean on) {
  (void)on; /* only errors are logged, and those always */
  return component ? fmiOK : fmiError;
}

/* ---- values ---- */

#define GET(function, type, values, count, word)                                              \
  fmiStatus FMI1_NAME(function)(fmiComponent component, const fmiValueReference references[], \
                                size_t n, type to[]) {                                        \
    Instance* instance = component;                                                           \
    if (!instance) return fmiError;                                                           \
    refresh_if_due(instance);                                                                 \
    for (size_t i = 0; i < n; ++i) {                                                          \
      if (references[i] >= model.count)                                                       \
        return unknown_reference(instance, word, references[i], model.count);                 \
      to[i] = (type)instance->values[references[i]];                                          \
    }                                                                                         \
    return fmiOK;                                                                             \
  }

#define SET(function, type, values, count, word, value)                                       \
  fmiStatus FMI1_NAME(function)(fmiComponent component, const fmiValueReference references[], \
                                size_t n, const type from[]) {                                \
    Instance* instance = component;                                                           \
    if (!instance) return fmiError;                                                           \
    for (size_t i = 0; i < n; ++i) {                                                          \
      if (references[i] >= model.count)                                                       \
        return unknown_reference(instance, word, references[i], model.count);                 \
      instance->values[references[i]] = value;                                                \
    }                                                                                         \
    instance->now->stale = 1;                                                                 \
    return fmiOK;                                                                             \
  }

GET(fmiGetReal, fmiReal, reals, real_count, "Real")
GET(fmiGetInteger, fmiInteger, integers, integer_count, "Integer")
GET(fmiGetBoolean, fmiBoolean, booleans, boolean_count, "Boolean")
GET(fmiGetString, fmiString, strings, string_count, "String")
SET(fmiSetReal, fmiReal, reals, real_count, "Real", from[i])
SET(fmiSetInteger, fmiInteger, integers, integer_count, "Integer", from[i])
SET(fmiSetBoolean, fmiBoolean, booleans, boolean_count, "Boolean", from[i] != fmiFalse)

fmiStatus FMI1_NAME(fmiSetString)(fmiComponent component, const fmiValueReference references[],
                                  size_t n, const fmiString from[]) {
  Instance* instance = component;
  if (!instance) return fmiError;
  for (size_t i = 0; i < n; ++i) {
    if (references[i] >= model.string_count)
      return unknown_reference(instance, "String", references[i], model.string_count);
    if (set_text(instance, references[i], from[i]) != answer_ok) return fmiError;
  }
  instance->now->stale = 1;
  return fmiOK;
}

#ifdef FMI1_CO_SIMULATION_FMU

const char* FMI1_NAME(fmiGetTypesPlatform)(void) { return fmiPlatform; }

/* `location` is the folder that the FMU was unpacked to. */
fmiComponent FMI1_NAME(fmiInstantiateSlave)(fmiString name, fmiString guid, fmiString location,
                                            fmiString mime_type, fmiReal timeout,
                                            fmiBoolean visible, fmiBoolean interactive,
                                            fmiSlaveCallbackFunctions callbacks,
                                            fmiBoolean logging) {
  (void)mime_type, (void)timeout, (void)visible, (void)interactive, (void)logging;
  const Host host = {.allocate = callbacks.allocateMemory,
                     .release = callbacks.freeMemory,
                     .log_message = log_message,
                     .logger = (void (*)(void))callbacks.logger};
  char* path = path_of_uri(location, "resources/");
  Instance* instance = make_instance(&host, co_simulation, name, guid, FMU_GUID, path);
  free(path);
  return instance;
}

fmiStatus FMI1_NAME(fmiInitializeSlave)(fmiComponent component, fmiReal start,
                                        fmiBoolean stop_defined, fmiReal stop) {
  Instance* instance = component;
  if (expect(instance, IN(mode_instantiated), "fmiInitializeSlave") != answer_ok ||
      set_experiment(instance, start, stop_defined != fmiFalse, stop) != answer_ok)
    return fmiError;
  instance->now->mode = mode_initialising;
  instance->now->stale = 1;
  leave_initialisation(instance, mode_stepping);
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiTerminateSlave)(fmiComponent component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_stepping), "fmiTerminateSlave") != answer_ok) return fmiError;
  instance->now->mode = mode_terminated;
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiResetSlave)(fmiComponent component) {
  return component ? reset_instance(component) : fmiError;
}

void FMI1_NAME(fmiFreeSlaveInstance)(fmiComponent component) { free_instance(component); }

fmiStatus FMI1_NAME(fmiSetRealInputDerivatives)(fmiComponent component,
                                                const fmiValueReference references[], size_t count,
                                                const fmiInteger orders[], const fmiReal values[]) {
  if (!component || !model.input_orders) return refuse(component, "fmiSetRealInputDerivatives");
  for (size_t i = 0; i < count; ++i)
    if (set_input_derivative(component, references[i], orders[i], values[i]) != answer_ok)
      return fmiError;
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiGetRealOutputDerivatives)(fmiComponent component,
                                                 const fmiValueReference references[], size_t count,
                                                 const fmiInteger orders[], fmiReal values[]) {
  if (!component || !model.derivatives) return refuse(component, "fmiGetRealOutputDerivatives");
  for (size_t i = 0; i < count; ++i)
    if (get_output_derivative(component, references[i], orders[i], &values[i]) != answer_ok)
      return fmiError;
  return fmiOK;
}

/* FMI 1.0 cannot say that a slave wants the run to end: it discards all steps from then on. */
fmiStatus FMI1_NAME(fmiDoStep)(fmiComponent component, fmiReal t, fmiReal h,
                               fmiBoolean previous_step_accepted) {
  (void)previous_step_accepted;
  StepReport report = {0};
  if (expect(component, IN(mode_stepping), "fmiDoStep") != answer_ok ||
      do_step(component, t, h, &report) != answer_ok)
    return fmiError;
  return report.wants_end ? fmiDiscard : fmiOK;
}

fmiStatus FMI1_NAME(fmiCancelStep)(fmiComponent component) {
  return refuse(component, "fmiCancelStep");
}

fmiStatus FMI1_NAME(fmiGetRealStatus)(fmiComponent component, const fmiStatusKind kind,
                                      fmiReal* value) {
  const Instance* instance = component;
  if (!instance) return fmiError;
  if (kind != fmiLastSuccessfulTime) return fmiDiscard;
  *value = instance->now->time;
  return fmiOK;
}

/* The other questions are about pending steps, of which there are none. */
#define NO_STATUS(function, type)                                                                \
  fmiStatus FMI1_NAME(function)(fmiComponent component, const fmiStatusKind kind, type* value) { \
    (void)kind, (void)value;                                                                     \
    return component ? fmiDiscard : fmiError;                                                    \
  }

NO_STATUS(fmiGetStatus, fmiStatus)
NO_STATUS(fmiGetIntegerStatus, fmiInteger)
NO_STATUS(fmiGetBooleanStatus, fmiBoolean)
NO_STATUS(fmiGetStringStatus, fmiString)

#endif

#ifdef FMI1_MODEL_EXCHANGE_FMU

const char* FMI1_NAME(fmiGetModelTypesPlatform)(void) { return fmiPlatform; }

fmiComponent FMI1_NAME(fmiInstantiateModel)(fmiString name, fmiString guid,
                                            fmiModelCallbackFunctions callbacks,
                                            fmiBoolean logging) {
  (void)logging;
  const Host host = {.allocate = callbacks.allocateMemory,
                     .release = callbacks.freeMemory,
                     .log_message = log_message,
                     .logger = (void (*)(void))callbacks.logger};
  return make_instance(&host, model_exchange, name, guid, FMU_GUID, NULL);
}

void FMI1_NAME(fmiFreeModelInstance)(fmiComponent component) { free_instance(component); }

static void describe(const Instance* instance, const Event* event, fmiEventInfo* info) {
  const double next = instance->now->next_event_time;
  info->iterationConverged = !event->again;
  info->stateValueReferencesChanged = fmiFalse;
  info->stateValuesChanged = event->states_changed != 0;
  info->terminateSimulation = event->terminate != 0;
  info->upcomingTimeEvent = isfinite(next) ? fmiTrue : fmiFalse;
  info->nextEventTime = info->upcomingTimeEvent ? next : 0;
}

/* FMI 1.0 has no event mode: events are handled between steps of the integrator. */
fmiStatus FMI1_NAME(fmiInitialize)(fmiComponent component, fmiBoolean tolerance_controlled,
                                   fmiReal relative_tolerance, fmiEventInfo* info) {
  (void)tolerance_controlled, (void)relative_tolerance;
  Instance* instance = component;
  if (!info || expect(instance, IN(mode_instantiated), "fmiInitialize") != answer_ok)
    return fmiError;
  if (!instance->experiment_known)
    return complain(instance, "fmiSetTime has to come before fmiInitialize.");
  instance->now->mode = mode_initialising;
  instance->now->stale = 1;
  Event event;
  handle_events(instance, &event, true);
  refresh(instance);
  instance->now->mode = mode_continuous;
  describe(instance, &event, info);
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiEventUpdate)(fmiComponent component, fmiBoolean intermediate_results,
                                    fmiEventInfo* info) {
  if (!info || expect(component, IN(mode_continuous), "fmiEventUpdate") != answer_ok)
    return fmiError;
  Event event;
  handle_events(component, &event, !intermediate_results);
  describe(component, &event, info);
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiSetTime)(fmiComponent component, fmiReal t) {
  Instance* instance = component;
  if (expect(instance, IN(mode_instantiated) | IN(mode_continuous), "fmiSetTime") != answer_ok)
    return fmiError;
  instance->experiment_known = 1;
  return move_time(instance, t);
}

fmiStatus FMI1_NAME(fmiSetContinuousStates)(fmiComponent component, const fmiReal x[],
                                            size_t count) {
  if (expect(component, IN(mode_continuous), "fmiSetContinuousStates") != answer_ok)
    return fmiError;
  return set_states(component, x, count);
}

fmiStatus FMI1_NAME(fmiCompletedIntegratorStep)(fmiComponent component,
                                                fmiBoolean* call_event_update) {
  if (expect(component, IN(mode_continuous), "fmiCompletedIntegratorStep") != answer_ok)
    return fmiError;
  *call_event_update = fmiFalse;
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiGetDerivatives)(fmiComponent component, fmiReal dx[], size_t count) {
  if (expect(component, IN(mode_continuous), "fmiGetDerivatives") != answer_ok) return fmiError;
  return get_derivatives(component, dx, count);
}

fmiStatus FMI1_NAME(fmiGetEventIndicators)(fmiComponent component, fmiReal indicators[],
                                           size_t count) {
  if (expect(component, IN(mode_continuous), "fmiGetEventIndicators") != answer_ok) return fmiError;
  return get_indicators(component, indicators, count);
}

fmiStatus FMI1_NAME(fmiGetContinuousStates)(fmiComponent component, fmiReal x[], size_t count) {
  if (expect(component, IN(mode_continuous), "fmiGetContinuousStates") != answer_ok)
    return fmiError;
  return get_states(component, x, count);
}

fmiStatus FMI1_NAME(fmiGetNominalContinuousStates)(fmiComponent component, fmiReal nominals[],
                                                   size_t count) {
  if (!component) return fmiError;
  return get_nominals(component, nominals, count);
}

fmiStatus FMI1_NAME(fmiGetStateValueReferences)(fmiComponent component,
                                                fmiValueReference references[], size_t count) {
  if (!component ||
      check_count(component, "continuous states", count, model.state_count) != answer_ok)
    return fmiError;
  for (size_t i = 0; i < count; ++i) references[i] = model.states[i];
  return fmiOK;
}

fmiStatus FMI1_NAME(fmiTerminate)(fmiComponent component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_continuous), "fmiTerminate") != answer_ok) return fmiError;
  instance->now->mode = mode_terminated;
  return fmiOK;
}

#endif
