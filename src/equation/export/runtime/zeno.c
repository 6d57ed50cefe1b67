/* Zeno behaviour: events accumulate before a limit time, like the bounces of a ball that nothing
 * brings to rest.
 *
 *   intervals d_k between crossings of one indicator in one direction,  r = d_k / d_(k-1) < 1
 *   steady  ->  limit = t_k + d_k r / (1 - r)
 *
 * Reported when the limit is nearer than 1e-9 of the simulated time: no model intends intervals
 * that short, and they are still a million times longer than the resolution of the time, so that r
 * is no rounding noise.
 *
 * Source: K. H. Johansson, M. Egerstedt, J. Lygeros, S. Sastry 1999.
 */

#include "instance.h"

static const int enough = 6;       /* ratios: bounces that keep a tenth of the speed give no more */
static const double near = 1e-9;   /* of the simulated time */
static const double steady = 0.05; /* allowed variation of r, relative to 1 - r */

static double length_of_run(const Head* now) {
  const double until = now->has_stop && now->stop < HUGE_VAL ? now->stop : now->time;
  return until - now->start;
}

/* A ratio that does not fit the previous ones starts a new series. */
static void add_ratio(Series* series, double ratio) {
  const double least = fmin(series->least, ratio), most = fmax(series->most, ratio);
  if (!(ratio > 0 && ratio < 1)) {
    series->ratios = 0;
  } else if (series->ratios > 0 && most - least <= steady * (1 - most)) {
    series->ratios += 1;
    series->least = least;
    series->most = most;
  } else {
    series->ratios = 1;
    series->least = series->most = ratio;
  }
}

static double limit_of(const Head* now, Series* series) {
  const double gap = now->time - series->last;
  double rest;
  if (series->crossings >= 2) add_ratio(series, gap / series->gap);
  series->gap = gap;
  series->last = now->time;
  series->crossings += 1;
  if (series->ratios < enough) return HUGE_VAL;
  rest = gap * series->most / (1 - series->most);
  return rest <= near * length_of_run(now) ? now->time + rest : HUGE_VAL;
}

double bw_zeno_limit(Instance* s) {
  double limit = HUGE_VAL;
  for (size_t i = 0; i < bw_model.indicators; ++i) {
    const int was_above = s->solver->z[i] > 0, rises = s->solver->z_new[i] > 0;
    if (was_above != rises) limit = fmin(limit, limit_of(s->now, s->series + 2 * i + rises));
  }
  return limit;
}
