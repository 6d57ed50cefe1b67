/* Dahlquist's test equation, dx/dt = -k x: x(t) = x(0) exp(-k t). */

#include "fmu/fmu_frame.h"

enum { x, der_x, k, real_count };

static const double starts[real_count] = {[x] = 1, [k] = 1};
static const unsigned states[] = {x}, derivatives_of_states[] = {der_x};

static void derivatives(Instance* component) {
  double* v = component->reals;
  v[der_x] = -v[k] * v[x];
}

static double partial(const Instance* component, size_t unknown, size_t known) {
  const double* v = component->reals;
  if (unknown == der_x && known == x) return -v[k];
  if (unknown == der_x && known == k) return -v[x];
  return unknown == known ? 1 : 0;
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .real_count = real_count,
                     .real_starts = starts,
                     .state_count = 1,
                     .states = states,
                     .derivatives_of_states = derivatives_of_states,
                     .derivatives = derivatives,
                     .partial = partial};
