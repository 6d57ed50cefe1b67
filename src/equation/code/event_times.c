#include "event_times.h"

#include <math.h>

double bw_as_written(double t) {
  const double few = 4 * 2.220446049250313e-16;
  if (t == 0 || t - t != 0) return t; /* infinite */
  const int digits = 14 - (int)floor(log10(fabs(t)));
  if (digits > 22 || digits < -22) return t; /* powers of ten beyond are not exact */
  const double scale = pow(10.0, fabs((double)digits));
  const double near = digits >= 0 ? round(t * scale) / scale : round(t / scale) * scale;
  return fabs(near - t) <= few * fabs(t) ? near : t;
}

double bw_sample_time(double first, double interval, double count) {
  return bw_as_written(first + count * interval);
}

double bw_count_behind(double first, double interval, double t) {
  const int rounding = 4;
  const double about = floor((t - first) / interval) - 1;
  for (int extra = 0; extra < rounding; ++extra) {
    const double count = fmax(about, 0.0) + extra;
    if (bw_sample_time(first, interval, count) > t) return count;
  }
  return -1;
}
