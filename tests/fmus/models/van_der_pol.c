/* Van der Pol's oscillator: dx0/dt = x1, dx1/dt = mu (1 - x0^2) x1 - x0. */

#include "fmu/fmu_frame.h"

enum { x0, der_x0, x1, der_x1, mu, real_count };

static const double starts[real_count] = {[x0] = 2, [mu] = 1};
static const unsigned states[] = {x0, x1}, derivatives_of_states[] = {der_x0, der_x1};

static void derivatives(Instance* component) {
  double* v = component->reals;
  v[der_x0] = v[x1];
  v[der_x1] = v[mu] * (1 - v[x0] * v[x0]) * v[x1] - v[x0];
}

static double partial(const Instance* component, size_t unknown, size_t known) {
  const double* v = component->reals;
  if (unknown == der_x0) return known == x1 ? 1 : 0;
  if (unknown != der_x1) return unknown == known ? 1 : 0;
  if (known == x0) return -2 * v[mu] * v[x0] * v[x1] - 1;
  if (known == x1) return v[mu] * (1 - v[x0] * v[x0]);
  return known == mu ? (1 - v[x0] * v[x0]) * v[x1] : 0;
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .real_count = real_count,
                     .real_starts = starts,
                     .state_count = 2,
                     .states = states,
                     .derivatives_of_states = derivatives_of_states,
                     .derivatives = derivatives,
                     .partial = partial};
