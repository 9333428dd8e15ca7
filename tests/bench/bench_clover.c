/* How fast is Clover? On `clover-images`: what is measured before a run (BASE, and ORACLE's whole table of
 * 1,282 configurations on two threads, by the clock on the wall), how long it takes to find the table in the
 * store instead, what the evaluator behind it takes for a request, 48 hours under CLOVER on one core, and
 * what such a run takes to be saved.
 *
 *   bench_clover [--repeats N]     exit 1 if a must is missed
 *   bench_clover --lenient N       N repeats; times are told, not judged */
#include "engine/explore/derive/serving.h"
#include "engine/sim/run.h"
#include "tests/bench/judged.h"

#include <stdio.h>
#include <time.h>

enum { JOBS = 2, REQUESTS = 200000 };
static const double must_table_s = 0.6, must_images_s = 0.35, must_language_s = 1.9, must_save_ms = 50;

/* By the clock on the wall: threads count together. */
static double wall_now_s(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

/* The scenario under this scheme of the layer configure, with a seed of its own. */
static struct model *bench_model(const struct bench *bench, enum policy_id policy, int repeat)
{
    struct error error = {0};
    struct scenario scenario;
    if (!scenario_copy(&scenario, &bench->inputs.scenario))
        inputs_die(&error);
    scenario.policy[LAYER_CONFIGURE] = (int)policy;
    scenario.seed = (uint64_t)repeat + 1;
    struct model *model = model_create(&scenario, store_catalog(bench->inputs.store), &error);
    if (!model)
        inputs_die(&error);
    scenario_free(&scenario);
    return model;
}

static void bench_prepare(struct model *model, struct shelf *shelf, int jobs)
{
    struct error error = {0};
    struct jobs *queue = jobs_create(jobs_helpers(jobs), -1, &error);
    if (!queue || !prepare_with(queue, model, shelf, &(struct derive_options){0}, &error))
        inputs_die(&error);
    jobs_free(queue);
}

/* Measured, kept, and found again by the next model. */
static void bench_table(struct bench *bench)
{
    double table_s[REPEATS_MAX], found_ms[REPEATS_MAX];
    int n_points = 0;
    char what[64];
    for (int r = 0; r < bench->repeats; r++) {
        struct model *model = bench_model(bench, POLICY_ORACLE, r),
                     *again = bench_model(bench, POLICY_ORACLE, r);
        struct shelf *shelf = shelf_create(store_shelf(bench->inputs.store));
        double start_s = wall_now_s();
        bench_prepare(model, shelf, JOBS);
        table_s[r] = wall_now_s() - start_s;
        shelf_free(shelf);
        shelf = shelf_create(store_shelf(bench->inputs.store));
        start_s = wall_now_s();
        bench_prepare(again, shelf, JOBS);
        found_ms[r] = (wall_now_s() - start_s) * 1e3;
        n_points = model->pools->derived->n_points;
        shelf_free(shelf);
        model_release(model);
        model_release(again);
    }
    snprintf(what, sizeof what, "ORACLE's table of %d, two threads, s", n_points);
    bench_row(bench, what, measure_spread(table_s, (size_t)bench->repeats), must_table_s);
    bench_row(bench, "the same from the store, ms", measure_spread(found_ms, (size_t)bench->repeats), 0);
}

/* BASE has ten servers, CO2OPT seventy. */
static void bench_evaluator(struct bench *bench)
{
    struct error error = {0};
    struct model *model = bench_model(bench, POLICY_ORACLE, 0);
    const struct model_clover *clover = model->pools->clover;
    struct serving_stream *stream = serving_stream_create(model, REQUESTS + 1, &error);
    struct serving_window window;
    if (!stream)
        inputs_die(&error);
    serving_window(stream, 0, REQUESTS, &window);
    for (int k = 0; k < FIXED_SCHEMES; k++) {
        double ns[REPEATS_MAX];
        struct serving_floor floor = {0};
        struct serving_outcome outcome;
        for (int g = 0; g < clover->n_gpus; g++)
            serving_floor_add(&floor, model, g, &clover->apps[0].fixed[k]);
        for (int r = 0; r < bench->repeats; r++) {
            double start_s = measure_now_s();
            if (!serving_run(model, stream, &window, &floor, &outcome))
                inputs_die(&error);
            ns[r] = (measure_now_s() - start_s) * 1e9 / REQUESTS;
        }
        bench_row(bench,
                  k == FIXED_BASE ? "evaluator on 10 slices, ns a request"
                                  : "evaluator on 70 slices, ns a request",
                  measure_spread(ns, (size_t)bench->repeats), 0);
    }
    serving_stream_free(stream);
    model_release(model);
}

/* From the model to the finished recording, BASE measured before, snapshots kept as the dashboard does. */
static void bench_run(struct bench *bench, const char *what, double must_s)
{
    double seconds[REPEATS_MAX];
    struct error error = {0};
    for (int r = 0; r < bench->repeats; r++) {
        struct model *model = bench_model(bench, POLICY_CLOVER, r);
        double start_s = measure_now_s();
        bench_prepare(model, NULL, 1);
        struct recording *recording = recording_for_model(model);
        struct run *run = recording
                              ? run_create(model, recording,
                                           (struct run_options){.snapshots = true, .record = true}, &error)
                              : NULL;
        if (!run)
            inputs_die(&error);
        run_all(run);
        seconds[r] = measure_now_s() - start_s;
        run_free(run);
        recording_free(recording);
        model_release(model);
    }
    bench_row(bench, what, measure_spread(seconds, (size_t)bench->repeats), must_s);
}

/* What the screen waits for while a run goes into the store: in the place of the one before. */
static void bench_save(struct bench *bench)
{
    double ms[REPEATS_MAX];
    struct error error = {0};
    struct model *model = bench_model(bench, POLICY_BLOVER, 0);
    bench_prepare(model, NULL, 1);
    struct recording *recording = recording_for_model(model);
    struct run *run =
        recording ? run_create(model, recording, (struct run_options){.record = true}, &error) : NULL;
    if (!run)
        inputs_die(&error);
    run_all(run);
    for (int r = 0; r < bench->repeats; r++) {
        double start_s = measure_now_s();
        if (!store_save_run(bench->inputs.store, "bench", "", &model->scenario, recording, true, &error))
            inputs_die(&error);
        ms[r] = (measure_now_s() - start_s) * 1e3;
    }
    bench_row(bench, "48 h under BLOVER saved, ms of processor time",
              measure_spread(ms, (size_t)bench->repeats), must_save_ms);
    run_free(run);
    recording_free(recording);
    model_release(model);
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    memory_keep_freed(); /* as the program does */
    inputs_open(&bench.inputs, "clover-images");
    bench_options(&bench, argc, argv, 5);
    printf("\nclover-images, median of %d\n", bench.repeats);
    bench_table(&bench);
    bench_evaluator(&bench);
    bench_run(&bench, "48 h of images under CLOVER, one core, s", must_images_s);
    bench_save(&bench);
    inputs_close(&bench.inputs);
    inputs_open(&bench.inputs, "clover-language");
    bench_run(&bench, "48 h of language under CLOVER, one core, s", must_language_s);
    inputs_close(&bench.inputs);
    return bench.faults > 0;
}
