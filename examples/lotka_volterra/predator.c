/* The predator of Lotka-Volterra, dy/dt = y (D x - C), solved exactly for prey x that is held over
 * the step: y(t + h) = y(t) exp((D x - C) h). */

#include <math.h>

#include "fmu/fmu_frame.h"

enum { y, x, C, D, real_count };

static const double starts[real_count] = {[y] = 10, [x] = 10, [C] = 0.4, [D] = 0.02};

static void step(Instance* predator, double t, double h) {
  (void)t;
  double* v = predator->reals;
  v[y] *= exp((v[D] * v[x] - v[C]) * h);
}

const Model model = {.real_count = real_count, .real_starts = starts, .step = step};
