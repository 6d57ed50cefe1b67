/* Solves the algebraic loops of the model.
 *
 *   Newton: dr/dz dz = -r(z),  z += lambda dz,  lambda = 1, 1/2, ... until the next correction with
 *   the same matrix is smaller (natural monotonicity); starts from the last solution, where that
 *   fails from the start values. Linear ones take one step from 0 and one refinement. One unknown
 *   that is not found so: search on both sides of the start value for a sign change of r, further
 *   and further away, bisect and start there (a pole is rejected by Newton).
 *
 * Source: P. Deuflhard, Newton Methods for Nonlinear Problems, Springer 2004, 3.3.
 */

#include "instance.h"

#include <string.h>

static const int most_iterations =
    500; /* an exponential far too large takes one for each factor e */
static const double least_damping = 1e-5;
static const double converged = 1e-12;       /* the next correction would be so small */
static const double nearly = 1e-9;           /* here only noise of residuals may be left */
static const double slow = 0.9;              /* relative to the previous correction */
static const double small_of_nominal = 1e-6; /* below it relative accuracy is not needed */

struct LoopWork {
  Band matrix;
  double *entries, *residuals, *step, *next, *z, *trial, *larger;
  const double* starts;
};

typedef struct {
  double t, *x, *w, *d;
  const Loop* loop;
  LoopWork* work;
  struct host* host;
} LoopAt;

static double* value_at(const Place* place, const LoopAt* at) {
  if (place->array == in_states) return at->x + place->index;
  return (place->array == in_memory ? at->w : at->d) + place->index;
}

static double size_of(const LoopAt* at, const double* v, const double* z) {
  double most = 0;
  for (size_t i = 0; i < at->loop->size; ++i) {
    const double scale = fmax(fabs(z[i]), small_of_nominal * at->loop->nominals[i]);
    const double size = fabs(v[i]) / scale;
    if (!(size <= most)) most = size;
  }
  return most;
}

static void put(const LoopAt* at, const double* z) {
  for (size_t i = 0; i < at->loop->size; ++i) *value_at(&at->loop->tears[i], at) = z[i];
}

static int find_residuals(const LoopAt* at, const double* z) {
  put(at, z);
  at->loop->residuals(at->t, at->x, at->w, at->d, at->work->residuals, at->host);
  return bw_all_finite(at->work->residuals, at->loop->size);
}

static int factorise(const LoopAt* at) {
  const Loop* loop = at->loop;
  LoopWork* work = at->work;
  loop->matrix(at->t, at->x, at->w, at->d, work->entries, at->host);
  if (!bw_all_finite(work->entries, loop->begins[loop->size])) return 0;
  bw_clear_band(&work->matrix);
  for (size_t i = 0; i < loop->size; ++i)
    for (size_t e = loop->begins[i]; e < loop->begins[i + 1]; ++e)
      bw_add_to_band(&work->matrix, i, loop->columns[e], -work->entries[e]);
  return bw_factorise(&work->matrix);
}

/* The correction for the residuals. */
static int correction(const LoopAt* at, double* step) {
  memcpy(step, at->work->residuals, at->loop->size * sizeof(double));
  bw_solve(&at->work->matrix, step);
  return bw_all_finite(step, at->loop->size);
}

static int solve_newton(const LoopAt* at);

static int solve_linear(const LoopAt* at) {
  LoopWork* work = at->work;
  const size_t n = at->loop->size;
  memset(work->z, 0, n * sizeof(double));
  if (!find_residuals(at, work->z) || !factorise(at) || !correction(at, work->z)) return 0;
  if (!find_residuals(at, work->z) || !correction(at, work->step)) return 0;
  if (size_of(at, work->step, work->z) <= 1e-15) return 1;
  if (size_of(at, work->step, work->z) > 1e-4) return solve_newton(at); /* only piecewise linear */
  for (size_t i = 0; i < n; ++i) work->z[i] += work->step[i];
  return find_residuals(at, work->z);
}

/* One damped step; the size of the next correction, below 0: no step reduces it. */
static double damped_step(const LoopAt* at, double size) {
  LoopWork* work = at->work;
  const size_t n = at->loop->size;
  for (double damping = 1; damping >= least_damping; damping /= 2) {
    double next;
    for (size_t i = 0; i < n; ++i) work->trial[i] = work->z[i] + damping * work->step[i];
    if (!find_residuals(at, work->trial) || !correction(at, work->next)) continue;
    /* Relative to the larger of both: towards 0 a correction stays as large as the value. */
    for (size_t i = 0; i < n; ++i) work->larger[i] = fmax(fabs(work->z[i]), fabs(work->trial[i]));
    next = size_of(at, work->next, work->larger);
    if (next > (1 - damping / 4) * size && size > nearly) continue;
    next = size_of(at, work->next, work->trial);
    memcpy(work->z, work->trial, n * sizeof(double));
    return damping == 1 ? next : fmax(next, 2 * nearly);
  }
  find_residuals(at, work->z);
  return -1;
}

static double largest(const double* values, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; ++i) most = fmax(most, fabs(values[i]));
  return most;
}

/* Beside a pole corrections are small because the slope is steep, but residuals are large. */
static int is_pole(const LoopAt* at, double at_first) {
  LoopWork* work = at->work;
  const size_t n = at->loop->size;
  const double here = largest(work->residuals, n);
  int is_smaller;
  if (here <= at_first) return 0;
  for (size_t i = 0; i < n; ++i)
    work->trial[i] = work->z[i] + 1e-6 * fmax(fabs(work->z[i]), at->loop->nominals[i]);
  is_smaller = find_residuals(at, work->trial) && 10 * largest(work->residuals, n) < here;
  find_residuals(at, work->z);
  return is_smaller;
}

static int iterate(const LoopAt* at) {
  LoopWork* work = at->work;
  double at_first;
  if (!find_residuals(at, work->z)) return 0;
  at_first = largest(work->residuals, at->loop->size);
  for (int iteration = 0; iteration < most_iterations; ++iteration) {
    double size, next;
    if (!factorise(at) || !correction(at, work->step)) return 0;
    size = size_of(at, work->step, work->z);
    next = damped_step(at, size);
    if (next < 0 && size > nearly) return 0;
    /* Near a multiple solution corrections shrink slowly, and in noise not at all. */
    if (next < 0 || next <= converged || (size <= nearly && next > slow * size))
      return !is_pole(at, at_first);
  }
  return 0;
}

static double residual_at(const LoopAt* at, double z) {
  at->work->trial[0] = z;
  find_residuals(at, at->work->trial);
  return at->work->residuals[0];
}

/* Whether r has another sign at z; an infinite residual has a sign, too. */
static int is_opposite(const LoopAt* at, double z, double side) {
  const double r = residual_at(at, z);
  return r == r && (r < 0) != (side < 0);
}

static int find_by_halving(const LoopAt* at) {
  const double nearest = 1e-3, farthest = 1e9, growth = 4;
  const double here = at->work->starts[0], side = residual_at(at, here);
  const double size = fmax(fabs(here), at->loop->nominals[0]);
  if (side != side) return 0;
  for (double reach = nearest * size; reach < farthest * size; reach *= growth)
    for (int sign = -1; sign <= 1; sign += 2) {
      double close = here, there = here + sign * reach, half_way = 0;
      if (!is_opposite(at, there, side)) continue;
      for (int k = 0; k < 60; ++k) {
        const double middle = close + (there - close) / 2;
        if (is_opposite(at, middle, side))
          there = middle;
        else
          close = middle;
        if (k == 30) half_way = fabs(residual_at(at, close));
      }
      /* Towards a root residuals vanish; towards a jump they stay, towards a pole they grow. */
      if (!(fabs(residual_at(at, close)) < half_way / 2)) continue;
      at->work->z[0] = close;
      return 1;
    }
  return 0;
}

static int solve_newton(const LoopAt* at) {
  LoopWork* work = at->work;
  const size_t n = at->loop->size;
  for (size_t i = 0; i < n; ++i) work->z[i] = *value_at(&at->loop->tears[i], at);
  if (bw_all_finite(work->z, n) && iterate(at)) return 1;
  memcpy(work->z, work->starts, n * sizeof(double));
  if (iterate(at)) return 1;
  if (n == 1 && find_by_halving(at) && iterate(at)) return 1;
  put(at, work->starts); /* leave no NaN behind */
  return 0;
}

static int solve(struct host* host, int number, double t, double* x, double* w, double* d) {
  Instance* s = (Instance*)host;
  const LoopAt at = {t, x, w, d, bw_model.loops + number, s->loop_work + number, host};
  const int good = at.loop->is_linear ? solve_linear(&at) : solve_newton(&at);
  if (!good) s->failed_loop = number;
  return good;
}

static int respond(struct host* host, int number, double t, double* x, double* w, double* d,
                   double* columns, int count) {
  Instance* s = (Instance*)host;
  const LoopAt at = {t, x, w, d, bw_model.loops + number, s->loop_work + number, host};
  if (!factorise(&at)) {
    s->failed_loop = number;
    return 0;
  }
  for (int c = 0; c < count; ++c) bw_solve(&at.work->matrix, columns + (size_t)c * at.loop->size);
  return 1;
}

int bw_make_loops(Instance* s) {
  const double* starts = s->loop_starts;
  s->host.solve = solve;
  s->host.respond = respond;
  s->loop_work = s->allocate(bw_model.loop_count + 1, sizeof(LoopWork));
  if (!s->loop_work) return 0;
  for (size_t k = 0; k < bw_model.loop_count; ++k) {
    const Loop* loop = bw_model.loops + k;
    LoopWork* work = s->loop_work + k;
    const size_t n = loop->size;
    work->starts = starts, starts += n;
    work->entries = s->allocate(loop->begins[n] + 6 * n + 1, sizeof(double));
    if (!work->entries || !bw_make_band(s, &work->matrix, n, loop->below, loop->above)) return 0;
    work->residuals = work->entries + loop->begins[n];
    work->step = work->residuals + n;
    work->next = work->step + n;
    work->z = work->next + n;
    work->trial = work->z + n;
    work->larger = work->trial + n;
  }
  return 1;
}

void bw_free_loops(Instance* s) {
  if (!s->loop_work) return;
  for (size_t k = 0; k < bw_model.loop_count; ++k) {
    bw_free_band(s, &s->loop_work[k].matrix);
    if (s->loop_work[k].entries) s->release(s->loop_work[k].entries);
  }
  s->release(s->loop_work);
}

void bw_remember_loop_starts(Instance* s) {
  double* start = s->loop_starts;
  for (size_t k = 0; k < bw_model.loop_count; ++k)
    for (size_t i = 0; i < bw_model.loops[k].size; ++i) {
      const Place* place = &bw_model.loops[k].tears[i];
      *start++ = place->array == in_memory   ? s->w[place->index]
                 : place->array == in_states ? s->x[place->index]
                                             : 0.0;
    }
}
