/* Math 003, component 2: a switch with feed-through.
 *   x3 =  3 if x1 > 0.99  and x2 < 0.01 and x4 <  2.5
 *   x3 = -3 if x1 < 0.001 and x2 > 0    and x4 > -2.5
 *   x3 =  0 otherwise
 * x1 and x2 are 0 or 1; the tests have a margin, so that a master may shift them a little to take
 * difference quotients. */

#include "fmu/fmu_frame.h"

enum { x1, x2, x4, x3, real_count };

static const double starts[real_count] = {0};

static void outputs(Instance* component) {
  double* v = component->reals;
  if (v[x1] > 0.99 && v[x2] < 0.01 && v[x4] < 2.5)
    v[x3] = 3;
  else if (v[x1] < 0.001 && v[x2] > 0 && v[x4] > -2.5)
    v[x3] = -3;
  else
    v[x3] = 0;
}

const Model model = {.real_count = real_count, .real_starts = starts, .outputs = outputs};
