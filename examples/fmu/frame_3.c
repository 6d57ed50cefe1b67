/* The functions of FMI 3.0 for the course of a run, around the `model` of another file; those for
 * values and clocks are in frame_3_values.c. */

#define FMI3_FMU
#include "fmi/instance/fmi3.h"
#include "fmu/frame_core.h"

#ifndef FMU_GUID
#include "fmu_identity.h" /* sources that travel without their build */
#endif

/* ---- the instance ---- */

static void log_message(const Host* host, const Instance* instance, const char* name,
                        const char* sentence) {
  (void)instance, (void)name;
  if (host->logger)
    ((fmi3LogMessageCallback)host->logger)(host->environment, fmi3Error, "logStatusError",
                                           sentence);
}

static Host host_of(fmi3InstanceEnvironment environment, fmi3LogMessageCallback log) {
  const Host host = {
      .log_message = log_message, .logger = (void (*)(void))log, .environment = environment};
  return host;
}

fmi3Instance fmi3InstantiateModelExchange(fmi3String name, fmi3String token, fmi3String resources,
                                          fmi3Boolean visible, fmi3Boolean logging,
                                          fmi3InstanceEnvironment environment,
                                          fmi3LogMessageCallback log) {
  (void)visible, (void)logging; /* only errors are logged, and those always */
  const Host host = host_of(environment, log);
  return make_instance(&host, model_exchange, name, token, FMU_GUID, resources);
}

fmi3Instance fmi3InstantiateCoSimulation(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3Boolean event_mode_used, fmi3Boolean early_return_allowed,
    const fmi3ValueReference intermediate_variables[], size_t intermediate_variable_count,
    fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3IntermediateUpdateCallback intermediate_update) {
  (void)visible, (void)logging, (void)intermediate_variables, (void)intermediate_variable_count;
  Host host = host_of(environment, log);
  host.intermediate_update = intermediate_update;
  Instance* instance = make_instance(&host, co_simulation, name, token, FMU_GUID, resources);
  if (!instance) return NULL;
  instance->event_mode_used = event_mode_used;
  instance->early_return_allowed = early_return_allowed;
  return instance;
}

fmi3Instance fmi3InstantiateScheduledExecution(
    fmi3String name, fmi3String token, fmi3String resources, fmi3Boolean visible,
    fmi3Boolean logging, fmi3InstanceEnvironment environment, fmi3LogMessageCallback log,
    fmi3ClockUpdateCallback clock_update, fmi3LockPreemptionCallback lock_preemption_callback,
    fmi3UnlockPreemptionCallback unlock_preemption_callback) {
  (void)visible, (void)logging;
  Host host = host_of(environment, log);
  host.clock_update = clock_update;
  host.lock_preemption = lock_preemption_callback;
  host.unlock_preemption = unlock_preemption_callback;
  return make_instance(&host, scheduled_execution, name, token, FMU_GUID, resources);
}

void fmi3FreeInstance(fmi3Instance instance) { free_instance(instance); }

/* ---- configuration and initialisation ---- */

fmi3Status fmi3EnterConfigurationMode(fmi3Instance component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_instantiated), "fmi3EnterConfigurationMode") != answer_ok)
    return fmi3Error;
  if (!model.structural_count)
    return complain(instance, "This FMU has no structural parameters to configure.");
  instance->now->mode = mode_configuring;
  return fmi3OK;
}

fmi3Status fmi3ExitConfigurationMode(fmi3Instance component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_configuring), "fmi3ExitConfigurationMode") != answer_ok)
    return fmi3Error;
  instance->now->mode = mode_instantiated;
  instance->now->stale = 1;
  return fmi3OK;
}

fmi3Status fmi3EnterInitializationMode(fmi3Instance component, fmi3Boolean tolerance_defined,
                                       fmi3Float64 tolerance, fmi3Float64 start,
                                       fmi3Boolean stop_defined, fmi3Float64 stop) {
  (void)tolerance_defined, (void)tolerance; /* the steps are exact or nearly so */
  Instance* instance = component;
  if (expect(instance, IN(mode_instantiated), "fmi3EnterInitializationMode") != answer_ok ||
      set_experiment(instance, start, stop_defined, stop) != answer_ok)
    return fmi3Error;
  instance->now->mode = mode_initialising;
  instance->now->stale = 1;
  return fmi3OK;
}

fmi3Status fmi3ExitInitializationMode(fmi3Instance component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_initialising), "fmi3ExitInitializationMode") != answer_ok)
    return fmi3Error;
  const bool to_event_mode = instance->interface == model_exchange || instance->event_mode_used;
  leave_initialisation(instance, instance->interface == scheduled_execution ? mode_scheduled
                                 : to_event_mode                            ? mode_event
                                                                            : mode_stepping);
  return fmi3OK;
}

fmi3Status fmi3Terminate(fmi3Instance component) {
  Instance* instance = component;
  if (expect(instance,
             IN(mode_event) | IN(mode_continuous) | IN(mode_stepping) | IN(mode_scheduled),
             "fmi3Terminate") != answer_ok)
    return fmi3Error;
  instance->now->mode = mode_terminated;
  return fmi3OK;
}

fmi3Status fmi3Reset(fmi3Instance component) {
  return component ? reset_instance(component) : fmi3Error;
}

/* ---- events ---- */

fmi3Status fmi3EnterEventMode(fmi3Instance component) {
  Instance* instance = component;
  const bool stepping = instance && instance->event_mode_used;
  if (expect(instance, stepping ? IN(mode_stepping) : IN(mode_continuous), "fmi3EnterEventMode") !=
      answer_ok)
    return fmi3Error;
  instance->now->mode = mode_event;
  return fmi3OK;
}

fmi3Status fmi3EvaluateDiscreteStates(fmi3Instance component) {
  if (expect(component, IN(mode_initialising) | IN(mode_event), "fmi3EvaluateDiscreteStates") !=
      answer_ok)
    return fmi3Error;
  refresh_if_due(component);
  return fmi3OK;
}

fmi3Status fmi3UpdateDiscreteStates(fmi3Instance component,
                                    fmi3Boolean* discrete_states_need_update,
                                    fmi3Boolean* terminate, fmi3Boolean* state_nominals_changed,
                                    fmi3Boolean* state_values_changed,
                                    fmi3Boolean* next_event_time_defined,
                                    fmi3Float64* next_event_time) {
  Instance* instance = component;
  if (expect(instance, IN(mode_event), "fmi3UpdateDiscreteStates") != answer_ok) return fmi3Error;
  Event event;
  handle_events(instance, &event, false);
  *discrete_states_need_update = event.again != 0;
  *terminate = event.terminate != 0;
  *state_nominals_changed = fmi3False;
  *state_values_changed = event.states_changed != 0;
  *next_event_time_defined = isfinite(instance->now->next_event_time);
  *next_event_time = *next_event_time_defined ? instance->now->next_event_time : 0;
  return fmi3OK;
}

/* ---- model exchange ---- */

fmi3Status fmi3EnterContinuousTimeMode(fmi3Instance component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_event), "fmi3EnterContinuousTimeMode") != answer_ok)
    return fmi3Error;
  if (instance->interface != model_exchange)
    return complain(instance, "fmi3EnterContinuousTimeMode is for model exchange.");
  instance->now->mode = mode_continuous;
  return fmi3OK;
}

fmi3Status fmi3CompletedIntegratorStep(fmi3Instance component, fmi3Boolean no_return_before_now,
                                       fmi3Boolean* enter_event_mode, fmi3Boolean* terminate) {
  (void)no_return_before_now;
  if (expect(component, IN(mode_continuous), "fmi3CompletedIntegratorStep") != answer_ok)
    return fmi3Error;
  *enter_event_mode = *terminate = fmi3False;
  return fmi3OK;
}

enum { states_readable = IN(mode_initialising) | IN(mode_event) | IN(mode_continuous) };

fmi3Status fmi3SetTime(fmi3Instance component, fmi3Float64 t) {
  if (expect(component, IN(mode_event) | IN(mode_continuous), "fmi3SetTime") != answer_ok)
    return fmi3Error;
  return move_time(component, t);
}

fmi3Status fmi3SetContinuousStates(fmi3Instance component, const fmi3Float64 x[], size_t count) {
  if (expect(component, IN(mode_continuous), "fmi3SetContinuousStates") != answer_ok)
    return fmi3Error;
  return set_states(component, x, count);
}

fmi3Status fmi3GetContinuousStateDerivatives(fmi3Instance component, fmi3Float64 dx[],
                                             size_t count) {
  if (expect(component, states_readable, "fmi3GetContinuousStateDerivatives") != answer_ok)
    return fmi3Error;
  return get_derivatives(component, dx, count);
}

fmi3Status fmi3GetEventIndicators(fmi3Instance component, fmi3Float64 indicators[], size_t count) {
  if (expect(component, states_readable, "fmi3GetEventIndicators") != answer_ok) return fmi3Error;
  return get_indicators(component, indicators, count);
}

fmi3Status fmi3GetContinuousStates(fmi3Instance component, fmi3Float64 x[], size_t count) {
  if (expect(component, states_readable, "fmi3GetContinuousStates") != answer_ok) return fmi3Error;
  return get_states(component, x, count);
}

fmi3Status fmi3GetNominalsOfContinuousStates(fmi3Instance component, fmi3Float64 nominals[],
                                             size_t count) {
  if (expect(component, states_readable, "fmi3GetNominalsOfContinuousStates") != answer_ok)
    return fmi3Error;
  return get_nominals(component, nominals, count);
}

fmi3Status fmi3GetNumberOfEventIndicators(fmi3Instance component, size_t* count) {
  if (!component || !count) return fmi3Error;
  *count = model.indicator_count;
  return fmi3OK;
}

fmi3Status fmi3GetNumberOfContinuousStates(fmi3Instance component, size_t* count) {
  if (!component || !count) return fmi3Error;
  *count = count_states(component);
  return fmi3OK;
}

/* ---- co-simulation ---- */

fmi3Status fmi3EnterStepMode(fmi3Instance component) {
  Instance* instance = component;
  if (expect(instance, IN(mode_event), "fmi3EnterStepMode") != answer_ok) return fmi3Error;
  if (instance->interface != co_simulation)
    return complain(instance, "fmi3EnterStepMode is for co-simulation.");
  refresh_if_due(instance); /* nothing is computed between steps */
  instance->now->mode = mode_stepping;
  return fmi3OK;
}

fmi3Status fmi3DoStep(fmi3Instance component, fmi3Float64 t, fmi3Float64 h,
                      fmi3Boolean no_return_before_t, fmi3Boolean* event_handling_needed,
                      fmi3Boolean* terminate, fmi3Boolean* early_return,
                      fmi3Float64* last_successful_time) {
  (void)no_return_before_t;
  StepReport report = {0};
  if (expect(component, IN(mode_stepping), "fmi3DoStep") != answer_ok ||
      do_step(component, t, h, &report) != answer_ok)
    return fmi3Error;
  *event_handling_needed = report.event_handling_needed;
  *terminate = report.wants_end;
  *early_return = report.early;
  *last_successful_time = report.reached;
  return fmi3OK;
}

/* ---- scheduled execution ---- */

fmi3Status fmi3ActivateModelPartition(fmi3Instance component, fmi3ValueReference reference,
                                      fmi3Float64 activation_time) {
  Instance* instance = component;
  enum { first_clock = 13000 };
  const size_t clock = reference - (size_t)first_clock;
  if (expect(instance, IN(mode_scheduled), "fmi3ActivateModelPartition") != answer_ok)
    return fmi3Error;
  if (clock >= model.clock_count || instance->clocks[clock].kind == clock_output)
    return complain(instance, "There is no input clock with value reference %u.", reference);
  lock_preemption(instance);
  instance->now->time = activation_time;
  unlock_preemption(instance);
  run_partition(instance, clock, activation_time);
  return fmi3OK;
}

/* ---- saved states ---- */

fmi3Status fmi3GetFMUState(fmi3Instance component, fmi3FMUState* state) {
  Instance* instance = component;
  return instance && state ? save_state(instance, instance->now, state) : fmi3Error;
}

fmi3Status fmi3SetFMUState(fmi3Instance component, fmi3FMUState state) {
  return component ? restore_state(component, state) : fmi3Error;
}

fmi3Status fmi3FreeFMUState(fmi3Instance component, fmi3FMUState* state) {
  return component && state ? free_state(component, state) : fmi3Error;
}

fmi3Status fmi3SerializedFMUStateSize(fmi3Instance component, fmi3FMUState state, size_t* size) {
  const Instance* instance = component;
  if (!instance || !state || !size) return fmi3Error;
  *size = instance->block_size;
  return fmi3OK;
}

fmi3Status fmi3SerializeFMUState(fmi3Instance component, fmi3FMUState state, fmi3Byte bytes[],
                                 size_t size) {
  return component && state && bytes ? write_state(component, state, bytes, size) : fmi3Error;
}

fmi3Status fmi3DeserializeFMUState(fmi3Instance component, const fmi3Byte bytes[], size_t size,
                                   fmi3FMUState* state) {
  return component && bytes && state ? read_state(component, bytes, size, state) : fmi3Error;
}

/* ---- the rest: what there is to say once ---- */

const char* fmi3GetVersion(void) { return fmi3Version; }

fmi3Status fmi3SetDebugLogging(fmi3Instance component, fmi3Boolean on, size_t count,
                               const fmi3String categories[]) {
  (void)on, (void)count, (void)categories; /* there is one category, and it is never silent */
  return component ? fmi3OK : fmi3Error;
}
