/* Rows of a bench that have a limit: what was measured, its median and spread, and what it must stay below.
 * Lenient, because a test machine may be busy, a row that is too slow is told and not counted. */
#ifndef WATTIF_TESTS_BENCH_JUDGED_H
#define WATTIF_TESTS_BENCH_JUDGED_H

#include "tests/bench/inputs.h"
#include "tests/bench/measure.h"

struct bench {
    struct inputs inputs;
    int repeats, faults;
    bool lenient;
};

/* From a command line: --repeats N, or --lenient N; `repeats` where it has neither. */
void bench_options(struct bench *bench, int argc, char **argv, int repeats);

/* The model of the inputs' scenario under this setting, with a seed of its own. */
struct model *bench_model(const struct bench *bench, const char *setting, int repeat);

/* What it has to have measured before, on so many threads, from this shelf or NULL. */
void bench_prepare(struct model *model, struct shelf *shelf, int jobs);

/* To the end, with snapshots as the dashboard keeps them; the caller frees the recording. */
struct recording *bench_run(struct model *model);

/* must 0: none. */
void bench_row(struct bench *bench, const char *what, struct spread spread, double must);

#endif
