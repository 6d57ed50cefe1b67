/* One step of each method, with its error.
 *
 *   explicit: Dormand-Prince 5(4);  k_i = f(t + c_i h, x + h sum_j a_ij k_j),  error h sum e_i k_i
 *   implicit: Rosenbrock 4(3), with the exact J = df/dx and f_t = df/dt:
 *     (I / (g h) - J) u_i = f(t + c_i h, x + sum_j a_ij u_j) + sum_j (b_ij / h) u_j + h d_i f_t
 *     x_new = x + sum_j a_6j u_j + u_6,  error u_6
 *
 * Stiffness shows in the explicit method: h |k_7 - k_6| / |x_7 - x_6| is about h times the largest
 * eigenvalue; the border of stability is near 3.3.
 *
 * Source: J. R. Dormand, P. J. Prince 1980; G. Steinebach 2020 (RODAS4P2); E. Hairer, G. Wanner,
 * Solving Ordinary Differential Equations I, II.5, and II, IV.2 (stiffness) and IV.7.
 */

#include "instance.h"

#include <string.h>

static const double no_number = HUGE_VAL;
static const double stable_until = 3.25;
static const double share_of_tolerance = 0.01; /* errors of many steps add up */
static const double absolute_share = 0.01;     /* of the nominal value, as FMI proposes it */

static const double c5[7] = {0, 1.0 / 5, 3.0 / 10, 4.0 / 5, 8.0 / 9, 1, 1};
static const double a5[7][6] = {
    {0},
    {1.0 / 5},
    {3.0 / 40, 9.0 / 40},
    {44.0 / 45, -56.0 / 15, 32.0 / 9},
    {19372.0 / 6561, -25360.0 / 2187, 64448.0 / 6561, -212.0 / 729},
    {9017.0 / 3168, -355.0 / 33, 46732.0 / 5247, 49.0 / 176, -5103.0 / 18656},
    {35.0 / 384, 0, 500.0 / 1113, 125.0 / 192, -2187.0 / 6784, 11.0 / 84}};
static const double e5[7] = {71.0 / 57600,      0,          -71.0 / 16695, 71.0 / 1920,
                             -17253.0 / 339200, 22.0 / 525, -1.0 / 40};

static const double gamma4 = 0.25;
static const double c4[6] = {0, 0.75, 0.321448134013046, 0.519745732277726, 1, 1};
static const double d4[6] = {0.25, -0.5, -0.189532918363016, 0.085612108792769, 0, 0};
static const double a4[6][5] = {
    {0},
    {3},
    {0.906377755268814, -0.189707390391685},
    {3.758617027739064, 1.161741776019525, -0.849258085312803},
    {7.089566927282776, 4.573591406461604, -8.423496976860259, -0.959280113459775},
    {7.089566927282776, 4.573591406461604, -8.423496976860259, -0.959280113459775, 1}};
static const double b4[6][5] = {
    {0},
    {-12},
    {-6.354581592719008, 0.338972550544623},
    {-8.575016317114033, -7.606483992117508, 12.22499765012482},
    {-5.888975457523102, -8.157396617841821, 24.805546872612922, 12.790401512796979},
    {-4.408651676063871, -6.692003137674639, 24.625568527593117, 16.627521966636085,
     -5.714285714285718}};

/* ---- memory ---- */

int bw_make_solver(Instance* s) {
  enum { arrays = 12 };
  const size_t n = bw_model.states;
  Solver* solver = s->solver = s->allocate(1, sizeof(Solver));
  double* next;
  if (!solver) return 0;
  next = s->allocate(arrays * n + 2 * bw_model.indicators + 1, sizeof(double));
  if (!next) return 0;
  for (int i = 0; i < 7; ++i) solver->k[i] = next, next += n;
  solver->x_new = next, next += n;
  solver->f = next, next += n;
  solver->stage = next, next += n;
  solver->scale = next, next += n;
  solver->dfdt = next, next += n;
  solver->z = next, next += bw_model.indicators;
  solver->z_new = next;
  return 1;
}

void bw_free_solver(Instance* s) {
  if (!s->solver) return;
  bw_free_band(s, &s->solver->band);
  if (s->solver->k[0]) s->release(s->solver->k[0]);
  s->release(s->solver);
}

/* ---- errors ---- */

double bw_size(Instance* s, const double* v) {
  const size_t n = bw_model.states;
  const double tolerance = share_of_tolerance * s->now->tolerance;
  double sum = 0;
  for (size_t i = 0; i < n; ++i) {
    const double size = fmax(fabs(s->x[i]), fabs(s->solver->x_new[i]));
    const double part = v[i] / (tolerance * (size + absolute_share * s->nominals[i]));
    sum += part * part;
  }
  return n > 0 ? sqrt(sum / (double)(long)n) : 0;
}

static int slope(Instance* s, double t, const double* x, double* f) {
  return bw_derivatives(s, t, x, f) && bw_all_finite(f, bw_model.states);
}

/* ---- explicit ---- */

static void watch_stiffness(Instance* s, double h) {
  const Solver* solver = s->solver;
  double slopes = 0, states = 0;
  for (size_t i = 0; i < bw_model.states; ++i) {
    const double df = solver->k[6][i] - solver->k[5][i];
    const double dx = solver->x_new[i] - solver->stage[i];
    slopes += df * df;
    states += dx * dx;
  }
  if (states > 0 && h * sqrt(slopes / states) > stable_until)
    s->now->stiff_signs += 1;
  else if (s->now->stiff_signs > 0)
    s->now->stiff_signs -= 1;
}

static void sum_explicit(Instance* s, int stage, double h, double* x) {
  Solver* solver = s->solver;
  for (size_t i = 0; i < bw_model.states; ++i) {
    double sum = 0;
    for (int j = 0; j < stage; ++j) sum += a5[stage][j] * solver->k[j][i];
    x[i] = s->x[i] + h * sum;
  }
}

double bw_explicit_step(Instance* s, double h) {
  Solver* solver = s->solver;
  const double t = s->now->time;
  const size_t n = bw_model.states;
  memcpy(solver->k[0], solver->f, n * sizeof(double));
  for (int stage = 1; stage < 7; ++stage) {
    double* x = stage == 6 ? solver->x_new : solver->stage;
    sum_explicit(s, stage, h, x);
    if (!slope(s, t + c5[stage] * h, x, solver->k[stage])) return no_number;
  }
  watch_stiffness(s, h);
  for (size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (int j = 0; j < 7; ++j) sum += e5[j] * solver->k[j][i];
    solver->stage[i] = h * sum;
  }
  return bw_size(s, solver->stage);
}

/* ---- implicit ---- */

/* I / (g h) - J, and f_t; the last column of the partial derivatives is that by time. */
static int find_matrix(Instance* s, double h) {
  Solver* solver = s->solver;
  const size_t n = bw_model.states, time = bw_model.columns - 1;
  if (!bw_partials(s, s->now->time, s->x)) return 0;
  if (!bw_all_finite(s->partials, bw_model.row_begins[n])) return 0;
  if (!solver->has_band) {
    if (!bw_make_band(s, &solver->band, n, bw_model.below, bw_model.above)) return 0;
    solver->has_band = 1;
  }
  bw_clear_band(&solver->band);
  for (size_t i = 0; i < n; ++i) {
    solver->dfdt[i] = 0;
    bw_add_to_band(&solver->band, i, i, 1 / (gamma4 * h));
    for (size_t e = bw_model.row_begins[i]; e < bw_model.row_begins[i + 1]; ++e) {
      const size_t column = bw_model.row_columns[e];
      if (column < n) bw_add_to_band(&solver->band, i, column, -s->partials[e]);
      if (column == time) solver->dfdt[i] = s->partials[e];
    }
  }
  return bw_factorise(&solver->band);
}

static void sum_implicit(Instance* s, int stage) {
  for (size_t i = 0; i < bw_model.states; ++i) {
    double sum = 0;
    for (int j = 0; j < stage; ++j) sum += a4[stage][j] * s->solver->k[j][i];
    s->solver->stage[i] = s->x[i] + sum;
  }
}

double bw_implicit_step(Instance* s, double h) {
  Solver* solver = s->solver;
  const size_t n = bw_model.states;
  if (!find_matrix(s, h)) return no_number;
  memcpy(solver->k[0], solver->f, n * sizeof(double));
  memcpy(solver->stage, s->x, n * sizeof(double));
  for (int stage = 0; stage < 6; ++stage) {
    double* u = solver->k[stage];
    if (stage > 0) {
      sum_implicit(s, stage);
      if (!slope(s, s->now->time + c4[stage] * h, solver->stage, u)) return no_number;
    }
    for (size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (int j = 0; j < stage; ++j) sum += b4[stage][j] * solver->k[j][i];
      u[i] += sum / h + h * d4[stage] * solver->dfdt[i];
    }
    bw_solve(&solver->band, u);
  }
  for (size_t i = 0; i < n; ++i) solver->x_new[i] = solver->stage[i] + solver->k[5][i];
  if (!bw_all_finite(solver->x_new, n)) return no_number;
  return bw_size(s, solver->k[5]);
}
