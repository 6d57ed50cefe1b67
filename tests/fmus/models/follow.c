/* Direct feedthrough of an input, and dependence on its course: dx/dt = u and y = 2 u, with a
 * continuous u; d_sum is the discrete input d as it was at the last event. */

#include "fmu/fmu_frame.h"

enum { u, x, der_x, y, d, d_sum, real_count };
enum { d_positive, boolean_count };

static const unsigned states[] = {x}, derivatives_of_states[] = {der_x};

static void derivatives(Instance* component) { component->reals[der_x] = component->reals[u]; }

static void initialise(Instance* component) { component->reals[d_sum] = component->reals[d]; }

static void outputs(Instance* component) {
  component->reals[y] = 2 * component->reals[u];
  component->booleans[d_positive] = component->reals[d_sum] > 0;
}

static void event(Instance* component, Event* outcome) {
  (void)outcome;
  component->reals[d_sum] = component->reals[d];
}

static double partial(const Instance* component, size_t unknown, size_t known) {
  (void)component;
  if (known == u) return unknown == der_x ? 1 : unknown == y ? 2 : 0;
  return unknown == x && known == x ? 1 : 0;
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .real_count = real_count,
                     .boolean_count = boolean_count,
                     .state_count = 1,
                     .states = states,
                     .derivatives_of_states = derivatives_of_states,
                     .input_orders = 3,
                     .inputs_in_between = 1,
                     .initialise = initialise,
                     .derivatives = derivatives,
                     .outputs = outputs,
                     .event = event,
                     .partial = partial};
