/* Timing for the bench: processor time of this thread, so that other programs on the machine disturb little,
 * and medians of paired repeats: all subjects run once on the same inputs, then all again on the next. */
#ifndef WATTIF_TESTS_BENCH_MEASURE_H
#define WATTIF_TESTS_BENCH_MEASURE_H

#include <stddef.h>

enum { REPEATS_MAX = 101 };

/* Seconds of processor time; by the clock on the wall, where threads count together. */
double measure_now_s(void);
double measure_wall_s(void);

struct spread {
    double low, median, high;
};

struct spread measure_spread(const double *values, size_t n);
/* Of a[i] / b[i]. */
struct spread measure_ratio(const double *a, const double *b, size_t n);

/* The most memory that this process has ever held, in KiB. */
long measure_peak_kib(void);

#endif
