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

struct model *bench_model(const struct bench *bench, const char *setting, int repeat)
{
    struct error error = {0};
    struct scenario scenario;
    if (!scenario_copy(&scenario, &bench->inputs.scenario))
        inputs_die(&error);
    scenario.seed = (uint64_t)repeat + 1;
    struct model *model = scenario_apply_set(&scenario, setting, &error)
                              ? model_create(&scenario, store_catalog(bench->inputs.store), &error)
                              : NULL;
    if (!model)
        inputs_die(&error);
    scenario_free(&scenario);
    return model;
}

void bench_prepare(struct model *model, struct shelf *shelf, int jobs)
{
    struct error error = {0};
    struct jobs *queue = jobs_create(jobs_helpers(jobs), -1, &error);
    if (!queue || !prepare_with(queue, model, shelf, &(struct derive_options){0}, &error))
        inputs_die(&error);
    jobs_free(queue);
}

struct recording *bench_run(struct model *model)
{
    struct error error = {0};
    const struct run_options options = {.snapshots = true, .record = true};
    struct recording *recording = recording_for_model(model);
    struct run *run = recording ? run_create(model, recording, options, &error) : NULL;
    if (!run)
        inputs_die(&error);
    run_all(run);
    run_free(run);
    return recording;
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
