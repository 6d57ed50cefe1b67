/* Co-simulation: one communication step. A model with its own exact `step` uses it.
 * The others are solved here by the classical Runge-Kutta method with short steps of equal length,
 *
 *   k1 = f(t, x),                 k2 = f(t + h/2, x + h/2 k1),
 *   k3 = f(t + h/2, x + h/2 k2),  k4 = f(t + h, x + h k3)
 *   x(t + h) = x + h/6 (k1 + 2 k2 + 2 k3 + k4),
 *
 * that end on time events exactly; a state event is found by bisecting the step in which an
 * indicator changed its sign, down to rounding. */

#include "fmu/frame_core.h"

static double rounding(double t) { return 1e-9 * (1 + fabs(t)); }

/* ---- inputs along a step ---- */

/* u(t) = u + u' s + u'' s^2/2 + ..., s = t - begin, for the inputs whose derivatives were set. */
static void move_inputs(Instance* instance, double s) {
  if (!model.input_orders) return;
  for (size_t i = 0; i < model.real_count; ++i) {
    const double* u = input_polynomial(instance, i);
    double sum = 0;
    int moves = 0;
    for (int order = model.input_orders; order >= 1; --order) {
      sum = (sum + u[order]) * s / order;
      moves |= u[order] != 0;
    }
    if (moves) instance->reals[i] = u[0] + sum;
  }
}

static void note_inputs(Instance* instance) {
  if (!model.input_orders) return;
  for (size_t i = 0; i < model.real_count; ++i)
    input_polynomial(instance, i)[0] = instance->reals[i];
}

/* An input's derivatives hold for one step: the next one has a new beginning. */
static void forget_inputs(Instance* instance) {
  if (!model.input_orders) return;
  for (size_t i = 0; i < model.real_count; ++i)
    memset(input_polynomial(instance, i) + 1, 0, (size_t)model.input_orders * sizeof(double));
}

/* ---- one internal step ---- */

typedef struct {
  Instance* instance;
  size_t count;
  double begin; /* of the communication step */
  double t;     /* of the internal step */
  double x[state_capacity];
  double z[indicator_capacity]; /* the indicators at its begin */
} Solver;

static void request_inputs(Instance* instance, double t) {
  const Host* host = instance->host;
  if (!model.inputs_in_between || !host->intermediate_update) return;
  bool early = false;
  double early_time = t;
  host->intermediate_update(host->environment, t, true, false, false, false, &early, &early_time);
}

/* f at t and x + h k; k may be null. */
static void evaluate(const Solver* solver, double t, double h, const double* k, double* result) {
  Instance* instance = solver->instance;
  instance->now->time = t;
  move_inputs(instance, t - solver->begin);
  for (size_t i = 0; i < solver->count; ++i)
    instance->reals[model.states[i]] = solver->x[i] + (k ? h * k[i] : 0);
  model.derivatives(instance);
  for (size_t i = 0; i < solver->count; ++i)
    result[i] = instance->reals[model.derivatives_of_states[i]];
}

static void runge_kutta(const Solver* solver, double h, bool tentative) {
  Instance* instance = solver->instance;
  const double t = solver->t;
  double k1[state_capacity], k2[state_capacity], k3[state_capacity], k4[state_capacity];
  evaluate(solver, t, 0, NULL, k1);
  if (!tentative) request_inputs(instance, t + h / 2);
  evaluate(solver, t + h / 2, h / 2, k1, k2);
  evaluate(solver, t + h / 2, h / 2, k2, k3);
  if (!tentative) request_inputs(instance, t + h);
  evaluate(solver, t + h, h, k3, k4);
  for (size_t i = 0; i < solver->count; ++i)
    instance->reals[model.states[i]] =
        solver->x[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
}

static bool crossed(const Solver* solver) {
  double z[indicator_capacity];
  if (!model.indicators) return false;
  model.indicators(solver->instance, z);
  for (size_t i = 0; i < model.indicator_count; ++i)
    if ((z[i] > 0) != (solver->z[i] > 0)) return true;
  return false;
}

/* From `solver->t` to `end`, or to the first state event before it; says whether there was one. */
static bool internal_step(Solver* solver, double end) {
  enum { bisections = 60 }; /* more than a double has bits */
  Instance* instance = solver->instance;
  solver->t = instance->now->time;
  for (size_t i = 0; i < solver->count; ++i) solver->x[i] = instance->reals[model.states[i]];
  if (model.indicators) model.indicators(instance, solver->z);
  if (model.derivatives) runge_kutta(solver, end - solver->t, false);
  instance->now->time = end;
  move_inputs(instance, end - solver->begin);
  if (!crossed(solver)) return false;
  double before = 0, after = end - solver->t;
  for (int i = 0; i < bisections; ++i) {
    const double middle = (before + after) / 2;
    runge_kutta(solver, middle, true);
    instance->now->time = solver->t + middle;
    *(crossed(solver) ? &after : &before) = middle;
  }
  runge_kutta(solver, after, true);
  instance->now->time = solver->t + after;
  return true;
}

/* ---- the communication step ---- */

/* The end of the next internal step: short, not beyond the target, and not beyond a time event. */
static double next_end(const Instance* instance, double target) {
  const Moment* now = instance->now;
  double end = fmin(target, fmax(now->time, now->next_event_time));
  if (!model.derivatives) return end;
  const double longest = model.longest_substep > 0 ? model.longest_substep : 1e-3;
  const double pieces = ceil((end - now->time) / longest - 1e-9);
  return pieces > 1 ? now->time + (end - now->time) / pieces : end;
}

/* Reports the time reached; brings the target nearer if the importer requests it. */
static void report_progress(Instance* instance, double* target, StepReport* report) {
  const Host* host = instance->host;
  if (!host->intermediate_update) return;
  refresh(instance);
  bool early = false;
  double early_time = instance->now->time;
  host->intermediate_update(host->environment, instance->now->time, model.inputs_in_between, true,
                            true, instance->early_return_allowed, &early, &early_time);
  if (!early || !instance->early_return_allowed) return;
  early_time = fmax(early_time, instance->now->time);
  if (early_time >= *target) return;
  *target = early_time;
  report->early = true;
}

/* Handles what is due now, if that is the frame's task; says whether the step goes on. */
static bool go_on_after_event(Instance* instance, double target, StepReport* report) {
  Moment* now = instance->now;
  if (instance->event_mode_used && (now->time >= target || instance->early_return_allowed)) {
    report->event_handling_needed = true;
    return false;
  }
  Event event;
  const double reached = now->time;
  if (now->next_event_time > reached && now->next_event_time <= reached + rounding(reached))
    now->time = now->next_event_time; /* see `slack` */
  handle_events(instance, &event, true);
  now->time = reached;
  return !now->wants_end;
}

/* An importer's sum of times may fall short of a time event at the end of a step. One that handles
 * events itself gets them at their own time, in the next step. */
static double slack(const Instance* instance, double target) {
  return instance->now->time >= target && !instance->event_mode_used ? rounding(target) : 0;
}

static void march(Instance* instance, double target, StepReport* report) {
  Moment* now = instance->now;
  Solver solver = {.instance = instance, .count = count_states(instance), .begin = now->time};
  while (now->time < target) {
    bool event = internal_step(&solver, next_end(instance, target));
    event |= now->next_event_time <= now->time + slack(instance, target);
    report_progress(instance, &target, report);
    if (event && !go_on_after_event(instance, target, report)) return;
  }
}

/* Out of line: the models with an exact step have nothing to do with it. */
__attribute__((noinline)) static void solve(Instance* instance, double t, double h,
                                            StepReport* report) {
  Moment* now = instance->now;
  now->time = t;
  note_inputs(instance);
  bool goes_on = true;
  if (model.event && now->stale && !instance->event_mode_used) /* discrete inputs were set */
    goes_on = go_on_after_event(instance, t + h, report);
  if (goes_on) march(instance, t + h, report);
  forget_inputs(instance);
}

int do_step(Instance* instance, double t, double h, StepReport* report) {
  Moment* now = instance->now;
  const double tolerance = rounding(t); /* importers may sum up their times */
  if (!(h > 0) || !isfinite(h)) return complain(instance, "A step of %g is not possible.", h);
  if (!(fabs(t - now->time) <= tolerance))
    return complain(instance, "A step from %.17g was asked for, but the instance is at %.17g.", t,
                    now->time);
  if (t + h > instance->stop + tolerance)
    return complain(instance, "The step to %.17g leads beyond the stop time %.17g.", t + h,
                    instance->stop);
  if (model.derivatives || model.event) {
    solve(instance, t, h, report);
  } else {
    if (model.step) model.step(instance, t, h);
    now->time = t + h;
  }
  report->reached = now->time;
  report->wants_end = now->wants_end;
  report->early = now->time < t + h;
  refresh(instance);
  return answer_ok;
}
