/* A linear system of any size up to 8 (FMI 3.0): dx/dt = A x + B u, y = C x + D u, x(0) = x0, with
 * n states, m inputs and r outputs. As it starts it is the oscillator with y(t) = cos t. Matrices
 * lie row by row, without gaps, at the beginning of the space for the largest. */

#include "fmu/fmu_frame.h"

enum { most = 8, most_squared = most * most };
enum {
  A = 0,
  B = A + most_squared,
  C = B + most_squared,
  D = C + most_squared,
  x0 = D + most_squared,
  u = x0 + most,
  y = u + most,
  x = y + most,
  der_x = x + most,
  real_count = der_x + most
};
enum { n, m, r, uint64_count };

static const double starts[real_count] = {
    [A + 1] = 1, [A + 2] = -1, [B + 1] = 1, [C] = 1, [x0] = 1};
static const uint64_t sizes[uint64_count] = {[n] = 2, [m] = 1, [r] = 1};
static const unsigned states[most] = {x, x + 1, x + 2, x + 3, x + 4, x + 5, x + 6, x + 7};
static const unsigned derivatives_of_states[most] = {der_x,     der_x + 1, der_x + 2, der_x + 3,
                                                     der_x + 4, der_x + 5, der_x + 6, der_x + 7};

static size_t array_size(const Instance* component, size_t real) {
  const uint64_t* size = component->uint64s;
  switch (real) {
    case A: return size[n] * size[n];
    case B: return size[n] * size[m];
    case C: return size[r] * size[n];
    case D: return size[r] * size[m];
    case u: return size[m];
    case y: return size[r];
    case x0:
    case x:
    case der_x: return size[n];
    default: return 1;
  }
}

static size_t active_state_count(const Instance* component) { return component->uint64s[n]; }

/* to = P x + Q u */
static void combine(Instance* component, size_t to, size_t rows, size_t p, size_t q) {
  double* v = component->reals;
  const size_t state_count = component->uint64s[n], input_count = component->uint64s[m];
  for (size_t i = 0; i < rows; ++i) {
    v[to + i] = 0;
    for (size_t j = 0; j < state_count; ++j) v[to + i] += v[p + i * state_count + j] * v[x + j];
    for (size_t j = 0; j < input_count; ++j) v[to + i] += v[q + i * input_count + j] * v[u + j];
  }
}

static void initialise(Instance* component) {
  for (size_t i = 0; i < component->uint64s[n]; ++i)
    component->reals[x + i] = component->reals[x0 + i];
}

static void derivatives(Instance* component) {
  combine(component, der_x, component->uint64s[n], A, B);
}

static void outputs(Instance* component) { combine(component, y, component->uint64s[r], C, D); }

static double partial(const Instance* component, size_t unknown, size_t known) {
  const int of_output = unknown >= y && unknown < x;
  if (!of_output && unknown < der_x) return 0;
  const size_t row = unknown - (of_output ? y : der_x);
  if (known >= u && known < y)
    return component->reals[(of_output ? D : B) + row * component->uint64s[m] + known - u];
  if (known >= x && known < der_x)
    return component->reals[(of_output ? C : A) + row * component->uint64s[n] + known - x];
  return 0;
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .real_count = real_count,
                     .uint64_count = uint64_count,
                     .real_starts = starts,
                     .uint64_starts = sizes,
                     .state_count = most,
                     .states = states,
                     .derivatives_of_states = derivatives_of_states,
                     .structural_count = uint64_count,
                     .structural_max = most,
                     .initialise = initialise,
                     .derivatives = derivatives,
                     .outputs = outputs,
                     .partial = partial,
                     .array_size = array_size,
                     .active_state_count = active_state_count};
