/* CL-5 .. CL-19 against the record: half a minute of simulation, so only optimised builds do it. CL-13 to
 * CL-16 share hardly a run with the others and take longer than they all: a long test alone has them. What
 * ORACLE can save within 0.8 % (test_clover_readings.c) already rules CL-14 out. */
#include "tests/paper/record.h"

FACT(test_verdicts)
{
    if (SLOW_BUILD) {
        puts("skipped: half a minute of simulation is left to optimised builds (CMAKE_BUILD_TYPE=Release)");
        skip();
    }
    struct paper paper = *library_paper(&library, "CL");
    struct trial *trials = calloc((size_t)paper.n_trials, sizeof *trials);
    for (int t = 0; t < paper.n_trials; t++) { /* a run that only costly claims use is the first one again */
        const struct trial *trial = &paper.trials[t];
        bool costly = false; /* by a seed, a loss of accuracy, another trace, fewer GPUs */
        for (int k = 0; !long_test() && k < SETTINGS_MAX && trial->settings[k]; k++)
            costly |= strchr("sat", *trial->settings[k]) || strcmp(trial->settings[k], "gpus=4") == 0;
        trials[t] = *(costly ? paper.trials : trial);
    }
    paper.trials = trials;
    free(record_find(&paper, true, false));
    free(trials);
}

FACTS_BETWEEN(open_library, close_library)
