/* A ramp y that begins at t = 0.507, by an event, at which z steps from 0 to 1; whether it has
 * occurred is not part of the FMU state. After a rollback over it neither happens. */

#include "fmu/fmu_frame.h"

enum { u, y, z, real_count };

static int waits = 1; /* the event is ahead */
static int begun;

static void outputs(Instance* component) { (void)component; }

static void step(Instance* component, double t, double h) {
  const double at = 0.507;
  if (t <= 0) {
    waits = 1;
    begun = 0;
  }
  if (t < at) begun = 0;
  if (waits && t + h >= at) {
    waits = 0;
    begun = 1;
    component->reals[y] += t + h - at;
  } else if (begun) {
    component->reals[y] += h;
  }
  component->reals[z] = begun;
}

static const double starts[real_count] = {0};

const Model model = {
    .real_count = real_count, .real_starts = starts, .outputs = outputs, .step = step};
