/* dx/dt = u + sin(w), y = x, where w takes `rounds` square roots to compute: an FMU whose steps
 * take long, always with the same result. */

#include <math.h>

#include "fmu/fmu_frame.h"

enum { u, x, y, rounds, real_count };

static const double starts[real_count] = {[rounds] = 1};

static void outputs(Instance* component) { component->reals[y] = component->reals[x]; }

static void step(Instance* component, double t, double h) {
  (void)t;
  double* v = component->reals;
  double w = v[x];
  for (long k = 0; k < (long)v[rounds]; ++k) w = sqrt(w * w + 1) - 1 / (2 + w * w);
  v[x] += h * (v[u] + sin(w));
}

const Model model = {
    .real_count = real_count, .real_starts = starts, .outputs = outputs, .step = step};
