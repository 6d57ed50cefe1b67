/* Initialisation and event handling.
 *
 *   begin:  parameters -> formulas of them -> start values
 *   start:  repeat the initial equations until no relation changes; pre := values; then an event
 *   event:  pre := values
 *           repeat  repeat the equations until no relation changes
 *                   actions that fire: reinit, terminate, assert
 *                   pre := values
 *           until no discrete variable differs from its pre value
 *
 * Source: Modelica Language Specification 3.6, appendix B (hybrid DAEs, event iteration).
 */

#include "event_times.h"
#include "instance.h"

#include <stdio.h>
#include <string.h>

static const int most_rounds = 100; /* of an event that does not settle */
static const int simultaneous_rounds = 20, single_rounds = 2000; /* of changing relations */

/* Generated functions write states only where they are unknowns, at the start. */
static int call(Instance* s, Function function, double t, const double* x, double* o) {
  return function(t, (double*)x, s->w, s->d, o, &s->host);
}

static double* memory_of(Instance* s, size_t index) { return s->w + index; }

int bw_not_solved(Instance* s, int status) {
  snprintf(s->sentence, sizeof s->sentence,
           "At t = %.6g the equations for %s have no solution that Newton's method finds; give "
           "start values closer to it.",
           s->now->time, bw_model.loop_count > 0 ? bw_model.loops[s->failed_loop].names : "?");
  if (s->tell) s->tell(s, status, s->sentence);
  return status;
}

static int fail_at_time(Instance* s, const char* what) {
  snprintf(s->sentence, sizeof s->sentence, "At t = %.6g %s.", s->now->time, what);
  return bw_fail(s, s->sentence);
}

/* ---- the beginning ---- */

int bw_begin(Instance* s) {
  const Model* m = &bw_model;
  memset(s->w, 0, m->memory_size * sizeof(double));
  for (size_t i = 0; i < m->variables; ++i)
    if (s->given[i]) s->w[i] = s->settings[i];
  m->formulas(s->w, s->k, s->given);
  memcpy(s->w + m->variables, s->w, m->variables * sizeof(double)); /* before the event */
  for (size_t i = 0; i < m->start_count; ++i)
    s->w[m->starts[i].memory] = s->w[m->starts[i].variable];
  for (size_t i = 0; i < m->states; ++i) {
    s->x[i] = s->w[m->state_variables[i]];
    s->nominals[i] = fabs(s->k[i]) > 0 ? fabs(s->k[i]) : 1.0;
  }
  bw_remember_loop_starts(s);
  for (size_t i = 0; i < m->sample_count; ++i) {
    const double first = s->k[m->states + 2 * i], interval = s->k[m->states + 2 * i + 1];
    s->clocks[2 * i] = first;
    s->clocks[2 * i + 1] = interval;
    if (!(interval > 0) || !bw_all_finite(&first, 1))
      return bw_fail_at(s, "its interval must be above 0.", m->sample_texts[i]);
  }
  return answer_ok;
}

static double sample_time(const Instance* s, size_t k) {
  return bw_sample_time(s->clocks[2 * k], s->clocks[2 * k + 1], s->next_samples[k]);
}

/* The first one behind t is the next. */
static int advance_samples(Instance* s, size_t k, double t) {
  s->next_samples[k] = bw_count_behind(s->clocks[2 * k], s->clocks[2 * k + 1], t);
  if (s->next_samples[k] >= 0) return answer_ok;
  return bw_fail_at(s, "its interval is too short: its event times cannot be distinguished.",
                    bw_model.sample_texts[k]);
}

/* ---- relations ---- */

static void set(double* place, double value, int* changed) {
  if (*place != value) *changed = 1;
  *place = value;
}

static double whole(int kind, double value) {
  return kind == round_floor ? floor(value) : kind == round_ceil ? ceil(value) : trunc(value);
}

/* Right behind a time event everything is as after it; only the initial equations see the event
 * time itself. */
static int refresh_event_times(Instance* s, double t, int is_initial) {
  const Model* m = &bw_model;
  int changed = 0;
  call(s, m->event_times_of, t, s->x, s->o);
  for (size_t i = 0; i < m->event_time_count; ++i) {
    const double event_time = bw_as_written(s->o[i]);
    const int holds = m->event_times[i].includes || !is_initial ? t >= event_time : t > event_time;
    double* place = memory_of(s, m->event_times[i].memory);
    if ((*place != 0) != holds) changed = 1;
    *place = holds;
  }
  return changed;
}

/* True: some of them changed. */
static int refresh_relations(Instance* s, double t, int is_initial, int one_only) {
  const Model* m = &bw_model;
  int changed = 0;
  call(s, m->sides_of, t, s->x, s->o);
  for (size_t i = 0; i < m->side_count; ++i)
    if (!one_only || !changed) set(memory_of(s, m->sides[i].memory), s->o[i] > 0 ? 1 : 0, &changed);
  call(s, m->arguments, t, s->x, s->o);
  for (size_t i = 0; i < m->rounding_count; ++i)
    set(memory_of(s, m->roundings[i].memory), whole(m->roundings[i].kind, s->o[i]), &changed);
  return refresh_event_times(s, t, is_initial) || changed;
}

/* Iterates the equations until no relation changes. Where simultaneous changes do not settle, only
 * the first inconsistent relation changes. */
int bw_try_to_settle(Instance* s, Function equations, int is_initial, int* changed) {
  const double t = s->now->time;
  for (int round = 0; round < simultaneous_rounds + single_rounds; ++round) {
    /* A loop may have a solution with the truths that the values before it demand only. */
    if (!call(s, equations, t, s->x, s->o)) {
      if (round >= simultaneous_rounds || !refresh_relations(s, t, is_initial, 0))
        return settled_not_solved;
      *changed = 1;
      continue;
    }
    if (!refresh_relations(s, t, is_initial, round >= simultaneous_rounds)) return settled;
    *changed = 1;
  }
  return settled_never;
}

static int settle(Instance* s, Function equations, int is_initial, int* changed) {
  switch (bw_try_to_settle(s, equations, is_initial, changed)) {
    case settled: return answer_ok;
    case settled_not_solved: return bw_not_solved(s, answer_error);
    default: return fail_at_time(s, "no consistent values of the model's relations were found");
  }
}

/* ---- events ---- */

static int say(Instance* s, const Deed* deed, int status) {
  snprintf(
      s->sentence, sizeof s->sentence, "At t = %.6g %s: %s", s->now->time,
      deed->kind == deed_terminate ? "the model terminated the run" : "an assertion does not hold",
      deed->message);
  if (s->tell) s->tell(s, status, s->sentence);
  return status;
}

/* A warning is reported when it becomes violated; one of a when-clause whenever that fires. */
static void warn(Instance* s, size_t k, int holds) {
  const Deed* deed = bw_model.deeds + k;
  if (!holds && !s->reported[k]) say(s, deed, answer_warning);
  s->reported[k] = !holds && deed->always;
}

/* Of the assertions in s->o. Errors come last: importers quote the last message. */
static int judge(Instance* s, int always_only) {
  const Deed* failed = NULL;
  for (size_t k = 0; k < bw_model.deed_count; ++k) {
    const Deed* deed = bw_model.deeds + k;
    const int holds = s->o[2 * k + 1] != 0;
    if (deed->kind != deed_assertion || s->o[2 * k] == 0) continue;
    if (always_only && !deed->always) continue;
    if (deed->warning)
      warn(s, k, holds);
    else if (!holds && !failed)
      failed = deed;
  }
  return failed ? say(s, failed, answer_error) : answer_ok;
}

static int act(Instance* s, Outcome* outcome, int* jumped) {
  const Model* m = &bw_model;
  *jumped = 0;
  if (m->deed_count == 0) return answer_ok;
  call(s, m->deeds_of, s->now->time, s->x, s->o);
  for (size_t k = 0; k < m->deed_count; ++k) {
    const Deed* deed = m->deeds + k;
    if (s->o[2 * k] == 0) continue;
    if (deed->kind == deed_reinit) {
      s->x[deed->state] = s->o[2 * k + 1];
      *jumped = 1;
    } else if (deed->kind == deed_terminate) {
      outcome->ends = 1;
      say(s, deed, answer_ok);
    }
  }
  outcome->states_changed = outcome->states_changed || *jumped;
  return judge(s, 0);
}

/* pre := value; true: a discrete variable changed. */
static int take_over(Instance* s) {
  const Model* m = &bw_model;
  int differs = 0;
  for (size_t k = 0; k < m->discrete_count; ++k) {
    const size_t i = m->discretes[k];
    set(s->w + m->variables + i, s->w[i], &differs);
  }
  for (size_t k = 0; k < m->continuous_before_count; ++k) {
    const size_t reference = m->continuous_before[k];
    const Variable* v = m->reference + reference;
    const double value = v->place.array == in_states ? s->x[v->place.index] : s->w[v->place.index];
    s->w[m->variables + v->kept] = value;
  }
  return differs;
}

static int set_samples(Instance* s, double t) {
  for (size_t k = 0; k < bw_model.sample_count; ++k) {
    const int fires = t >= sample_time(s, k);
    *memory_of(s, bw_model.samples[k]) = fires;
    if (fires && advance_samples(s, k, t) != answer_ok) return answer_error;
  }
  return answer_ok;
}

static double next_event(Instance* s) {
  const double t = s->now->time;
  double next = HUGE_VAL;
  for (size_t k = 0; k < bw_model.sample_count; ++k) next = fmin(next, sample_time(s, k));
  call(s, bw_model.event_times_of, t, s->x, s->o);
  for (size_t i = 0; i < bw_model.event_time_count; ++i)
    if (bw_as_written(s->o[i]) > t) next = fmin(next, bw_as_written(s->o[i]));
  return next;
}

/* Behind an event no indicator may be 0, and an importer that stops just before a zero must not
 * find the same event again: each is shifted a little away from zero, to the side where it is. */
static void shift_indicators(Instance* s) {
  const double share = 1e-12, smallest = 1e-6;
  if (!call(s, bw_model.crossings, s->now->time, s->x, s->o)) return;
  for (size_t i = 0; i < bw_model.indicators; ++i) {
    const double size = share * fmax(fabs(s->o[i]), smallest);
    const double shift = fmax(size, fabs(s->shifts[i]));
    s->shifts[i] = s->o[i] > 0 ? shift : -shift;
  }
}

static int check_integers(Instance* s) {
  for (size_t k = 0; k < bw_model.integer_count; ++k) {
    const Variable* v = bw_model.reference + bw_model.integers[k];
    const double value = s->w[v->place.index];
    if (fabs(value) <= bw_largest_integer) continue;
    snprintf(s->sentence, sizeof s->sentence,
             "At t = %.6g the Integer %s would be %.15g, outside of -2147483647 to "
             "2147483647; declare it as Real.",
             s->now->time, v->name, value);
    return bw_fail(s, s->sentence);
  }
  return answer_ok;
}

static int iterate(Instance* s, Outcome* outcome) {
  for (int round = 0; round < most_rounds; ++round) {
    int jumped, differs;
    if (settle(s, bw_model.update, 0, &outcome->others_changed) != answer_ok) return answer_error;
    if (act(s, outcome, &jumped) != answer_ok) return answer_error;
    differs = take_over(s);
    if (differs) outcome->others_changed = 1;
    for (size_t k = 0; k < bw_model.sample_count; ++k) *memory_of(s, bw_model.samples[k]) = 0;
    if (differs || jumped) continue;
    if (check_integers(s) != answer_ok) return answer_error;
    s->now->next_event = next_event(s);
    shift_indicators(s);
    s->now->moved = 1;
    if (outcome->ends) s->now->wants_end = 1;
    return answer_ok;
  }
  return fail_at_time(s,
                      "an event does not come to an end: variables change again and again "
                      "without time passing");
}

int bw_initialise(Instance* s) {
  const double start = s->now->start;
  int changed = 0;
  s->now->time = start;
  *memory_of(s, bw_model.initial_memory) = 1;
  refresh_relations(s, start, 1, 0); /* first guess from the start values */
  if (bw_model.has_homotopy) {
    if (bw_follow_start(s) != answer_ok) return answer_error;
  } else if (settle(s, bw_model.initial, 1, &changed) != answer_ok) {
    return answer_error;
  }
  if (!bw_all_finite(s->x, bw_model.states))
    return fail_at_time(s, "the initial values of some states are no numbers");
  for (size_t k = 0; k < bw_model.sample_count; ++k)
    if (advance_samples(s, k, nextafter(start, -HUGE_VAL)) != answer_ok) return answer_error;
  return answer_ok;
}

int bw_start(Instance* s, Outcome* outcome) {
  int jumped;
  if (act(s, outcome, &jumped) != answer_ok) return answer_error;
  *memory_of(s, bw_model.initial_memory) = 0;
  take_over(s);
  if (set_samples(s, s->now->time) != answer_ok) return answer_error;
  s->now->start_is_due = 0;
  outcome->states_changed = 1;
  return iterate(s, outcome);
}

int bw_event(Instance* s, int at_end, Outcome* outcome) {
  int answer;
  if (bw_model.continuous_before_count > 0) {
    call(s, bw_model.algebraics, s->now->time, s->x, s->o);
    take_over(s);
  }
  *memory_of(s, bw_model.terminal_memory) = at_end ? 1 : 0;
  answer = set_samples(s, s->now->time);
  if (answer == answer_ok) answer = iterate(s, outcome);
  *memory_of(s, bw_model.terminal_memory) = 0;
  s->now->inputs_changed = 0;
  return answer;
}

/* ---- evaluation ---- */

/* Loops start from the last solution, so that derivatives among their unknowns are stored
 * separately. */
int bw_derivatives(Instance* s, double t, const double* x, double* dx) {
  s->now->moved = 1;
  if (!call(s, bw_model.derivatives, t, x, s->o)) return 0;
  memcpy(dx, s->d, bw_model.states * sizeof(double));
  return 1;
}

int bw_indicators(Instance* s, double t, const double* x, double* z) {
  s->now->moved = 1;
  return call(s, bw_model.crossings, t, x, z);
}

int bw_partials(Instance* s, double t, const double* x) {
  s->now->moved = 1;
  return bw_model.has_partials && call(s, bw_model.partials, t, x, s->partials);
}

int bw_check_assertions(Instance* s) {
  if (!bw_model.has_assertions) return answer_ok;
  if (bw_refresh(s) != answer_ok) return answer_discard;
  call(s, bw_model.deeds_of, s->now->time, s->x, s->o);
  return judge(s, 1);
}

/* Outputs follow inputs directly, through relations and when-clauses, too: the event that the next
 * step would begin with is handled now. */
static int preview(Instance* s) {
  Outcome outcome = {0, 0, 0};
  if (!s->before_preview) s->before_preview = s->allocate(s->block_size, 1);
  if (!s->before_preview) return bw_fail(s, "There is not enough memory for an event.");
  memcpy(s->before_preview, s->now, s->block_size);
  s->is_preview = 1;
  if (bw_event(s, 0, &outcome) == answer_ok) return answer_ok;
  bw_take_back_preview(s);
  return answer_discard;
}

void bw_take_back_preview(Instance* s) {
  if (!s->is_preview) return;
  memcpy(s->now, s->before_preview, s->block_size);
  s->is_preview = 0;
}

int bw_refresh(Instance* s) {
  Head* now = s->now;
  if (now->mode == mode_instantiated || now->mode == mode_initialising) {
    if (!now->stale) return answer_ok;
    if (bw_begin(s) != answer_ok) return answer_error;
    if (now->mode == mode_initialising && bw_initialise(s) != answer_ok) return answer_error;
    now->stale = 0;
    return answer_ok;
  }
  if (now->mode == mode_stepping && now->inputs_changed && bw_model.has_events) {
    const int answer = preview(s);
    if (answer != answer_ok) return answer;
  }
  if (!now->moved) return answer_ok;
  if (!call(s, bw_model.algebraics, now->time, s->x, s->o)) return bw_not_solved(s, answer_discard);
  now->moved = 0;
  return answer_ok;
}
