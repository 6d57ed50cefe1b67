#ifndef BW_MODEL_H
#define BW_MODEL_H
/* The equations of one model, for the run-time that every exported FMU shares. The file model.c
 * defines `bw_model`; it was generated from the equations.
 *
 *   t, x: time and states    w: everything else that is stored    d: derivatives    o: results
 *   w: variables, their values before the event, memory
 */

#include <math.h>
#include <stddef.h>

#include "newton.h" /* and BW_HIDDEN */

/* How the run-time solves loops, for the functions in model.c. */
struct host {
  int (*solve)(struct host*, int loop, double t, double* x, double* w, double* d);
  int (*respond)(struct host*, int loop, double t, double* x, double* w, double* d, double* columns,
                 int count);
};

/* 0: a loop was not solved. */
typedef int (*Function)(double t, double* x, double* w, double* d, double* o, struct host* h);

/* Values of parameters and start values that were not set, and formulas of them. */
typedef void (*Formulas)(double* w, double* k, const unsigned char* given);

enum { in_states, in_memory, in_derivatives, in_time, in_indicators };
typedef struct {
  int array;
  size_t index;
} Place;

enum { type_real, type_integer, type_boolean };
enum { role_calculated, role_constant, role_start, role_parameter, role_input };
typedef struct {
  const char* name;
  Place place;
  int type, role;
  int opposite;    /* it is the negative of the stored value */
  int discrete;    /* changes at events only */
  size_t kept;     /* the variable that it is an alias of; setting it sets that one */
  int row, column; /* in the matrix of partial derivatives; -1: none */
} Variable;

typedef struct {
  Function residuals, matrix;
  size_t size;
  const Place* tears;
  const double* nominals;
  const size_t *begins, *columns; /* sparsity pattern, row by row */
  size_t below, above;            /* its band */
  int is_linear;
  const char* names;
} Loop;

typedef struct {
  size_t memory;
  int includes; /* of a time event: true at the event time itself */
} Relation;

enum { round_floor, round_ceil, round_trunc };
typedef struct {
  int kind;
  size_t memory;
} Rounding;

enum { deed_reinit, deed_terminate, deed_assertion };
typedef struct {
  int kind, always, warning;
  size_t state;
  const char* message;
} Deed;

typedef struct {
  size_t variable, memory;
} StartMemory;

typedef struct {
  const char* token; /* the GUID */
  double fingerprint;
  double tolerance;
  size_t variables;   /* of w: values, then values before the event, then memory */
  size_t memory_size; /* of w as a whole */
  size_t results_size, formulas_size;
  size_t states, indicators, references;
  const Variable* reference; /* each value reference */
  const size_t* state_variables;
  const StartMemory* starts;
  size_t start_count;
  const Loop* loops;
  size_t loop_count, tear_count;
  const Relation *sides, *event_times;
  size_t side_count, event_time_count;
  const Rounding* roundings;
  size_t rounding_count;
  const size_t* samples;
  size_t sample_count;
  const char* const* sample_texts;
  const Deed* deeds;
  size_t deed_count;
  const size_t* integers; /* references of those that change */
  size_t integer_count;
  const size_t *discretes, *continuous_before;
  size_t discrete_count, continuous_before_count;
  size_t initial_memory, terminal_memory, homotopy_memory;
  int has_homotopy;
  int has_assertions, uses_terminal, has_events;
  /* d(derivatives, outputs) / d(states, inputs, time), row after row */
  size_t rows, columns;
  const size_t *row_begins, *row_columns;
  size_t below, above; /* the band of its square part */
  int has_partials;
  Formulas formulas;
  Function derivatives, algebraics, update, initial, crossings, sides_of, event_times_of, arguments,
      deeds_of, partials;
} Model;

#define bw_largest_integer 2147483647.0

extern BW_HIDDEN const Model bw_model;

#endif
