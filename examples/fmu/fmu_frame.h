#pragma once
/* The frame of a small FMU: a model brings numbers and a few short functions, the frame does the
 * rest, for FMI 1.0, 2.0 and 3.0 alike. lotka_volterra/prey.c shows a whole model that solves
 * itself exactly; a model that has derivatives instead serves model exchange, too, and the frame
 * solves it for co-simulation.
 *
 * In FMI 1.0 and 2.0 a variable's value reference is its index in the array of its type. FMI 3.0
 * has one space of value references for all types; there it is 1000 times the type's number (the
 * list below) plus that index, so that Float64s have the same in every version, and 999 is the
 * time. Enumerations count as integers in FMI 1.0 and 2.0 and as int64s in 3.0.
 *
 * Everything that changes during a run lies in one block of memory, so that saving a state is one
 * memcpy. */

#include <stddef.h>
#include <stdint.h>

/* Bytes per string (its final zero included) and per binary; fixed for the sake of that memcpy. */
enum { string_capacity = 256, binary_capacity = 256 };
enum { state_capacity = 16, indicator_capacity = 4 };

typedef struct {
  size_t size;
  unsigned char bytes[binary_capacity];
} Binary;

/* X(C type, array in an instance, one of them, its number in FMI 3.0), the widest first: then each
 * array is aligned where the one before it ends. */
#define FRAME_TYPES(X)             \
  X(double, reals, real, 0)        \
  X(int64_t, int64s, int64, 10)    \
  X(uint64_t, uint64s, uint64, 11) \
  X(Binary, binaries, binary, 12)  \
  X(Clock, clocks, clock, 13)      \
  X(int, integers, integer, 1)     \
  X(int, booleans, boolean, 2)     \
  X(float, float32s, float32, 4)   \
  X(uint32_t, uint32s, uint32, 9)  \
  X(int16_t, int16s, int16, 7)     \
  X(uint16_t, uint16s, uint16, 8)  \
  X(int8_t, int8s, int8, 5)        \
  X(uint8_t, uint8s, uint8, 6)     \
  X(String, strings, string, 3)

typedef char String[string_capacity];

typedef enum {
  clock_constant,  /* its interval stands in the description */
  clock_settable,  /* fixed or tunable, with an interval in the description: the importer sets it */
  clock_computed,  /* fixed or tunable, without one: the model computes it */
  clock_changing,  /* the interval to the next tick is known right after a tick */
  clock_countdown, /* the model starts it at any event */
  clock_input,     /* triggered by the importer */
  clock_output     /* triggered by the model */
} ClockKind;

typedef struct {
  double interval, shift; /* seconds */
  ClockKind kind;
  int active;
  int ticked;    /* its partition ran in this activation */
  int qualifier; /* of the interval: 0 not known, 1 the same as at the last query, 2 changed */
} Clock;

/* The modes with direct evaluation of everything that depends on what was set come first. */
typedef enum {
  mode_instantiated,
  mode_configuring,
  mode_initialising,
  mode_event,
  mode_continuous,
  mode_stepping,
  mode_scheduled,
  mode_terminated
} Mode;

typedef struct {
  double time;
  double next_event_time; /* infinite where none is planned; a model sets it at events */
  Mode mode;
  int stale;     /* something was set and what follows from it is not computed yet */
  int wants_end; /* the model requested the end of the run */
} Moment;        /* the head of the block; the values lie behind it */

typedef struct Host Host; /* what the importer gave; belongs to the frame */

typedef struct {
  Moment* now;
#define FRAME_MEMBER(type, array, one, number) type* array;
  FRAME_TYPES(FRAME_MEMBER)
#undef FRAME_MEMBER
  /* The rest belongs to the frame. */
  double* input_polynomials; /* in the block, too */
  size_t block_size;
  Host* host;
  char* name;
  char* resources; /* a path that ends with a separator, or an empty string */
  int interface;
  int experiment_known;
  int event_mode_used, early_return_allowed;
  double stop; /* infinite where the importer named none */
} Instance;

/* What a model says after an event. */
typedef struct {
  int again; /* the event iteration goes on */
  int states_changed;
  int terminate;
} Event;

enum { co_simulation = 1, model_exchange = 2, scheduled_execution = 4 };

typedef struct {
  int interfaces; /* a sum of the three above; 0 means co-simulation alone */
#define FRAME_COUNT(type, array, one, number) size_t one##_count;
  FRAME_TYPES(FRAME_COUNT)
#undef FRAME_COUNT
  const double* real_starts; /* null: zeros, here and below */
  const int* integer_starts;
  const int* boolean_starts;
  const char* const* string_starts;
  const float* float32_starts;
  const int8_t* int8_starts;
  const uint8_t* uint8_starts;
  const int16_t* int16_starts;
  const uint16_t* uint16_starts;
  const uint32_t* uint32_starts;
  const int64_t* int64_starts;
  const uint64_t* uint64_starts;
  const Binary* binary_starts;
  const Clock* clock_starts;

  /* Indices of reals. derivatives_of_states[i] is where `derivatives` puts the one of states[i]. */
  size_t state_count, indicator_count;
  const unsigned* states;
  const unsigned* derivatives_of_states;
  double longest_substep; /* of the frame's solver; 0 means 1e-3 */
  int input_orders;       /* how many derivatives of inputs an importer may set (FMI 1.0 and 2.0) */
  int inputs_in_between;  /* its solver requests inputs at intermediate times (FMI 3.0) */
  size_t structural_count; /* the first uint64s are structural parameters: their number */
  uint64_t structural_max;

  /* Each of the functions may be null. */
  int (*load)(Instance*, const char* resources); /* from the resources; 0 if that fails */
  void (*initialise)(Instance*);                 /* what follows from parameters and start values */
  void (*outputs)(Instance*);                    /* what follows from state, inputs and time */
  /* The state from t to t + h, inputs held. Nothing is allocated here. */
  void (*step)(Instance*, double t, double h);

  void (*derivatives)(Instance*);
  void (*indicators)(const Instance*, double z[]); /* an event is where one changes its sign */
  void (*event)(Instance*, Event*);                /* does nothing where nothing is due */
  double (*partial)(const Instance*, size_t unknown, size_t known); /* d unknown / d known */

  /* FMI 3.0 alone: how many values there are from this real on, and how many states in use. */
  size_t (*array_size)(const Instance*, size_t real);
  size_t (*active_state_count)(const Instance*);
  void (*tick)(Instance*, size_t clock, double t); /* runs the partition of a clock */
} Model;

extern const Model model; /* defined by the model's own file */

/* For `tick`: what several partitions share is touched between the first two, and the third says
 * that an output clock ticked or a countdown began. */
void lock_preemption(const Instance*);
void unlock_preemption(const Instance*);
void announce_clocks(const Instance*);
