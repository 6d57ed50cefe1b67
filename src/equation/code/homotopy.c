#include "homotopy.h"

static const double first_step = 0.1, largest_step = 0.25;
static const double smallest_step = 1e-7;
enum { most_solutions = 10000 }; /* of the start equations, along the path */

int bw_follow_homotopy(Homotopy* s) {
  double step = first_step;
  int solutions = 0;
  s->reached = -1;
  if (s->solve(s, 0) == homotopy_not_solved) return 0;
  s->reached = 0;
  while (s->reached < 1) {
    if (++solutions > most_solutions) return 0;
    const double next = s->reached + step < 1 - smallest_step ? s->reached + step : 1;
    const double taken = next - s->reached;
    int answer;
    s->save(s);
    answer = s->solve(s, next);
    if (answer == homotopy_solved || (answer == homotopy_switched && taken <= 4 * smallest_step)) {
      s->reached = next;
      step = 2 * taken < largest_step ? 2 * taken : largest_step;
      continue;
    }
    s->restore(s);
    step = taken / 4;
    if (step < smallest_step) return 0;
  }
  return 1;
}
