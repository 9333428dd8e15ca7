/* How fast is Clover? On `clover-images`: what is measured before a run (BASE, and ORACLE's whole table of
 * 1,282 configurations on two threads, by the clock on the wall), how long it takes to find the table in the
 * store instead, what the evaluator behind it takes for a request, 48 hours under CLOVER on one core, and
 * what such a run takes to be saved.
 *
 *   bench_clover [--repeats N]     exit 1 if a must is missed
 *   bench_clover --lenient N       N repeats; times are told, not judged */
#include "engine/explore/derive/serving.h"
#include "tests/bench/judged.h"

#include <stdio.h>

enum { JOBS = 2, REQUESTS = 200000 };
static const double must_table_s = 0.6, must_images_s = 0.35, must_language_s = 1.9, must_save_ms = 50;

/* Measured, kept, and found again by the next model. */
static void bench_table(struct bench *bench)
{
    double table_s[REPEATS_MAX], found_ms[REPEATS_MAX];
    int n_points = 0;
    char what[64];
    for (int r = 0; r < bench->repeats; r++) {
        struct model *model = bench_model(bench, "policy.configure=oracle", r),
                     *again = bench_model(bench, "policy.configure=oracle", r);
        struct shelf *shelf = shelf_create(store_shelf(bench->inputs.store));
        double start_s = measure_wall_s();
        bench_prepare(model, shelf, JOBS);
        table_s[r] = measure_wall_s() - start_s;
        shelf_free(shelf);
        shelf = shelf_create(store_shelf(bench->inputs.store));
        start_s = measure_wall_s();
        bench_prepare(again, shelf, JOBS);
        found_ms[r] = (measure_wall_s() - start_s) * 1e3;
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
    struct model *model = bench_model(bench, "policy.configure=oracle", 0);
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
static void bench_whole(struct bench *bench, const char *what, double must_s)
{
    double seconds[REPEATS_MAX];
    for (int r = 0; r < bench->repeats; r++) {
        struct model *model = bench_model(bench, "policy.configure=clover", r);
        double start_s = measure_now_s();
        bench_prepare(model, NULL, 1);
        struct recording *recording = bench_run(model);
        seconds[r] = measure_now_s() - start_s;
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
    struct model *model = bench_model(bench, "policy.configure=blover", 0);
    bench_prepare(model, NULL, 1);
    struct recording *recording = bench_run(model);
    for (int r = 0; r < bench->repeats; r++) {
        double start_s = measure_now_s();
        if (!store_save_run(bench->inputs.store, "bench", "", &model->scenario, recording, true, &error))
            inputs_die(&error);
        ms[r] = (measure_now_s() - start_s) * 1e3;
    }
    bench_row(bench, "48 h under BLOVER saved, ms of processor time",
              measure_spread(ms, (size_t)bench->repeats), must_save_ms);
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
    bench_whole(&bench, "48 h of images under CLOVER, one core, s", must_images_s);
    bench_save(&bench);
    inputs_close(&bench.inputs);
    inputs_open(&bench.inputs, "clover-language");
    bench_whole(&bench, "48 h of language under CLOVER, one core, s", must_language_s);
    inputs_close(&bench.inputs);
    return bench.faults > 0;
}
