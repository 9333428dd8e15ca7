/* How fast is InferCool? On `infercool-table5b`, half an hour at 11.8 times the load, 1.6 million requests on
 * 56 slices: what is worked out before a run (the rise of every pod by Monte-Carlo, and where pods stand),
 * the run on one core at level 0 and at level 3, and what level 3's choice adds to a request.
 *
 *   bench_infercool [--repeats N]     exit 1 if a must is missed
 *   bench_infercool --lenient N       N repeats; times are told, not judged */
#include "engine/sim/run.h"
#include "tests/bench/judged.h"

#include <stdio.h>

static const double must_run_s = 3, must_choice_us = 1;

static struct model *bench_model(const struct bench *bench, const char *level, int repeat)
{
    struct error error = {0};
    struct scenario scenario;
    if (!scenario_copy(&scenario, &bench->inputs.scenario))
        inputs_die(&error);
    scenario.seed = (uint64_t)repeat + 1;
    struct model *model = scenario_apply_set(&scenario, level, &error)
                              ? model_create(&scenario, store_catalog(bench->inputs.store), &error)
                              : NULL;
    if (!model)
        inputs_die(&error);
    scenario_free(&scenario);
    return model;
}

/* One thread, nothing kept from a run before. */
static double prepare_s(struct model *model)
{
    struct error error = {0};
    double start_s = measure_now_s();
    struct jobs *queue = jobs_create(jobs_helpers(1), -1, &error);
    if (!queue || !prepare_with(queue, model, NULL, &(struct derive_options){0}, &error))
        inputs_die(&error);
    jobs_free(queue);
    return measure_now_s() - start_s;
}

/* Snapshots kept as the dashboard does. */
static double run_s(struct model *model, int64_t *requests)
{
    struct error error = {0};
    struct recording *recording = recording_for_model(model);
    struct run *run = recording ? run_create(model, recording,
                                             (struct run_options){.snapshots = true, .record = true}, &error)
                                : NULL;
    if (!run)
        inputs_die(&error);
    double start_s = measure_now_s();
    run_all(run);
    double seconds = measure_now_s() - start_s;
    *requests = recording->summary.requests;
    run_free(run);
    recording_free(recording);
    return seconds;
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    memory_keep_freed(); /* as the program does */
    inputs_open(&bench.inputs, "infercool-table5b");
    bench_options(&bench, argc, argv, 3);
    printf("\ninfercool-table5b, median of %d\n", bench.repeats);
    double plain_s[REPEATS_MAX], three_s[REPEATS_MAX], before_s[REPEATS_MAX], choice_us[REPEATS_MAX];
    int64_t requests = 0;
    char what[64];
    for (int r = 0; r < bench.repeats; r++) {
        struct model *plain = bench_model(&bench, "reassignment_level=0", r);
        struct model *three = bench_model(&bench, "reassignment_level=3", r);
        prepare_s(plain);
        before_s[r] = prepare_s(three);
        plain_s[r] = run_s(plain, &requests);
        three_s[r] = run_s(three, &requests);
        choice_us[r] = (three_s[r] - plain_s[r]) / (double)requests * 1e6;
        model_release(plain);
        model_release(three);
    }
    size_t n = (size_t)bench.repeats;
    bench_row(&bench, "rises and placement before a run, one thread, s", measure_spread(before_s, n), 0);
    snprintf(what, sizeof what, "%lld requests, level 0, one core, s", (long long)requests);
    bench_row(&bench, what, measure_spread(plain_s, n), 0);
    bench_row(&bench, "the same at level 3, s", measure_spread(three_s, n), must_run_s);
    bench_row(&bench, "what level 3 adds to a request, us", measure_spread(choice_us, n), must_choice_us);
    inputs_close(&bench.inputs);
    return bench.faults > 0;
}
