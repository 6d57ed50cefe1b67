/* Math 003, component 1: two switches that know the time only.
 *   x1 = 0 for t < 1 and for 2 <= t < 5, else 1
 *   x2 = 0 for t < 3 and for 4 <= t < 6, else 1 */

#include "fmu/fmu_frame.h"

enum { x1, x2, real_count };

static const double starts[real_count] = {0};

static void outputs(Instance* component) {
  const double t = component->now->time;
  component->reals[x1] = t < 1 || (2 <= t && t < 5) ? 0 : 1;
  component->reals[x2] = t < 3 || (4 <= t && t < 6) ? 0 : 1;
}

const Model model = {.real_count = real_count, .real_starts = starts, .outputs = outputs};
