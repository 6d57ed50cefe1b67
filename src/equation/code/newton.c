#include "newton.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* An exponential far too large takes one step for each factor e: a diode some hundred. */
static const int most_iterations = 500;
static const int most_on_the_way = 50; /* of one step from a guess to the solution */
static const int most_searched = 300;  /* tried corrections on all ways from all guesses */
static const int unlimited = 1 << 30;
static const double least_damping = 1e-5;
static const double converged = 1e-12;       /* the next correction would be so small */
static const double rounding = 1e-15;        /* corrections of a solution that is known */
static const double nearly = 1e-9;           /* here noise of residuals may be all that is left */
static const double slow = 0.9;              /* of the correction before */
static const double small_of_nominal = 1e-6; /* below it relative accuracy is not required */

int bw_all_finite(const double* v, size_t n) {
  for (size_t i = 0; i < n; ++i)
    if (!(fabs(v[i]) <= 1.7976931348623157e308)) return 0;
  return 1;
}

static double larger_of(double a, double b) { return a < b ? b : a; }

static double largest(const double* values, size_t n) {
  double most = 0;
  for (size_t i = 0; i < n; ++i) most = larger_of(most, fabs(values[i]));
  return most;
}

double bw_share(const Newton* s, const double* v, const double* z) {
  double most = 0;
  for (size_t i = 0; i < s->n; ++i)
    most = larger_of(most, fabs(v[i]) / larger_of(fabs(z[i]), small_of_nominal * s->nominals[i]));
  return most;
}

int bw_find_residuals(Newton* s, const double* z) {
  s->write(s, z);
  s->evaluate(s);
  if (s->remainder != 0)
    for (size_t i = 0; i < s->n; ++i) s->residuals[i] -= s->remainder * s->base[i];
  return bw_all_finite(s->residuals, s->n);
}

/* The correction for the residuals. */
static int correction(Newton* s, double* step) {
  memcpy(step, s->residuals, s->n * sizeof(double));
  return s->solve(s, step);
}

static void note(Newton* s, const double* by) {
  if (s->note) s->note(s, by);
}

/* One damped step; the size of the next correction, below 0: no step makes it better. */
static double damped_step(Newton* s, double size) {
  for (double damping = 1; damping >= least_damping; damping /= 2) {
    double next;
    for (size_t i = 0; i < s->n; ++i) s->trial[i] = s->z[i] + damping * s->step[i];
    --s->left;
    if (!bw_find_residuals(s, s->trial) || !correction(s, s->next)) continue;
    /* Against the larger of both: while it approaches 0 a correction stays as large as what is
     * left. */
    for (size_t i = 0; i < s->n; ++i) s->larger[i] = larger_of(fabs(s->z[i]), fabs(s->trial[i]));
    if (bw_share(s, s->next, s->larger) > (1 - damping / 4) * size && size > nearly) continue;
    next = bw_share(s, s->next, s->trial);
    memcpy(s->z, s->trial, s->n * sizeof(double));
    if (damping == 1) return next;
    s->is_damped = 1;
    return larger_of(next, 2 * nearly);
  }
  bw_find_residuals(s, s->z);
  return -1;
}

/* Beside a pole corrections are small because the slope is steep, and residuals are not. */
static int is_pole(Newton* s, double at_first) {
  const double aside = 1e-6, much = 10, here = largest(s->residuals, s->n);
  int is_smaller;
  if (here <= at_first) return 0;
  for (size_t i = 0; i < s->n; ++i)
    s->trial[i] = s->z[i] + aside * larger_of(fabs(s->z[i]), s->nominals[i]);
  is_smaller = bw_find_residuals(s, s->trial) && much * largest(s->residuals, s->n) < here;
  bw_find_residuals(s, s->z);
  return is_smaller;
}

/* The last correction is known, and a steep function of the solution shows it. */
static int polish(Newton* s, double size) {
  if (size <= rounding) return 1;
  for (size_t i = 0; i < s->n; ++i) s->trial[i] = s->z[i] + s->next[i];
  if (!bw_find_residuals(s, s->trial)) return bw_find_residuals(s, s->z);
  memcpy(s->z, s->trial, s->n * sizeof(double));
  return 1;
}

static int iterate_most(Newton* s, int most) {
  double at_first;
  s->is_damped = 0;
  if (!bw_find_residuals(s, s->z)) return 0;
  at_first = largest(s->residuals, s->n);
  for (int iteration = 0; iteration < most && s->left > 0; ++iteration) {
    double size, next;
    int is_noise;
    if (!s->factorise(s) || !correction(s, s->step)) return 0;
    size = bw_share(s, s->step, s->z);
    if (iteration == 0) {
      s->first = size;
      /* Solved again for the same values it stays the same, to the last digit: else the truth of a
       * relation at an event may change with every solution. */
      if (size <= rounding) return 1;
    }
    next = damped_step(s, size);
    if (next < 0 && size > nearly) return 0;
    /* Near a multiple solution corrections shrink slowly, and in noise not at all. */
    is_noise = size <= nearly && (next < 0 || next > slow * size);
    if (is_noise) note(s, s->next);
    if (is_noise) return !is_pole(s, at_first);
    if (next <= converged) return !is_pole(s, at_first) && polish(s, next);
  }
  return 0;
}

static int iterate(Newton* s) {
  s->left = unlimited;
  return iterate_most(s, most_iterations);
}

/* From z, where residuals may be as large as they are: they shrink step by step. */
static int follow_from(Newton* s) {
  const double least = 1e-4, first = 0.1;
  const size_t size = s->n * sizeof(double);
  double step = first, at = 0;
  if (!bw_find_residuals(s, s->z)) return 0;
  memcpy(s->base, s->residuals, size);
  while (at < 1 && step > least && s->left > 0) {
    const double next = at + step < 1 ? at + step : 1;
    memcpy(s->reached, s->z, size);
    s->remainder = 1 - next;
    if (iterate_most(s, next < 1 ? most_on_the_way : most_iterations)) {
      at = next;
      step *= 3;
    } else {
      memcpy(s->z, s->reached, size);
      step /= 4;
    }
  }
  s->remainder = 0;
  return at >= 1 && bw_find_residuals(s, s->z);
}

/* Without noting what is uncertain on the way. */
static int follow(Newton* s) {
  void (*const noted)(Newton*, const double*) = s->note;
  int good;
  s->note = NULL;
  good = follow_from(s);
  s->note = noted;
  return good;
}

/* Where the guess is a singular point, or no solution is in reach of it. */
static int follow_from_nominals(Newton* s) {
  const double spread = 0.1;
  for (int sign = 1; sign >= -1; sign -= 2) {
    for (size_t i = 0; i < s->n; ++i)
      s->z[i] = s->starts[i] + sign * s->nominals[i] * (1 + spread * ((double)(int)(i % 7) - 3));
    if (follow(s)) return 1;
  }
  return 0;
}

static double residual_at(Newton* s, double z) {
  s->trial[0] = z;
  bw_find_residuals(s, s->trial);
  return s->residuals[0];
}

/* Whether r has another sign at z; an infinite residual has a side, too. */
static int is_opposite(Newton* s, double z, double side) {
  const double r = residual_at(s, z);
  return r == r && (r < 0) != (side < 0);
}

static int find_by_halving(Newton* s) {
  const double nearest = 1e-3, farthest = 1e9, growth = 4;
  const int halvings = 60;
  const double here = s->starts[0], side = residual_at(s, here);
  const double size = larger_of(fabs(here), s->nominals[0]);
  if (side != side) return 0;
  for (double reach = nearest * size; reach < farthest * size; reach *= growth)
    for (int sign = -1; sign <= 1; sign += 2) {
      double close = here, there = here + sign * reach, half_way = 0;
      if (!is_opposite(s, there, side)) continue;
      for (int k = 0; k < halvings; ++k) {
        const double middle = close + (there - close) / 2;
        *(is_opposite(s, middle, side) ? &there : &close) = middle;
        if (k == halvings / 2) half_way = fabs(residual_at(s, close));
      }
      /* Towards a root residuals vanish; towards a jump they stay, towards a pole they grow. */
      if (!(fabs(residual_at(s, close)) < half_way / 2)) continue;
      s->z[0] = close;
      return 1;
    }
  return 0;
}

static int solve_newton(Newton* s) {
  const size_t size = s->n * sizeof(double);
  s->read(s, s->z);
  memcpy(s->begin, s->z, size);
  s->is_iterated = 1;
  s->is_from_starts = 0;
  if (bw_all_finite(s->z, s->n) && iterate(s)) return 1;
  if (s->near_only) {
    s->write(s, s->begin);
    return 0;
  }
  s->is_from_starts = 1;
  memcpy(s->z, s->starts, size);
  if (iterate(s)) return 1;
  if (s->n == 1 && find_by_halving(s) && iterate(s)) return 1;
  s->left = most_searched;
  memcpy(s->z, s->begin, size);
  if (bw_all_finite(s->z, s->n) && follow(s)) return 1;
  memcpy(s->z, s->starts, size);
  if (follow(s) || follow_from_nominals(s)) return 1;
  s->write(s, s->starts); /* nothing that is no number stays behind */
  return 0;
}

/* What the last digits of the largest unknown make of the residuals, which are in `base`; it makes
 * `larger` as large. */
static void find_noise(Newton* s) {
  const double digits = 16 * 2.220446049250313e-16, margin = 4; /* of few samples */
  const double aside = digits * largest(s->z, s->n);
  for (size_t k = 0; k < 6; ++k) {
    for (size_t i = 0; i < s->n; ++i) {
      const int up = (unsigned)(i + 1) * 2654435761U >> (16 + k) & 1U; /* as by chance */
      s->trial[i] = s->z[i] + (up ? aside : -aside);
    }
    if (!bw_find_residuals(s, s->trial)) break;
    for (size_t i = 0; i < s->n; ++i)
      s->larger[i] = larger_of(s->larger[i], margin * fabs(s->residuals[i] - s->base[i]));
  }
  bw_find_residuals(s, s->z);
}

/* Whether residuals vanish as far as rounding lets them: against what they consist of, which is
 * seen with other signs of the unknowns, and where large values cancel within an equation, against
 * what their last digits make of it. Small unknowns are as uncertain as these. */
static int is_rounding_only(Newton* s) {
  const double rounded = 1e-12, aside = 1e-3 * largest(s->z, s->n);
  double times = 0; /* 0: what does not depend on the unknowns */
  for (size_t i = 0; i < s->n; ++i) s->larger[i] = 0;
  for (size_t k = 0; k < 5; ++k, ++times) {
    for (size_t i = 0; i < s->n; ++i) {
      const double other = times * (fabs(s->z[i]) + aside);
      s->trial[i] = (i * k + i / 3) % 4 == 0 ? -other : other;
    }
    if (!bw_find_residuals(s, s->trial)) return 0;
    for (size_t i = 0; i < s->n; ++i) s->larger[i] = larger_of(s->larger[i], fabs(s->residuals[i]));
  }
  if (!bw_find_residuals(s, s->z)) return 0;
  memcpy(s->base, s->residuals, s->n * sizeof(double));
  for (size_t i = 0; i < s->n; ++i) s->larger[i] *= rounded;
  find_noise(s);
  for (size_t i = 0; i < s->n; ++i)
    if (!(fabs(s->residuals[i]) <= s->larger[i])) return 0;
  return 1;
}

/* The first step, from 0; of several solutions to the one that is closest to the last values. */
static int first_step(Newton* s) {
  const size_t size = s->n * sizeof(double);
  s->read(s, s->begin);
  memset(s->z, 0, size);
  if (!bw_find_residuals(s, s->z) || !s->factorise(s)) return 0;
  if (!s->is_singular || !bw_all_finite(s->begin, s->n)) return correction(s, s->z);
  memcpy(s->z, s->begin, size);
  if (!bw_find_residuals(s, s->z) || !correction(s, s->step)) return 0;
  if (bw_share(s, s->step, s->z) > rounding)
    for (size_t i = 0; i < s->n; ++i) s->z[i] += s->step[i];
  return 1;
}

static int solve_linear(Newton* s) {
  const double bent = 1e-4;
  const int most = 4; /* what small unknowns lose beside large ones comes back step by step */
  double size = 0;
  if (!first_step(s)) return 0;
  for (int k = 0; k < most && (k == 0 || size > bent); ++k) {
    if (!bw_find_residuals(s, s->z) || !correction(s, s->step)) return 0;
    size = bw_share(s, s->step, s->z);
    if (size <= rounding) return 1;
    for (size_t i = 0; i < s->n; ++i) s->z[i] += s->step[i];
  }
  if (size > bent && !is_rounding_only(s)) return solve_newton(s); /* straight in pieces only */
  note(s, s->step);
  return bw_find_residuals(s, s->z);
}

/* A start close to the solution leads there straight: the first correction is nearly all of it. */
int bw_is_stray(Newton* s) {
  const double large_move = 1e-3, straight = 3;
  double moved;
  if (!s->is_iterated) return 0;
  for (size_t i = 0; i < s->n; ++i) s->trial[i] = s->z[i] - s->begin[i];
  moved = bw_share(s, s->trial, s->z);
  return s->is_from_starts ||
         (larger_of(moved, s->first) > large_move &&
          (s->is_damped || moved > straight * s->first || s->first > straight * moved));
}

int bw_solve_loop(Newton* s) {
  s->is_iterated = 0;
  return s->is_linear ? solve_linear(s) : solve_newton(s);
}
