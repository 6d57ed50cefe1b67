#ifndef BW_EVENT_TIMES_H
#define BW_EVENT_TIMES_H
/* Times of events. The program and the FMUs that it exports run this same code. */

#include "newton.h" /* BW_HIDDEN */

#ifdef __cplusplus
extern "C" {
#endif

/* 3 * 0.1 is meant to be 0.3: the number of 15 digits, where it is nearly that. So times that are
 * one by their text are one, whatever they are computed from. */
BW_HIDDEN double bw_as_written(double t);

/* sample(first, interval), after so many intervals. */
BW_HIDDEN double bw_sample_time(double first, double interval, double count);
/* How many intervals the first sample behind t is away from `first`; below 0: the interval is too
 * short to distinguish samples. */
BW_HIDDEN double bw_count_behind(double first, double interval, double t);

#ifdef __cplusplus
}
#endif
#endif
