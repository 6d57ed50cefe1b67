/* The course of a run, common to FMI 2.0 and FMI 3.0. */

#include "instance.h"

#include <stdio.h>
#include <string.h>

int bw_set_experiment(Instance* s, int has_tolerance, double tolerance, double start, int has_stop,
                      double stop) {
  if (!bw_all_finite(&start, 1)) return bw_fail(s, "The start time is not a finite number.");
  if (has_stop && !(stop >= start)) return bw_fail(s, "The stop time is before the start time.");
  if (has_tolerance && !(tolerance > 0 && tolerance < 1))
    return bw_fail(s, "The tolerance must be between 0 and 1.");
  s->now->time = s->now->start = start;
  s->now->has_stop = has_stop;
  s->now->stop = stop;
  s->now->tolerance = has_tolerance ? tolerance : bw_model.tolerance;
  s->now->knows_experiment = s->now->stale = 1;
  return answer_ok;
}

static int lose(Instance* s) {
  s->now->mode = mode_failed;
  return answer_error;
}

int bw_leave_initialisation(Instance* s) {
  Outcome outcome = {0, 0, 0};
  if (bw_refresh(s) != answer_ok || bw_check_assertions(s) == answer_error) return lose(s);
  s->now->start_is_due = s->now->moved = 1;
  s->now->inputs_changed = s->now->wants_end = 0;
  s->now->step = 0;
  if (!s->is_co_simulation) {
    s->now->mode = mode_event;
    return s->start_is_doubtful ? answer_warning : answer_ok;
  }
  s->now->mode = mode_stepping;
  if (bw_start(s, &outcome) != answer_ok) return lose(s);
  return s->start_is_doubtful ? answer_warning : answer_ok;
}

int bw_new_discrete_states(Instance* s, Outcome* outcome) {
  const int answer = s->now->start_is_due ? bw_start(s, outcome) : bw_event(s, 0, outcome);
  return answer == answer_ok ? answer_ok : lose(s);
}

int bw_enter_continuous(Instance* s) {
  Outcome outcome = {0, 0, 0};
  if (s->now->start_is_due && bw_start(s, &outcome) != answer_ok) return lose(s);
  s->now->mode = mode_continuous;
  return answer_ok;
}

int bw_completed_step(Instance* s) {
  const int answer = bw_check_assertions(s);
  return answer == answer_error ? lose(s) : answer;
}

static int check_step(Instance* s, double t, double h) {
  const double slack = 1e-9 * fmax(fabs(t), fabs(h));
  if (!bw_all_finite(&t, 1) || !bw_all_finite(&h, 1) || !(h >= 0))
    return bw_fail(s, "A communication step needs a finite time and a size that is not below 0.");
  if (!(fabs(t - s->now->time) <= slack)) {
    snprintf(s->sentence, sizeof s->sentence,
             "A step from t = %.15g was requested, but the model is at t = %.15g.", t,
             s->now->time);
    return bw_fail(s, s->sentence);
  }
  return answer_ok;
}

int bw_do_step(Instance* s, double t, double h) {
  Outcome outcome = {0, 0, 0};
  int answer;
  if (!s->solver) return bw_fail(s, "Steps are for co-simulation; this is model exchange.");
  if (s->now->wants_end) return answer_discard; /* anywhere within the last step */
  answer = check_step(s, t, h);
  if (answer != answer_ok) return answer;
  s->is_preview = 0; /* an event that was handled when outputs were read has happened */
  if (s->now->inputs_changed && bw_model.has_events && bw_event(s, 0, &outcome) != answer_ok)
    return lose(s);
  s->now->inputs_changed = 0;
  answer = bw_march(s, t + h);
  if (answer == answer_error) return lose(s);
  return s->now->wants_end ? answer_discard : answer;
}

/* terminal() is true once, at the end of the run. */
int bw_terminate(Instance* s) {
  Outcome outcome = {0, 0, 0};
  if (bw_model.uses_terminal && bw_event(s, 1, &outcome) != answer_ok) return lose(s);
  s->now->mode = mode_terminated;
  return answer_ok;
}

/* ---- states ---- */

int bw_set_time(Instance* s, double t) {
  if (!bw_all_finite(&t, 1)) return bw_fail(s, "The time is not a finite number.");
  s->now->time = t;
  s->now->moved = 1;
  return answer_ok;
}

static int check_count(Instance* s, size_t given, size_t right, const char* what) {
  if (given == right) return answer_ok;
  snprintf(s->sentence, sizeof s->sentence, "%lu %s were requested, but there are %lu.",
           (unsigned long)given, what, (unsigned long)right);
  return bw_fail(s, s->sentence);
}

int bw_set_states(Instance* s, const double* x, size_t count) {
  if (check_count(s, count, bw_model.states, "states") != answer_ok) return answer_error;
  if (!bw_all_finite(x, count)) return bw_fail(s, "Some of the states are not finite numbers.");
  memcpy(s->x, x, count * sizeof(double));
  s->now->moved = 1;
  return answer_ok;
}

int bw_get_states(Instance* s, double* x, size_t count) {
  if (check_count(s, count, bw_model.states, "states") != answer_ok) return answer_error;
  if (bw_refresh(s) == answer_error) return answer_error;
  memcpy(x, s->x, count * sizeof(double));
  return answer_ok;
}

/* Where a loop has no solution, or a value is NaN, the importer should reduce its step. */
int bw_get_derivatives(Instance* s, double* dx, size_t count) {
  if (check_count(s, count, bw_model.states, "derivatives") != answer_ok) return answer_error;
  if (s->now->stale && bw_refresh(s) == answer_error) return answer_error;
  if (!bw_derivatives(s, s->now->time, s->x, dx)) return bw_not_solved(s, answer_discard);
  return bw_all_finite(dx, count) ? answer_ok : answer_discard;
}

int bw_get_indicators(Instance* s, double* z, size_t count) {
  if (check_count(s, count, bw_model.indicators, "event indicators") != answer_ok)
    return answer_error;
  if (s->now->stale && bw_refresh(s) == answer_error) return answer_error;
  if (!bw_indicators(s, s->now->time, s->x, z)) return bw_not_solved(s, answer_discard);
  for (size_t i = 0; i < count; ++i) z[i] += s->shifts[i];
  return answer_ok;
}

int bw_get_nominals(Instance* s, double* sizes, size_t count) {
  if (check_count(s, count, bw_model.states, "nominal values") != answer_ok) return answer_error;
  if (s->now->stale && bw_refresh(s) == answer_error) return answer_error;
  memcpy(sizes, s->nominals, count * sizeof(double));
  return answer_ok;
}
