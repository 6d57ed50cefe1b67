#pragma once
/* What the frames of the three versions share; models do not see it. */

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fmu_frame.h"

/* The numbers that every version of FMI gives to OK, Discard and Error. */
enum { answer_ok = 0, answer_discard = 2, answer_error = 3 };

struct Host {
  void* (*allocate)(size_t count, size_t size);
  void (*release)(void*);
  /* Hands a message to `logger`, whose type only the frame of the version knows. */
  void (*log_message)(const Host*, const Instance*, const char* name, const char* sentence);
  void (*logger)(void);
  void* environment;
  /* FMI 3.0; each may be null. */
  void (*intermediate_update)(void* environment, double t, bool set_requested, bool get_allowed,
                              bool step_finished, bool can_return_early,
                              bool* early_return_requested, double* early_return_time);
  void (*clock_update)(void* environment);
  void (*lock_preemption)(void);
  void (*unlock_preemption)(void);
};

/* ---- the instance ---- */

/* Null where the importer's request cannot be met; then the reason was logged. `guid` is the
 * importer's, `resources` a path that ends with a separator. */
Instance* make_instance(const Host*, int interface, const char* name, const char* guid,
                        const char* own_guid, const char* resources);
void free_instance(Instance*);
int reset_instance(Instance*);

/* The path behind a file URI, with `folder` at its end; the caller frees it. Null for others. */
char* path_of_uri(const char* uri, const char* folder);

__attribute__((format(printf, 2, 3))) int complain(const Instance*, const char* format, ...);
int refuse(const Instance*, const char* function);
int unknown_reference(const Instance*, const char* type, size_t reference, size_t count);

/* ---- the course of a run ---- */

#define IN(mode) (1u << (mode))
int wrong_mode(const Instance*, unsigned modes, const char* function);
static inline int expect(const Instance* instance, unsigned modes, const char* function) {
  if (instance && IN(instance->now->mode) & modes) return answer_ok;
  return wrong_mode(instance, modes, function);
}

void refresh(Instance*);
static inline void refresh_if_due(Instance* instance) {
  if (instance->now->stale && instance->now->mode < mode_stepping) refresh(instance);
}

int set_experiment(Instance*, double start, bool stop_defined, double stop);
void handle_events(Instance*, Event*, bool to_the_end);
void leave_initialisation(Instance*, Mode next);
void run_partition(Instance*, size_t clock, double t);
int set_text(Instance*, size_t index, const char* text);

/* ---- continuous states, for model exchange ---- */

size_t count_states(const Instance*);
int check_count(const Instance*, const char* what, size_t given, size_t expected);
int set_states(Instance*, const double x[], size_t count);
int get_states(Instance*, double x[], size_t count);
int get_derivatives(Instance*, double dx[], size_t count);
int get_indicators(Instance*, double z[], size_t count);
int get_nominals(const Instance*, double nominals[], size_t count);
int move_time(Instance*, double t);

/* ---- derivatives for masters and solvers ---- */

int get_output_derivative(Instance*, size_t real, int order, double* value);
int set_input_derivative(Instance*, size_t real, int order, double value);
double* input_polynomial(const Instance*,
                         size_t real); /* u and its derivatives at a step's begin */

/* ---- co-simulation ---- */

typedef struct {
  double reached;
  bool event_handling_needed, wants_end, early;
} StepReport;

int do_step(Instance*, double t, double h, StepReport*);

/* ---- saved states: copies of the block, time and mode included ---- */

int save_state(Instance*, const void* bytes, void** state);
int restore_state(Instance*, const void* state);
int free_state(Instance*, void** state);
int write_state(const Instance*, const void* state, void* bytes, size_t size);
int read_state(Instance*, const void* bytes, size_t size, void** state);
