/* A ball that falls, dh/dt = v, dv/dt = g, and bounces off the ground: where h <= 0 and v < 0 its
 * velocity becomes -e v, and the ball rests if that is less than v_min. */

#include <float.h>

#include "fmu/fmu_frame.h"

enum {
  height,
  der_height,
  velocity,
  der_velocity,
  gravity,
  bounce,
  least_velocity,
  indicator, /* FMI 3.0 wants it among the variables */
  real_count
};
enum { rests, boolean_count };

static const double starts[real_count] = {
    [height] = 1, [gravity] = -9.81, [bounce] = 0.7, [least_velocity] = 0.1};
static const unsigned states[] = {height, velocity};
static const unsigned derivatives_of_states[] = {der_height, der_velocity};

static void derivatives(Instance* ball) {
  double* v = ball->reals;
  v[der_height] = ball->booleans[rests] ? 0 : v[velocity];
  v[der_velocity] = ball->booleans[rests] ? 0 : v[gravity];
}

static void indicators(const Instance* ball, double z[]) {
  z[0] = ball->booleans[rests] ? 1 : ball->reals[height];
}

static void outputs(Instance* ball) { indicators(ball, &ball->reals[indicator]); }

static void event(Instance* ball, Event* outcome) {
  double* v = ball->reals;
  if (ball->booleans[rests] || v[height] > 0 || v[velocity] >= 0) return;
  v[velocity] *= -v[bounce];
  v[height] = DBL_MIN; /* above the ground, so that the indicator can change its sign again */
  if (v[velocity] < v[least_velocity]) {
    v[height] = v[velocity] = 0;
    ball->booleans[rests] = 1;
  }
  outcome->states_changed = 1;
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .real_count = real_count,
                     .boolean_count = boolean_count,
                     .real_starts = starts,
                     .state_count = 2,
                     .indicator_count = 1,
                     .states = states,
                     .derivatives_of_states = derivatives_of_states,
                     .outputs = outputs,
                     .derivatives = derivatives,
                     .indicators = indicators,
                     .event = event};
