/* dx/dt = -x + u, exact for an input that is held over the step, y = x. It counts the stack frames
 * of its steps, from main to fmi2DoStep. */

#include <execinfo.h>
#include <math.h>

#include "fmu/fmu_frame.h"

enum { u, x, y, frames, real_count };
enum { inside = 1, before_main = 3, most = 200 }; /* step itself; _start and two of the C library */

static const double starts[real_count] = {[x] = 1, [y] = 1};

static void outputs(Instance* component) { component->reals[y] = component->reals[x]; }

static void step(Instance* component, double t, double h) {
  (void)t;
  void* places[most];
  double* v = component->reals;
  v[x] = v[x] * exp(-h) - v[u] * expm1(-h);
  v[frames] = fmax(v[frames], backtrace(places, most) - inside - before_main);
}

const Model model = {
    .real_count = real_count, .real_starts = starts, .outputs = outputs, .step = step};
