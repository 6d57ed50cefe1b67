/* The prey of Lotka-Volterra, dx/dt = x (A - B y), solved exactly for a predator y that is held
 * over the step: x(t + h) = x(t) exp((A - B y) h). */

#include <math.h>

#include "fmu/fmu_frame.h"

enum { x, y, A, B, real_count };

static const double starts[real_count] = {[x] = 10, [y] = 10, [A] = 0.1, [B] = 0.02};

static void step(Instance* prey, double t, double h) {
  (void)t;
  double* v = prey->reals;
  v[x] *= exp((v[A] - v[B] * v[y]) * h);
}

const Model model = {.real_count = real_count, .real_starts = starts, .step = step};
