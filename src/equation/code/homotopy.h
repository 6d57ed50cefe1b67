#ifndef BW_HOMOTOPY_H
#define BW_HOMOTOPY_H
/* Continuation of the start of a model with homotopy(actual, simplified). The program and the FMUs
 * that it exports run this same code.
 *
 *   lambda = 0: the simplified expressions; lambda = 1: the actual ones; in between both, of all
 *   operators at once
 *   lambda += step, from the last solution; solved straight: step *= 2, else back and step /= 4
 *
 * Source: Modelica Language Specification 3.6, 3.7.4.4; E. L. Allgower, K. Georg, Introduction to
 * Numerical Continuation Methods, SIAM 2003, chapter 2.
 */

#include "newton.h" /* BW_HIDDEN */

#ifdef __cplusplus
extern "C" {
#endif

enum {
  homotopy_not_solved,
  homotopy_strayed,  /* solved, but perhaps on another branch */
  homotopy_switched, /* likewise, and a relation changed: the solution may jump */
  homotopy_solved
};

typedef struct Homotopy Homotopy;
struct Homotopy {
  /* The start system for this lambda, from the present values; at 0 from wherever. */
  int (*solve)(Homotopy*, double lambda);
  void (*save)(Homotopy*);
  void (*restore)(Homotopy*);

  double reached; /* the last lambda that was solved; below 0: none */
};

/* 0: it ends at `reached`. */
BW_HIDDEN int bw_follow_homotopy(Homotopy*);

#ifdef __cplusplus
}
#endif
#endif
