/* Steps and events up to the end of a communication step.
 *
 *   step:   h from the error of the last one:  h := h 0.9 error^(-1 / order)
 *   event:  an indicator has changed its sign at the end of a step, or at one of three points in
 *           it -> shorten the step (Illinois, bisection) until its end is right behind the event
 *   stiff:  where the explicit method repeatedly is at the border of its stability,
 *           the implicit one takes over
 *
 * Source: E. Hairer, S. P. Norsett, G. Wanner, Solving Ordinary Differential Equations I, II.4
 * (step size), II.6 (events); M. Dowell, P. Jarratt 1971 (Illinois).
 */

#include "instance.h"

#include <stdio.h>
#include <string.h>

static const double safety = 0.9, least = 0.2, most = 5;
static const int stiff_after = 15;
static const double rounding = 2.220446049250313e-16;
static const double most_entries = 3e7; /* of the band: 240 MB */
static const int most_crowded = 1000;   /* events without time advancing */

static double smallest_step(double t) { return 16 * rounding * fmax(fabs(t), 1e-300); }

static double attempt(Instance* s, double h) {
  return s->now->is_stiff ? bw_implicit_step(s, h) : bw_explicit_step(s, h);
}

static int fail_at_time(Instance* s, const char* what) {
  snprintf(s->sentence, sizeof s->sentence, "At t = %.6g %s.", s->now->time, what);
  return bw_fail(s, s->sentence);
}

/* ---- the size of steps ---- */

static double first_step(Instance* s, double until) {
  double states, slopes;
  memcpy(s->solver->x_new, s->x, bw_model.states * sizeof(double));
  states = bw_size(s, s->x);
  slopes = bw_size(s, s->solver->f);
  if (!(states > 1e-5) || !(slopes > 1e-5)) return fmin(1e-6 * fmax(fabs(s->now->time), 1), until);
  return fmin(0.01 * states / slopes, until);
}

/* So that crossings are not stepped over: without states no error limits the step. */
static double largest_step(const Instance* s, double room) {
  const double steps_with_events = 100, least_in_room = 4; /* each looks at its quarters */
  const Head* now = s->now;
  double most_long = HUGE_VAL;
  if (bw_model.indicators == 0) return HUGE_VAL;
  if (now->has_stop && now->stop < HUGE_VAL)
    most_long = (now->stop - now->start) / steps_with_events;
  if (bw_model.states == 0) most_long = fmin(most_long, room / least_in_room);
  return most_long > smallest_step(now->time) ? most_long : HUGE_VAL;
}

static double factor_of(const Instance* s, double error) {
  const double order = s->now->is_stiff ? 4 : 5;
  const double factor = error > 0 ? safety * pow(error, -1 / order) : most;
  return fmax(least, fmin(most, factor));
}

static void hand_over(Instance* s) {
  const double entries =
      (double)(long)bw_model.states * (double)(long)(2 * bw_model.below + 1 + bw_model.above);
  if (s->now->is_stiff || s->now->stiff_signs < stiff_after || !bw_model.has_partials) return;
  if (entries > most_entries) return;
  s->now->is_stiff = 1;
}

/* An accurate step, at most to `until`; its size, 0: none. */
static double good_step(Instance* s, double until) {
  Head* now = s->now;
  const double room = until - now->time;
  int fresh = 1;
  double h = now->step > 0 ? fmin(now->step, room) : first_step(s, room);
  h = fmin(h, largest_step(s, room));
  for (;;) {
    double error, factor;
    if (h > 0.999 * room)
      h = room;
    else if (h > 0.5 * room && fresh)
      h = 0.5 * room;
    error = attempt(s, h);
    factor = factor_of(s, error);
    if (error <= 1) {
      /* A step that was cut short does not determine the next size. */
      if (!(h >= room && now->step > h * factor))
        now->step = h * (fresh ? factor : fmin(factor, 1));
      return h;
    }
    hand_over(s);
    fresh = 0;
    h *= error < HUGE_VAL ? fmin(factor, safety) : 0.25;
    if (h < smallest_step(now->time)) return 0;
  }
}

/* ---- events ---- */

static int left_its_side(double before, double after) { return (before > 0) != (after > 0); }

static int some_left(const Instance* s) {
  for (size_t i = 0; i < bw_model.indicators; ++i)
    if (left_its_side(s->solver->z[i], s->solver->z_new[i])) return 1;
  return 0;
}

/* Whether an indicator has changed its sign at t + h, where x is. */
static int crossed_at(Instance* s, double h, const double* x) {
  return bw_indicators(s, s->now->time + h, x, s->solver->z_new) && some_left(s);
}

static int step_crosses(Instance* s, double h) {
  return !(attempt(s, h) < HUGE_VAL) || crossed_at(s, h, s->solver->x_new);
}

/* The first zero of the secants of changed indicators, relative to the step. */
static double straight_guess(const Instance* s, const double* low) {
  double first = 1;
  for (size_t i = 0; i < bw_model.indicators; ++i)
    if (left_its_side(low[i], s->solver->z_new[i]))
      first = fmin(first, low[i] / (low[i] - s->solver->z_new[i]));
  return first;
}

/* The shortest step, up to rounding, whose end is behind the event. */
static double locate(Instance* s, double high) {
  double low = 0, guess = straight_guess(s, s->solver->z);
  for (int round = 0; round < 100; ++round) {
    const double width = high - low, t = s->now->time;
    const double enough = fmax(4 * rounding * fmax(fabs(t), fabs(t + high)), 1e-14 * high);
    double h;
    if (width <= enough) break;
    h = round % 3 == 2 ? 0.5 * (low + high) : guess;
    /* A little to both sides of the guess, alternating, so that both ends converge. */
    h += (round % 3 == 0 ? 1 : -1) * 0.01 * fmin(fabs(high - h), fabs(h - low));
    if (!(h > low + 0.25 * enough)) h = low + 0.5 * fmin(enough, width);
    if (!(h < high - 0.25 * enough)) h = high - 0.5 * fmin(enough, width);
    if (step_crosses(s, h)) {
      high = h;
      guess = high * straight_guess(s, s->solver->z);
    } else {
      low = h;
    }
    if (!(guess > low && guess < high)) guess = 0.5 * (low + high);
  }
  step_crosses(s, high);
  return high;
}

/* The cubic through both ends of the step, into `stage`. */
static void between(Instance* s, double h, double share, const double* f_end) {
  const double r = 1 - share;
  for (size_t i = 0; i < bw_model.states; ++i) {
    const double a = s->x[i], b = s->solver->x_new[i];
    const double first = h * s->solver->f[i] - (b - a), last = (b - a) - h * f_end[i];
    s->solver->stage[i] = r * a + share * b + share * r * (r * first + share * last);
  }
}

/* Shortens the step to an event within it. */
static double cut_at_event(Instance* s, double h, int* crosses) {
  static const double shares[3] = {0.25, 0.5, 0.75};
  const double* f_end = s->solver->k[6];
  *crosses = 0;
  if (bw_model.indicators == 0) return h;
  *crosses = crossed_at(s, h, s->solver->x_new);
  if (bw_derivatives(s, s->now->time + h, s->solver->x_new, s->solver->k[6]))
    for (int i = 0; i < 3; ++i) {
      between(s, h, shares[i], f_end);
      if (!crossed_at(s, shares[i] * h, s->solver->stage)) continue;
      if (step_crosses(s, shares[i] * h)) {
        *crosses = 1;
        return locate(s, shares[i] * h);
      }
      attempt(s, h);
      bw_derivatives(s, s->now->time + h, s->solver->x_new, s->solver->k[6]);
    }
  if (!*crosses) {
    crossed_at(s, h, s->solver->x_new);
    return h;
  }
  step_crosses(s, h);
  return locate(s, h);
}

static int stop_before(Instance* s, double limit) {
  snprintf(s->sentence, sizeof s->sentence,
           "At t = %.6g events come faster and faster: no time beyond t = %.6g can be reached "
           "(Zeno); the model needs a state of rest for what happens there.",
           s->now->time, limit);
  return bw_fail(s, s->sentence);
}

static int handle_event(Instance* s, int crosses) {
  Outcome outcome = {0, 0, 0};
  Head* now = s->now;
  const double gap = now->time - now->last_event;
  const double limit = crosses ? bw_zeno_limit(s) : HUGE_VAL;
  if (limit < HUGE_VAL) return stop_before(s, limit);
  now->crowded_events = gap <= 1e-12 * fmax(fabs(now->time), 1e-3) ? now->crowded_events + 1 : 0;
  now->last_event = now->time;
  if (now->crowded_events > most_crowded)
    return fail_at_time(s, "one event follows the other, and time does not pass");
  if (bw_event(s, 0, &outcome) != answer_ok) return answer_error;
  if (outcome.states_changed) now->step = 0;
  return answer_ok;
}

/* ---- the march ---- */

/* Without continuous states there is nothing to do between events. */
static int step_to(Instance* s, double until, int* crosses) {
  Head* now = s->now;
  double h;
  if (bw_model.states == 0 && bw_model.indicators == 0) {
    now->time = until;
    now->moved = 1; /* what depends on time has to be computed */
    return answer_ok;
  }
  if (!bw_derivatives(s, now->time, s->x, s->solver->f)) return bw_not_solved(s, answer_error);
  if (!bw_all_finite(s->solver->f, bw_model.states))
    return fail_at_time(s, "some derivatives are no numbers");
  if (!bw_indicators(s, now->time, s->x, s->solver->z)) return bw_not_solved(s, answer_error);
  h = good_step(s, until);
  if (!(h > 0)) return fail_at_time(s, "no step is small enough for the tolerance");
  hand_over(s);
  h = cut_at_event(s, h, crosses);
  now->time = !*crosses && h >= until - now->time ? until : now->time + h;
  memcpy(s->x, s->solver->x_new, bw_model.states * sizeof(double));
  now->moved = 1;
  return answer_ok;
}

int bw_march(Instance* s, double end) {
  Head* now = s->now;
  while (now->time < end) {
    int crosses = 0;
    const double until = fmin(end, now->next_event);
    if (now->time < until && step_to(s, until, &crosses) != answer_ok) return answer_error;
    if ((crosses || now->time >= now->next_event) && handle_event(s, crosses) != answer_ok)
      return answer_error;
    if (bw_check_assertions(s) == answer_error) return answer_error;
    if (now->wants_end) return answer_ok;
  }
  return answer_ok;
}
