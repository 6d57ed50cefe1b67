/* dx/dt = -rate x + u, exact for an input that is held over the step:
 *   x(t + h) = x(t) exp(-rate h) + u (1 - exp(-rate h)) / rate,   y = x. */

#include <math.h>

#include "fmu/fmu_frame.h"

enum { u, x, y, rate, real_count };

static const double starts[real_count] = {[x] = 1, [y] = 1, [rate] = 1};

static void outputs(Instance* component) { component->reals[y] = component->reals[x]; }

static void step(Instance* component, double t, double h) {
  (void)t;
  double* v = component->reals;
  const double weight = v[rate] == 0 ? h : -expm1(-v[rate] * h) / v[rate];
  v[x] = v[x] * exp(-v[rate] * h) + v[u] * weight;
}

const Model model = {
    .real_count = real_count, .real_starts = starts, .outputs = outputs, .step = step};
