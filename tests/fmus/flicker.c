/* `on` changes after every `period` steps, whatever their length: events that depend on the
 * importer's steps, so that no two runs with different steps meet the same. */

#include <math.h>

#include "fmu/fmu_frame.h"

enum { u, count, period, real_count };
enum { on, boolean_count };

static const double starts[real_count] = {[period] = 100};

static void outputs(Instance* component) {
  const double* v = component->reals;
  component->booleans[on] = fmod(floor(v[count] / v[period]), 2) > 0;
}

static void step(Instance* component, double t, double h) {
  (void)t;
  (void)h;
  component->reals[count] += 1;
}

const Model model = {.real_count = real_count,
                     .boolean_count = boolean_count,
                     .real_starts = starts,
                     .outputs = outputs,
                     .step = step};
