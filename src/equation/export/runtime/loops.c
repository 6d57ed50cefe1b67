/* The loops of the model, for newton.c: their matrices have a band. */

#include "instance.h"

struct LoopWork {
  Newton newton; /* first: its functions get it */
  Band matrix;
  double* entries;
  const Loop* loop;
  struct host* host;
  double t, *x, *w, *d;
};

static LoopWork* work_at(struct host* host, int number, double t, double* x, double* w, double* d) {
  LoopWork* work = ((Instance*)host)->loop_work + number;
  work->t = t, work->x = x, work->w = w, work->d = d;
  return work;
}

static double* value_at(const LoopWork* work, size_t i) {
  const Place* place = work->loop->tears + i;
  if (place->array == in_states) return work->x + place->index;
  return (place->array == in_memory ? work->w : work->d) + place->index;
}

static void read_unknowns(Newton* newton, double* z) {
  for (size_t i = 0; i < newton->n; ++i) z[i] = *value_at((LoopWork*)newton, i);
}

static void write_unknowns(Newton* newton, const double* z) {
  for (size_t i = 0; i < newton->n; ++i) *value_at((LoopWork*)newton, i) = z[i];
}

static void evaluate(Newton* newton) {
  LoopWork* work = (LoopWork*)newton;
  work->loop->residuals(work->t, work->x, work->w, work->d, newton->residuals, work->host);
}

static int factorise(Newton* newton) {
  LoopWork* work = (LoopWork*)newton;
  const Loop* loop = work->loop;
  loop->matrix(work->t, work->x, work->w, work->d, work->entries, work->host);
  if (!bw_all_finite(work->entries, loop->begins[loop->size])) return 0;
  bw_clear_band(&work->matrix);
  for (size_t i = 0; i < loop->size; ++i)
    for (size_t e = loop->begins[i]; e < loop->begins[i + 1]; ++e)
      bw_add_to_band(&work->matrix, i, loop->columns[e], -work->entries[e]);
  return bw_factorise(&work->matrix);
}

static int solve_with_matrix(Newton* newton, double* b) {
  bw_solve(&((LoopWork*)newton)->matrix, b);
  return bw_all_finite(b, newton->n);
}

static int solve(struct host* host, int number, double t, double* x, double* w, double* d) {
  Newton* newton = &work_at(host, number, t, x, w, d)->newton;
  const int good = bw_solve_loop(newton);
  if (!good) ((Instance*)host)->failed_loop = number;
  if (newton->near_only && bw_is_stray(newton)) {
    ((Instance*)host)->has_strayed = 1;
    ((Instance*)host)->failed_loop = number;
  }
  return good;
}

static int respond(struct host* host, int number, double t, double* x, double* w, double* d,
                   double* columns, int count) {
  Newton* newton = &work_at(host, number, t, x, w, d)->newton;
  int good = factorise(newton);
  for (int c = 0; good && c < count; ++c)
    good = solve_with_matrix(newton, columns + (size_t)c * newton->n);
  if (!good) ((Instance*)host)->failed_loop = number;
  return good;
}

static int make_loop(Instance* s, LoopWork* work, const Loop* loop, const double* starts) {
  const size_t n = loop->size;
  Newton* newton = &work->newton;
  work->loop = loop;
  work->host = &s->host;
  work->entries = s->allocate(loop->begins[n] + 9 * n + 1, sizeof(double));
  if (!work->entries || !bw_make_band(s, &work->matrix, n, loop->below, loop->above)) return 0;
  newton->n = n;
  newton->is_linear = loop->is_linear;
  newton->nominals = loop->nominals;
  newton->starts = starts;
  newton->z = work->entries + loop->begins[n];
  newton->residuals = newton->z + n;
  newton->step = newton->residuals + n;
  newton->next = newton->step + n;
  newton->trial = newton->next + n;
  newton->larger = newton->trial + n;
  newton->begin = newton->larger + n;
  newton->base = newton->begin + n;
  newton->reached = newton->base + n;
  newton->remainder = 0;
  newton->read = read_unknowns;
  newton->write = write_unknowns;
  newton->evaluate = evaluate;
  newton->factorise = factorise;
  newton->solve = solve_with_matrix;
  newton->note = NULL;
  return 1;
}

int bw_make_loops(Instance* s) {
  const double* starts = s->loop_starts;
  s->host.solve = solve;
  s->host.respond = respond;
  s->loop_work = s->allocate(bw_model.loop_count + 1, sizeof(LoopWork));
  if (!s->loop_work) return 0;
  for (size_t k = 0; k < bw_model.loop_count; ++k) {
    if (!make_loop(s, s->loop_work + k, bw_model.loops + k, starts)) return 0;
    starts += bw_model.loops[k].size;
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

void bw_solve_near_only(Instance* s, int on) {
  s->has_strayed = 0;
  for (size_t k = 0; k < bw_model.loop_count; ++k) s->loop_work[k].newton.near_only = on;
}

void bw_take_loop_starts(Instance* s) {
  for (size_t k = 0; k < bw_model.loop_count; ++k) {
    LoopWork* work = work_at(&s->host, (int)k, s->now->start, s->x, s->w, s->d);
    write_unknowns(&work->newton, work->newton.starts);
  }
}
