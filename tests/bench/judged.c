/* Rows of a bench that have a limit. */
#include "tests/bench/judged.h"

#include <stdio.h>
#include <string.h>

void bench_options(struct bench *bench, int argc, char **argv, int repeats)
{
    const char *option = argc > 2 ? argv[1] : "";
    bench->lenient = strcmp(option, "--lenient") == 0;
    bench->repeats = bench->lenient || strcmp(option, "--repeats") == 0 ? inputs_repeats(argv[2]) : repeats;
}

void bench_row(struct bench *bench, const char *what, struct spread spread, double must)
{
    printf("  %-52s %8.3f  (%.3f .. %.3f)", what, spread.median, spread.low, spread.high);
    printf(must > 0 ? "  must stay below %.4g\n" : "\n", must);
    if (must <= 0 || spread.median < must)
        return;
    bench->faults += !bench->lenient;
    printf(bench->lenient ? "slow: %s (told only: see --lenient)\n" : "FAILED: %s\n", what);
}
