#pragma once
/* The frame of a small co-simulation FMU (FMI 2.0): a model brings numbers and three short
 * functions, fmu_frame.c does the rest. lotka_volterra/prey.c shows a whole model.
 *
 * A variable's value reference is its index in the array of its type. Enumerations count as
 * integers. Everything that changes during a run lies in one block of memory, so that saving a
 * state is one memcpy. */

#define FMI2_FMU
#include "fmi/fmi2.h"

/* Bytes per string, its final zero included; fixed for the sake of that memcpy. */
enum { string_capacity = 256 };

typedef enum { mode_instantiated, mode_initialising, mode_stepping, mode_terminated } Mode;

typedef struct {
  double time;
  Mode mode;
  int stale; /* something was set and what follows from it is not computed yet */
} Moment;    /* the head of the block; the values lie behind it */

typedef struct {
  Moment* now;
  double* reals;
  int* integers;
  int* booleans;
  char (*strings)[string_capacity];
  /* The rest belongs to the frame. */
  size_t block_size;
  fmi2CallbackFunctions callbacks;
  char* name;
  int experiment_known;
  double stop; /* infinite where the importer named none */
} Instance;

typedef struct {
  size_t real_count, integer_count, boolean_count, string_count;
  const double* real_starts;
  const int* integer_starts;
  const int* boolean_starts;
  const char* const* string_starts;
  /* Each may be null. */
  void (*initialise)(Instance*); /* what follows from parameters and start values */
  void (*outputs)(Instance*);    /* what follows from state, inputs and time */
  /* The state from t to t + h, inputs held. Nothing is allocated here. */
  void (*step)(Instance*, double t, double h);
} Model;

extern const Model model; /* defined by the model's own file */
