/* The start of a model with homotopy(): see homotopy.h. */

#include "homotopy.h"
#include "instance.h"

#include <stdio.h>
#include <string.h>

typedef struct {
  Homotopy homotopy; /* first: its functions get it */
  Instance* s;
  double *first, *last; /* values before it, and of the last solution */
} Start;

static size_t numbers(void) { return bw_model.memory_size + 2 * bw_model.states; }

static void copy_out(const Instance* s, double* to) {
  memcpy(to, s->w, bw_model.memory_size * sizeof(double));
  memcpy(to += bw_model.memory_size, s->x, bw_model.states * sizeof(double));
  memcpy(to += bw_model.states, s->d, bw_model.states * sizeof(double));
}

static void copy_in(const Instance* s, const double* from) {
  memcpy(s->w, from, bw_model.memory_size * sizeof(double));
  memcpy(s->x, from += bw_model.memory_size, bw_model.states * sizeof(double));
  memcpy(s->d, from += bw_model.states, bw_model.states * sizeof(double));
}

static void save(Homotopy* start) { copy_out(((Start*)start)->s, ((Start*)start)->last); }
static void restore(Homotopy* start) { copy_in(((Start*)start)->s, ((Start*)start)->last); }

/* The first one is solved like any start. */
static int solve(Homotopy* homotopy, double lambda) {
  Instance* s = ((Start*)homotopy)->s;
  int switched = 0, answer, strayed;
  s->w[bw_model.homotopy_memory] = 1 - lambda;
  bw_solve_near_only(s, lambda > 0);
  answer = bw_try_to_settle(s, bw_model.initial, 1, &switched);
  strayed = s->has_strayed;
  bw_solve_near_only(s, 0);
  if (answer != settled) return homotopy_not_solved;
  if (!strayed) return homotopy_solved;
  return switched ? homotopy_switched : homotopy_strayed;
}

/* The actual equations from the start values, as without homotopy(). */
static int start_without(Start* start) {
  Instance* s = start->s;
  const char* names = bw_model.loop_count > 0 ? bw_model.loops[s->failed_loop].names : "?";
  int changed = 0, good;
  copy_in(s, start->first);
  s->w[bw_model.homotopy_memory] = 0;
  good = bw_try_to_settle(s, bw_model.initial, 1, &changed) == settled;
  snprintf(s->sentence, sizeof s->sentence,
           "At t = %.6g the continuation of homotopy() ends at lambda = %.6g (0: simplified, 1: "
           "actual): no solution is found near the last one of the equations for %s. The actual "
           "equations are %s from the start values.",
           s->now->time, fmax(start->homotopy.reached, 0), names,
           good ? "solved" : "not solved, either,");
  if (!good) return bw_fail(s, s->sentence);
  s->start_is_doubtful = 1;
  if (s->tell) s->tell(s, answer_warning, s->sentence);
  return answer_ok;
}

int bw_follow_start(Instance* s) {
  Start start = {{solve, save, restore, 0}, s, NULL, NULL};
  int answer = answer_ok;
  start.first = s->allocate(2 * numbers() + 1, sizeof(double));
  if (!start.first) return bw_fail(s, "There is not enough memory for the start.");
  start.last = start.first + numbers();
  s->start_is_doubtful = 0;
  bw_take_loop_starts(s);
  copy_out(s, start.first);
  if (!bw_follow_homotopy(&start.homotopy)) answer = start_without(&start);
  s->release(start.first);
  return answer;
}
