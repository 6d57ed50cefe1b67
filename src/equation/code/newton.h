#ifndef BW_NEWTON_H
#define BW_NEWTON_H
/* Solves one loop of a model. The program and the FMUs that it exports run this same code, each
 * with its own linear algebra.
 *
 *   Newton: dr/dz dz = -r(z),  z += lambda dz,  lambda = 1, 1/2, ... until the next correction with
 *   the same matrix is smaller (natural monotonicity); begins with the last solution, where that
 *   fails with the start values. Linear ones take one step from 0 and one to polish. One unknown
 *   that is not found so: look on both sides of the start value for another sign of r, further and
 *   further away, halve what is between and begin there (a pole is no solution for Newton).
 *
 * Source: P. Deuflhard, Newton Methods for Nonlinear Problems, Springer 2004, 3.3 (NLEQ-RES/ERR).
 */

#include <stddef.h>

#ifdef __GNUC__
#define BW_HIDDEN __attribute__((visibility("hidden")))
#else
#define BW_HIDDEN
#endif

#ifdef __cplusplus
extern "C" {
#endif

typedef struct Newton Newton;
struct Newton {
  size_t n;
  int is_linear;
  int near_only; /* from the values that the model has, or not at all */
  const double *nominals, *starts;
  double *z, *residuals, *step, *next, *trial, *larger, *begin; /* room for n numbers each */

  void (*read)(Newton*, double* z); /* the unknowns, as the model has them */
  void (*write)(Newton*, const double* z);
  void (*evaluate)(Newton*);        /* residuals, of what was written */
  int (*factorise)(Newton*);        /* -dr/dz, of what was written; 0: singular */
  int (*solve)(Newton*, double* b); /* with that matrix, in its place; 0: no finite numbers */
  /* The solution is uncertain by this correction; null: nobody wants to know. */
  void (*note)(Newton*, const double* correction);

  /* How the last one was found. */
  int is_iterated;    /* by Newton's method; the rest is known only then */
  int is_from_starts; /* the solution before did not lead to it */
  int is_damped;      /* some correction was made shorter */
  double first;       /* size of the first correction */
};

/* 0: not solved. */
BW_HIDDEN int bw_solve_loop(Newton*);
BW_HIDDEN int bw_find_residuals(Newton*, const double* z); /* 0: no finite numbers */
BW_HIDDEN int bw_all_finite(const double* v, size_t n);
/* Whether the last solution may be another branch: its iteration did not lead straight to it. */
BW_HIDDEN int bw_is_stray(Newton*);
/* Of a vector beside z: the largest share of a component. */
BW_HIDDEN double bw_share(const Newton*, const double* v, const double* z);

#ifdef __cplusplus
}
#endif
#endif
