/* What is common to all versions of FMI, around the `model` of another file: memory, modes, events,
 * saved states.
 *
 * When are outputs computed? In co-simulation, up to the end of initialisation: when something is
 * read after something was set, so that an importer can solve algebraic loops there. Afterwards: at
 * the end of each step, and never between steps. In model exchange and in event mode always when
 * something is read after something was set. */

#include "fmu/frame_core.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdio.h>

/* ---- complaints and memory ---- */

int complain(const Instance* instance, const char* format, ...) {
  char sentence[512];
  va_list values;
  va_start(values, format);
  vsnprintf(sentence, sizeof sentence, format, values);
  va_end(values);
  instance->host->log_message(instance->host, instance, instance->name, sentence);
  return answer_error;
}

int refuse(const Instance* instance, const char* function) {
  return instance ? complain(instance, "This FMU does not offer %s.", function) : answer_error;
}

__attribute__((noinline, cold)) int unknown_reference(const Instance* instance, const char* type,
                                                      size_t reference, size_t count) {
  return complain(instance, "There is no %s with value reference %zu; this FMU has %zu.", type,
                  reference, count);
}

static void* allocate(const Host* host, size_t size) {
  return host->allocate ? host->allocate(1, size) : calloc(1, size);
}

static void release(const Host* host, void* memory) {
  if (host->allocate)
    host->release(memory);
  else
    free(memory);
}

static char* copy_text(const Host* host, const char* text) {
  char* copy = allocate(host, strlen(text) + 1);
  return copy ? strcpy(copy, text) : NULL;
}

/* ---- the instance ---- */

static size_t polynomial_length(void) { return 1 + (size_t)model.input_orders; }

static size_t polynomials_size(void) {
  return model.input_orders ? model.real_count * polynomial_length() * sizeof(double) : 0;
}

static size_t block_size(void) {
  size_t size = sizeof(Moment) + polynomials_size();
#define ADD_SIZE(type, array, one, number) size += model.one##_count * sizeof(type);
  FRAME_TYPES(ADD_SIZE)
#undef ADD_SIZE
  return size;
}

static void place_values(Instance* instance) {
  char* place = (char*)(instance->now + 1);
  instance->input_polynomials = (double*)place;
  place += polynomials_size();
#define PLACE(type, array, one, number) \
  instance->array = (type*)place;       \
  place += model.one##_count * sizeof(type);
  FRAME_TYPES(PLACE)
#undef PLACE
}

static void set_starts(Instance* instance) {
#define START(array, one)                      \
  if (model.one##_count && model.one##_starts) \
    memcpy(instance->array, model.one##_starts, model.one##_count * sizeof *instance->array);
  START(reals, real)
  START(integers, integer)
  START(booleans, boolean)
  START(float32s, float32)
  START(int8s, int8)
  START(uint8s, uint8)
  START(int16s, int16)
  START(uint16s, uint16)
  START(uint32s, uint32)
  START(int64s, int64)
  START(uint64s, uint64)
  START(binaries, binary)
  START(clocks, clock)
#undef START
  for (size_t i = 0; i < model.string_count && model.string_starts; ++i)
    snprintf(instance->strings[i], string_capacity, "%s", model.string_starts[i]);
}

int reset_instance(Instance* instance) {
  memset(instance->now, 0, instance->block_size);
  set_starts(instance);
  instance->now->next_event_time = INFINITY;
  instance->now->mode = mode_instantiated;
  instance->now->stale = 1;
  instance->experiment_known = 0;
  instance->stop = INFINITY;
  if (model.load && !model.load(instance, instance->resources))
    return complain(instance, "The resources of this FMU cannot be read in '%s'.",
                    instance->resources);
  return answer_ok;
}

static const char* objection(const Host* host, int interface, const char* name, const char* guid,
                             const char* own_guid) {
  const int offered = model.interfaces ? model.interfaces : co_simulation;
  if (!name || !*name) return "An instance needs a name.";
  if (!(offered & interface))
    return interface == model_exchange  ? "This FMU is for co-simulation, not for model exchange."
           : interface == co_simulation ? "This FMU is not for co-simulation."
                                        : "This FMU is not for scheduled execution.";
  if (!guid || strcmp(guid, own_guid) != 0) return "The GUID is not the one of this FMU.";
  if (!host->allocate != !host->release)
    return "allocateMemory and freeMemory must be given both or not at all.";
  return NULL;
}

Instance* make_instance(const Host* host, int interface, const char* name, const char* guid,
                        const char* own_guid, const char* resources) {
  const char* sentence = objection(host, interface, name, guid, own_guid);
  if (sentence) {
    host->log_message(host, NULL, name ? name : "", sentence);
    return NULL;
  }
  Instance* instance = allocate(host, sizeof *instance);
  if (!instance) return NULL;
  instance->host = allocate(host, sizeof *host);
  if (!instance->host) {
    release(host, instance);
    return NULL;
  }
  *instance->host = *host;
  instance->interface = interface;
  instance->block_size = block_size();
  instance->now = allocate(host, instance->block_size);
  instance->name = copy_text(host, name);
  instance->resources = copy_text(host, resources ? resources : "");
  if (instance->now && instance->name && instance->resources) {
    place_values(instance);
    if (reset_instance(instance) == answer_ok) return instance;
  }
  free_instance(instance);
  return NULL;
}

void free_instance(Instance* instance) {
  if (!instance) return;
  const Host host = *instance->host; /* outlives the instance by a few lines */
  release(&host, instance->resources);
  release(&host, instance->name);
  release(&host, instance->now);
  release(&host, instance->host);
  release(&host, instance);
}

static int hexadecimal(char digit) {
  return isdigit((unsigned char)digit) ? digit - '0' : tolower((unsigned char)digit) - 'a' + 10;
}

static char* append_decoded(char* to, const char* from) {
  while (*from) {
    if (from[0] == '%' && isxdigit((unsigned char)from[1]) && isxdigit((unsigned char)from[2])) {
      *to++ = (char)(16 * hexadecimal(from[1]) + hexadecimal(from[2]));
      from += 3;
    } else {
      *to++ = *from++;
    }
  }
  return to;
}

char* path_of_uri(const char* uri, const char* folder) {
  if (!uri || strncmp(uri, "file:", 5) != 0) return NULL;
  uri += 5;
  if (strncmp(uri, "//", 2) == 0) { /* a host follows, mostly an empty one */
    uri = strchr(uri + 2, '/');
    if (!uri) return NULL;
  }
  char* path = malloc(strlen(uri) + strlen(folder) + 2);
  if (!path) return NULL;
  char* end = append_decoded(path, uri);
  if (end[-1] != '/') *end++ = '/';
  strcpy(end, folder);
  return path;
}

/* ---- the course of a run ---- */

static const char* const mode_names[] = {
    "instantiated", "configuring", "initialising", "in event mode", "in continuous-time mode",
    "stepping",     "scheduled",   "terminated"};

__attribute__((cold)) int wrong_mode(const Instance* instance, unsigned modes,
                                     const char* function) {
  if (!instance) return answer_error;
  char allowed[200] = "";
  for (unsigned mode = 0; mode <= mode_terminated; ++mode)
    if (modes & IN(mode)) {
      if (*allowed) strcat(allowed, " or ");
      strcat(allowed, mode_names[mode]);
    }
  return complain(instance, "%s is for an instance that is %s; this one is %s.", function, allowed,
                  mode_names[instance->now->mode]);
}

void run_partition(Instance* instance, size_t clock, double t) {
  lock_preemption(instance);
  if (instance->clocks[clock].kind == clock_countdown)
    instance->clocks[clock].qualifier = 0; /* it has counted to its end */
  unlock_preemption(instance);
  model.tick(instance, clock, t);
}

static void run_active_partitions(Instance* instance) {
  for (size_t i = 0; i < model.clock_count; ++i) {
    Clock* clock = &instance->clocks[i];
    if (!clock->active || clock->ticked || clock->kind == clock_output) continue;
    clock->ticked = 1;
    run_partition(instance, i, instance->now->time);
  }
}

/* Kept out of line: reading values must remain cheap. */
__attribute__((noinline)) void refresh(Instance* instance) {
  instance->now->stale = 0;
  if (instance->now->mode <= mode_initialising && model.initialise) model.initialise(instance);
  if (instance->now->mode == mode_event && model.tick) run_active_partitions(instance);
  if (model.derivatives) model.derivatives(instance);
  if (model.outputs) model.outputs(instance);
}

int set_experiment(Instance* instance, double start, bool stop_defined, double stop) {
  if (!isfinite(start) || (stop_defined && !(stop >= start)))
    return complain(instance, "A run from %g to %g is not possible.", start, stop);
  instance->now->time = start;
  instance->stop = stop_defined ? stop : INFINITY;
  instance->experiment_known = 1;
  return answer_ok;
}

static void end_activations(Instance* instance) {
  for (size_t i = 0; i < model.clock_count; ++i)
    instance->clocks[i].active = instance->clocks[i].ticked = 0;
}

void handle_events(Instance* instance, Event* outcome, bool to_the_end) {
  enum { iterations = 100 }; /* more than any model here needs */
  refresh_if_due(instance);  /* partitions of clocks run before the iteration ends */
  memset(outcome, 0, sizeof *outcome);
  for (int i = 0; model.event && i < iterations; ++i) {
    Event event = {0};
    model.event(instance, &event);
    outcome->again = event.again;
    outcome->states_changed |= event.states_changed;
    outcome->terminate |= event.terminate;
    if (!event.again || !to_the_end) break;
  }
  end_activations(instance);
  instance->now->wants_end |= outcome->terminate;
  instance->now->stale = 1;
}

void leave_initialisation(Instance* instance, Mode next) {
  refresh_if_due(instance);
  if (next != mode_event && model.event) { /* the importer will not handle the first event */
    Event event;
    handle_events(instance, &event, true);
    refresh(instance);
  }
  instance->now->mode = next;
}

int set_text(Instance* instance, size_t index, const char* text) {
  if (!text || strlen(text) >= string_capacity)
    return complain(
        instance, "The String with value reference %zu takes up to %d bytes, and no null pointer.",
        index, string_capacity - 1);
  strcpy(instance->strings[index], text);
  return answer_ok;
}

/* ---- continuous states, for model exchange ---- */

size_t count_states(const Instance* instance) {
  return model.active_state_count ? model.active_state_count(instance) : model.state_count;
}

int check_count(const Instance* instance, const char* what, size_t given, size_t expected) {
  if (given == expected) return answer_ok;
  return complain(instance, "This FMU has %zu %s, not %zu.", expected, what, given);
}

static int check_states(const Instance* instance, size_t count) {
  return check_count(instance, "continuous states", count, count_states(instance));
}

int set_states(Instance* instance, const double x[], size_t count) {
  if (check_states(instance, count) != answer_ok) return answer_error;
  for (size_t i = 0; i < count; ++i) instance->reals[model.states[i]] = x[i];
  instance->now->stale = 1;
  return answer_ok;
}

int get_states(Instance* instance, double x[], size_t count) {
  if (check_states(instance, count) != answer_ok) return answer_error;
  refresh_if_due(instance);
  for (size_t i = 0; i < count; ++i) x[i] = instance->reals[model.states[i]];
  return answer_ok;
}

int get_derivatives(Instance* instance, double dx[], size_t count) {
  if (check_states(instance, count) != answer_ok) return answer_error;
  refresh_if_due(instance);
  for (size_t i = 0; i < count; ++i) dx[i] = instance->reals[model.derivatives_of_states[i]];
  return answer_ok;
}

int get_indicators(Instance* instance, double z[], size_t count) {
  if (check_count(instance, "event indicators", count, model.indicator_count) != answer_ok)
    return answer_error;
  refresh_if_due(instance);
  if (model.indicators) model.indicators(instance, z);
  return answer_ok;
}

int get_nominals(const Instance* instance, double nominals[], size_t count) {
  if (check_states(instance, count) != answer_ok) return answer_error;
  for (size_t i = 0; i < count; ++i) nominals[i] = 1;
  return answer_ok;
}

int move_time(Instance* instance, double t) {
  if (!isfinite(t)) return complain(instance, "%g is not a time.", t);
  instance->now->time = t;
  instance->now->stale = 1;
  return answer_ok;
}

/* ---- derivatives for masters and solvers ---- */

double* input_polynomial(const Instance* instance, size_t real) {
  return instance->input_polynomials + real * polynomial_length();
}

int set_input_derivative(Instance* instance, size_t real, int order, double value) {
  if (real >= model.real_count) return unknown_reference(instance, "Real", real, model.real_count);
  if (order < 1 || order > model.input_orders)
    return complain(instance, "Derivatives of inputs can be set up to order %d, not %d.",
                    model.input_orders, order);
  input_polynomial(instance, real)[order] = value;
  return answer_ok;
}

/* dy/dt = sum over states of dy/dx dx/dt; how inputs go on after a step is not known. */
int get_output_derivative(Instance* instance, size_t real, int order, double* value) {
  if (real >= model.real_count) return unknown_reference(instance, "Real", real, model.real_count);
  if (order != 1 || !model.derivatives)
    return complain(instance, "There are no derivatives of outputs of order %d.", order);
  *value = 0;
  const size_t count = count_states(instance);
  for (size_t i = 0; i < count; ++i) {
    const double slope = instance->reals[model.derivatives_of_states[i]];
    if (model.states[i] == real) {
      *value = slope;
      return answer_ok;
    }
    if (model.partial) *value += model.partial(instance, real, model.states[i]) * slope;
  }
  return model.partial ? answer_ok : refuse(instance, "the derivative of this variable");
}

/* ---- saved states ---- */

int save_state(Instance* instance, const void* bytes, void** state) {
  if (!*state) *state = allocate(instance->host, instance->block_size); /* else it is used again */
  if (!*state)
    return complain(instance, "No memory for a state of %zu bytes.", instance->block_size);
  memcpy(*state, bytes, instance->block_size);
  return answer_ok;
}

int restore_state(Instance* instance, const void* state) {
  if (!state) return complain(instance, "A null pointer is not a saved state.");
  memcpy(instance->now, state, instance->block_size);
  return answer_ok;
}

int free_state(Instance* instance, void** state) {
  if (*state) release(instance->host, *state);
  *state = NULL;
  return answer_ok;
}

int write_state(const Instance* instance, const void* state, void* bytes, size_t size) {
  if (size < instance->block_size)
    return complain(instance, "A state takes %zu bytes, and there is room for %zu.",
                    instance->block_size, size);
  memcpy(bytes, state, instance->block_size);
  return answer_ok;
}

int read_state(Instance* instance, const void* bytes, size_t size, void** state) {
  if (size != instance->block_size)
    return complain(instance, "A state has %zu bytes; these are %zu.", instance->block_size, size);
  return save_state(instance, bytes, state);
}

/* ---- scheduled execution; elsewhere nothing is locked or reported ---- */

void lock_preemption(const Instance* instance) {
  if (instance->host->lock_preemption) instance->host->lock_preemption();
}

void unlock_preemption(const Instance* instance) {
  if (instance->host->unlock_preemption) instance->host->unlock_preemption();
}

void announce_clocks(const Instance* instance) {
  if (instance->host->clock_update) instance->host->clock_update(instance->host->environment);
}
