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
 * Several: r(z) = (1 - p) r(z0), from the guess z0 at p = 0 to p = 1 in steps as long as Newton
 * allows; of pieces that are straight each step crosses few (limiters, diodes).
 *
 * Sources: P. Deuflhard, Newton Methods for Nonlinear Problems, Springer 2004, 3.3 (NLEQ-RES/ERR),
 * 5.1; J. Katzenelson, An algorithm for solving nonlinear resistor networks, Bell Syst. Tech. J.
 * 44, 1965.
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
  double *z, *residuals, *step, *next, *trial, *larger, *begin, *base,
      *reached; /* n numbers each */
  double
      remainder; /* of `base`, which is taken from the residuals: 0 but on the way from a guess */

  void (*read)(Newton*, double* z); /* the unknowns, as the model has them */
  void (*write)(Newton*, const double* z);
  void (*evaluate)(Newton*);        /* residuals, of what was written */
  int (*factorise)(Newton*);        /* -dr/dz, of what was written; 0: singular */
  int (*solve)(Newton*, double* b); /* with that matrix, in its place; 0: no finite numbers */
  /* The solution is uncertain by this correction; null: nobody wants to know. */
  void (*note)(Newton*, const double* correction);
  int is_singular; /* set by factorise: `solve` gives one of many, that from the last values counts
                    */
  int left;        /* iterations until the search for other ways to a solution is given up */

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
