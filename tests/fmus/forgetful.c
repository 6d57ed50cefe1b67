/* A ramp y that begins at t = 0.507, by an event, at which z steps from 0 to 1; whether it has
 * occurred is not part of the FMU state. After a rollback over it neither happens. The step over
 * t = 0.2 takes `pause` seconds. */

#define _POSIX_C_SOURCE 199309L
#include <time.h>

#include "fmu/fmu_frame.h"

enum { u, y, z, pause, real_count };

static int waits = 1; /* the event is ahead */
static int begun;

static void outputs(Instance* component) { (void)component; }

static void wait_for(double seconds) { /* less than one */
  const struct timespec nap = {0, (long)(1e9 * seconds)};
  nanosleep(&nap, NULL);
}

static void step(Instance* component, double t, double h) {
  if (t < 0.2 && t + h >= 0.2) wait_for(component->reals[pause]);
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
