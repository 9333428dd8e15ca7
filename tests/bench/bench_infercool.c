/* How fast is InferCool? On `infercool-table5b`, half an hour at 11.8 times the load, 1.6 million requests on
 * 56 slices: what is worked out before a run (the rise of every pod by Monte-Carlo, and where pods stand),
 * the run on one core at level 0 and at level 3, and what level 3's choice adds to a request.
 *
 *   bench_infercool [--repeats N]     exit 1 if a must is missed
 *   bench_infercool --lenient N       N repeats; times are told, not judged */
#include "tests/bench/judged.h"

#include <stdio.h>

static const double must_run_s = 3, must_choice_us = 1;

/* One thread, nothing kept from a run before. */
static double prepare_s(struct model *model)
{
    double start_s = measure_now_s();
    bench_prepare(model, NULL, 1);
    return measure_now_s() - start_s;
}

static double run_s(struct model *model, int64_t *requests)
{
    double start_s = measure_now_s();
    struct recording *recording = bench_run(model);
    double seconds = measure_now_s() - start_s;
    *requests = recording->summary.requests;
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
