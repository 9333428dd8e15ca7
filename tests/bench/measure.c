/* Processor time, peak memory and medians. */
#include "tests/bench/measure.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now_s(clockid_t clock)
{
    struct timespec now;
    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

double measure_now_s(void)
{
    return now_s(CLOCK_THREAD_CPUTIME_ID);
}

double measure_wall_s(void)
{
    return now_s(CLOCK_MONOTONIC);
}

static int compare(const void *a, const void *b)
{
    double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

struct spread measure_spread(const double *values, size_t n)
{
    double sorted[REPEATS_MAX];
    memcpy(sorted, values, n * sizeof *sorted);
    qsort(sorted, n, sizeof *sorted, compare);
    return (struct spread){.low = sorted[0], .median = sorted[n / 2], .high = sorted[n - 1]};
}

struct spread measure_ratio(const double *a, const double *b, size_t n)
{
    double ratio[REPEATS_MAX];
    for (size_t i = 0; i < n; i++)
        ratio[i] = a[i] / b[i];
    return measure_spread(ratio, n);
}

/* Not getrusage: its ru_maxrss survives an exec, so a child would report its parent's memory. */
long measure_peak_kib(void)
{
    char line[128];
    long kib = -1;
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (strncmp(line, "VmHWM:", 6) == 0)
            kib = strtol(line + 6, NULL, 10);
    if (status)
        fclose(status);
    return kib;
}
