/* Math 003, component 3: the integrator dx4/dt = 2 x3, exact for an x3 that is held over the step.
 */

#include "fmu/fmu_frame.h"

enum { x3, x4, real_count };

static const double starts[real_count] = {0};

static void step(Instance* component, double t, double h) {
  (void)t;
  component->reals[x4] += 2 * component->reals[x3] * h;
}

const Model model = {.real_count = real_count, .real_starts = starts, .step = step};
