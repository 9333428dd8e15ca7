/* Rows of a bench that have a limit: what was measured, its median and spread, and what it must stay below.
 * Lenient, because a test machine may be busy, a row that is too slow is told and not counted. */
#ifndef WATTIF_TESTS_BENCH_JUDGED_H
#define WATTIF_TESTS_BENCH_JUDGED_H

#include "tests/bench/inputs.h"
#include "tests/bench/measure.h"

#include <stdbool.h>

struct bench {
    struct inputs inputs;
    int repeats, faults;
    bool lenient;
};

/* From a command line: --repeats N, or --lenient N; `repeats` where it has neither. */
void bench_options(struct bench *bench, int argc, char **argv, int repeats);

/* must 0: none. */
void bench_row(struct bench *bench, const char *what, struct spread spread, double must);

#endif
