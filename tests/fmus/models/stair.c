/* A counter without any continuous state: it goes up by one at each whole second, and where it
 * would exceed its last step the model requests the end of the run instead. */

#include <math.h>

#include "fmu/fmu_frame.h"

enum { counter, integer_count };
enum { last_step = 10 };

static const int starts[integer_count] = {[counter] = 1};

static void event(Instance* stair, Event* outcome) {
  Moment* now = stair->now;
  if (now->time >= now->next_event_time && !now->wants_end) {
    if (stair->integers[counter] == last_step)
      outcome->terminate = 1;
    else
      ++stair->integers[counter];
  }
  now->next_event_time = outcome->terminate || now->wants_end ? INFINITY : floor(now->time) + 1;
}

const Model model = {.interfaces = co_simulation | model_exchange,
                     .integer_count = integer_count,
                     .integer_starts = starts,
                     .event = event};
