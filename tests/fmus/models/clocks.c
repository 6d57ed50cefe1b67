/* A clock of each kind (FMI 3.0). Its partition counts its ticks and notes the time of the last
 * one; beyond that
 *   - each fifth tick of `fast` starts `countdown`, 0.03 s long;
 *   - each second tick of `slow` makes `trigger_out` tick;
 *   - the interval of `growing` is 0.1 s at first and 0.1 s longer after each tick;
 *   - `trigger_in` adds the value of an input to a sum;
 *   - the intervals of `from_fixed` and `from_tunable` are those parameters. */

#include "fmu/fmu_frame.h"

enum {
  fast,
  slow,
  from_fixed,
  from_tunable,
  settable,
  growing,
  countdown,
  trigger_in,
  trigger_out,
  clock_count,
  input_clock_count = trigger_out
};
enum { counts, total = counts + input_clock_count, outgoing, integer_count };
enum {
  times,
  fixed_period = times + input_clock_count,
  tunable_period,
  trigger_value,
  trigger_sum,
  real_count
};
enum { unchanged = 1, changed = 2 };

static const double reals[real_count] = {[fixed_period] = 0.3, [tunable_period] = 0.5};
static const Clock clocks[clock_count] = {
    [fast] = {.kind = clock_constant, .interval = 0.1, .qualifier = unchanged},
    [slow] = {.kind = clock_constant, .interval = 0.25, .shift = 0.05, .qualifier = unchanged},
    [from_fixed] = {.kind = clock_computed},
    [from_tunable] = {.kind = clock_computed},
    [settable] = {.kind = clock_settable, .interval = 0.2, .qualifier = unchanged},
    [growing] = {.kind = clock_changing, .interval = 0.1, .qualifier = changed},
    [countdown] = {.kind = clock_countdown},
    [trigger_in] = {.kind = clock_input},
    [trigger_out] = {.kind = clock_output}};

static void set_interval(Clock* clock, double interval) {
  if (clock->interval == interval) return;
  clock->interval = interval;
  clock->qualifier = changed;
}

static void initialise(Instance* component) {
  set_interval(&component->clocks[from_fixed], component->reals[fixed_period]);
}

static void outputs(Instance* component) {
  set_interval(&component->clocks[from_tunable], component->reals[tunable_period]);
}

static void start_countdown(Instance* component) {
  lock_preemption(component);
  component->clocks[countdown].interval = 0.03;
  component->clocks[countdown].qualifier = changed;
  unlock_preemption(component);
  announce_clocks(component);
}

static void trigger(Instance* component) {
  lock_preemption(component);
  ++component->integers[outgoing];
  component->clocks[trigger_out].active = 1;
  unlock_preemption(component);
  announce_clocks(component);
}

static void grow(Instance* component) {
  component->clocks[growing].interval = 0.1 * (component->integers[counts + growing] + 1);
  component->clocks[growing].qualifier = changed;
}

static void tick(Instance* component, size_t clock, double t) {
  const int count = ++component->integers[counts + clock];
  component->reals[times + clock] = t;
  lock_preemption(component);
  ++component->integers[total]; /* the only number that all partitions share */
  unlock_preemption(component);
  if (clock == fast && count % 5 == 0) start_countdown(component);
  if (clock == slow && count % 2 == 0) trigger(component);
  if (clock == growing) grow(component);
  if (clock == trigger_in) component->reals[trigger_sum] += component->reals[trigger_value];
}

const Model model = {.interfaces = co_simulation | scheduled_execution,
                     .real_count = real_count,
                     .integer_count = integer_count,
                     .clock_count = clock_count,
                     .real_starts = reals,
                     .clock_starts = clocks,
                     .initialise = initialise,
                     .outputs = outputs,
                     .tick = tick};
