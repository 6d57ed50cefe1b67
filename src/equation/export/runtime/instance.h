#ifndef BW_INSTANCE_H
#define BW_INSTANCE_H
/* One instance of the model, and the functions of its files. Outside of instances there are only
 * constants, so that any number of them can exist at the same time. */

#include "model.h"

/* The numbers that FMI 2.0 and 3.0 give to their statuses. */
enum { answer_ok = 0, answer_warning = 1, answer_discard = 2, answer_error = 3 };

enum {
  mode_instantiated,
  mode_initialising,
  mode_event,
  mode_continuous,
  mode_stepping,
  mode_terminated,
  mode_failed
};
#define IN(mode) (1u << (mode))

/* Head of a saved state; the numbers follow. */
typedef struct {
  double fingerprint;
  double time, start, stop, tolerance, next_event;
  double step; /* the solver's next one; 0: not known */
  double last_event;
  int mode, has_stop;
  int is_co_simulation; /* states of the other interface do not fit */
  int knows_experiment;
  int stale;        /* parameters or start values were set: restart */
  int moved;        /* time, states or inputs moved: variables have to be computed */
  int start_is_due; /* the first event of the run */
  int inputs_changed, wants_end;
  int is_stiff, stiff_signs, crowded_events;
} Head;

typedef struct {
  int states_changed, ends;
  int others_changed; /* something discrete: derivatives may be discontinuous */
} Outcome;

/* Crossings of one indicator in one direction; see zeno.c. */
typedef struct {
  double last, gap, least, most;
  double crossings, ratios;
} Series;

typedef struct Solver Solver;
typedef struct LoopWork LoopWork;

typedef struct Instance {
  struct host host; /* first: generated functions get it */
  void* (*allocate)(size_t count, size_t size);
  void (*release)(void*);
  void (*tell)(struct Instance*, int status, const char* sentence);
  void (*logger)(void);
  void* environment;
  char* name;
  int is_co_simulation;

  size_t block_size;
  Head* now; /* the block */
  double *x, *w, *d, *settings, *nominals, *clocks, *next_samples, *loop_starts;
  double* shifts; /* of indicators, so that none is 0 behind an event */
  Series* series; /* of each indicator: it falls, it rises */
  unsigned char* given;
  unsigned char* reported; /* of each action: a violated warning that has been reported */

  double *o, *k, *partials;
  LoopWork* loop_work;
  int failed_loop;
  int start_is_doubtful; /* the continuation of homotopy() ended */
  int has_strayed;       /* a loop that is solved from near only did not converge directly */
  Solver* solver;
  /* In co-simulation: the block before an event that inputs set between two steps caused. They may
   * be set again before the step; then that event has never been. */
  void* before_preview;
  int is_preview;
  char sentence[600];
} Instance;

/* ---- instance.c ---- */
BW_HIDDEN Instance* bw_make(const Instance* callbacks, const char* name, const char* token,
                            int is_co_simulation);
BW_HIDDEN void bw_free(Instance*);
BW_HIDDEN void bw_reset(Instance*);
BW_HIDDEN int bw_fail(Instance*, const char* sentence); /* logs it; always answer_error */
BW_HIDDEN int bw_fail_at(Instance*, const char* sentence, const char* subject);
BW_HIDDEN int bw_expect(Instance*, unsigned modes, const char* function);
BW_HIDDEN int bw_save(Instance*, void** state);
BW_HIDDEN int bw_restore(Instance*, const void* state);
BW_HIDDEN int bw_drop(Instance*, void** state);
BW_HIDDEN int bw_write_state(Instance*, const void* state, void* bytes, size_t size);
BW_HIDDEN int bw_read_state(Instance*, const void* bytes, size_t size, void** state);

/* ---- linear.c: matrices with a band ---- */
typedef struct {
  size_t n, below, above;
  double* a; /* row after row, below + 1 + above + below each: pivots fill in */
  size_t* pivots;
} Band;
BW_HIDDEN int bw_make_band(Instance*, Band*, size_t n, size_t below, size_t above);
BW_HIDDEN void bw_free_band(Instance*, Band*);
BW_HIDDEN void bw_clear_band(Band*);
BW_HIDDEN void bw_add_to_band(Band*, size_t row, size_t column, double value);
BW_HIDDEN int bw_factorise(Band*);
BW_HIDDEN void bw_solve(const Band*, double* b);

/* ---- loops.c ---- */
BW_HIDDEN int bw_make_loops(Instance*);
BW_HIDDEN void bw_free_loops(Instance*);
BW_HIDDEN void bw_remember_loop_starts(Instance*);

/* Loops are solved from the values that the model has, or not at all. */
BW_HIDDEN void bw_solve_near_only(Instance*, int on);
BW_HIDDEN void bw_take_loop_starts(Instance*);

/* ---- start.c: the initial equations where homotopy() is used ---- */
BW_HIDDEN int bw_follow_start(Instance*);

/* ---- run.c ---- */
enum { settled, settled_not_solved, settled_never };
BW_HIDDEN int bw_try_to_settle(Instance*, Function equations, int is_initial, int* changed);
BW_HIDDEN int bw_begin(Instance*);
BW_HIDDEN int bw_initialise(Instance*);
BW_HIDDEN int bw_start(Instance*, Outcome*);
BW_HIDDEN int bw_event(Instance*, int at_end, Outcome*);
BW_HIDDEN int bw_derivatives(Instance*, double t, const double* x, double* dx);
BW_HIDDEN int bw_indicators(Instance*, double t, const double* x, double* z);
BW_HIDDEN int bw_partials(Instance*, double t, const double* x);
BW_HIDDEN int bw_check_assertions(Instance*);
BW_HIDDEN int bw_refresh(Instance*); /* computes the values for time, states, inputs */
BW_HIDDEN void bw_take_back_preview(Instance*);
BW_HIDDEN int bw_not_solved(Instance*, int status);

/* ---- values.c ---- */
BW_HIDDEN int bw_get(Instance*, unsigned reference, int type, double* value);
BW_HIDDEN int bw_set(Instance*, unsigned reference, int type, double value);
/* Partial derivatives of unknowns by knowns, times a vector; adjoint: a vector times them. */
BW_HIDDEN int bw_product(Instance*, int is_adjoint, const unsigned* unknowns, size_t unknown_count,
                         const unsigned* knowns, size_t known_count, const double* seed,
                         double* result);

/* ---- course.c: common to both versions of FMI ---- */
BW_HIDDEN int bw_set_experiment(Instance*, int has_tolerance, double tolerance, double start,
                                int has_stop, double stop);
BW_HIDDEN int bw_leave_initialisation(Instance*);
BW_HIDDEN int bw_new_discrete_states(Instance*, Outcome*);
BW_HIDDEN int bw_enter_continuous(Instance*);
BW_HIDDEN int bw_completed_step(Instance*);
BW_HIDDEN int bw_do_step(Instance*, double t, double h);
BW_HIDDEN int bw_terminate(Instance*);
BW_HIDDEN int bw_set_time(Instance*, double t);
BW_HIDDEN int bw_set_states(Instance*, const double* x, size_t count);
BW_HIDDEN int bw_get_states(Instance*, double* x, size_t count);
BW_HIDDEN int bw_get_derivatives(Instance*, double* dx, size_t count);
BW_HIDDEN int bw_get_indicators(Instance*, double* z, size_t count);
BW_HIDDEN int bw_get_nominals(Instance*, double* sizes, size_t count);

/* ---- methods.c: one step of each method ---- */
struct Solver {
  double *k[7], *x_new, *f, *stage, *scale, *dfdt, *z, *z_new;
  Band band;
  int has_band;
};
BW_HIDDEN int bw_make_solver(Instance*);
BW_HIDDEN void bw_free_solver(Instance*);
/* From x over h to solver->x_new; returns the error in units of the tolerance; NaN: the step
 * failed. solver->f is f at the begin. */
BW_HIDDEN double bw_explicit_step(Instance*, double h);
BW_HIDDEN double bw_implicit_step(Instance*, double h);
BW_HIDDEN double bw_size(Instance*, const double* v);

/* ---- zeno.c: at a crossing, the limit of its series of events; HUGE_VAL: none ---- */
BW_HIDDEN double bw_zeno_limit(Instance*);

/* ---- march.c: steps and events up to the end of a communication step ---- */
BW_HIDDEN int bw_march(Instance*, double end);

#endif
