/* How fast are turns? On `etf-tx2`, an hour of two backlogged apps on one device in turns of tens of
 * milliseconds, each cut at a kernel of 100 us: the hour on one core; and the response curve of phi, 21 runs
 * of it, on two threads by the clock on the wall.
 *
 *   bench_turns [--repeats N]     exit 1 if a must is missed
 *   bench_turns --lenient N       N repeats; times are told, not judged */
#include "engine/explore/campaign.h"
#include "tests/bench/judged.h"

#include <stdio.h>

enum { JOBS = 2, POINTS = 21 };
static const double must_hour_ms = 200, must_curve_ms = 500;

/* --- the curve --- */

struct curve {
    const struct scenario *scenario;
    double fair[POINTS];
};

static bool curve_scenario(void *context, size_t index, struct scenario *scenario, struct error *error)
{
    const struct curve *curve = context;
    if (!scenario_copy(scenario, curve->scenario))
        return error_set(error, ERROR_SYSTEM, NULL, "out of memory");
    scenario->number[KNOB_PHI] = (double)index / (POINTS - 1);
    return true;
}

static bool curve_keep(void *context, size_t index, const struct model *model,
                       const struct recording *recording, const struct summary *summary, struct error *error)
{
    (void)model;
    (void)recording;
    (void)error;
    ((struct curve *)context)->fair[index] = summary->fair_time;
    return true;
}

static void bench_curve(struct bench *bench)
{
    double ms[REPEATS_MAX];
    struct error error = {0};
    struct curve curve = {.scenario = &bench->inputs.scenario};
    const struct campaign_plan plan = {.n = POINTS,
                                       .record = true,
                                       .catalog = store_catalog(bench->inputs.store),
                                       .context = &curve,
                                       .scenario = curve_scenario,
                                       .keep = curve_keep};
    struct jobs *jobs = jobs_create(jobs_helpers(JOBS), -1, &error);
    if (!jobs)
        inputs_die(&error);
    for (int r = 0; r < bench->repeats; r++) {
        double start_s = measure_wall_s();
        if (!campaign_run(&plan, jobs, &error))
            inputs_die(&error);
        ms[r] = (measure_wall_s() - start_s) * 1e3;
    }
    jobs_free(jobs);
    bench_row(bench, "its curve over phi, 21 runs, two threads, ms",
              measure_spread(ms, (size_t)bench->repeats), must_curve_ms);
    /* Time goes evenly at 1 alone; a curve that does not rise was not measured. */
    bool rises = curve.fair[POINTS - 1] > 0.99 && curve.fair[0] < 0.3;
    for (int k = 1; k < POINTS; k++) /* level up to phi_fair, but for what a kernel is */
        rises = rises && curve.fair[k] >= curve.fair[k - 1] - 0.02;
    bench->faults += !rises;
    if (!rises)
        printf("FAILED: F_T does not rise with phi, from %.4f to %.4f\n", curve.fair[0],
               curve.fair[POINTS - 1]);
}

int main(int argc, char **argv)
{
    struct bench bench = {0};
    memory_keep_freed(); /* as the program does */
    inputs_open(&bench.inputs, "etf-tx2");
    bench_options(&bench, argc, argv, 7);
    printf("\netf-tx2, median of %d repeats\n", bench.repeats);
    /* The shipped hour, compiled and simulated, with snapshots as the dashboard keeps them. */
    double ms[REPEATS_MAX];
    struct error error = {0};
    for (int r = 0; r < bench.repeats; r++) {
        double start_s = measure_now_s();
        struct model *model = model_create(&bench.inputs.scenario, store_catalog(bench.inputs.store), &error);
        if (!model)
            inputs_die(&error);
        struct recording *recording = bench_run(model);
        ms[r] = (measure_now_s() - start_s) * 1e3;
        recording_free(recording);
        model_release(model);
    }
    bench_row(&bench, "an hour of etf-tx2, one core, ms", measure_spread(ms, (size_t)bench.repeats),
              must_hour_ms);
    bench_curve(&bench);
    inputs_close(&bench.inputs);
    return bench.faults > 0;
}
