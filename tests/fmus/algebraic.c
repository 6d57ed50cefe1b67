/* Pure feed-through, y = gain u + offset: connected to itself or to a second one it makes an
 * algebraic loop, whose initial values the importer has to solve for, by setting u and reading y
 * again and again. */

#include "fmu/fmu_frame.h"

enum { u, y, gain, offset, real_count };

static const double starts[real_count] = {[gain] = 1};

static void outputs(Instance* component) {
  double* v = component->reals;
  v[y] = v[gain] * v[u] + v[offset];
}

const Model model = {.real_count = real_count, .real_starts = starts, .outputs = outputs};
