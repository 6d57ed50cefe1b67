/* The functions of FMI 3.0 for the course of a run: model exchange and co-simulation. Those for
 * values are in fmi_3_values.c. */

#define FMI3_FMU
#include "fmi3.h"
#include "instance.h"

/* ---- the instance ---- */

static void tell(Instance* s, int status, const char* sentence) {
  if (s->logger)
    ((fmi3LogMessageCallback)s->logger)(s->environment, (fmi3Status)status,
                                        status == answer_warning ? "logStatusWarning"
                                        : status == answer_ok    ? "logAll"
                                                                 : "logStatusError",
                                        sentence);
}

static Instance* make(fmi3String name, fmi3String token, fmi3InstanceEnvironment environment,
                      fmi3LogMessageCallback log, int is_co_simulation) {
  Instance wish = {0};
  wish.tell = tell;
  wish.logger = (void (*)(void))log;
  wish.environment = environment;
  return bw_make(&wish, name, token, is_co_simulation);
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log) {
  (void)resources, (void)visible, (void)logging; /* errors are logged, always */
  return make(name, token, environment, log, 0);
}

fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
    const fmi3ValueReference intermediate_variables[], size_t intermediate_variable_count,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3IntermediateUpdateCallback intermediate_update) {
  (void)resources, (void)visible, (void)logging, (void)early_return_allowed;
  (void)intermediate_variables, (void)intermediate_variable_count, (void)intermediate_update;
  if (event_mode_used) {
    if (log)
      log(environment, fmi3Error, "logStatusError",
          "This FMU handles its events within a step; it has no event mode in co-simulation.");
    return NULL;
  }
  return make(name, token, environment, log, 1);
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3ClockUpdateCallback clock_update, fmi3LockPreemptionCallback lock_preemption,
    fmi3UnlockPreemptionCallback unlock_preemption) {
  (void)name, (void)token, (void)resources, (void)visible, (void)logging;
  (void)clock_update, (void)lock_preemption, (void)unlock_preemption;
  if (log)
    log(environment, fmi3Error, "logStatusError", "This FMU does not support scheduled execution.");
  return NULL;
}

void fmi3FreeInstance(fmi3Instance instance) { bw_free(instance); }

/* ---- initialisation and end ---- */

#define EXPECT(instance, modes) \
  if (bw_expect(instance, modes, __func__) != answer_ok) return fmi3Error

enum { running = IN(mode_event) | IN(mode_continuous) | IN(mode_stepping) };
enum {
  readable = IN(mode_initialising) | IN(mode_event) | IN(mode_continuous) | IN(mode_terminated)
};

static fmi3Status refuse(fmi3Instance instance, const char* sentence) {
  return instance ? (fmi3Status)bw_fail(instance, sentence) : fmi3Error;
}

fmi3Status fmi3EnterConfigurationMode(fmi3Instance instance) {
  return refuse(instance, "This FMU has no structural parameters to configure.");
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance instance) {
  return refuse(instance, "This FMU has no structural parameters to configure.");
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance instance, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean stop_defined, fmi3Float64 stop) {
  EXPECT(instance, IN(mode_instantiated));
  if (bw_set_experiment(instance, tolerance_defined, tolerance, start, stop_defined, stop) !=
      answer_ok)
    return fmi3Error;
  ((Instance*)instance)->now->mode = mode_initialising;
  return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance instance) {
  EXPECT(instance, IN(mode_initialising));
  return (fmi3Status)bw_leave_initialisation(instance);
}

fmi3Status fmi3Terminate(fmi3Instance instance) {
  EXPECT(instance, running);
  return (fmi3Status)bw_terminate(instance);
}

fmi3Status fmi3Reset(fmi3Instance instance) {
  if (!instance) return fmi3Error;
  bw_reset(instance);
  return fmi3OK;
}

/* ---- events ---- */

fmi3Status fmi3EnterEventMode(fmi3Instance instance) {
  EXPECT(instance, IN(mode_continuous) | IN(mode_event));
  ((Instance*)instance)->now->mode = mode_event;
  return fmi3OK;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance instance) {
  EXPECT(instance, IN(mode_initialising) | IN(mode_event));
  return (fmi3Status)bw_refresh(instance);
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance instance, fmi3Boolean* needs_update,
                                    fmi3Boolean* terminate, fmi3Boolean* nominals_changed,
                                    fmi3Boolean* values_changed, fmi3Boolean* next_defined,
                                    fmi3Float64* next) {
  Instance* s = instance;
  Outcome outcome = {0, 0, 0};
  EXPECT(s, IN(mode_event));
  if (!needs_update || !terminate || !nominals_changed || !values_changed || !next_defined || !next)
    return fmi3Error;
  if (bw_new_discrete_states(s, &outcome) != answer_ok) return fmi3Error;
  *needs_update = fmi3False;
  *terminate = outcome.ends != 0;
  *nominals_changed = fmi3False;
  /* Also where derivatives may be discontinuous: some importers restart only if this is set. */
  *values_changed = outcome.states_changed || outcome.others_changed;
  *next_defined = s->now->next_event < HUGE_VAL;
  *next = *next_defined ? s->now->next_event : 0;
  return fmi3OK;
}

/* ---- model exchange ---- */

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance instance) {
  EXPECT(instance, IN(mode_event));
  return (fmi3Status)bw_enter_continuous(instance);
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance instance, fmi3Boolean no_return_before_now,
                                       fmi3Boolean* enter_event_mode, fmi3Boolean* terminate) {
  (void)no_return_before_now;
  EXPECT(instance, IN(mode_continuous));
  if (!enter_event_mode || !terminate) return fmi3Error;
  *enter_event_mode = *terminate = fmi3False;
  return (fmi3Status)bw_completed_step(instance);
}

fmi3Status fmi3SetTime(fmi3Instance instance, fmi3Float64 t) {
  EXPECT(instance, IN(mode_event) | IN(mode_continuous));
  return (fmi3Status)bw_set_time(instance, t);
}

fmi3Status fmi3SetContinuousStates(fmi3Instance instance, const fmi3Float64 x[], size_t count) {
  EXPECT(instance, IN(mode_continuous));
  return (fmi3Status)bw_set_states(instance, x, count);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance instance, fmi3Float64 dx[],
                                             size_t count) {
  EXPECT(instance, readable);
  return (fmi3Status)bw_get_derivatives(instance, dx, count);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance instance, fmi3Float64 z[], size_t count) {
  EXPECT(instance, readable);
  return (fmi3Status)bw_get_indicators(instance, z, count);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance instance, fmi3Float64 x[], size_t count) {
  EXPECT(instance, readable);
  return (fmi3Status)bw_get_states(instance, x, count);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance instance, fmi3Float64 sizes[],
                                             size_t count) {
  EXPECT(instance, readable | IN(mode_instantiated));
  return (fmi3Status)bw_get_nominals(instance, sizes, count);
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance instance, size_t* count) {
  if (!instance || !count) return fmi3Error;
  *count = bw_model.indicators;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance instance, size_t* count) {
  if (!instance || !count) return fmi3Error;
  *count = bw_model.states;
  return fmi3OK;
}

/* ---- co-simulation ---- */

fmi3Status fmi3EnterStepMode(fmi3Instance instance) {
  return refuse(instance, "This FMU has no event mode in co-simulation.");
}

fmi3Status fmi3DoStep(fmi3Instance instance, fmi3Float64 t, fmi3Float64 h,
                      fmi3Boolean no_return_before_t, fmi3Boolean* event_handling_needed,
                      fmi3Boolean* terminate, fmi3Boolean* early_return,
                      fmi3Float64* last_successful_time) {
  Instance* s = instance;
  int answer;
  (void)no_return_before_t;
  EXPECT(s, IN(mode_stepping));
  if (!event_handling_needed || !terminate || !early_return || !last_successful_time)
    return fmi3Error;
  answer = bw_do_step(s, t, h);
  *event_handling_needed = *early_return = fmi3False;
  *terminate = s->now->wants_end != 0;
  *last_successful_time = s->now->time;
  return answer == answer_discard && s->now->wants_end ? fmi3OK : (fmi3Status)answer;
}

fmi3Status fmi3ActivateModelPartition(fmi3Instance instance, fmi3ValueReference clock,
                                      fmi3Float64 activation_time) {
  (void)clock, (void)activation_time;
  return refuse(instance, "This FMU does not support scheduled execution.");
}

/* ---- saved states ---- */

fmi3Status fmi3GetFMUState(fmi3Instance instance, fmi3FMUState* state) {
  return instance && state ? (fmi3Status)bw_save(instance, state) : fmi3Error;
}

fmi3Status fmi3SetFMUState(fmi3Instance instance, fmi3FMUState state) {
  return instance ? (fmi3Status)bw_restore(instance, state) : fmi3Error;
}

fmi3Status fmi3FreeFMUState(fmi3Instance instance, fmi3FMUState* state) {
  return instance && state ? (fmi3Status)bw_drop(instance, state) : fmi3Error;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance instance, fmi3FMUState state, size_t* size) {
  if (!instance || !state || !size) return fmi3Error;
  *size = ((Instance*)instance)->block_size;
  return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance instance, fmi3FMUState state, fmi3Byte bytes[],
                                 size_t size) {
  if (!instance || !state || !bytes) return fmi3Error;
  return (fmi3Status)bw_write_state(instance, state, bytes, size);
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance instance, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState* state) {
  if (!instance || !bytes || !state) return fmi3Error;
  return (fmi3Status)bw_read_state(instance, bytes, size, state);
}

/* ---- the rest ---- */

const char* fmi3GetVersion(void) { return fmi3Version; }

fmi3Status fmi3SetDebugLogging(fmi3Instance instance, fmi3Boolean on, size_t count,
                               const fmi3String categories[]) {
  (void)on, (void)count, (void)categories; /* errors are always logged */
  return instance ? fmi3OK : fmi3Error;
}
